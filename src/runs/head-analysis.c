/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/head-analysis-private.h"

#include "core/base/parallel.h"
#include "core/heads/pruning-run.h"

/* What is known of the heads at one solution. */
typedef struct
{
  IplCase *the_case;
  IplSolution *current;
  guint test;
  IplHeadReport *heads;
  IplPruning *pruning;
  gboolean pruning_whole;
  guint random_orders; /* of @pruning */
  guint fine_tune_steps;
} Slot;

/* Lives in the worker thread: what has been found already. */
struct _IplStudy
{
  IplOneShotTask *world;
  IplCase *gallery_case; /* what @gallery is of */
  IplTaskGallery *gallery;
  Slot now;
  Slot tuned; /* of the last fine-tuning, which took long, while another width is looked at */

  /* Of the present question. */
  IplJob *job;
  guint pruned;
};

IplHeadRequest *
ipl_head_request_new (const IplParameters *parameters, IplCase *the_case, IplKernel *kernel,
                        IplSolution *current)
{
  IplHeadRequest *self = g_new0 (IplHeadRequest, 1);

  self->parameters = *parameters;
  self->the_case = ipl_case_ref (the_case);
  self->kernel = kernel != NULL ? ipl_kernel_ref (kernel) : NULL;
  self->current = current != NULL ? ipl_solution_ref (current) : NULL;
  return self;
}

void
ipl_head_request_free (IplHeadRequest *self)
{
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_free (self);
}

IplHeadResult *
ipl_head_result_ref (IplHeadResult *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_head_result_unref (IplHeadResult *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->world, ipl_one_shot_task_unref);
  g_clear_pointer (&self->gallery, ipl_task_gallery_unref);
  g_clear_pointer (&self->gallery_case, ipl_case_unref);
  g_clear_pointer (&self->heads, ipl_head_report_unref);
  g_clear_pointer (&self->pruning, ipl_pruning_unref);
  g_clear_error (&self->error);
  g_free (self);
}

/**
 * ipl_head_analysis_new:
 *
 * Returns: (transfer full): a study that has found nothing yet
 */
IplHeadAnalysis *
ipl_head_analysis_new (void)
{
  return g_new0 (IplHeadAnalysis, 1);
}

static void
slot_clear (Slot *slot)
{
  g_clear_pointer (&slot->heads, ipl_head_report_unref);
  g_clear_pointer (&slot->pruning, ipl_pruning_unref);
  g_clear_pointer (&slot->the_case, ipl_case_unref);
  g_clear_pointer (&slot->current, ipl_solution_unref);
  *slot = (Slot){ NULL };
}

static gboolean
slot_is_of (const Slot *slot, const IplHeadRequest *question, guint test)
{
  return slot->current != NULL && slot->the_case == question->the_case && slot->test == test
         && ipl_setting_equal (&slot->current->setting, &question->current->setting);
}

/* Goes to what is known of another solution. */
static void
look_at (IplHeadAnalysis *self, const IplHeadRequest *question, guint test)
{
  Slot before = self->now;

  if (slot_is_of (&self->now, question, test))
    return;
  if (slot_is_of (&self->tuned, question, test))
    {
      self->now = self->tuned;
      self->tuned = (Slot){ NULL };
    }
  else
    {
      self->now = (Slot){ .the_case = ipl_case_ref (question->the_case),
                          .current = ipl_solution_ref (question->current),
                          .test = test };
      if (self->tuned.the_case != question->the_case)
        slot_clear (&self->tuned);
    }
  if (before.fine_tune_steps > 0 && before.the_case == question->the_case)
    {
      slot_clear (&self->tuned);
      self->tuned = before;
    }
  else
    slot_clear (&before);
}

/**
 * ipl_head_analysis_free:
 * @self: (transfer full): the study
 */
