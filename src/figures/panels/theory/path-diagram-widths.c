/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The thickness of lines in the path diagram, with its keys: proportional to U_pp at the width
 * shown, or on a common scale for all widths, where lines grow as the width decreases. */

#include "figures/panels/theory/path-diagram-layout.h"

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

/* Value relative to the largest at which the thinnest line of a logarithmic scale is reached. */
#define LEAST_SHARE 1e-3
/* Maximum number of keys for a scale common to all widths. */
#define SCALE_KEYS 3

static void
include_outputs (IplPathThickness *self, const IplSolution *solution, const IplOutputsView *outputs)
{
  for (gsize p = 0; p < outputs->Pi; p++)
    {
      double value = ipl_outputs_entry (outputs, solution->U, p, p);

      if (!isfinite (value))
        continue;
      self->largest = MAX (self->largest, value);
      if (value > 0)
        self->least = MIN (self->least, value);
    }
}

/* Extends the range by U_pp of a solution, if there is one: traced over outputs, or of each
 * output for a common scale. */
static void
include (IplPathThickness *self, const IplView *view, const IplSolution *solution)
{
  const IplCaseInfo *the_case = solution != NULL ? solution->the_case : NULL;
  gboolean each = view->display.outputs == IPL_OUTPUTS_ONE;

  for (guint k = 0; the_case != NULL && k < (each ? the_case->labels.outputs : 1); k++)
    {
      IplOutputsView outputs = each ? ipl_outputs_of (the_case, k) : ipl_outputs_traced (the_case);

      include_outputs (self, solution, &outputs);
    }
}

/* Extends the range by all solutions of the view on a common scale. */
static void
include_all (IplPathThickness *self, const IplView *view)
{
  const IplQuantities *frame;

  include (self, view, view->current);
  self->shown = self->largest;
  if (self->scale != IPL_PATHS_DEFAULT)
    {
      for (guint i = 0; view->sweep != NULL && i < view->sweep->n_rows; i++)
        include (self, view, view->sweep->rows[i]);
      for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
        include (self, view, frame->current);
      include (self, view, ipl_view_gp (view));
    }
}

/* @thickest: width of the line of the largest U_pp, in points */
void
ipl_path_thickness_init (IplPathThickness *self, const IplView *view, double thickest)
{
  *self = (IplPathThickness){ .scale = view->display.path_scale,
                              .least = INFINITY,
                              .thickest = thickest };
  include_all (self, view);
  self->least = MAX (self->least, self->largest * LEAST_SHARE);
}

/* Returns the line width for @value, U_pp or |U_pq|, in points; at least @thin. */
double
ipl_path_thickness_get (const IplPathThickness *self, double value, double thin)
{
  if (!(self->largest > 0) || !(value > 0))
    return thin;
  if (self->scale == IPL_PATHS_LOG && self->largest > self->least)
    return thin
           + MAX (0, self->thickest - thin)
                 * CLAMP (log (value / self->least) / log (self->largest / self->least), 0, 1);
  return MAX (thin, value / self->largest * self->thickest);
}

/* Adds a key. @widest: uses a text at least as long as that of any solution, to reserve space */
static void
add_value (const IplPathThickness *self, const IplStyle *style, IplLegend *legend, double value,
           const char *before, const char *after, gboolean widest)
{
  g_autofree char *text = widest ? g_strdup ("0.000") : ipl_number_markup (value, 3);
  double thin = MIN (0.45 * style->line_pt, self->thickest);

  ipl_legend_add (legend, IPL_KEY_LINE, g_strdup_printf ("%s%s%s", before, text, after),
                  style->faint,
                  widest ? self->thickest : ipl_path_thickness_get (self, value, thin),
                  IPL_DASH_SOLID);
}

/* Finds the powers of ten of a logarithmic scale; its ends if there are fewer than two. */
static guint
list_values (const IplPathThickness *self, double values[SCALE_KEYS])
{
  double decade = pow (10, floor (log10 (MAX (self->largest, 1e-300)) + 1e-9));
  guint n = 0;

  values[0] = self->shown;
  if (self->scale != IPL_PATHS_LOG)
    return 1;
  for (; n < SCALE_KEYS && decade >= self->least; decade /= 10)
    values[n++] = decade;
  if (n >= 2)
    return n;
  values[0] = self->largest;
  values[1] = self->least;
  return values[1] < values[0] ? 2 : 1;
}

