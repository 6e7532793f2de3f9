/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The keys of the accuracy panel, and how its test sets are distinguished, and what is left of the
 * accuracy when U loses its correlations, and its weighting too. */

#include "core/posterior/posterior-summary.h"
#include "figures/panels/theory/accuracy-marks.h"
#include "figures/view/network-view.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

const IplAccuracyPartLook ipl_accuracy_parts[IPL_N_PARTS] = {
  [IPL_PART_DIAGONAL] = { "diagonal of U only",
                          "diagonal of <i>U</i> only",
                          { .kind = IPL_ROLE_SERIES, .k = 5 },
                          IPL_DASH_DASHED,
                          IPL_MARKER_TRIANGLE },
  [IPL_PART_LEVELLED] = { "U levelled",
                          "<i>U</i> levelled",
                          { .kind = IPL_ROLE_SERIES, .k = 7 },
                          IPL_DASH_DASH_DOT,
                          IPL_MARKER_DIAMOND },
};

gboolean
ipl_accuracy_part_is_shown (const IplView *view, IplAccuracyPart part)
{
  return view->display.accuracy_lines == IPL_ACCURACY_ALL
         || view->display.accuracy_lines
                == (part == IPL_PART_DIAGONAL ? IPL_ACCURACY_DIAGONAL : IPL_ACCURACY_LEVELLED);
}

/* The accuracy, or the mean squared error of a regression, on the first test set; NaN where there
 * is none. */
double
ipl_accuracy_part_value (const IplSolution *solution, IplAccuracyPart part)
{
  if (solution == NULL || solution->n_tests == 0)
    return NAN;
  return part == IPL_PART_DIAGONAL ? solution->accuracy_diagonal : solution->accuracy_levelled;
}

/* The case's own test set is ink with crosses, further ones have colours and marks of their own,
 * and no green or purple, which are paths and samples here. */
IplRole
ipl_accuracy_test_role (guint test)
{
  static const guint rank[] = { 4, 5, 2 };

  return test == 0 ? IPL_ROLE (THEORY)
                   : IPL_ROLE_OF (SERIES, rank[(test - 1) % G_N_ELEMENTS (rank)]);
}

IplMarker
ipl_accuracy_test_marker (guint test)
{
  static const IplMarker markers[] = { IPL_MARKER_CROSS, IPL_MARKER_TRIANGLE, IPL_MARKER_DIAMOND,
                                       IPL_MARKER_TRIANGLE_DOWN, IPL_MARKER_DOT };

  return markers[test == 0 ? 0 : 1 + (test - 1) % (G_N_ELEMENTS (markers) - 1)];
}

/* The accuracy of the trained network, at its own width, as far as the head panel or the pruning
 * curve knows. Returns: the width, 0 where that is not known */
double
ipl_accuracy_find_trained (const IplView *view, guint *test, double *value, double *error)
{
  const IplCaseTrained *trained = view->the_case->trained;
  const IplHeadReport *report = view->heads;
  const IplPruning *pruning = view->pruning;
  double N = 0;

  *value = *error = NAN;
  if (trained == NULL)
    return 0;
  for (guint l = 0; l <= view->the_case->L; l++)
    N = MAX (N, trained->N[l]);
  if (report != NULL && isfinite (report->trained.accuracy))
    {
      *value = report->trained.accuracy;
      *test = report->test;
    }
  else if (pruning != NULL && pruning->is_trained)
    {
      *value = pruning->curve[IPL_REMOVAL_BY_SCORE].accuracy[0];
      *test = pruning->test;
    }
  else
    return 0;
  if (*test < view->the_case->n_tests && ipl_case_get_score (view->the_case)->is_share
      && *value >= 0 && *value <= 1)
    *error = ipl_score_binomial_error (*value,
                                       (double)MAX (view->the_case->test_sets[*test].count, 1));
  return isfinite (*value) ? N : 0;
}

static void
add_theory_keys (const IplAccuracyMarks *self)
{
  gboolean full = self->view->display.accuracy_lines == IPL_ACCURACY_FULL;

  if (self->n_tests == 1)
    ipl_axes_add_key (self->axes, IPL_KEY_CROSS, IPL_ROLE (THEORY),
                      g_strdup (full ? "theory" : "theory, full <i>U</i>"));
  for (guint t = 0; t < self->n_tests && self->n_tests > 1; t++)
    {
      g_autofree char *name = ipl_view_test_name (self->view->the_case, t);
      g_autofree char *markup = ipl_view_name_markup (name);
      IplMark *key = ipl_axes_add_key (self->axes, IPL_KEY_LINE_MARKER, ipl_accuracy_test_role (t),
                                       g_strdup_printf ("theory, %s", markup));

      key->dash = t % IPL_N_DASHES;
      key->marker = ipl_accuracy_test_marker (t);
    }
  for (guint part = 0; part < IPL_N_PARTS; part++)
    if (ipl_accuracy_part_is_shown (self->view, part))
      {
        const IplAccuracyPartLook *look = &ipl_accuracy_parts[part];
        IplMark *key = ipl_axes_add_key (self->axes, IPL_KEY_LINE_MARKER, look->role,
                                         g_strdup (look->markup));

        key->dash = look->dash;
        key->marker = look->marker;
      }
}

