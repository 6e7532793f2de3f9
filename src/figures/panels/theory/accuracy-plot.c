/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Accuracy (or mean squared error) against width, by theory and by sampling, with the GP limits. */

#include "figures/kit/text.h"
#include "figures/panels/theory/accuracy.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/target-arrow-keys.h"
#include "figures/view/solver-warnings.h"

#include <math.h>

/* Horizontal offset of samples from the theory, in text sizes. */
#define ASIDE 0.85

static IplTarget
make_row (gsize i, gconstpointer data)
{
  return ipl_target_row (((const int *)data)[i]);
}

static const IplItems rows_of_sweep = { "row", IPL_TARGET_ROW, make_row };

/* The part of U that predictions use (THEORY.md section 5). */
typedef enum
{
  PART_ALL,
  PART_DIAGONAL, /* off-diagonal entries are 0 */
  PART_LEVELLED, /* and all diagonal entries equal the first */
} Part;

/* Curves for parts of U, on the first test set. */
static const struct
{
  const char *markup;
  IplAccuracyLines lines; /* the choice that includes the curve */
  IplRole role;
  IplDash dash;
  IplMarker marker;
} parts[] = {
  [PART_DIAGONAL] = { "diagonal of <i>U</i> only",
                      IPL_ACCURACY_DIAGONAL,
                      { .kind = IPL_ROLE_SERIES, .k = 5 },
                      IPL_DASH_DASHED,
                      IPL_MARKER_TRIANGLE },
  [PART_LEVELLED] = { "equal path weights",
                      IPL_ACCURACY_LEVELLED,
                      { .kind = IPL_ROLE_SERIES, .k = 7 },
                      IPL_DASH_DASH_DOT,
                      IPL_MARKER_DIAMOND },
};

/* The numbers of a curve: of theory or samples, on a test set. */
typedef struct
{
  gboolean is_sampled;
  Part part;
  guint test;
} Series;

static const IplPrediction *
get_prediction (const IplAccuracyWidth *width, const Series *series)
{
  guint n = series->is_sampled      ? (width->sample != NULL ? width->sample->n_tests : 0)
            : width->theory != NULL ? width->theory->n_tests
                                    : 0;

  if (series->test >= n)
    return NULL;
  return series->is_sampled ? &width->sample->tests[series->test]
                            : &width->theory->tests[series->test];
}

static double
get_value (const IplAccuracyWidth *width, const Series *series, double *error)
{
  const IplPrediction *p = get_prediction (width, series);

  *error = p != NULL && series->part == PART_ALL ? p->accuracy_se : NAN;
  if (p == NULL || (series->part != PART_ALL && width->setting->gp))
    return NAN;
  return series->part == PART_DIAGONAL   ? width->theory->accuracy_diagonal
         : series->part == PART_LEVELLED ? width->theory->accuracy_levelled
                                         : p->accuracy;
}

/* Adds points with errors. Those of the theory are connected by a line, which skips widths that did
 * not converge. Adds nothing if no number is known.
 * @look: role, dash, marker, label and key of doubtful points */
static void
add_series (const IplAccuracy *self, const Series *series, IplMark look)
{
  guint n = self->widths->len;
  double *y = ipl_plot_new_numbers (self->plot, n), *se = ipl_plot_new_numbers (self->plot, n);
  double *line = ipl_plot_new_numbers (self->plot, n);
  gboolean *doubtful = g_new0 (gboolean, n + 1), has_value = FALSE;

  g_ptr_array_add (self->plot->owned, doubtful);
  for (guint i = 0; i < n; i++)
    {
      const IplAccuracyWidth *width = ipl_accuracy_width (self, i);

      y[i] = get_value (width, series, &se[i]);
      doubtful[i] = series->is_sampled ? width->sample != NULL && !width->sample->fine
                                       : ipl_solution_is_doubtful (width->theory);
      line[i] = doubtful[i] || width->setting->gp ? NAN : y[i];
      has_value = has_value || isfinite (y[i]);
    }
  if (n > 0 && !has_value)
    {
      g_free (look.label);
      return;
    }
  if (!series->is_sampled)
    ipl_axes_add (self->axes, (IplMark){ .x = ipl_numbers (self->x.data, self->n_rows),
                                         .y = ipl_numbers (line, self->n_rows),
                                         .role = look.role,
                                         .dash = look.dash,
                                         .breaks = TRUE,
                                         .part = look.part,
                                         .listed = IPL_LISTED_NOWHERE });
  look.kind = IPL_MARK_POINTS;
  look.x = self->x;
  look.y = ipl_numbers (y, n);
  look.doubtful = doubtful;
  ipl_mark_set_error (self->plot, &look, ipl_numbers (se, series->part == PART_ALL ? n : 0));
  if (series->part == PART_ALL && self->n_rows > 0)
    {
      look.items = &rows_of_sweep;
      look.item_data = self->rows;
      look.n_items = self->n_rows;
      look.pick_by_x = TRUE;
    }
  ipl_axes_add (self->axes, look);
}

