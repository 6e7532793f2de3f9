/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks of the accuracy panel beside those of theory and samples: the GP limits, the mean over
 * seeds and what is awaited. */

#include "figures/panels/theory/accuracy-marks.h"

#include "core/posterior/posterior-summary.h"
#include "figures/view/posterior-view.h"

#include <math.h>

/* Share of paper in the line of a limit, beside its curve. */
#define PALE 0.35
/* Where the means of several GP limits stand, in text sizes. */
#define GP_ROOM 1.8

void
ipl_accuracy_marks_init (IplAccuracyMarks *self, IplPlot *plot, const IplView *view)
{
  g_autoptr (GArray) rows = ipl_view_rows (view, TRUE);

  *self = (IplAccuracyMarks){ .plot = plot,
                              .axes = ipl_plot_get_axes (plot, 0),
                              .view = view,
                              .n_tests = MAX (1, view->the_case->n_tests),
                              .n = view->sweep != NULL ? view->sweep->n_rows : 0,
                              .samples = ipl_accuracy_samples (view) };
  self->is_shown = g_new0 (gboolean, self->n + 1);
  for (guint i = 0; i < rows->len; i++)
    self->is_shown[g_array_index (rows, guint, i)] = TRUE;
}

void
ipl_accuracy_marks_clear (IplAccuracyMarks *self)
{
  g_clear_pointer (&self->is_shown, g_free);
  g_clear_pointer (&self->samples, g_ptr_array_unref);
}

