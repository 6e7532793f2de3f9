/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the heatmaps show in each mode, and what they are called. */

#include "u-layout.h"

#include <math.h>

/* What the map of a setting shows in the layout's mode. */
void
ipl_u_layout_find_sources (const IplULayout *self, const IplSolution *solution,
                           const IplPosteriorSummary *posterior, IplUSource source[IPL_U_MAX_MAPS])
{
  const double *theory = solution ? solution->U : NULL;
  const double *sampled = posterior ? posterior->U_mean : NULL;
  source[1] = (IplUSource){ NULL, NULL };
  switch (self->mode)
    {
    case IPL_HEATMAP_SAMPLED:
      source[0] = (IplUSource){ sampled, NULL };
      break;
    case IPL_HEATMAP_DIFFERENCE:
      source[0] = (IplUSource){ theory ? sampled : NULL, theory };
      break;
    case IPL_HEATMAP_SD:
      source[0] = (IplUSource){ posterior ? posterior->U_sd : NULL, NULL };
      break;
    case IPL_HEATMAP_SIDE_BY_SIDE:
      source[1] = (IplUSource){ sampled, NULL };
      /* fall through */
    default:
      source[0] = (IplUSource){ theory, NULL };
      break;
    }
}

/* max |U|, at least a tiny number so that it can be divided by; 0 where nothing is known. */
double
ipl_u_layout_largest (const IplULayout *self, const IplUSource source[IPL_U_MAX_MAPS])
{
  double largest = 0;
  for (guint m = 0; m < self->n_maps; m++)
    {
      for (gsize i = 0; source[m].values && i < self->Pi * self->Pi; i++)
        {
          double U = ipl_u_source_at (&source[m], i);
          if (isfinite (U))
            largest = MAX (largest, fabs (U));
        }
      if (source[m].values)
        largest = MAX (largest, 1e-300);
    }
  return largest;
}

gboolean
ipl_u_layout_is_known (const IplULayout *self)
{
  return self->source[0].values || self->source[1].values;
}

/* What the large maps are called, at length and in brief. */
void
ipl_u_layout_make_titles (IplULayout *self, const IplView *view)
{
  static const char *const what[IPL_N_HEATMAPS][IPL_U_MAX_MAPS] = {
    [IPL_HEATMAP_SAMPLED] = { "sampled" },
    [IPL_HEATMAP_DIFFERENCE] = { "sampled − theory" },
    [IPL_HEATMAP_SD] = { "posterior sd" },
    [IPL_HEATMAP_SIDE_BY_SIDE] = { "theory", "sampled" },
  };
  const IplSetting *setting = ipl_view_setting (view);
  g_autofree char *at = setting ? ipl_view_setting_markup (setting) : g_strdup ("");
  gboolean gp = setting && setting->gp;
  for (guint m = 0; m < self->n_maps; m++)
    {
      const char *name = what[self->mode][m];
      gboolean samples = name && (m == 1 || self->mode != IPL_HEATMAP_SIDE_BY_SIDE);
      if (self->source[m].values)
        {
          self->title[m] = name ? g_strdup_printf ("%s, %s", at, name) : g_strdup (at);
          self->short_title[m] = g_strdup (name ? name : at);
        }
      else if (!samples || (self->mode == IPL_HEATMAP_DIFFERENCE && view->posterior))
        self->title[m] = g_strdup ("not solved yet");
      else
        {
          self->title[m]
              = g_strdup (gp ? "the GP limit does not fluctuate" : "not sampled yet: press Sample");
          self->short_title[m] = g_strdup (gp ? "nothing to sample" : "not sampled yet");
        }
      if (!self->short_title[m])
        self->short_title[m] = g_strdup (self->title[m]);
    }
}