/* Adds keys for the scale of thickness. @all: all paths have equal U_pp, on a scale of one width */
static void
add_keys (const IplPathThickness *self, const IplStyle *style, IplLegend *legend, gboolean all,
          gboolean widest)
{
  const char *symbol
      = style->look == IPL_LOOK_PAPER ? "<i>U</i><sub>ππ</sub> = " : "<i>U</i><sub>pp</sub> = ";
  double values[SCALE_KEYS] = { 0 };
  guint n = list_values (self, values);

  if (widest && self->scale == IPL_PATHS_LOG)
    n = SCALE_KEYS;
  for (guint i = 0; i < n; i++)
    add_value (self, style, legend, values[i], i == 0 ? symbol : "",
               all && self->scale != IPL_PATHS_LOG ? " (all)" : "", widest);
  if (self->scale != IPL_PATHS_LINEAR)
    ipl_legend_add_note (legend, style,
                         g_strdup (self->scale == IPL_PATHS_LOG ? "log scale for all widths"
                                                                : "scale of this width"));
}

/* Makes the legend. @widest: makes it at least as high as that of any solution, to reserve space */
void
ipl_path_thickness_make_legend (const IplPathThickness *self, IplLegend *legend,
                                const IplView *view, const IplStyle *style,
                                const IplPathCounts *counts, double width, gboolean widest)
{
  static const char longest_setting[] = "<i>N</i> = 10000";
  const IplSolution *solution = view->current;
  double key_line = 1.2 * style->line_pt;
  gboolean pairs = counts->n_pairs > 0 && (widest || (solution != NULL && !solution->setting.gp));
  guint n_arcs = widest ? counts->most_arcs : counts->n_arcs;
  g_autofree char *outputs = ipl_view_outputs_text (view);

  ipl_legend_clear (legend);
  ipl_legend_init (legend);
  if (solution == NULL && !widest)
    ipl_legend_add_note (legend, style,
                         g_strdup_printf ("%" G_GSIZE_FORMAT " path%s, not solved yet",
                                          view->the_case->Pi, view->the_case->Pi == 1 ? "" : "s"));
  else
    {
      double small = ipl_style_small (style);
      g_autofree char *setting = solution != NULL ? ipl_view_setting_markup (&solution->setting)
                                                  : g_strdup (longest_setting);
      gboolean is_short
          = ipl_text_width (style, setting, small) < ipl_text_width (style, longest_setting, small);

      ipl_legend_add_note (legend, style,
                           g_strdup (widest && is_short ? longest_setting : setting));
      ipl_legend_add_theory_doubt (legend, view, style, "not converged");
      add_keys (self, style, legend, !widest && solution->setting.gp, widest);
    }
  if (pairs)
    {
      const char *pair = style->look == IPL_LOOK_PAPER ? "ππ′" : "pq";

      ipl_legend_add (legend, IPL_KEY_LINE, g_strdup_printf ("<i>U</i><sub>%s</sub> &gt; 0", pair),
                      ipl_style_sign_color (style, FALSE), key_line, IPL_DASH_SOLID);
      ipl_legend_add (legend, IPL_KEY_LINE, g_strdup_printf ("<i>U</i><sub>%s</sub> &lt; 0", pair),
                      ipl_style_sign_color (style, TRUE), key_line, IPL_DASH_DASHED);
    }
  if (outputs != NULL)
    ipl_legend_add_note (legend, style, ipl_view_name_markup (outputs));
  if (counts->few != NULL)
    ipl_legend_add_note (legend, style, g_strdup (counts->few));
  if (pairs && n_arcs < counts->n_pairs && counts->n_pairs > counts->most_arcs)
    ipl_legend_add_note (legend, style,
                         g_strdup_printf ("strongest %u of %s%" G_GSIZE_FORMAT " pairs", n_arcs,
                                          counts->few != NULL ? "their " : "", counts->n_pairs));
  ipl_legend_layout (legend, style, width);
}
