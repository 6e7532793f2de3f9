/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the posterior chains of a case at several settings, with progress and checkpoints. */
#include "runs/sampler.h"

#include "core/posterior/posterior-summary.h"
#include "runs/sampling-checkpoint.h"
#include <string.h>

/* Interval at which a width that takes longer shows its draws so far. */
#define SHOW_USEC (2 * G_USEC_PER_SEC)
/* Upper bound on the share of the time that summaries take. */
#define SUMMARY_SHARE 0.2
/* Draws before the first summary, which give the time of a draw. */
#define FIRST_DRAWS 50
/* Least share of the work and least time from which the remaining time is estimated. */
#define LEFT_FROM_FRACTION 0.02
#define LEFT_FROM_USEC (G_USEC_PER_SEC / 2)

/* The chains of one setting, and their last summary. */
typedef struct
{
  IplPosterior *run;
  IplPosteriorOptions options;
  IplPosteriorSummary *summary; /* (nullable): may belong to an earlier run of the setting */
  gboolean summarised;          /* TRUE if @summary includes all draws of the run */
  double done;                  /* number of transitions, all chains together, including warm-up */
  IplSamplingCheckpoint *saver; /* (nullable): its checkpoint */
} IplSamplerSlot;

/* Belongs to the worker thread. */
struct _IplSampler
{
  GPtrArray *slots;                /* (element-type IplSamplerSlot) */
  const IplCheckpoint *checkpoint; /* (nullable) */

  /* The current request, for the estimate of the remaining time. */
  guint serial;
  double begun_at; /* number of transitions that were done when it came */
  gint64 busy_usec;
};

static IplSamplerSlot *
find_slot (const IplSampler *self, const IplSetting *setting)
{
  for (guint i = 0; i < self->slots->len; i++)
    {
      IplSamplerSlot *slot = self->slots->pdata[i];

      if (ipl_setting_equal (ipl_posterior_get_setting (slot->run), setting))
        return slot;
    }
  return NULL;
}

static gboolean
slot_begins_anew (const IplSamplerSlot *slot, const IplSamplingPlan *plan)
{
  return plan->again && !ipl_posterior_options_equal (&slot->options, &plan->options);
}

static gboolean
slot_has_enough (const IplSamplerSlot *slot, const IplSamplingPlan *plan)
{
  return slot != NULL && !slot_begins_anew (slot, plan)
         && ipl_posterior_get_n_draws (slot->run) >= plan->draws;
}

/* Counts the transitions that the plan requires at a setting.
 * @slot: (nullable): its chains so far
 * @options: (out): options of the chains, existing or new
 * @done: (out): transitions that are done
 * Returns: transitions in total */
static double
count_transitions (const IplSamplerSlot *slot, const IplSamplingPlan *plan,
                   const IplPosteriorOptions **options, double *done)
{
  gboolean is_unfinished = slot != NULL && !slot_begins_anew (slot, plan);
  double all;

  *options = is_unfinished ? &slot->options : &plan->options;
  all = (double)(*options)->chains * ((*options)->warmup + plan->draws);
  *done = is_unfinished ? MIN (slot->done, all) : 0.0;
  return all;
}

/* Counts all transitions of the plan, those that are done, and those done outside @but. */
static double
count_work (const IplSampler *self, const IplSamplingPlan *plan, guint n_places,
            const IplSetting **places, const IplSamplerSlot *but, double *done, double *others)
{
  double total = 0.0;

  *done = *others = 0.0;
  for (guint i = 0; i < n_places; i++)
    {
      const IplSamplerSlot *slot = find_slot (self, places[i]);
      const IplPosteriorOptions *options;
      double ready;

      total += count_transitions (slot, plan, &options, &ready);
      *done += ready;
      if (slot != but)
        *others += ready;
    }
  return total;
}

/* Progress of one setting, for each call of ipl_posterior_run(). */
typedef struct
{
  IplSampler *sampler;
  const IplWork *work;
  IplSamplerSlot *slot;
  double before; /* transitions of the slot before the call */
  double part;   /* transitions of the call */
  double others; /* transitions of all other slots */
  double total;  /* transitions of the whole plan */
  guint wanted;  /* required draws of each chain */
  gint64 since_usec;
} Stretch;

static void
slot_free (gpointer data)
{
  IplSamplerSlot *slot = data;

  g_clear_pointer (&slot->saver, ipl_sampling_checkpoint_free);
  g_clear_pointer (&slot->run, ipl_posterior_free);
  g_clear_pointer (&slot->summary, ipl_posterior_summary_unref);
  g_free (slot);
}

/* Returns: (transfer full): a sampler without draws */
IplSampler *
ipl_sampler_new (void)
{
  IplSampler *self = g_atomic_rc_box_new0 (IplSampler);

  self->slots = g_ptr_array_new_with_free_func (slot_free);
  return self;
}