void
ipl_head_analysis_free (IplHeadAnalysis *self)
{
  if (self == NULL)
    return;
  slot_clear (&self->now);
  slot_clear (&self->tuned);
  g_clear_pointer (&self->gallery, ipl_task_gallery_unref);
  g_clear_pointer (&self->gallery_case, ipl_case_unref);
  g_clear_pointer (&self->world, ipl_one_shot_task_unref);
  g_free (self);
}

static void
post (IplHeadAnalysis *self, GError *error)
{
  IplHeadResult *findings = g_new0 (IplHeadResult, 1);

  g_atomic_ref_count_init (&findings->ref_count);
  findings->world = self->world != NULL ? ipl_one_shot_task_ref (self->world) : NULL;
  findings->gallery = self->gallery != NULL ? ipl_task_gallery_ref (self->gallery) : NULL;
  findings->gallery_case = self->gallery_case != NULL ? ipl_case_ref (self->gallery_case) : NULL;
  findings->heads = self->now.heads != NULL ? ipl_head_report_ref (self->now.heads) : NULL;
  findings->pruning = self->now.pruning != NULL ? ipl_pruning_ref (self->now.pruning) : NULL;
  findings->pruned = self->pruned;
  findings->error = error;
  ipl_job_post (self->job, findings);
}

/* Step 1: a few sequences of a one-shot case. */
static gboolean
ensure_gallery (IplHeadAnalysis *self, const IplHeadRequest *question, GError **error)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (&question->parameters);
  GCancellable *cancellable = ipl_job_get_cancellable (self->job);
  g_autoptr (IplOneShotTask) world = NULL;
  IplTaskGallery *gallery;
  guint test = MIN (question->test, question->the_case->n_tests - 1);
  gsize count = question->the_case->tests[test].count;
  gsize first = question->first < count ? question->first : 0;

  if (trainable == NULL)
    {
      g_clear_pointer (&self->gallery, ipl_task_gallery_unref);
      g_clear_pointer (&self->gallery_case, ipl_case_unref);
      g_clear_pointer (&self->world, ipl_one_shot_task_unref);
      return TRUE;
    }
  if (self->gallery != NULL && self->gallery_case == question->the_case
      && self->gallery->test == test && self->gallery->first == first)
    return TRUE;
  world = ipl_one_shot_task_get (&trainable->task, ipl_parallel_default_threads (),
                               cancellable, error);
  if (world == NULL)
    return FALSE;
  gallery = ipl_task_gallery_new (world, question->the_case, test, first, IPL_HEAD_ANALYSIS_EXAMPLES,
                                  cancellable, error);
  if (gallery == NULL)
    return FALSE;
  g_clear_pointer (&self->gallery, ipl_task_gallery_unref);
  g_clear_pointer (&self->gallery_case, ipl_case_unref);
  g_clear_pointer (&self->world, ipl_one_shot_task_unref);
  self->gallery = gallery;
  self->gallery_case = ipl_case_ref (question->the_case);
  self->world = g_steal_pointer (&world);
  post (self, NULL);
  return TRUE;
}

static void
on_heads (const IplHeadReport *report, double fraction, const char *sentence, gpointer data)
{
  IplHeadAnalysis *self = data;

  g_clear_pointer (&self->now.heads, ipl_head_report_unref);
  self->now.heads = ipl_head_report_ref ((IplHeadReport *)report);
  ipl_job_progress (self->job, fraction, sentence);
  post (self, NULL);
}

static void
take_heads (IplHeadAnalysis *self, IplHeadReport *report)
{
  g_clear_pointer (&self->now.heads, ipl_head_report_unref);
  self->now.heads = report;
  post (self, NULL);
}

