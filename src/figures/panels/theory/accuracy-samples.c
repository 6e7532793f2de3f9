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

void
ipl_accuracy_samples_add_keys (GPtrArray *samples, const IplView *view, const IplStyle *style,
                               IplLegend *legend)
{
  gboolean known[2] = { FALSE, FALSE };
  g_autofree char *what
      = view->n_stored > 0 && view->stored_seeds > 1
            ? g_strdup_printf ("sampled, mean of %u seeds ± sd", view->stored_seeds)
            : g_strdup ("sampled");

  for (guint i = 0; i < samples->len; i++)
    known[((const IplPosteriorSummary *)g_ptr_array_index (samples, i))->fine != 0] = TRUE;
  if (known[1])
    ipl_legend_add (legend, IPL_KEY_DOT, g_strdup (what), ipl_style_sample_color (style),
                    style->line_pt, IPL_DASH_SOLID);
  if (known[0])
    ipl_legend_add (legend, IPL_KEY_DOT_HOLLOW, g_strconcat (what, ", not converged", NULL),
                    ipl_style_sample_color (style), style->line_pt, IPL_DASH_SOLID);
}