void
ipl_sampler_clear (IplSampler *self)
{
  g_ptr_array_unref (self->slots);
}

gboolean
ipl_sampler_has_chains (const IplSampler *self)
{
  return self->slots->len > 0;
}

/* New chains resume from a checkpoint of the same run; that of another run makes them fail.
 * @checkpoint: (nullable): file prefix of the checkpoints, PATH-1, PATH-2, ... in the order in
 *   which the chains begin; must outlive the sampler */
void
ipl_sampler_set_checkpoint (IplSampler *self, const IplCheckpoint *checkpoint)
{
  self->checkpoint = checkpoint;
}

static gboolean
same_prior (const IplSetting *a, const IplSetting *b, gboolean any_temperature)
{
  return a->L == b->L && (any_temperature || a->temperature == b->temperature)
         && memcmp (a->variances, b->variances, (a->L + 2) * sizeof (double)) == 0;
}

static void
add_place (const IplSetting **places, guint *n, const IplSetting *setting)
{
  if (setting->gp)
    return;
  for (guint i = 0; i < *n; i++)
    if (ipl_setting_equal (places[i], setting))
      return;
  places[(*n)++] = setting;
}

/* Lists at most n + 2 settings to sample: the shown one, that of the plan, then the sweep. */
static guint
list_places (const IplSamplingPlan *plan, const IplSetting *current, guint n,
             const IplSetting *settings, const IplSetting **places)
{
  gboolean planned = ipl_setting_equal (current, &plan->setting);
  guint n_places = 0;

  for (guint i = 0; !plan->here && i < n; i++)
    planned = planned || ipl_setting_equal (current, &settings[i]);
  if (planned)
    add_place (places, &n_places, current);
  if (same_prior (&plan->setting, current, plan->any_temperature))
    add_place (places, &n_places, &plan->setting);
  if (plan->here)
    return n_places;
  for (guint i = 0; i < n; i++)
    add_place (places, &n_places, &settings[i]);
  return n_places;
}

/* Chains in warm-up have no draws to summarise. */
static gboolean
wants_summary (const IplSamplerSlot *slot)
{
  return !slot->summarised && ipl_posterior_get_n_draws (slot->run) > 0;
}

/* Reports @done of @total transitions. Those from before the request do not count in the estimate
 * of the remaining time. */
static void
report_progress (IplSampler *self, const IplWork *work, const IplSetting *setting, double done,
                 double total, gint64 busy_usec)
{
  double fraction = total > self->begun_at ? (done - self->begun_at) / (total - self->begun_at) : 1;
  g_autofree char *widths = ipl_setting_widths_text (setting);
  g_autofree char *sentence = g_strdup_printf ("Sampling N = %s", widths);
  double left = -1.0;

  if (fraction > LEFT_FROM_FRACTION && busy_usec > LEFT_FROM_USEC)
    left = (double)busy_usec / G_USEC_PER_SEC * (1.0 - fraction) / fraction;
  ipl_work_progress (work, CLAMP (fraction, 0.0, 1.0), left, sentence);
}

static void
on_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Stretch *stretch = data;
  IplSampler *self = stretch->sampler;

  stretch->slot->done = stretch->before + fraction * stretch->part;
  report_progress (self, stretch->work, ipl_posterior_get_setting (stretch->slot->run),
                   stretch->others + stretch->slot->done, stretch->total,
                   self->busy_usec + g_get_monotonic_time () - stretch->since_usec);
}

/* Adds @draws to every chain. */
static gboolean
run_stretch (Stretch *stretch, guint draws, GError **error)
{
  IplSamplerSlot *slot = stretch->slot;
  guint n = ipl_posterior_get_n_draws (slot->run);
  gboolean ok;

  stretch->before = slot->done;
  stretch->part = (double)slot->options.chains * (slot->options.warmup + n + draws) - slot->done;
  stretch->since_usec = g_get_monotonic_time ();
  slot->summarised = FALSE;
  ok = ipl_posterior_run (slot->run, draws,
                          &(IplWork){ .threads = stretch->work->threads,
                                      .cancellable = stretch->work->cancellable,
                                      .progress = on_progress,
                                      .data = stretch },
                          error);
  if (slot->saver == NULL)
    ;
  else if (stretch->sampler->checkpoint != NULL && stretch->sampler->checkpoint->is_replaceable
           && ipl_posterior_get_n_draws (slot->run) < stretch->wanted)
    ipl_sampling_checkpoint_save_in_time (slot->saver);
  else
    ipl_sampling_checkpoint_save (slot->saver);
  stretch->sampler->busy_usec += g_get_monotonic_time () - stretch->since_usec;
  return ok;
}