/* Returns the name of numbers on a test set: "accuracy, mnist". */
static const char *
name_series (const IplAccuracy *self, const char *suffix, guint test)
{
  const IplCaseInfo *the_case = self->view->the_case;
  const char *name = ipl_case_get_score (the_case)->name;
  g_autofree char *set = test > 0 ? g_strdup_printf (", %s", the_case->test_sets[test].name) : NULL;

  return ipl_plot_adopt_text (self->plot, g_strconcat (name, suffix, set, NULL));
}

static void
add_parts (const IplAccuracy *self)
{
  IplAccuracyLines shown = self->view->display.accuracy_lines;

  for (Part part = PART_LEVELLED; part > PART_ALL; part--)
    {
      g_autofree char *words = ipl_markup_plain (parts[part].markup);
      g_autofree char *suffix = g_strdup_printf (", %s", words);

      if (shown == IPL_ACCURACY_ALL || shown == parts[part].lines)
        add_series (self, &(Series){ .part = part },
                    (IplMark){ .role = parts[part].role,
                               .dash = parts[part].dash,
                               .key = IPL_KEY_LINE_MARKER,
                               .marker = parts[part].marker,
                               .label = g_strdup (parts[part].markup),
                               .series = name_series (self, suffix, 0),
                               .part = "part" });
    }
}

static void
add_samples (const IplAccuracy *self)
{
  for (guint t = self->x.n > 0 ? MAX (self->view->the_case->n_tests, 1) : 0; t-- > 0;)
    add_series (self, &(Series){ .is_sampled = TRUE, .test = t },
                (IplMark){ .role = IPL_ROLE (SAMPLED),
                           .marker = IPL_MARKER_DOT,
                           .size = 0.32,
                           .shift_right = ASIDE,
                           .n_shifted = self->n_solved,
                           .label = t == 0 ? g_strdup ("sampled") : NULL,
                           .doubt = t == 0 ? "sampled, not converged" : NULL,
                           .series = name_series (self, ", sampled", t),
                           .part = "sampled" });
}

/* The test set of the case has ink and crosses. Further ones have colours and markers, but not
 * green or purple, which denote paths and samples here. */
static void
add_theory (const IplAccuracy *self, guint test)
{
  static const guint rank[] = { 4, 5, 2 };
  static const IplMarker markers[]
      = { IPL_MARKER_TRIANGLE, IPL_MARKER_DIAMOND, IPL_MARKER_TRIANGLE_DOWN, IPL_MARKER_DOT };
  guint n = self->view->the_case->n_tests;
  g_autofree char *name = n > 1 ? ipl_view_test_name (self->view->the_case, test) : NULL;
  g_autofree char *markup = n > 1 ? ipl_view_name_markup (name) : NULL;
  IplMark mark = { .role = IPL_ROLE (THEORY),
                   .dash = test % IPL_N_DASHES,
                   .key = n > 1 ? IPL_KEY_LINE_MARKER : IPL_KEY_CROSS,
                   .marker = IPL_MARKER_CROSS,
                   .size = 0.28 / 0.9,
                   .draws_drop_lines = test == 0,
                   .doubt = test == 0 ? "theory, not converged" : NULL,
                   .series = name_series (self, "", test),
                   .part = "theory" };

  if (test > 0)
    {
      mark.role = IPL_ROLE_OF (SERIES, rank[(test - 1) % G_N_ELEMENTS (rank)]);
      mark.marker = markers[(test - 1) % G_N_ELEMENTS (markers)];
      mark.size = 0.28;
    }
  mark.label = n > 1 ? g_strdup_printf ("theory, %s", markup)
               : self->view->display.accuracy_lines == IPL_ACCURACY_FULL
                   ? g_strdup ("theory")
                   : g_strdup ("theory, full <i>U</i>");
  add_series (self, &(Series){ .test = test }, mark);
}