/* Returns: @n numbers of the plot, NaN */
double *
ipl_accuracy_marks_new_numbers (const IplAccuracyMarks *self, guint n)
{
  double *numbers = ipl_plot_new_numbers (self->plot, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = NAN;
  return numbers;
}

/* The solution of a row; after the rows the current one, where it is of a finite width and no row.
 */
const IplSolution *
ipl_accuracy_marks_get (const IplAccuracyMarks *self, guint i)
{
  const IplSolution *current = self->view->current;

  if (i < self->n)
    return self->is_shown[i] ? ipl_view_row (self->view, (int)i) : NULL;
  return current != NULL && !current->setting.gp && ipl_view_current_row (self->view) < 0 ? current
                                                                                          : NULL;
}

double
ipl_accuracy_abscissa (const IplSetting *setting)
{
  return setting->gp ? INFINITY : ipl_setting_largest_width (setting);
}

const IplPrediction *
ipl_accuracy_prediction (const IplSolution *solution, guint test)
{
  return solution != NULL && test < solution->n_tests ? &solution->tests[test] : NULL;
}

/* (nullable): the paths whose limits are drawn. */
const IplSweepGroup *
ipl_accuracy_group (const IplView *view)
{
  return view->sweep != NULL && view->sweep->n_groups > 0
             ? &view->sweep->groups[ipl_view_group (view)]
             : NULL;
}

/* A GP line: paler than the curve it is the limit of; of one path alone, that path's color. */
IplRole
ipl_accuracy_gp_role (const IplView *view, guint test, guint line)
{
  static const guint rank[] = { 4, 5, 2 };
  const IplSweepGroup *group = ipl_accuracy_group (view);
  const IplGpLine *of = group != NULL && line < group->n_lines ? &group->lines[line] : NULL;
  IplRole role = IPL_ROLE_OF (GP, line);

  if (test > 0)
    return (IplRole){ .kind = IPL_ROLE_SERIES,
                      .k = rank[(test - 1) % G_N_ELEMENTS (rank)],
                      .fade = PALE };
  if (of != NULL && of->paths != NULL)
    {
      role.the_case = view->the_case;
      role.paths = of->paths;
      role.n = (guint)of->n_paths;
    }
  return role;
}

static void
add_limit (const IplAccuracyMarks *self, const IplSolution *solution, guint test, guint line)
{
  const IplPrediction *p = ipl_accuracy_prediction (solution, test);
  IplMark *mark;

  if (p == NULL || !isfinite (p->accuracy))
    return;
  mark = ipl_axes_add_rule (self->axes, 0, p->accuracy,
                            ipl_accuracy_gp_role (self->view, test, line), NULL);
  mark->dash = ipl_style_gp_dash (line);
  mark->weight = test == 0 ? 1 : 0.7;
  mark->in_range = mark->clamp_to_axis = TRUE;
  mark->part = "gp-limit";
}

/* The score of the best predictor that there is, where the task knows it. */
static void
add_best (const IplAccuracyMarks *self)
{
  double score = self->view->the_case->best_score;
  IplMark *mark;

  if (!isfinite (score))
    return;
  mark = ipl_axes_add_rule (self->axes, 0, score, IPL_ROLE (INK), NULL);
  mark->dash = IPL_DASH_DOTTED;
  mark->in_range = mark->clamp_to_axis = TRUE;
  mark->part = "best";
}

/* Groups of paths have lines for the case's own test set alone. */
void
ipl_accuracy_marks_add_limits (const IplAccuracyMarks *self)
{
  const IplSweepGroup *group = ipl_accuracy_group (self->view);

  add_best (self);
  for (guint t = self->n_tests; t-- > 0;)
    {
      for (guint l = 0; group != NULL && l < group->n_lines; l++)
        if (t == 0 || l == 0)
          add_limit (self, group->lines[l].solution, t, l);
      if (group == NULL)
        add_limit (self, ipl_view_gp (self->view), t, 0);
    }
}

/* The finite rows by rising width. Returns: how many */
static guint
order_rows (const IplSeedMean *seeds, guint *order)
{
  guint n = 0;

  for (guint i = 0; i < seeds->n_rows; i++)
    {
      guint at, width = ipl_setting_largest_width (&seeds->settings[i]);

      if (seeds->settings[i].gp || !isfinite (ipl_accuracy_seeds_row (seeds, i).mean))
        continue;
      for (at = n++; at > 0; at--)
        {
          if (ipl_setting_largest_width (&seeds->settings[order[at - 1]]) <= width)
            break;
          order[at] = order[at - 1];
        }
      order[at] = i;
    }
  return n;
}

/* The means of the GP limits stand side by side where their lines end. */
static void
add_gp_means (const IplAccuracyMarks *self)
{
  const IplSeedMean *seeds = self->view->seeds;

  for (guint k = 0; k < seeds->n_lines; k++)
    {
      IplSeedSpread spread = ipl_accuracy_seeds_line (seeds, k);
      double *numbers = ipl_plot_new_numbers (self->plot, 4);
      IplNumbers x = ipl_numbers (numbers, 1), mean = ipl_numbers (numbers + 1, 1);
      IplRole role = ipl_accuracy_gp_role (self->view, 0, k);
      IplMark *mark;

      if (!isfinite (spread.mean))
        continue;
      numbers[0] = INFINITY;
      numbers[1] = spread.mean;
      numbers[2] = spread.mean - spread.sd;
      numbers[3] = spread.mean + spread.sd;
      for (guint i = 0; i < 2; i++)
        {
          mark
              = ipl_axes_add_intervals (self->axes, x, i == 0 ? ipl_numbers (numbers + 2, 1) : mean,
                                        i == 0 ? ipl_numbers (numbers + 3, 1) : mean, role, NULL);
          mark->weight = i == 0 ? 0.8 : 1.8;
          mark->size = i == 0 ? 0 : 0.2;
          mark->shift_right = seeds->n_lines > 1 ? GP_ROOM * ((k + 0.5) / seeds->n_lines - 0.5) : 0;
        }
    }
}

/* The mean over seeds with a band, and those of the GP limits; of one seed rings around the crosses
 * of the theory. */
void
ipl_accuracy_marks_add_seeds (const IplAccuracyMarks *self)
{
  const IplSeedMean *seeds = self->view->seeds;
  const IplRole role = IPL_ROLE_OF (SERIES, 4);
  g_autofree guint *order = NULL;
  double *x, *y, *lo, *hi;
  IplMark *mark;
  guint n;

  if (!ipl_accuracy_seeds_are_shown (self->view))
    return;
  order = g_new (guint, seeds->n_rows + 1);
  n = order_rows (seeds, order);
  x = ipl_plot_new_numbers (self->plot, n);
  y = ipl_plot_new_numbers (self->plot, n);
  lo = ipl_plot_new_numbers (self->plot, n);
  hi = ipl_plot_new_numbers (self->plot, n);
  for (guint i = 0; i < n; i++)
    {
      IplSeedSpread spread = ipl_accuracy_seeds_row (seeds, order[i]);
      double sd = isfinite (spread.sd) ? spread.sd : 0;

      x[i] = ipl_setting_largest_width (&seeds->settings[order[i]]);
      y[i] = spread.mean;
      lo[i] = spread.mean - sd;
      hi[i] = spread.mean + sd;
    }
  mark = ipl_axes_add_band (self->axes, ipl_numbers (x, n), ipl_numbers (lo, n),
                            ipl_numbers (hi, n), role, NULL);
  mark->alpha = 0.22;
  mark = ipl_axes_add_line (self->axes, ipl_numbers (x, n), ipl_numbers (y, n), role, NULL);
  mark->weight = 1.2;
  if (seeds->n > 1)
    {
      add_gp_means (self);
      return;
    }
  mark = ipl_axes_add_points (self->axes, ipl_numbers (x, n), ipl_numbers (y, n), role, NULL);
  mark->size = 0.45;
  mark->hollow = TRUE;
}

/* Where both are there, what was sampled here. (transfer full): of borrowed summaries */
GPtrArray *
ipl_accuracy_samples (const IplView *view)
{
  GPtrArray *samples = ipl_view_posteriors (view);

  for (guint i = 0; i < IPL_QUANTITY_COUNT (view->stored); i++)
    {
      IplPosteriorSummary *stored = g_ptr_array_index (view->stored, i);

      if (ipl_posterior_list_find (samples, &stored->setting) == NULL)
        g_ptr_array_add (samples, stored);
    }
  return samples;
}

static const IplPosteriorSummary *
find_doubtful (const GPtrArray *samples)
{
  for (guint i = 0; i < IPL_QUANTITY_COUNT (samples); i++)
    {
      const IplPosteriorSummary *sample = g_ptr_array_index (samples, i);

      if (sample != NULL && !sample->fine)
        return sample;
    }
  return NULL;
}

/* Samples of any width: those at the current one first. */
const IplPosteriorSummary *
ipl_accuracy_sample_doubtful (const IplView *view)
{
  const IplPosteriorSummary *sample = view->posterior;

  if (sample == NULL || sample->fine)
    sample = find_doubtful (view->posteriors);
  return sample != NULL ? sample : find_doubtful (view->stored);
}

/* One seed has no spread: of it only rows that come from elsewhere are shown. */
gboolean
ipl_accuracy_seeds_are_shown (const IplView *view)
{
  return view->seeds != NULL && (view->seeds->n > 1 || view->seeds->stored);
}

gboolean
ipl_accuracy_seeds_is_one (const IplView *view)
{
  return view->seeds != NULL && view->seeds->n == 1;
}

IplSeedSpread
ipl_accuracy_seeds_row (const IplSeedMean *seeds, guint row)
{
  return ipl_seed_mean_get_spread (seeds, seeds->accuracy, seeds->n_rows, row);
}

IplSeedSpread
ipl_accuracy_seeds_line (const IplSeedMean *seeds, guint line)
{
  return ipl_seed_mean_get_spread (seeds, seeds->gp, seeds->n_lines, line);
}
