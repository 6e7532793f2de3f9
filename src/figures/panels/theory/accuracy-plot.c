/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panel c: accuracy (or mean squared error) against width, by theory and by sampling, with the GP
 * limits. */

#include "core/posterior/posterior-summary.h"
#include "figures/panels/theory/accuracy-marks.h"
#include "figures/view/target-words.h"
#include "figures/view/target-step.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

#define ASIDE 0.85

/* Numbers of points with errors. */
typedef struct
{
  double *x, *y, *lo, *hi;
  guint n;
} Points;

static Points
points_new (const IplAccuracyMarks *self, guint n)
{
  return (Points){ ipl_accuracy_marks_new_numbers (self, n),
                   ipl_accuracy_marks_new_numbers (self, n),
                   ipl_accuracy_marks_new_numbers (self, n),
                   ipl_accuracy_marks_new_numbers (self, n), n };
}

static void
points_set (Points *points, guint i, double x, double y, double error)
{
  points->x[i] = x;
  points->y[i] = y;
  points->lo[i] = y - error;
  points->hi[i] = y + error;
}

/* Points that are rows of the sweep as far as these are items. */
static IplMark *
add_points (const IplAccuracyMarks *self, const Points *points, IplRole role)
{
  IplMark *mark = ipl_axes_add_points (self->axes, ipl_numbers (points->x, points->n),
                                       ipl_numbers (points->y, points->n), role, NULL);

  mark->lo = ipl_numbers (points->lo, points->n);
  mark->hi = ipl_numbers (points->hi, points->n);
  if (self->n > 0)
    {
      mark->items = &ipl_items_row;
      mark->n_items = self->n;
      mark->pick_by_x = TRUE;
    }
  return mark;
}

/* One of the curves of the theory: on a test set, or what is left of U on the first. */
typedef struct
{
  int test; /* -1 for a part */
  IplAccuracyPart part;
} Series;

static double
get_value (const IplSolution *solution, const Series *series, double *error)
{
  const IplPrediction *p = ipl_accuracy_prediction (solution, (guint)MAX (series->test, 0));

  *error = p != NULL && series->test >= 0 ? p->accuracy_se : NAN;
  if (series->test < 0)
    return solution->setting.gp ? NAN : ipl_accuracy_part_value (solution, series->part);
  return p != NULL ? p->accuracy : NAN;
}

/* From width to width; no line leads to one that did not converge. */
static void
add_line (const IplAccuracyMarks *self, const Series *series, IplRole role, IplDash dash)
{
  g_autoptr (GArray) rows = ipl_view_rows (self->view, TRUE);
  double *x = ipl_accuracy_marks_new_numbers (self, rows->len);
  double *y = ipl_accuracy_marks_new_numbers (self, rows->len), error;
  IplMark *mark;

  for (guint i = 0; i < rows->len; i++)
    {
      const IplSolution *row = ipl_view_row (self->view, (int)g_array_index (rows, guint, i));

      x[i] = ipl_accuracy_abscissa (&row->setting);
      if (!row->setting.gp && !ipl_solution_is_doubtful (row))
        y[i] = get_value (row, series, &error);
    }
  mark = ipl_axes_add_line (self->axes, ipl_numbers (x, rows->len), ipl_numbers (y, rows->len),
                            role, NULL);
  mark->dash = dash;
  mark->breaks = TRUE;
  mark->part = series->test >= 0 ? "theory" : "part";
}

/* The crosses on it; one that the solver did not reach is hollow and has a warning above it. */
static void
add_crosses (const IplAccuracyMarks *self, const Series *series, IplRole role, IplMarker marker)
{
  for (guint doubtful = 0; doubtful < 2; doubtful++)
    {
      Points points = points_new (self, self->n + 1);
      gboolean any = FALSE;
      IplMark *mark;

      for (guint i = 0; i < points.n; i++)
        {
          const IplSolution *solution = ipl_accuracy_marks_get (self, i);
          double value, error;

          if (solution == NULL || ipl_solution_is_doubtful (solution) != (doubtful != 0))
            continue;
          value = get_value (solution, series, &error);
          points_set (&points, i, ipl_accuracy_abscissa (&solution->setting), value, error);
          any = TRUE;
        }
      if (!any)
        continue;
      mark = add_points (self, &points, role);
      mark->marker = marker;
      mark->hollow = doubtful;
      mark->size = series->test < 0             ? 0.3
                   : doubtful                   ? 0.35
                   : marker == IPL_MARKER_CROSS ? 0.28 / 0.9
                                                : 0.28;
      mark->warns = doubtful && series->test >= 0;
      mark->draws_drop_lines = series->test == 0;
      mark->part = series->test >= 0 ? "theory" : "part";
      if (series->test < 0)
        mark->items = NULL;
    }
}

/* The row whose width, temperature and variances it was sampled at, as an item; after the items the
 * current one, for which no row is there; -1 where the theory is not known. */
