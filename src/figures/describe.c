/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The figures in words and as tables, for those who do not see them. */

#include "figure-private.h"

#include <math.h>

static void
append_setting (GString *text, const IplView *view)
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

static void
describe_paths (GString *text, const IplView *view)
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
  append_setting (text, view);
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

static void
describe_u (GString *text, const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  gsize Pi = view->the_case->Pi;
  g_string_append_printf (text,
                          "Heatmap of the order parameter U, %" G_GSIZE_FORMAT
                          " by %" G_GSIZE_FORMAT " paths, with %u small map%s for the widths of "
                          "the sweep.",
                          Pi, Pi, rows->len, rows->len == 1 ? "" : "s");
  append_setting (text, view);
  if (!view->current)
    return;
  double lowest = INFINITY, highest = -INFINITY;
  for (gsize i = 0; i < Pi * Pi; i++)
    {
      lowest = fmin (lowest, view->current->U[i]);
      highest = fmax (highest, view->current->U[i]);
    }
  g_autofree char *low = ipl_number_text (lowest, 3);
  g_autofree char *high = ipl_number_text (highest, 3);
  g_string_append_printf (text, " Entries lie between %s and %s.", low, high);
}

static char *
value_text (const IplView *view, const IplSolution *solution)
{
  if (!solution || solution->n_tests == 0)
    return g_strdup ("unknown");
  return view->the_case->regression ? ipl_number_text (solution->tests[0].accuracy, 3)
                                    : ipl_number_fixed (solution->tests[0].accuracy, 3);
}

static void
describe_accuracy (GString *text, const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  const char *what = view->the_case->regression ? "Mean squared error" : "Accuracy";
  g_string_append_printf (text, "%s against width, logarithmic axis.", what);
  if (rows->len > 0)
    {
      const IplSolution *first = ipl_view_row (view, g_array_index (rows, guint, 0));
      const IplSolution *last = ipl_view_row (view, g_array_index (rows, guint, rows->len - 1));
      g_autofree char *a = ipl_view_setting_text (&first->setting);
      g_autofree char *b = ipl_view_setting_text (&last->setting);
      g_autofree char *va = value_text (view, first);
      g_autofree char *vb = value_text (view, last);
      g_string_append_printf (text, " The theory gives %s at %s and %s at %s.", va, a, vb, b);
    }
  else
    g_string_append (text, " No width is solved yet.");
  if (view->sweep && view->sweep->n_groups > 0)
    {
      const IplSweepGroup *group = &view->sweep->groups[ipl_view_group (view)];
      for (guint l = 0; l < group->n_lines; l++)
        {
          g_autofree char *value = value_text (view, group->lines[l].solution);
          g_string_append_printf (text, "%s%s: %s",
                                  l ? ", " : " Gaussian-process limits: ", group->lines[l].label,
                                  value);
        }
      if (group->n_lines > 0)
        g_string_append_c (text, '.');
    }
  append_setting (text, view);
}

static void
describe_overlap (GString *text, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  const IplSolution *shown = view->current ? view->current : gp;
  guint n = ipl_view_n_components (view), best = 0;
  g_string_append_printf (text,
                          "Overlap of the labels with the first %u principal components of the "
                          "kernel, finite width beside the Gaussian process.",
                          n);
  append_setting (text, view);
  if (!shown || !shown->overlap)
    return;
  for (guint k = 1; k < MIN (n, shown->P); k++)
    if (shown->overlap[k] > shown->overlap[best])
      best = k;
  g_autofree char *value = ipl_number_fixed (shown->overlap[best], 3);
  g_string_append_printf (text, " The largest is component %u with %s.", best + 1, value);
}

static void (*const describe[IPL_N_PANELS]) (GString *, const IplView *) = {
  [IPL_PANEL_PATHS] = describe_paths,
  [IPL_PANEL_U] = describe_u,
  [IPL_PANEL_ACCURACY] = describe_accuracy,
  [IPL_PANEL_OVERLAP] = describe_overlap,
};

/**
 * ipl_figure_describe:
 * @panel: a panel, or the sheet of all
 * @view: what is shown
 *
 * Returns: (transfer full): a few sentences saying what the figure shows, for a screen reader
 */