static gboolean
summarise (IplSampler *self, IplSamplerSlot *slot, const IplWork *work, GError **error)
{
  gint64 begin_usec = g_get_monotonic_time ();
  IplPosteriorSummary *summary;

  summary = ipl_posterior_summarize (slot->run, work->threads, work->cancellable, error);
  self->busy_usec += g_get_monotonic_time () - begin_usec;
  if (summary == NULL)
    return FALSE;
  g_clear_pointer (&slot->summary, ipl_posterior_summary_unref);
  slot->summary = summary;
  slot->summarised = TRUE;
  ipl_work_show (work, summary, -1);
  return TRUE;
}

/* Draws at one setting, and shows a summary at intervals. */
static gboolean
sample_place (Stretch *stretch, const IplSamplingPlan *plan, GError **error)
{
  IplSamplerSlot *slot = stretch->slot;
  const IplWork *work = stretch->work;
  double interval_usec = SHOW_USEC;
  guint chunk = plan->at_once ? plan->draws : FIRST_DRAWS;

  while (ipl_posterior_get_n_draws (slot->run) < plan->draws)
    {
      guint left = plan->draws - ipl_posterior_get_n_draws (slot->run);
      gint64 begin_usec = g_get_monotonic_time (), drawn_usec;
      double before = slot->done, draw_usec;

      if (!run_stretch (stretch, MIN (chunk, left), error))
        return FALSE;
      drawn_usec = g_get_monotonic_time ();
      draw_usec = (double)(drawn_usec - begin_usec) / MAX (slot->done - before, 1.0)
                  * slot->options.chains;
      left -= MIN (chunk, left);
      if (draw_usec * left < interval_usec)
        {
          /* the last draws take less time than the interval between two summaries */
          chunk = MAX (left, 1);
          continue;
        }
      if (!summarise (stretch->sampler, slot, work, error))
        return FALSE;
      interval_usec
          = MAX (SHOW_USEC, (double)(g_get_monotonic_time () - drawn_usec) / SUMMARY_SHARE);
      chunk = (guint)CLAMP (interval_usec / MAX (draw_usec, 1.0), FIRST_DRAWS, plan->draws);
    }
  return slot->summarised || summarise (stretch->sampler, slot, work, error);
}

/* Names the checkpoint of a setting. Private files are named by case and setting; those of older
 * releases, by the setting only.
 * Returns: (transfer full) */
