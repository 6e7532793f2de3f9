/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The heatmap in words and as a table. */

#include "figures/panels/theory/u-words.h"

#include "figures/kit/number.h"
#include "figures/view/shown-paths.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

void
ipl_describe_u (GString *text, const IplView *view)
{
  static const char *const what[IPL_N_HEATMAPS] = {
    [IPL_HEATMAP_THEORY] = "the order parameter U",
    [IPL_HEATMAP_SAMPLED] = "the sampled mean of the order parameter U",
    [IPL_HEATMAP_DIFFERENCE] = "the sampled mean of the order parameter U less the theory's",
    [IPL_HEATMAP_SD] = "the posterior standard deviation of the order parameter U",
    [IPL_HEATMAP_SIDE_BY_SIDE] = "the order parameter U by theory beside its sampled mean",
    [IPL_HEATMAP_TRAINED] = "the order parameter U of the network trained by gradient descent",
  };
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  gsize Pi = view->the_case->Pi;
  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_string_append_printf (text,
                          "Heatmap of %s, %" G_GSIZE_FORMAT " by %" G_GSIZE_FORMAT
                          " paths, with %u small map%s for the widths of the sweep.",
                          what[view->display.heatmap], shown.n, shown.n, rows->len,
                          rows->len == 1 ? "" : "s");
  ipl_describe_shown_paths (text, &shown);
  if (view->display.heatmap_scale == IPL_HEATMAP_SYMLOG)
    g_string_append (text, " Colors are logarithmic on either side of 0.");
  if (view->display.heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL && shown.n > 1)
    g_string_append (text,
                     " Colors have the range of what is beside the diagonal, which has none.");
  ipl_describe_setting (text, view);
  const IplCaseTrained *trained = view->the_case->trained;
  gboolean samples
      = view->display.heatmap != IPL_HEATMAP_THEORY && view->display.heatmap != IPL_HEATMAP_TRAINED;
  if (samples && view->posterior == NULL)
    g_string_append (text, " Not sampled yet.");
  if (view->display.heatmap == IPL_HEATMAP_TRAINED && trained == NULL)
    g_string_append (text, " There is no trained network.");
  if (view->display.heatmap == IPL_HEATMAP_SIDE_BY_SIDE && trained != NULL)
    g_string_append (text, " Beside them that of the network trained by gradient descent.");
  const double *values = view->current != NULL ? view->current->U : NULL;
  const double *less = NULL;
  if (view->display.heatmap == IPL_HEATMAP_SAMPLED
      || view->display.heatmap == IPL_HEATMAP_DIFFERENCE)
    {
      less = view->display.heatmap == IPL_HEATMAP_DIFFERENCE ? values : NULL;
      values = view->posterior != NULL
                       && (less != NULL || view->display.heatmap == IPL_HEATMAP_SAMPLED)
                   ? view->posterior->U_mean
                   : NULL;
    }
  else if (view->display.heatmap == IPL_HEATMAP_SD)
    values = view->posterior != NULL ? view->posterior->U_sd : NULL;
  else if (view->display.heatmap == IPL_HEATMAP_TRAINED)
    values = trained != NULL ? trained->U : NULL;
  if (values == NULL)
    return;
  double lowest = INFINITY, highest = -INFINITY;
  for (gsize i = 0; i < shown.n * shown.n; i++)
    {
      gsize at = shown.path[i / shown.n] * Pi + shown.path[i % shown.n];
      double value = values[at] - (less != NULL ? less[at] : 0);
      lowest = fmin (lowest, value);
      highest = fmax (highest, value);
    }
  g_autofree char *low = ipl_number_text (lowest, 3);
  g_autofree char *high = ipl_number_text (highest, 3);
  g_string_append_printf (text, " Entries lie between %s and %s.", low, high);
}

/* A matrix with names on both sides, in the order shown; @less, where there is one, taken off. */
static void
table_matrix (GString *text, const IplView *view, const char *name, const char *doubt,
              const double *values, const double *less)
{
  const IplCaseInfo *the_case = view->the_case;
  gsize Pi = the_case->Pi;
  g_auto (IplShownPaths) shown = { 0 };
  g_autofree char *heading = NULL;

  ipl_shown_paths_init (&shown, view);
  heading = ipl_shown_paths_heading (&shown, name);
  g_string_append_printf (text, "%s%s", heading, doubt);
  for (gsize j = 0; j < shown.n; j++)
    g_string_append_printf (text, "\t%s", ipl_view_path_name (view, shown.path[j]));
  g_string_append_c (text, '\n');
  for (gsize i = 0; values != NULL && i < shown.n; i++)
    {
      gsize p = shown.path[i];
      g_string_append (text, ipl_view_path_name (view, p));
      for (gsize j = 0; j < shown.n; j++)
        {
          gsize q = shown.path[j];
          g_string_append_c (text, '\t');
          ipl_table_number (text, values[p * Pi + q] - (less != NULL ? less[p * Pi + q] : 0));
        }
      g_string_append_c (text, '\n');
    }
}

/* What the heatmaps show. */
void
ipl_table_u (GString *text, const IplView *view)
{
  const IplCaseInfo *the_case = view->the_case;
  const double *theory = view->current != NULL ? view->current->U : NULL;
  const double *sampled = view->posterior != NULL ? view->posterior->U_mean : NULL;
  const double *trained = the_case->trained != NULL ? the_case->trained->U : NULL;
  const char *doubt = ipl_view_doubt_heading (view);
  switch (view->display.heatmap)
    {
    case IPL_HEATMAP_SAMPLED:
      table_matrix (text, view, "E[U]", "", sampled, NULL);
      break;
    case IPL_HEATMAP_DIFFERENCE:
      table_matrix (text, view, "E[U] - theory", doubt, theory != NULL ? sampled : NULL, theory);
      break;
    case IPL_HEATMAP_SD:
      table_matrix (text, view, "sd of U", "",
                    view->posterior != NULL ? view->posterior->U_sd : NULL, NULL);
      break;
    case IPL_HEATMAP_SIDE_BY_SIDE:
      table_matrix (text, view, "U", doubt, theory, NULL);
      g_string_append_c (text, '\n');
      table_matrix (text, view, "E[U]", "", sampled, NULL);
      if (trained == NULL)
        break;
      g_string_append_c (text, '\n');
      /* fall through */
    case IPL_HEATMAP_TRAINED:
      table_matrix (text, view, "U, gradient descent", "", trained, NULL);
      break;
    default:
      table_matrix (text, view, "U", doubt, theory, NULL);
      break;
    }
}