char *
ipl_figure_describe (IplPanel panel, const IplView *view)
{
  g_return_val_if_fail (panel <= IPL_PANEL_ALL && view && view->the_case, NULL);
  IplView usable = ipl_view_usable (view);
  GString *text = g_string_new (NULL);
  for (IplPanel p = 0; p < IPL_N_PANELS; p++)
    if (panel == IPL_PANEL_ALL || p == panel)
      {
        if (text->len > 0)
          g_string_append_c (text, ' ');
        describe[p](text, &usable);
      }
  return g_string_free (text, FALSE);
}

static void
append_number (GString *text, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  if (isfinite (value))
    g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, "%.10g", value));
}

/* U with names on both sides, in the order shown. */
static void
table_u (GString *text, const IplView *view)
{
  const IplCase *the_case = view->the_case;
  gsize Pi = the_case->Pi;
  g_string_append (text, "U");
  for (gsize j = 0; j < Pi; j++)
    g_string_append_printf (
        text, "\t%s",
        the_case->path_names[the_case->display_order ? the_case->display_order[j] : j]);
  g_string_append_c (text, '\n');
  for (gsize i = 0; view->current && i < Pi; i++)
    {
      gsize p = the_case->display_order ? the_case->display_order[i] : i;
      g_string_append (text, the_case->path_names[p]);
      for (gsize j = 0; j < Pi; j++)
        {
          gsize q = the_case->display_order ? the_case->display_order[j] : j;
          g_string_append_c (text, '\t');
          append_number (text, view->current->U[p * Pi + q]);
        }
      g_string_append_c (text, '\n');
    }
}

static void
table_paths (GString *text, const IplView *view)
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
      append_number (text, view->current ? view->current->U[p * Pi + p] : NAN);
      g_string_append_c (text, '\n');
    }
}

static void
table_accuracy_row (GString *text, const char *label, const IplSolution *solution)
{
  g_string_append (text, label);
  for (int column = 0; column < 2; column++)
    {
      g_string_append_c (text, '\t');
      if (solution && solution->n_tests > 0)
        append_number (text,
                       column == 0 ? solution->tests[0].accuracy : solution->tests[0].accuracy_se);
    }
  g_string_append_c (text, '\n');
}

static void
table_accuracy (GString *text, const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  g_string_append_printf (text, "width\t%s\tstandard error\n",
                          view->the_case->regression ? "mean squared error" : "accuracy");
  for (guint i = 0; i < rows->len; i++)
    {
      const IplSolution *row = ipl_view_row (view, g_array_index (rows, guint, i));
      g_autofree char *widths
          = row->setting.gp ? g_strdup ("GP") : ipl_setting_widths_text (&row->setting);
      table_accuracy_row (text, widths, row);
    }
  if (!view->sweep || view->sweep->n_groups == 0)
    return;
  const IplSweepGroup *group = &view->sweep->groups[ipl_view_group (view)];
  for (guint l = 0; l < group->n_lines; l++)
    {
      g_autofree char *label = g_strdup_printf ("GP, %s", group->lines[l].label);
      table_accuracy_row (text, label, group->lines[l].solution);
    }
}

static void
table_overlap (GString *text, const IplView *view)
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
          append_number (text, known && columns[c]->overlap ? columns[c]->overlap[k] : NAN);
          g_string_append_c (text, '\t');
          append_number (text, known && columns[c]->eigenvalues ? columns[c]->eigenvalues[k] : NAN);
        }
      g_string_append_c (text, '\n');
    }
}

static void (*const table[IPL_N_PANELS]) (GString *, const IplView *) = {
  [IPL_PANEL_PATHS] = table_paths,
  [IPL_PANEL_U] = table_u,
  [IPL_PANEL_ACCURACY] = table_accuracy,
  [IPL_PANEL_OVERLAP] = table_overlap,
};

/**
 * ipl_figure_table:
 * @panel: a panel, or the sheet of all
 * @view: what is shown
 *
 * The numbers behind a figure, tab separated with a heading line, a decimal point whatever the
 * locale, and nothing where a number is not known. The sheet's tables follow each other after an
 * empty line.
 *
 * Returns: (transfer full): the table
 */
char *
ipl_figure_table (IplPanel panel, const IplView *view)
{
  g_return_val_if_fail (panel <= IPL_PANEL_ALL && view && view->the_case, NULL);
  IplView usable = ipl_view_usable (view);
  GString *text = g_string_new (NULL);
  for (IplPanel p = 0; p < IPL_N_PANELS; p++)
    if (panel == IPL_PANEL_ALL || p == panel)
      {
        if (text->len > 0)
          g_string_append_c (text, '\n');
        table[p](text, &usable);
      }
  return g_string_free (text, FALSE);
}