static char *
name_file (const IplCheckpoint *checkpoint, const IplCase *the_case, const IplSetting *setting,
           guint n)
{
  g_autoptr (GChecksum) checksum = NULL;
  g_autofree char *digest = NULL, *older = NULL;

  if (!checkpoint->is_replaceable)
    return g_strdup_printf ("%s-%u", checkpoint->path, n);
  checksum = g_checksum_new (G_CHECKSUM_SHA1);
  g_checksum_update (checksum, (const guchar *)setting->N,
                     (gssize)((setting->L + 1) * sizeof *setting->N));
  g_checksum_update (checksum, (const guchar *)setting->variances,
                     (gssize)((setting->L + 2) * sizeof *setting->variances));
  g_checksum_update (checksum, (const guchar *)&setting->temperature, sizeof setting->temperature);
  older = g_strdup_printf ("%s-%.16s", checkpoint->path, g_checksum_get_string (checksum));
  if (g_file_test (older, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&older);
  digest = ipl_posterior_digest_case (the_case);
  return g_strdup_printf ("%s-%s", older, digest);
}

/* Finds or makes the chains of a setting. An old summary stays until there is a new one. */
static IplSamplerSlot *
ensure_slot (IplSampler *self, IplCase *the_case, IplKernel *kernel, const IplSamplingPlan *plan,
             const IplSetting *setting, GCancellable *cancellable, GError **error)
{
  IplSamplerSlot *slot = find_slot (self, setting);
  g_autofree char *file = NULL;
  IplPosterior *run;

  if (slot != NULL && !slot_begins_anew (slot, plan))
    return slot;
  if (self->checkpoint != NULL)
    file = name_file (self->checkpoint, the_case, setting, self->slots->len + 1);
  run = file == NULL
            ? ipl_posterior_prepare (the_case, kernel, setting, &plan->options, cancellable, error)
            : ipl_sampling_checkpoint_open (self->checkpoint, file, the_case, kernel, setting,
                                            &plan->options, cancellable, error);
  if (run == NULL)
    return NULL;
  if (slot == NULL)
    {
      slot = g_new0 (IplSamplerSlot, 1);
      g_ptr_array_add (self->slots, slot);
    }
  g_clear_pointer (&slot->saver, ipl_sampling_checkpoint_free);
  g_clear_pointer (&slot->run, ipl_posterior_free);
  slot->run = run;
  slot->options = plan->options;
  slot->summarised = FALSE;
  slot->done = (double)ipl_posterior_get_transitions (run);
  if (file != NULL)
    slot->saver = ipl_sampling_checkpoint_new (self->checkpoint, file, run);
  return slot;
}

static gboolean
sample_places (IplSampler *self, IplCase *the_case, IplKernel *kernel, const IplSamplingPlan *plan,
               guint n_places, const IplSetting **places, const IplWork *work, GError **error)
{
  double done, others;

  if (self->serial != plan->serial)
    {
      self->serial = plan->serial;
      self->busy_usec = 0;
      count_work (self, plan, n_places, places, NULL, &self->begun_at, &others);
    }
  for (guint i = 0; i < n_places; i++)
    {
      Stretch stretch = { .sampler = self, .work = work, .wanted = plan->draws };
      gint64 begin_usec = g_get_monotonic_time ();

      stretch.slot = find_slot (self, places[i]);
      if (slot_has_enough (stretch.slot, plan) && stretch.slot->summarised)
        continue;
      if (g_cancellable_set_error_if_cancelled (work->cancellable, error))
        return FALSE;
      stretch.total = count_work (self, plan, n_places, places, stretch.slot, &done, &others);
      report_progress (self, work, places[i], done, stretch.total, self->busy_usec);
      stretch.slot
          = ensure_slot (self, the_case, kernel, plan, places[i], work->cancellable, error);
      self->busy_usec += g_get_monotonic_time () - begin_usec;
      if (stretch.slot == NULL)
        return FALSE;
      stretch.others = others;
      if (!sample_place (&stretch, plan, error))
        return FALSE;
    }
  return TRUE;
}

/* Draws until every width of the plan has enough, resuming after an interruption; the shown width
 * comes first. Then summarises all draws without a summary, as after a stop.
 * @current: shown setting, sampled first if the plan includes it
 * @settings: [n] settings of the sweep
 * @work: its show receives every new IplPosteriorSummary; a cancellation loses no draw
 * Returns: FALSE with G_IO_ERROR_CANCELLED or the reason why sampling fails */
gboolean
ipl_sampler_run (IplSampler *self, IplCase *the_case, IplKernel *kernel,
                 const IplSamplingPlan *plan, const IplSetting *current, guint n,
                 const IplSetting *settings, const IplWork *work, GError **error)
{
  g_autofree const IplSetting **places = g_new (const IplSetting *, n + 2);
  guint n_places = plan->serial != 0 ? list_places (plan, current, n, settings, places) : 0;

  if (!sample_places (self, the_case, kernel, plan, n_places, places, work, error))
    return FALSE;
  for (guint i = 0; i < self->slots->len; i++)
    {
      IplSamplerSlot *slot = self->slots->pdata[i];
      g_autofree char *widths = NULL;
      g_autofree char *sentence = NULL;

      if (!wants_summary (slot))
        continue;
      widths = ipl_setting_widths_text (ipl_posterior_get_setting (slot->run));
      sentence = g_strdup_printf ("Summarising N = %s", widths);
      ipl_work_progress (work, -1.0, -1.0, sentence);
      if (!summarise (self, slot, work, error))
        return FALSE;
    }
  return TRUE;
}

/* Summarises all draws without a summary, as after a stop.
 * Returns: FALSE with G_IO_ERROR_CANCELLED or the reason why that fails */
gboolean
ipl_sampler_summarise (IplSampler *self, const IplWork *work, GError **error)
{
  for (guint i = 0; i < self->slots->len; i++)
    if (wants_summary (self->slots->pdata[i])
        && !summarise (self, self->slots->pdata[i], work, error))
      return FALSE;
  return TRUE;
}

/* @prior: temperature and variances; its widths are ignored
 * @any_temperature: TRUE to ignore the temperature too, which may differ between widths
 * Returns: (transfer full) (nullable): a summary for each sampled setting with this prior */
GPtrArray *
ipl_sampler_get_summaries (const IplSampler *self, const IplSetting *prior,
                           gboolean any_temperature)
{
  GPtrArray *summaries = ipl_posterior_list_new (0);

  for (guint i = 0; i < self->slots->len; i++)
    {
      const IplSamplerSlot *slot = self->slots->pdata[i];

      if (slot->summary != NULL
          && same_prior (ipl_posterior_get_setting (slot->run), prior, any_temperature))
        g_ptr_array_add (summaries, ipl_posterior_summary_ref (slot->summary));
    }
  if (summaries->len == 0)
    g_clear_pointer (&summaries, g_ptr_array_unref);
  return summaries;
}

/* Returns: (transfer full) (nullable): summary of the draws at @setting */
IplPosteriorSummary *
ipl_sampler_find_summary (const IplSampler *self, const IplSetting *setting)
{
  const IplSamplerSlot *slot = find_slot (self, setting);

  return slot != NULL && slot->summary != NULL ? ipl_posterior_summary_ref (slot->summary) : NULL;
}
