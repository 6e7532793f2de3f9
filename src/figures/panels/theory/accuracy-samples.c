/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was sampled, here or elsewhere, as the accuracy panel shows it. */

#include "figures/panels/theory/accuracy-samples.h"

#include "core/posterior/posterior-summary.h"
#include "figures/view/posterior-view.h"

/* Where both are there, what was sampled here. (transfer full): of borrowed summaries */
GPtrArray *
ipl_accuracy_samples (const IplView *view)
{
  GPtrArray *samples = ipl_view_posteriors (view);

  for (guint i = 0; i < view->n_stored; i++)
    if (ipl_accuracy_sample_at (samples, &view->stored[i]->setting) == NULL)
      g_ptr_array_add (samples, (gpointer)view->stored[i]);
  return samples;
}

/* The one at these widths, temperature and variances, or NULL. */
const IplPosteriorSummary *
ipl_accuracy_sample_at (GPtrArray *samples, const IplSetting *setting)
{
  for (guint i = 0; i < samples->len; i++)
    {
      const IplPosteriorSummary *sample = g_ptr_array_index (samples, i);

      if (ipl_setting_equal (&sample->setting, setting))
        return sample;
    }
  return NULL;
}

/* Samples of any width: those at the current one first. */
const IplPosteriorSummary *
ipl_accuracy_sample_doubtful (const IplView *view)
{
  if (view->posterior != NULL && !view->posterior->fine)
    return view->posterior;
  for (guint i = 0; i < view->n_posteriors; i++)
    if (view->posteriors[i] != NULL && !view->posteriors[i]->fine)
      return view->posteriors[i];
  for (guint i = 0; i < view->n_stored; i++)
    if (!view->stored[i]->fine)
      return view->stored[i];
  return NULL;
}