/* Sets ranges with space around the points, on a logarithmic axis of widths; common to all
 * frames of an animation. */
static void
choose_ranges (IplPlot *plot, IplPlotAxes *axes, const IplView *view, gboolean is_share)
{
  const IplQuantities *frame;
  double x[2], y[2];

  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL; i++)
    {
      const IplSolution *solution = frame->current;

      for (guint t = 0; t < solution->n_tests && !solution->setting.gp; t++)
        {
          double *numbers = ipl_plot_new_numbers (plot, 2);

          numbers[0] = ipl_accuracy_abscissa (&solution->setting);
          numbers[1] = solution->tests[t].accuracy;
          ipl_axes_add (axes, (IplMark){ IPL_MARK_RANGE, .x = ipl_numbers (numbers, 1),
                                         .y = ipl_numbers (numbers + 1, 1) });
        }
    }
  ipl_axes_get_range (axes, x, y);
  axes->x.pad = 0.075;
  axes->x.least_pad = 3;
  axes->y.pad = 0.07;
  axes->y.least_pad = is_share ? 0.004 : 0.05 * fabs (y[1]);
  if (x[0] > x[1])
    {
      axes->x.lo = 10;
      axes->x.hi = 1000;
    }
  if (y[0] > y[1])
    {
      axes->y.lo = is_share ? 0.5 : 0;
      axes->y.hi = 1;
    }
}

/* Sets the axes and the handle of the width shown. The title notes predictions for only some of
 * the test sequences. */
static void
set_axes (const IplAccuracy *self)
{
  const IplView *view = self->view;
  const IplScore *score = ipl_case_get_score (view->the_case);
  IplPlotAxes *axes = self->axes;
  gboolean unequal = FALSE;

  for (guint i = 0; i < self->widths->len; i++)
    unequal = unequal || !ipl_setting_has_equal_widths (ipl_accuracy_width (self, i)->setting);
  axes->x = (IplPlotAxis){ unequal ? "largest width max <i>N</i><sub>l</sub>" : "width <i>N</i>",
                           NULL,
                           NAN,
                           NAN,
                           .log = TRUE,
                           .stop = "GP" };
  axes->row_each = unequal ? "largest width" : "width";
  if (view->few_tests > 0)
    axes->x.title = ipl_plot_format (self->plot, "%s, %u of %u tests", axes->x.title,
                                     view->few_tests, view->all_tests);
  axes->y = (IplPlotAxis){ score->axis,     score->brief, NAN, NAN, .share = score->is_share,
                           .positive = TRUE };
  if (view->current != NULL)
    axes->now = ipl_accuracy_abscissa (&view->current->setting);
  if (view->current != NULL && view->current->n_tests > 0)
    axes->now_value = view->current->tests[0].accuracy;
  choose_ranges (self->plot, axes, view, score->is_share);
}

static void
build (IplPlot *plot, const IplView *view)
{
  g_auto (IplAccuracy) self = { 0 };

  ipl_accuracy_init (&self, plot);
  self.axes->listed_from_top = TRUE;
  ipl_accuracy_add_levels (plot, self.axes);
  ipl_accuracy_add_seeds (plot, self.axes);
  add_parts (&self);
  add_samples (&self);
  ipl_accuracy_add_trained (plot, self.axes);
  for (guint t = MAX (view->the_case->n_tests, 1); t-- > 0;)
    add_theory (&self, t);
  if (view->best_temperature)
    ipl_axes_add_key (self.axes, IPL_KEY_NONE, IPL_ROLE (INK),
                      g_strdup ("best temperature at each width"));
  ipl_accuracy_add_width_columns (&self);
  ipl_accuracy_note_widths (&self);
  set_axes (&self);
}

const IplPanel ipl_panel_accuracy = {
  .id = "accuracy",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_X,
  .title = "Accuracy and width",
  .title_regression = "Error and width",
  .needs = IPL_NEEDS_THEORY,
  .choice = &ipl_choice_accuracy_lines,
  .doubtful = ipl_accuracy_find_doubtful,
  .build = build,
  .drags_width = TRUE,
  .step = ipl_step_widths,
  .sentence = "Scores on the test sets against width, on a logarithmic axis, with the limits of "
              "the Gaussian process as levels.",
  .height_narrow = 0.66,
  .height_wide = 0.45,
};
