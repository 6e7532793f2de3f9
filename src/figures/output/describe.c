/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The figures in words and as tables, for those who do not see them. */

#include "figures/view/panel-support.h"

#include <math.h>

/* Where the theory stands. */
void
ipl_describe_setting (GString *text, const IplView *view)
{
  if (!view->current)
    {
      g_string_append (text, " Nothing is solved yet.");
      return;
    }
  g_autofree char *setting = ipl_view_setting_text (&view->current->setting);
  g_autofree char *temperature = ipl_number_text (view->current->setting.temperature, 2);
  g_string_append_printf (text, " Shown at %s, temperature %s.", setting, temperature);
}

void
ipl_describe_paths (GString *text, const IplView *view)
{
  const IplCase *the_case = view->the_case;
  g_string_append_printf (text,
                          "Path diagram: %" G_GSIZE_FORMAT " attention path%s through %u layer%s (",
                          the_case->Pi, the_case->Pi == 1 ? "" : "s", the_case->L,
                          the_case->L == 1 ? "" : "s");
  for (guint l = 0; l < the_case->L; l++)
    g_string_append_printf (text, "%s%u head%s", l ? ", " : "", the_case->H[l],
                            the_case->H[l] == 1 ? "" : "s");
  g_string_append (text, ").");
  ipl_describe_setting (text, view);
  if (!view->current)
    return;
  gsize best = 0, p = 0, q = 0, Pi = the_case->Pi;
  const double *U = view->current->U;
  for (gsize i = 0; i < Pi; i++)
    {
      if (U[i * Pi + i] > U[best * Pi + best])
        best = i;
      for (gsize j = i + 1; j < Pi; j++)
        if (p == q || fabs (U[i * Pi + j]) > fabs (U[p * Pi + q]))
          {
            p = i;
            q = j;
          }
    }
  if (view->current->setting.gp)
    {
      g_string_append (text, " In this limit all paths weigh the same and none are correlated.");
      return;
    }
  g_autofree char *strongest = ipl_number_text (U[best * Pi + best], 3);
  g_string_append_printf (text, " The heaviest path is %s with U = %s.", the_case->path_names[best],
                          strongest);
  if (p != q)
    {
      g_autofree char *pair = ipl_number_text (U[p * Pi + q], 3);
      g_string_append_printf (text, " The strongest pair is %s and %s with U = %s.",
                              the_case->path_names[p], the_case->path_names[q], pair);
    }
}

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
  g_string_append_printf (text,
                          "Heatmap of %s, %" G_GSIZE_FORMAT " by %" G_GSIZE_FORMAT
                          " paths, with %u small map%s for the widths of the sweep.",
                          what[view->heatmap], Pi, Pi, rows->len, rows->len == 1 ? "" : "s");
  ipl_describe_setting (text, view);
  const IplCaseTrained *trained = view->the_case->trained;
  gboolean samples = view->heatmap != IPL_HEATMAP_THEORY && view->heatmap != IPL_HEATMAP_TRAINED;
  if (samples && !view->posterior)
    g_string_append (text, " Not sampled yet.");
  if (view->heatmap == IPL_HEATMAP_TRAINED && !trained)
    g_string_append (text, " There is no trained network.");
  if (view->heatmap == IPL_HEATMAP_SIDE_BY_SIDE && trained)
    g_string_append (text, " Beside them that of the network trained by gradient descent.");
  const double *values = view->current ? view->current->U : NULL;
  const double *less = NULL;
  if (view->heatmap == IPL_HEATMAP_SAMPLED || view->heatmap == IPL_HEATMAP_DIFFERENCE)
    {
      less = view->heatmap == IPL_HEATMAP_DIFFERENCE ? values : NULL;
      values = view->posterior && (less || view->heatmap == IPL_HEATMAP_SAMPLED)
                   ? view->posterior->U_mean
                   : NULL;
    }
  else if (view->heatmap == IPL_HEATMAP_SD)
    values = view->posterior ? view->posterior->U_sd : NULL;
  else if (view->heatmap == IPL_HEATMAP_TRAINED)
    values = trained ? trained->U : NULL;
  if (!values)
    return;
  double lowest = INFINITY, highest = -INFINITY;
  for (gsize i = 0; i < Pi * Pi; i++)
    {
      double value = values[i] - (less ? less[i] : 0);
      lowest = fmin (lowest, value);
      highest = fmax (highest, value);
    }
  g_autofree char *low = ipl_number_text (lowest, 3);
  g_autofree char *high = ipl_number_text (highest, 3);
  g_string_append_printf (text, " Entries lie between %s and %s.", low, high);
}

void
ipl_describe_overlap (GString *text, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  const IplSolution *shown = view->current ? view->current : gp;
  guint n = ipl_view_n_components (view), best = 0;
  g_string_append_printf (text,
                          "Overlap of the labels with the first %u principal components of the "
                          "kernel, finite width beside the Gaussian process.",
                          n);
  ipl_describe_setting (text, view);
  if (!shown || !shown->overlap)
    return;
  for (guint k = 1; k < MIN (n, shown->P); k++)
    if (shown->overlap[k] > shown->overlap[best])
      best = k;
  g_autofree char *value = ipl_number_fixed (shown->overlap[best], 3);
  g_string_append_printf (text, " The largest is component %u with %s.", best + 1, value);
}

/**
 * ipl_figure_describe:
 * @panel: a panel or a composite
 * @view: what is shown
 *
 * Returns: (transfer full): a few sentences saying what the figure shows, for a screen reader
 */