/* Step 2: what each head is worth; solving anew without each is left for last. */
static gboolean
ensure_heads (IplHeadAnalysis *self, const IplHeadRequest *question, gboolean resolve, GError **error)
{
  GCancellable *cancellable = resolve ? ipl_job_get_background_cancellable (self->job)
                                      : ipl_job_get_cancellable (self->job);
  IplHeadReport *report;

  if (self->now.heads != NULL
      && (!resolve || self->now.heads->n_resolved >= self->now.heads->n_heads))
    return TRUE;
  report = ipl_head_report_new (question->the_case, question->kernel, question->current,
                                self->now.test, resolve, ipl_parallel_default_threads (),
                                resolve ? on_heads : NULL, self, cancellable, error);
  if (report == NULL)
    return FALSE;
  take_heads (self, report);
  return TRUE;
}

static void
on_pruning (const IplPruning *pruning, double fraction, const char *sentence, gpointer data)
{
  IplHeadAnalysis *self = data;

  g_clear_pointer (&self->now.pruning, ipl_pruning_unref);
  self->now.pruning = ipl_pruning_ref ((IplPruning *)pruning);
  ipl_job_progress (self->job, fraction, sentence);
  post (self, NULL);
}

/* Step 3: what is left as heads go; with fine-tuning only where that is asked for. */
static gboolean
ensure_pruning (IplHeadAnalysis *self, const IplHeadRequest *question, guint fine_tune_steps,
                GError **error)
{
  const IplParameters *parameters = &question->parameters;
  GCancellable *cancellable = ipl_job_get_background_cancellable (self->job);
  g_auto (IplFineTuning) bench = { NULL };
  IplPruning *pruning;

  /* One with fine-tuned networks says all that one without does. */
  if (self->now.pruning != NULL && self->now.random_orders == parameters->random_orders
      && (fine_tune_steps == 0
              ? self->now.pruning_whole || self->now.fine_tune_steps > 0
              : self->now.pruning_whole && self->now.fine_tune_steps == fine_tune_steps))
    return TRUE;
  if (!ipl_fine_tuning_init (&bench, parameters, question->the_case, self->now.test, fine_tune_steps,
                           cancellable, error))
    return FALSE;
  self->now.random_orders = parameters->random_orders;
  self->now.fine_tune_steps = bench.options.fine_tune_steps;
  self->now.pruning_whole = FALSE;
  pruning = ipl_pruning_run (self->now.heads, question->current, &bench.options,
                             ipl_parallel_default_threads (), on_pruning, self, cancellable, error);
  if (pruning == NULL)
    return FALSE;
  g_clear_pointer (&self->now.pruning, ipl_pruning_unref);
  self->now.pruning = pruning;
  self->now.pruning_whole = TRUE;
  post (self, NULL);
  return TRUE;
}

static gboolean
study_heads (IplHeadAnalysis *self, const IplHeadRequest *question, GError **error)
{
  guint test = MIN (question->test, question->the_case->n_tests - 1);

  if (question->current == NULL || question->kernel == NULL)
    return TRUE;
  look_at (self, question, test);
  if (!ensure_heads (self, question, FALSE, error) || !ensure_pruning (self, question, 0, error))
    return FALSE;
  if (question->prune != 0)
    {
      if (!ensure_pruning (self, question, question->parameters.fine_tune_steps, error))
        return FALSE;
      self->pruned = question->prune;
      post (self, NULL);
    }
  return ensure_heads (self, question, TRUE, error);
}

/**
 * ipl_head_analysis_answer:
 * @job: the running job
 * @data: an #IplHeadRequest
 * @study: the #IplHeadAnalysis of this thread
 *
 * Looks at the heads of what has been solved: some sequences, what each head is worth, what is left
 * as heads go, and last the theory solved anew without each. Posts #IplHeadResult as they come.
 */
void
ipl_head_analysis_answer (IplJob *job, gpointer data, gpointer study)
{
  IplHeadAnalysis *self = study;
  const IplHeadRequest *question = data;
  g_autoptr (GError) error = NULL;

  self->job = job;
  self->pruned = 0;
  if (ensure_gallery (self, question, &error))
    study_heads (self, question, &error);
  if (error == NULL)
    post (self, NULL);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->pruned = question->prune;
      post (self, g_steal_pointer (&error));
    }
  self->job = NULL;
}
