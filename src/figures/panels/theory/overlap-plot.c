/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel d: overlap of the kernel's principal components with the labels, next to those of the
 * GP. */

#include "figures/plot/plot.h"
#include "figures/view/outputs.h"
#include "figures/view/target-sentence.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

/* Fraction of a component's column between groups of bars. */
#define GAP 0.16

static double
overlap (const IplSolution *solution, guint k)
{
  return solution != NULL && solution->overlap != NULL && k < solution->P ? solution->overlap[k]
                                                                          : NAN;
}

/* TRUE if the target is a component with the same eigenvalue; degenerate ones are hovered
 * together. */
static gboolean
has_component (const IplTarget *target, gsize i, gconstpointer data)
{
  const IplSolution *solution = data;
  gsize size, component = (gsize)ipl_target_get (target, IPL_PART_COMPONENT);

  return component == i
         || (component < solution->P && i < solution->P
             && ipl_solution_get_cluster (solution, (guint)i, &size)
                    == ipl_solution_get_cluster (solution, (guint)component, &size));
}

static const IplItems components = { "component", IPL_TARGET_COMPONENT, NULL, has_component };

/* Returns the current solution if its width is finite, else NULL. */
static const IplSolution *
get_finite (const IplView *view)
{
  return view->current != NULL && !view->current->setting.gp ? view->current : NULL;
}

/* Returns the maximum over all widths, so that the axis is stable when the width changes. */
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

/* With the conventions of the papers, the bars are orange, because the lines of GP limits are
 * red. */
static IplRole
role_of_gp (const IplPlot *plot)
{
  return plot->look == IPL_LOOK_PAPER ? IPL_ROLE_OF (SERIES, 4) : IPL_ROLE_OF (GP, 0);
}

/* Adds bars with their key, and eigenvalues for text and table. Two groups of bars are offset by
 * half the width of a bar to the right (1) and to the left (-1).
 * @after: suffix of the titles of table columns
 * Returns: TRUE if some components are degenerate */
static gboolean
add_bars (IplPlot *plot, IplPlotAxes *axes, const IplSolution *solution, guint n, double side,
          char *label_take, const char *after)
{
  gboolean gp = solution->setting.gp, several = FALSE;
  double *numbers = ipl_plot_new_numbers (plot, 4 * n);
  const IplNumbers places = ipl_numbers (numbers, n), heights = ipl_numbers (numbers + n, n);
  const char *names[] = { "overlap", "eigenvalue", "multiplicity" };
  gboolean outlined = is_pale (plot, gp) || ipl_solution_is_doubtful (solution);
  double half_width = (1 - GAP) / (side == 0 ? 2 : 4);

  for (guint k = 0; k < n; k++)
    {
      gsize size = 1;

      if (k < solution->P)
        ipl_solution_get_cluster (solution, k, &size);
      numbers[k] = k + 1;
      numbers[n + k] = overlap (solution, k);
      numbers[2 * n + k]
          = k < solution->P && solution->eigenvalues != NULL ? solution->eigenvalues[k] : NAN;
      numbers[3 * n + k] = k < solution->P ? (double)size : NAN;
      several |= size > 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    names[i] = ipl_plot_adopt_text (plot, g_strconcat (names[i], after, NULL));
  /* Bars of the theory are empty if it did not converge. Those of the limit are pale, but filled
   * with the conventions of the papers. */
  ipl_axes_add (axes,
                (IplMark){ IPL_MARK_BARS, .x = places, .y = heights, .label = label_take,
                           .role = gp ? role_of_gp (plot) : IPL_ROLE (THEORY), .size = half_width,
                           .offset = side * half_width, .weight = 0.7, .items = &components,
                           .item_data = solution, .series = names[0], .outlined = outlined,
                           .alpha = is_pale (plot, gp) ? 0.22
                                    : outlined         ? 0
                                                       : 1 });
  ipl_axes_list_numbers (axes, places, ipl_numbers (numbers + 2 * n, n), names[1]);
  if (several)
    ipl_axes_list_numbers (axes, places, ipl_numbers (numbers + 3 * n, n), names[2]);
  return several;
}

/* Adds components without numbers, for the arrow keys. */
static void
add_none (IplPlot *plot, IplPlotAxes *axes, guint n)
{
  double *none = ipl_plot_new_numbers (plot, n);

  for (guint k = 0; k < n; k++)
    none[k] = NAN;
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), g_strdup ("not solved yet"));
  ipl_axes_add (axes, (IplMark){ IPL_MARK_BARS, .x = ipl_plot_new_steps (plot, n, 1, 1),
                                 .y = ipl_numbers (none, n), .role = IPL_ROLE (THEORY),
                                 .series = "overlap", .items = &ipl_items_component });
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  const IplSolution *finite = get_finite (view), *gp = ipl_view_gp (view);
  guint n = ipl_view_n_components (view);
  gboolean several = FALSE;
  double highest = find_highest (view);

  plot->keys_right = TRUE;
  axes->x = (IplPlotAxis){ "principal component <i>k</i>",
                           NULL,
                           0.5,
                           n + 0.5,
                           .is_fixed = TRUE,
                           .integer = TRUE,
                           .from_one = TRUE };
  axes->y
      = (IplPlotAxis){ "overlap |<i>v</i><sub>k</sub>·<i>y</i>| / |<i>y</i>|", "overlap", 0,
                       highest > 0 ? MIN (1.06 * highest, MAX (1, highest)) : 1, .is_fixed = TRUE };
  if (finite != NULL)
    several |= add_bars (plot, axes, finite, n, gp != NULL ? -1 : 0,
                         ipl_view_setting_markup (&finite->setting), ipl_view_doubt_heading (view));
  ipl_axes_add_theory_doubt (axes, view, "not converged");
  if (gp != NULL)
    several |= add_bars (plot, axes, gp, n, finite != NULL ? 1 : 0, g_strdup ("GP"), " (GP)");
  if (finite == NULL && gp == NULL)
    add_none (plot, axes, n);
  if (several)
    {
      ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK),
                        g_strdup ("bars of one eigenvalue: their total overlap"));
      ipl_plot_add_note (plot, "Components of one eigenvalue share their total overlap.");
    }
}

/* Draws the overlaps at the hovered width as dots above the bars of the current one, if it is
 * another. */
static void
draw_row (const IplPlotAxes *axes, const IplStyle *style, cairo_t *cr, const IplView *view,
          const IplTarget *target)
{
  int at = ipl_target_get (target, IPL_PART_ROW);
  const IplSolution *row = at != ipl_view_current_row (view) ? ipl_view_row (view, at) : NULL;
  guint n = ipl_view_n_components (view);
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
  ipl_stroke (cr, style->paper, 0.3 * style->line_pt);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (layout, 0);

  ipl_plot_highlight (layout, style, selected, hovered, cr);
  draw_row (axes, style, cr, view, selected);
  draw_row (axes, style, cr, view, hovered);
  ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

/* Returns a sentence if there are several outputs and no components. */
static const char *
empty (const IplView *view, const char **more)
{
  *more = "they are available for one output only";
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
  .sentence = "Overlap of the labels with the principal components of the kernel, at finite width "
              "and in the limit of the Gaussian process.",
  .height_narrow = 0.55,
  .height_wide = 0.36,
};