char *
ipl_figure_describe (const IplPanel *panel, const IplView *view)
{
  g_return_val_if_fail (panel && view && view->the_case, NULL);
  IplView usable = ipl_view_usable (view);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < panel->n_parts; i++)
    {
      if (text->len > 0)
        g_string_append_c (text, ' ');
      panel->parts[i].panel->describe (text, &usable);
    }
  if (panel->describe)
    panel->describe (text, &usable);
  return g_string_free (text, FALSE);
}

void
ipl_table_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  if (isfinite (value))
    g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, "%.10g", value));
}

/* A matrix with names on both sides, in the order shown; @less, where there is one, taken off. */
static void
table_matrix (GString *text, const IplCase *the_case, const char *name, const double *values,
              const double *less)
{
  gsize Pi = the_case->Pi;
  g_string_append (text, name);
  for (gsize j = 0; j < Pi; j++)
    g_string_append_printf (
        text, "\t%s",
        the_case->path_names[the_case->display_order ? the_case->display_order[j] : j]);
  g_string_append_c (text, '\n');
  for (gsize i = 0; values && i < Pi; i++)
    {
      gsize p = the_case->display_order ? the_case->display_order[i] : i;
      g_string_append (text, the_case->path_names[p]);
      for (gsize j = 0; j < Pi; j++)
        {
          gsize q = the_case->display_order ? the_case->display_order[j] : j;
          g_string_append_c (text, '\t');
          ipl_table_number (text, values[p * Pi + q] - (less ? less[p * Pi + q] : 0));
        }
      g_string_append_c (text, '\n');
    }
}

/* What the heatmaps show. */
void
ipl_table_u (GString *text, const IplView *view)
{
  const IplCase *the_case = view->the_case;
  const double *theory = view->current ? view->current->U : NULL;
  const double *sampled = view->posterior ? view->posterior->U_mean : NULL;
  const double *trained = the_case->trained ? the_case->trained->U : NULL;
  switch (view->heatmap)
    {
    case IPL_HEATMAP_SAMPLED:
      table_matrix (text, the_case, "E[U]", sampled, NULL);
      break;
    case IPL_HEATMAP_DIFFERENCE:
      table_matrix (text, the_case, "E[U] - theory", theory ? sampled : NULL, theory);
      break;
    case IPL_HEATMAP_SD:
      table_matrix (text, the_case, "sd of U", view->posterior ? view->posterior->U_sd : NULL,
                    NULL);
      break;
    case IPL_HEATMAP_SIDE_BY_SIDE:
      table_matrix (text, the_case, "U", theory, NULL);
      g_string_append_c (text, '\n');
      table_matrix (text, the_case, "E[U]", sampled, NULL);
      if (!trained)
        break;
      g_string_append_c (text, '\n');
      /* fall through */
    case IPL_HEATMAP_TRAINED:
      table_matrix (text, the_case, "U, gradient descent", trained, NULL);
      break;
    default:
      table_matrix (text, the_case, "U", theory, NULL);
      break;
    }
}

void
ipl_table_paths (GString *text, const IplView *view)
{
  const IplCase *the_case = view->the_case;
  gsize Pi = the_case->Pi;
  g_string_append (text, "path");
  for (guint l = 0; l < the_case->L; l++)
    g_string_append_printf (text, "\thead in layer %u", l + 1);
  g_string_append (text, "\tU\n");
  for (gsize i = 0; i < Pi; i++)
    {
      gsize p = the_case->display_order ? the_case->display_order[i] : i;
      g_string_append (text, the_case->path_names[p]);
      for (guint l = 0; l < the_case->L; l++)
        {
          g_autofree char *head
              = ipl_view_head_label (the_case, l, ipl_case_path_head (the_case, p, l));
          g_string_append_printf (text, "\t%s", head);
        }
      g_string_append_c (text, '\t');
      ipl_table_number (text, view->current ? view->current->U[p * Pi + p] : NAN);
      g_string_append_c (text, '\n');
    }
}

void
ipl_table_overlap (GString *text, const IplView *view)
{
  const IplSolution *columns[]
      = { view->current && !view->current->setting.gp ? view->current : NULL, ipl_view_gp (view) };
  guint n = ipl_view_n_components (view);
  g_string_append (text, "component\toverlap\teigenvalue\toverlap (GP)\teigenvalue (GP)\n");
  for (guint k = 0; k < n; k++)
    {
      g_string_append_printf (text, "%u", k + 1);
      for (int c = 0; c < 2; c++)
        {
          gboolean known = columns[c] && k < columns[c]->P;
          g_string_append_c (text, '\t');
          ipl_table_number (text, known && columns[c]->overlap ? columns[c]->overlap[k] : NAN);
          g_string_append_c (text, '\t');
          ipl_table_number (text,
                            known && columns[c]->eigenvalues ? columns[c]->eigenvalues[k] : NAN);
        }
      g_string_append_c (text, '\n');
    }
}

/**
 * ipl_figure_table:
 * @panel: a panel or a composite
 * @view: what is shown
 *
 * The numbers behind a figure, tab separated with a heading line, a decimal point whatever the
 * locale, and nothing where a number is not known. The tables of the sheets of all panels and of
 * the trained network follow each other after an empty line. The posterior's is that of its
 * diagnostics: a line for every entry of U on and above the diagonal, then, after an empty line,
 * one for every chain.
 *
 * Returns: (transfer full): the table
 */
char *
ipl_figure_table (const IplPanel *panel, const IplView *view)
{
  g_return_val_if_fail (panel && view && view->the_case, NULL);
  IplView usable = ipl_view_usable (view);
  GString *text = g_string_new (NULL);
  if (panel->table)
    panel->table (text, &usable);
  for (guint i = 0; !panel->table && i < panel->n_parts; i++)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      panel->parts[i].panel->table (text, &usable);
    }
  return g_string_free (text, FALSE);
}
