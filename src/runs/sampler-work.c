/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cost of a sampling plan: what is drawn already, how long the rest takes, and its memory. */
#include "runs/sampler-private.h"

#include "core/base/memory.h"
#include "core/posterior/posterior-options.h"
#include "core/posterior/posterior-summary.h"

IplSamplerSlot *
ipl_sampler_find (const IplSampler *self, const IplSetting *setting)
{
  for (guint i = 0; i < self->slots->len; i++)
    {
      IplSamplerSlot *slot = self->slots->pdata[i];

      if (ipl_setting_equal (ipl_posterior_get_setting (slot->run), setting))
        return slot;
    }
  return NULL;
}

gboolean
ipl_sampler_slot_has_enough (const IplSamplerSlot *slot, const IplSamplingPlan *plan)
{
  return slot != NULL && !ipl_sampler_slot_begins_anew (slot, plan)
         && ipl_posterior_get_n_draws (slot->run) >= plan->draws;
}

gboolean
ipl_sampler_slot_begins_anew (const IplSamplerSlot *slot, const IplSamplingPlan *plan)
{
  return plan->again && !ipl_posterior_options_equal (&slot->options, &plan->options);
}

/* Transitions that the plan wants of a setting.
 * @slot: (nullable): what there is of it
 * @options: (out): with which it goes on, or begins
 * @done: (out): those that are done */
static double
count_transitions (const IplSamplerSlot *slot, const IplSamplingPlan *plan,
                   const IplPosteriorOptions **options, double *done)
{
  gboolean goes_on = slot != NULL && !ipl_sampler_slot_begins_anew (slot, plan);
  double all;

  *options = goes_on ? &slot->options : &plan->options;
  all = (double)(*options)->chains * ((*options)->warmup + plan->draws);
  *done = goes_on ? MIN (slot->done, all) : 0.0;
  return all;
}

/* Transitions of the plan, those done of them, and of these the ones outside @but. */
double
ipl_sampler_count_work (const IplSampler *self, const IplSamplingPlan *plan, guint n_places,
                        const IplSetting **places, const IplSamplerSlot *but, double *done,
                        double *others)
{
  double total = 0.0;

  *done = *others = 0.0;
  for (guint i = 0; i < n_places; i++)
    {
      const IplSamplerSlot *slot = ipl_sampler_find (self, places[i]);
      const IplPosteriorOptions *options;
      double ready;

      total += count_transitions (slot, plan, &options, &ready);
      *done += ready;
      if (slot != but)
        *others += ready;
    }
  return total;
}

/* The predicted cost; kept to tell the time left until that is known better. */
void
ipl_sampler_say_long (IplSampler *self, IplJob *job, const IplKernel *kernel,
                      const IplSamplingPlan *plan, guint n_places, const IplSetting **places)
{
  double bytes = 0;
  g_autofree char *memory = NULL, *sentence = NULL;

  self->expected = 0;
  for (guint i = 0; i < n_places; i++)
    {
      const IplSamplerSlot *slot = ipl_sampler_find (self, places[i]);
      const IplPosteriorOptions *options;
      IplPosteriorCost cost;
      double done, all = count_transitions (slot, plan, &options, &done);

      ipl_posterior_cost (&cost, kernel, places[i], options, plan->draws, self->threads);
      self->expected += cost.seconds * (1 - done / all);
      bytes += ipl_posterior_memory (kernel->the_case, kernel, places[i], options, plan->draws);
    }
  if (!(self->expected > IPL_SAMPLER_LONG_SECONDS))
    return;
  memory = ipl_memory_describe (bytes);
  sentence = g_strdup_printf ("Sampling %u setting%s: about %.2g s and %s", n_places,
                              n_places == 1 ? "" : "s", self->expected, memory);
  ipl_job_progress (job, 0.0, self->expected, sentence);
}

/* The whole plan's need, before its first place: every width keeps its chains and its summary. */
gboolean
ipl_sampler_ask_memory (const IplSampler *self, IplCase *the_case, IplKernel *kernel,
                        const IplSamplingPlan *plan, guint n_places, const IplSetting **places,
                        GError **error)
{
  double bytes = 0, most = 0;
  guint n = 0;

  for (guint i = 0; i < n_places; i++)
    {
      double kept, summary;

      if (ipl_sampler_slot_has_enough (ipl_sampler_find (self, places[i]), plan))
        continue;
      summary = ipl_posterior_summary_memory (the_case, kernel, plan->options.chains, plan->draws,
                                              self->threads, &kept);
      bytes
          += kept + ipl_posterior_memory (the_case, kernel, places[i], &plan->options, plan->draws);
      most = MAX (most, summary - kept);
      n++;
    }

  g_autofree char *what
      = g_strdup_printf ("Sampling %u draws of %u chain%s at %u setting%s", plan->draws,
                         plan->options.chains, plan->options.chains == 1 ? "" : "s", n,
                         n == 1 ? "" : "s");

  return ipl_memory_ask (bytes + most, what, IPL_POSTERIOR_INSTEAD, error);
}