static int
find_item (const IplAccuracyMarks *self, const IplPosteriorSummary *sample)
{
  for (guint i = 0; i <= self->n; i++)
    {
      const IplSolution *solution = ipl_accuracy_marks_get (self, i);

      if (solution != NULL && ipl_setting_equal (&solution->setting, &sample->setting))
        return (int)i;
    }
  return -1;
}

/* Dots stand at their width, or beside the cross that is there; one that its diagnostics do not
 * vouch for is hollow and has a warning above it. */
static void
add_samples (const IplAccuracyMarks *self, guint test, gboolean fine, gboolean beside)
{
  Points points = points_new (self, self->n + 1 + self->samples->len);
  gboolean any = FALSE;
  IplMark *mark;

  for (guint i = 0; i < self->samples->len; i++)
    {
      const IplPosteriorSummary *sample = g_ptr_array_index (self->samples, i);
      int item = find_item (self, sample);

      if (test >= sample->n_tests || (sample->fine != 0) != fine || (item >= 0) != beside)
        continue;
      points_set (&points, item >= 0 ? (guint)item : self->n + 1 + i,
                  ipl_accuracy_abscissa (&sample->setting), sample->tests[test].accuracy,
                  sample->tests[test].accuracy_se);
      any = TRUE;
    }
  if (!any)
    return;
  mark = add_points (self, &points, IPL_ROLE (SAMPLED));
  mark->size = 0.32;
  mark->hollow = mark->warns = !fine;
  mark->shift_right = beside ? ASIDE : 0;
  mark->part = "sampled";
  if (!beside)
    mark->items = NULL;
}

static void
add_trained (const IplAccuracyMarks *self)
{
  Points points = points_new (self, 1);
  double value, error, N;
  IplMark *mark;
  guint test;

  N = ipl_accuracy_find_trained (self->view, &test, &value, &error);
  if (!(N > 0))
    return;
  points_set (&points, 0, N, value, error);
  mark = add_points (self, &points, IPL_ROLE (TRAINED));
  mark->items = NULL;
  mark->pick_by_x = FALSE;
  mark->marker = IPL_MARKER_SQUARE;
  mark->size = 0.36;
  mark->part = "trained";
}

static void
add_curves (const IplAccuracyMarks *self)
{
  for (guint part = IPL_N_PARTS; part-- > 0;)
    if (ipl_accuracy_part_is_shown (self->view, part))
      {
        const Series series = { -1, part };

        add_line (self, &series, ipl_accuracy_parts[part].role, ipl_accuracy_parts[part].dash);
        add_crosses (self, &series, ipl_accuracy_parts[part].role, ipl_accuracy_parts[part].marker);
      }
  for (guint t = 0; t < self->n_tests; t++)
    for (guint k = 0; k < 4; k++)
      add_samples (self, t, k / 2, k % 2);
  for (guint t = self->n_tests; t-- > 0;)
    {
      const Series series = { (int)t, 0 };

      add_line (self, &series, ipl_accuracy_test_role (t), t % IPL_N_DASHES);
      add_crosses (self, &series, ipl_accuracy_test_role (t), ipl_accuracy_test_marker (t));
    }
  add_trained (self);
}

/* Room around the points, on a logarithmic axis of widths; one scale over frames. */
static void
choose_ranges (IplPlot *plot, IplPlotAxes *axes, const IplView *view, gboolean is_share)
{
  const IplQuantities *frame;
  double x[2], y[2], pad;

  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
    {
      const IplSolution *solution = frame->current;

      for (guint t = 0; t < solution->n_tests && !solution->setting.gp; t++)
        {
          double *numbers = ipl_plot_new_numbers (plot, 2);

          numbers[0] = ipl_accuracy_abscissa (&solution->setting);
          numbers[1] = solution->tests[t].accuracy;
          ipl_axes_add_range (axes, ipl_numbers (numbers, 1), ipl_numbers (numbers + 1, 1));
        }
    }
  ipl_axes_get_range (axes, x, y);
  if (!(x[1] > 0))
    {
      x[0] = 10;
      x[1] = 1000;
    }
  pad = x[1] <= x[0] * 1.01 ? 3 : pow (x[1] / x[0], 0.06);
  axes->x.lo = x[0] / pad;
  axes->x.hi = x[1] * pad;
  pad = MAX (0.07 * (y[1] - y[0]), is_share ? 0.004 : 0.05 * fabs (y[1]));
  axes->y.lo = y[0] <= y[1] ? MAX (y[0] - pad, 0) : is_share ? 0.5 : 0;
  axes->y.hi = y[0] <= y[1] ? y[1] + pad : 1;
  /* A share ends at 1, but a marker at 1 is drawn whole. */
  if (is_share)
    axes->y.hi = MIN (axes->y.hi, 1.0 + 0.02 * (1 - axes->y.lo));
  axes->x.is_fixed = axes->y.is_fixed = TRUE;
}