/* Returns: (transfer full): what the score of the best predictor is called; it is that of the case,
 *   and none of a mean over seeds */
char *
ipl_accuracy_best_name (const IplView *view)
{
  if (!ipl_accuracy_seeds_are_shown (view) || ipl_accuracy_seeds_is_one (view))
    return g_strdup ("best possible");
  return g_strdup_printf ("best possible, seed %" G_GUINT64_FORMAT, view->the_case->seed);
}

/* The mean over seeds. */
static void
add_seed_keys (const IplAccuracyMarks *self)
{
  const IplView *view = self->view;

  if (ipl_accuracy_seeds_are_shown (view) && ipl_accuracy_seeds_is_one (view))
    ipl_axes_add_key (self->axes, IPL_KEY_DOT_HOLLOW, IPL_ROLE_OF (SERIES, 4),
                      g_strdup ("rows of the sweep"));
  else if (ipl_accuracy_seeds_are_shown (view))
    ipl_axes_add_key (self->axes, IPL_KEY_BAR_OUTLINE, IPL_ROLE_OF (SERIES, 4),
                      g_strdup_printf ("mean of %u seeds ± sd", view->seeds->n));
}

static void
add_sample_keys (const IplAccuracyMarks *self)
{
  gboolean known[2] = { FALSE, FALSE };

  for (guint i = 0; i < self->samples->len; i++)
    known[((const IplPosteriorSummary *)g_ptr_array_index (self->samples, i))->fine != 0] = TRUE;
  if (known[1])
    ipl_axes_add_key (self->axes, IPL_KEY_DOT, IPL_ROLE (SAMPLED), g_strdup ("sampled"));
  if (known[0])
    ipl_axes_add_key (self->axes, IPL_KEY_DOT_HOLLOW, IPL_ROLE (SAMPLED),
                      g_strdup ("sampled, not converged"));
}

/* Marks of rows that did not converge, and of the trained network. */
static void
add_other_keys (const IplAccuracyMarks *self)
{
  const IplView *view = self->view;
  double value, error;
  IplMark *key;
  guint test;

  if (ipl_view_has_doubtful_rows (view))
    {
      key = ipl_axes_add_key (self->axes, IPL_KEY_MARKER, IPL_ROLE (THEORY),
                              g_strdup ("theory, not converged"));
      key->marker = IPL_MARKER_CROSS;
      key->hollow = TRUE;
    }
  if (!(ipl_accuracy_find_trained (view, &test, &value, &error) > 0))
    return;
  g_autofree char *name = ipl_view_test_name (view->the_case, test);
  g_autofree char *markup = ipl_view_name_markup (name);
  key = ipl_axes_add_key (self->axes, IPL_KEY_MARKER, IPL_ROLE (TRAINED),
                          self->n_tests > 1 ? g_strdup_printf ("trained network, %s", markup)
                                            : g_strdup ("trained network"));
  key->marker = IPL_MARKER_SQUARE;
}

/* The label of a limit: as its path where it is of one that the user named, else as the case
 * says.
 */
static const char *
gp_line_name (const IplView *view, const IplGpLine *line)
{
  const IplPathStyle *path
      = line->paths != NULL && line->n_paths == 1
            ? ipl_figure_style_get_path (view->figure_style, view->the_case, line->paths[0])
            : NULL;

  return path != NULL && path->name != NULL ? path->name : line->label;
}

void
ipl_accuracy_marks_add_keys (const IplAccuracyMarks *self)
{
  const IplView *view = self->view;
  const IplSweepGroup *group = ipl_accuracy_group (view);

  if (view->best_temperature)
    ipl_axes_add_key (self->axes, IPL_KEY_NONE, IPL_ROLE (INK),
                      g_strdup ("best temperature at each width"));
  add_theory_keys (self);
  add_seed_keys (self);
  add_other_keys (self);
  add_sample_keys (self);
  for (guint l = 0; group != NULL && l < group->n_lines; l++)
    {
      g_autofree char *name = ipl_view_name_markup (gp_line_name (view, &group->lines[l]));
      IplMark *key = ipl_axes_add_key (self->axes, IPL_KEY_LINE, ipl_accuracy_gp_role (view, 0, l),
                                       g_strdup_printf ("GP, %s", name));

      key->dash = ipl_style_gp_dash (l);
    }
  if (group == NULL && ipl_view_gp (view) != NULL)
    ipl_axes_add_key (self->axes, IPL_KEY_LINE, IPL_ROLE_OF (GP, 0), g_strdup ("GP, all paths"));
  if (isfinite (view->the_case->best_score))
    ipl_axes_add_key (self->axes, IPL_KEY_LINE, IPL_ROLE (INK), ipl_accuracy_best_name (view))->dash
        = IPL_DASH_DOTTED;
}
