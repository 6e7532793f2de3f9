/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transitions of a sampling plan: what is drawn already, and the rest. */
#include "runs/sampler-private.h"

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