/* TRUE if some widths differ from layer to layer. */
static gboolean
has_unequal_widths (const IplAccuracyMarks *self)
{
  gboolean unequal = FALSE;

  for (guint i = 0; i < self->n; i++)
    {
      const IplSolution *row = ipl_accuracy_marks_get (self, i);

      unequal = unequal || (row != NULL && !ipl_setting_has_equal_widths (&row->setting));
    }
  for (guint i = 0; i < self->samples->len; i++)
    {
      const IplPosteriorSummary *sample = g_ptr_array_index (self->samples, i);

      unequal = unequal || !ipl_setting_has_equal_widths (&sample->setting);
    }
  return unequal;
}

/* The width shown; where the predictions are for some of the test sequences only, the title says
 * so. */
static void
set_axes (IplPlot *plot, IplPlotAxes *axes, const IplView *view, gboolean unequal)
{
  const IplScore *score = ipl_case_get_score (view->the_case);
  const IplPrediction *p = ipl_accuracy_prediction (view->current, 0);
  const char *title = unequal ? "largest width max <i>N</i><sub>l</sub>" : "width <i>N</i>";

  axes->x = (IplPlotAxis){ title, NULL, .log = TRUE, .stop = "GP" };
  if (view->few_tests > 0)
    axes->x.title = ipl_plot_keep (plot, g_strdup_printf ("%s, %u of %u tests", title,
                                                          view->few_tests, view->all_tests));
  axes->y = (IplPlotAxis){ score->axis, score->brief, .share = score->is_share };
  if (view->current != NULL)
    axes->now = ipl_accuracy_abscissa (&view->current->setting);
  if (p != NULL)
    axes->now_value = p->accuracy;
  choose_ranges (plot, axes, view, score->is_share);
}

static void
build (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  g_auto (IplAccuracyMarks) marks = { 0 };

  ipl_accuracy_marks_init (&marks, plot, view);
  ipl_accuracy_marks_add_keys (&marks);
  ipl_accuracy_marks_add_limits (&marks);
  ipl_accuracy_marks_add_seeds (&marks);
  add_curves (&marks);
  set_axes (plot, axes, view, has_unequal_widths (&marks));
}

static gboolean
line_has_path (const IplView *view, const IplTarget *target, const IplGpLine *line, gboolean first)
{
  int p = ipl_target_get (target, IPL_PART_PATH), q = ipl_target_get (target, IPL_PART_OTHER);
  gboolean path = FALSE, other = q < 0;

  if (line->paths == NULL)
    return first;
  for (gsize i = 0; i < line->n_paths; i++)
    {
      if (p < 0)
        path = path || ipl_target_has_path (target, view->the_case, line->paths[i]);
      else
        {
          path = path || line->paths[i] == (guint)p;
          other = other || line->paths[i] == (guint)q;
        }
    }
  return path && other;
}

/* Limits of the paths of a target are thicker; their dashes lie on those below. */
static void
highlight_limits (const IplPlotAxes *axes, const IplView *view, const IplStyle *style, cairo_t *cr,
                  const IplTarget *target)
{
  const IplSweepGroup *group = ipl_accuracy_group (view);

  for (guint l = 0; group != NULL && l < group->n_lines; l++)
    {
      const IplPrediction *p = ipl_accuracy_prediction (group->lines[l].solution, 0);

      if (p == NULL || !line_has_path (view, target, &group->lines[l], l == 0)
          || p->accuracy < axes->frame.y.lo || p->accuracy > axes->frame.y.hi)
        continue;
      ipl_set_color (cr, ipl_role_color (ipl_accuracy_gp_role (view, 0, l), style), 1);
      cairo_set_line_width (cr, 2.2 * style->line_pt);
      ipl_set_dash (cr, ipl_style_gp_dash (l), style->line_pt);
      cairo_move_to (cr, axes->frame.plot.x, ipl_axes_y (axes, p->accuracy));
      cairo_line_to (cr, axes->frame.right, ipl_axes_y (axes, p->accuracy));
      cairo_stroke (cr);
    }
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const IplTarget *targets[] = { selected, hovered };
  const IplTarget *shown = ipl_target_is_none (hovered) ? selected : hovered;
  const IplPlotAxes *axes = ipl_plot_get_axes (layout, 0);

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    if (ipl_target_is_of_paths (targets[i]))
      highlight_limits (axes, view, style, cr, targets[i]);
  ipl_plot_highlight (layout, style, selected, hovered, cr);
  /* A width has its place here, and needs no words. */
  if (shown->kind != IPL_TARGET_ROW)
    ipl_caption_overlay (view, style, selected, hovered, cr, width);
}

const IplPanel ipl_panel_accuracy = {
  .id = "accuracy",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_X,
  .title = "Accuracy and width",
  .title_regression = "Error and width",
  .needs = IPL_NEEDS_THEORY,
  .choice = &ipl_choice_accuracy_lines,
  .doubtful = ipl_accuracy_sample_doubtful,
  .build = build,
  .overlay = overlay,
  .width_at = ipl_plot_width_at,
  .step = ipl_step_widths,
  .describe = ipl_describe_accuracy,
  .table = ipl_table_accuracy,
  .height_narrow = 0.66,
  .height_wide = 0.45,
};
