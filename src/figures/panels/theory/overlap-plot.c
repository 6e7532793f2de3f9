/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel d: overlap of the kernel's principal components with the labels, beside the GP's. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/target-words.h"
#include "figures/view/outputs.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

/* Part of a component's column that is left free. */
#define GAP 0.16

static double
overlap (const IplSolution *solution, guint k)
{
  return solution != NULL && solution->overlap != NULL && k < solution->P ? solution->overlap[k]
                                                                          : NAN;
}

/* The first component of the eigenspace that component @k is of, and how many it has. */
static guint
cluster (const IplSolution *solution, guint k, guint *size)
{
  gsize all = 1, first = solution != NULL ? ipl_solution_get_cluster (solution, k, &all) : k;

  *size = (guint)all;
  return (guint)first;
}

/* The solution of finite width, if that is shown. */
static const IplSolution *
get_finite (const IplView *view)
{
  return view->current != NULL && !view->current->setting.gp ? view->current : NULL;
}

/* One scale for all widths: bars change under the scrubber, the axis does not. */
static double
find_highest (const IplView *view)
{
  double highest = 0;
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);
  guint n = ipl_view_n_components (view);
  const IplQuantities *frame;

  for (guint k = 0; k < n; k++)
    {
      for (guint i = 0; i < rows->len; i++)
        highest = fmax (highest, overlap (ipl_view_row (view, g_array_index (rows, guint, i)), k));
      for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
        highest = fmax (highest, overlap (frame->current, k));
      highest = fmax (highest, overlap (view->current, k));
      highest = fmax (highest, overlap (ipl_view_gp (view), k));
    }
  return highest;
}

static gboolean
is_pale (const IplPlot *plot, gboolean gp)
{
  return gp && plot->look != IPL_LOOK_PAPER;
}

/* The paper has orange bars here, where the lines of its GP limits are red. */
static IplRole
role_of_gp (const IplPlot *plot)
{
  return plot->look == IPL_LOOK_PAPER ? IPL_ROLE_OF (SERIES, 4) : IPL_ROLE_OF (GP, 0);
}

/* @beside: half a bar's width to the right of the middle, where there are two, or to the left */
static void
add_bars (IplPlot *plot, IplPlotAxes *axes, const IplSolution *solution, guint n, double beside)
{
  gboolean gp = solution->setting.gp;
  double *components = ipl_plot_new_numbers (plot, n), *heights = ipl_plot_new_numbers (plot, n);
  IplMark *bars;

  for (guint k = 0; k < n; k++)
    {
      components[k] = k + 1;
      heights[k] = overlap (solution, k);
    }
  bars = ipl_axes_add_bars (axes, ipl_numbers (components, n), ipl_numbers (heights, n),
                            gp ? role_of_gp (plot) : IPL_ROLE (THEORY), NULL);
  bars->size = (1 - GAP) / (beside == 0 ? 2 : 4);
  bars->offset = beside * bars->size;
  bars->items = &ipl_items_component;
  bars->weight = 0.7;
  /* The theory's bar is empty where it has not converged; those of the limit are pale, but in the
   * paper's look full. */
  bars->outlined = is_pale (plot, gp) || ipl_solution_is_doubtful (solution);
  bars->alpha = is_pale (plot, gp) ? 0.22 : bars->outlined ? 0 : 1;
}

/* TRUE if some of the first @n components have an eigenvalue in common. */
static gboolean
has_clusters (const IplSolution *solution, guint n)
{
  guint size;

  for (guint k = 0; k < n; k++)
    {
      cluster (solution, k, &size);
      if (size > 1)
        return TRUE;
    }
  return FALSE;
}

/* Columns of the table. @after: of their titles */
static void
add_columns (IplPlot *plot, const IplSolution *solution, guint n, const char *after,
             gboolean several, const char *after_multiplicity)
{
  double *overlaps = ipl_plot_new_numbers (plot, n), *sizes = ipl_plot_new_numbers (plot, n);
  double *eigenvalues = ipl_plot_new_numbers (plot, n);

  for (guint k = 0; k < n; k++)
    {
      gboolean known = solution != NULL && k < solution->P;
      guint size;

      cluster (solution, k, &size);
      overlaps[k] = overlap (solution, k);
      eigenvalues[k] = known && solution->eigenvalues != NULL ? solution->eigenvalues[k] : NAN;
      sizes[k] = known ? size : NAN;
    }
  ipl_plot_add_column (plot, g_strdup_printf ("overlap%s", after), ipl_numbers (overlaps, n));
  ipl_plot_add_column (plot, g_strdup_printf ("eigenvalue%s", after), ipl_numbers (eigenvalues, n));
  if (several)
    ipl_plot_add_column (plot, g_strdup_printf ("multiplicity%s", after_multiplicity),
                         ipl_numbers (sizes, n));
}

static void
add_keys (const IplPlot *plot, IplPlotAxes *axes, const IplSolution *finite, const IplSolution *gp)
{
  IplMark *key;

  if (finite != NULL)
    {
      gboolean doubtful = ipl_solution_is_doubtful (finite);

      key = ipl_axes_add_key (axes, doubtful ? IPL_KEY_BAR_OUTLINE : IPL_KEY_BAR, IPL_ROLE (THEORY),
                              ipl_view_setting_markup (&finite->setting));
      key->weight = 0.7;
      key->hollow = TRUE;
    }
  ipl_axes_add_theory_doubt (axes, plot->view, "not converged");
  if (gp != NULL)
    {
      key = ipl_axes_add_key (axes, is_pale (plot, TRUE) ? IPL_KEY_BAR_OUTLINE : IPL_KEY_BAR,
                              role_of_gp (plot), g_strdup ("GP"));
      key->weight = 0.7;
    }
  if (finite == NULL && gp == NULL)
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), g_strdup ("not solved yet"));
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  const IplSolution *finite = get_finite (view), *gp = ipl_view_gp (view);
  guint n = ipl_view_n_components (view);
  gboolean several = has_clusters (finite, n) || has_clusters (gp, n);
  double highest = find_highest (view);

  plot->keys_right = TRUE;
  axes->x = (IplPlotAxis){ "principal component <i>k</i>",
                           NULL,
                           0.5,
                           n + 0.5,
                           .is_fixed = TRUE,
                           .whole = TRUE,
                           .from_one = TRUE };
  axes->y = (IplPlotAxis){ "overlap |<i>v</i><sub>k</sub>·<i>y</i>| / |<i>y</i>|", "overlap", 0,
                           highest > 0 ? MIN (1.06 * highest, MAX (1, highest)) : NAN,
                           .is_fixed = TRUE };
  add_keys (plot, axes, finite, gp);
  if (several)
    ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                      g_strdup ("bars of one eigenvalue: overlap of all together"));
  if (gp != NULL)
    add_bars (plot, axes, gp, n, finite != NULL ? 1 : 0);
  if (finite != NULL)
    add_bars (plot, axes, finite, n, gp != NULL ? -1 : 0);
  ipl_plot_set_rows (plot, "component", n);
  add_columns (plot, finite, n, ipl_view_doubt_heading (view), several, "");
  add_columns (plot, gp, n, " (GP)", several, " (GP)");
}

/* The hovered width: its overlaps, as dots over the current one's bars. */
static void
draw_row (const IplPlotAxes *axes, const IplStyle *style, cairo_t *cr, const IplSolution *row,
          guint n)
{
  double em = style->font_pt, pitch = ipl_axes_x (axes, 2) - ipl_axes_x (axes, 1);

  for (guint k = 0; row != NULL && k < n; k++)
    {
      double value = overlap (row, k);

      if (!isfinite (value))
        continue;
      cairo_new_sub_path (cr);
      cairo_arc (cr, ipl_axes_x (axes, k + 1),
                 ipl_axes_y (axes, CLAMP (value, axes->frame.y.lo, axes->frame.y.hi)),
                 CLAMP (0.28 * pitch, 0.1 * em, 0.24 * em), 0, 2 * G_PI);
    }
  ipl_set_color (cr, style->accent, 1);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 0.3 * style->line_pt);
  ipl_set_color (cr, style->paper, 1);
  cairo_stroke (cr);
}

/* All components of its eigenvalue. */
static void
highlight_cluster (const IplPlotAxes *axes, const IplView *view, const IplStyle *style, cairo_t *cr,
                   const IplTarget *target, guint n)
{
  const IplSolution *finite = get_finite (view);
  const IplRect *area = &axes->frame.plot;
  guint size, first;
  double left;

  if (target->component < 0 || target->component >= (int)n)
    return;
  first = cluster (finite != NULL ? finite : ipl_view_gp (view), (guint)target->component, &size);
  if (size == 1)
    return;
  left = ipl_axes_x (axes, first + 0.5);
  cairo_rectangle (cr, left, area->y, ipl_axes_x (axes, MIN (first + size, n) + 0.5) - left,
                   area->h);
  ipl_set_color (cr, style->accent, 0.2);
  cairo_fill (cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (layout, 0);
  guint n = ipl_view_n_components (view);

  highlight_cluster (axes, view, style, cr, selected, n);
  highlight_cluster (axes, view, style, cr, hovered, n);
  ipl_plot_highlight (layout, style, selected, hovered, cr);
  draw_row (axes, style, cr, ipl_view_row (view, selected->row), n);
  draw_row (axes, style, cr, ipl_view_row (view, hovered->row), n);
  ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

/* The arrow keys go to components that are not solved yet too. */
static IplTarget
step (const IplTarget *self, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;

  target.component = self->component < 0 ? 0
                                         : (int)ipl_step_move ((gsize)self->component, dx - dy,
                                                               ipl_view_n_components (view));
  return target;
}

static void
describe (GString *text, const IplView *view)
{
  const IplSolution *gp = ipl_view_gp (view);
  const IplSolution *shown = view->current != NULL ? view->current : gp;
  guint n = ipl_view_n_components (view), best = 0;
  g_string_append_printf (text,
                          "Overlap of the labels with the first %u principal components of the "
                          "kernel, finite width beside the Gaussian process.",
                          n);
  ipl_describe_setting (text, view);
  if (shown == NULL || shown->overlap == NULL)
    return;
  for (guint k = 1; k < MIN (n, shown->P); k++)
    if (shown->overlap[k] > shown->overlap[best]) /* never true of one that is not known */
      best = k;
  g_autofree char *value = ipl_number_fixed (shown->overlap[best], 3);
  guint size, first = cluster (shown, best, &size);
  if (size > 1)
    g_string_append_printf (text,
                            " The largest is %s, of components %u to %u together, which have one "
                            "eigenvalue.",
                            value, first + 1, first + size);
  else
    g_string_append_printf (text, " The largest is component %u with %s.", best + 1, value);
}

/* Where there are several outputs and no components were found. */
static const char *
empty (const IplView *view, const char **more)
{
  *more = "they are found for one output so far";
  return view->current != NULL && ipl_view_has_outputs (view)
                 && !isfinite (overlap (view->current, 0))
             ? "No principal components"
             : NULL;
}

const IplPanel ipl_panel_overlap = {
  .id = "overlap",
  .ranges = IPL_RANGE_Y,
  .title = "Principal components",
  .needs = IPL_NEEDS_THEORY,
  .empty = empty,
  .build = build,
  .overlay = overlay,
  .step = step,
  .describe = describe,
  .height_narrow = 0.55,
  .height_wide = 0.36,
};
