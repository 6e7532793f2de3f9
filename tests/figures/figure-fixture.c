/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cases, solutions and samples put together by hand, so that the figures are tested without a
 * solver. */

#include "figure-fixture.h"

#include "figure-fixture-data.h"

#include <math.h>
#include "core/posterior/posterior-summary.h"

const char *const fixture_names[N_FIXTURES] = {
  [FIXTURE_HMC4] = "hmc4",
  [FIXTURE_DEEP] = "deep",
  [FIXTURE_MIDDLE] = "middle",
  [FIXTURE_ONE_PATH] = "one-path",
  [FIXTURE_ONE_LAYER] = "one-layer",
  [FIXTURE_ONE_WIDTH] = "one-width",
  [FIXTURE_UNSOLVED] = "unsolved",
  [FIXTURE_ARRIVING] = "arriving",
  [FIXTURE_GP] = "gp",
  [FIXTURE_GP_ONLY] = "gp-only",
  [FIXTURE_NAN] = "nan",
  [FIXTURE_EQUAL] = "equal",
  [FIXTURE_BETWEEN] = "between",
  [FIXTURE_LONG_NAMES] = "long-names",
  [FIXTURE_RESIDUAL] = "residual",
  [FIXTURE_CLASSES] = "classes",
  [FIXTURE_SAMPLED] = "sampled",
  [FIXTURE_SAMPLING] = "sampling",
  [FIXTURE_DEEP_SAMPLED] = "deep-sampled",
  [FIXTURE_REGRESSION_SAMPLED] = "regression-sampled",
  [FIXTURE_LONG_RUN] = "long-run",
  [FIXTURE_FIRST_DRAW] = "first-draw",
  [FIXTURE_ONLY_SAMPLED] = "only-sampled",
  [FIXTURE_STUCK] = "stuck",
  [FIXTURE_ONE_SHOT] = "one-shot",
  [FIXTURE_TWO_HEADS] = "two-heads",
  [FIXTURE_MANY_HEADS] = "many-heads",
  [FIXTURE_LAYERS] = "layers",
  [FIXTURE_PARTIAL] = "partial",
};

#define N_EXAMPLES 100
#define N_TEST 1000

static void
add_group (IplCase *the_case, const char *label, guint n, const guint *paths)
{
  the_case->groups = g_renew (IplPathGroup, the_case->groups, the_case->n_groups + 1);
  the_case->groups[the_case->n_groups++]
      = (IplPathGroup){ g_strdup (label), n, g_memdup2 (paths, n * sizeof *paths) };
}

/* Labels to calibrate against. */
static void
add_test_sets (IplCase *the_case, guint n)
{
  static const char *const names[] = { "test", "mnist", "fashion" };
  gboolean numbers = !ipl_labels_are_classes (&the_case->labels);

  the_case->n_tests = n;
  the_case->tests = g_new0 (IplExamples, n);
  for (guint t = 0; t < n; t++)
    {
      the_case->tests[t].name = g_strdup (names[t]);
      the_case->tests[t].count = N_TEST;
      the_case->tests[t].y = g_new (double, N_TEST);
      for (gsize i = 0; i < N_TEST; i++)
        the_case->tests[t].y[i] = numbers ? 2 * fixture_irregular (7 * i) - 1 : i % 2 ? -1 : 1;
    }
}

/* Predictions that are right more often the surer they are. */
static void
add_predictions (IplSolution *solution, guint t)
{
  const double *y = ipl_case_info_get_case (solution->the_case)->tests[t].y;
  IplPrediction *test = &solution->tests[t];
  double blur = solution->setting.gp ? 0.6 : 0.45;
  test->outputs = 1;
  test->mean = g_new (double, N_TEST);
  test->var = g_new (double, N_TEST);
  for (gsize i = 0; i < N_TEST; i++)
    {
      double noise = fixture_irregular (3 * i) + fixture_irregular (5 * i + 1)
                     + fixture_irregular (11 * i + 2) - 1.5;
      test->mean[i] = 0.8 * y[i] + 2 * blur * noise;
      test->var[i] = 0.2 + 0.1 * fixture_irregular (i);
    }
}

#define N_CLASSES 3

/* Test examples of one class after the other. */
static void
add_classes (IplCase *the_case)
{
  char *names[] = { "cat", "dog & fox", "owl", NULL };

  the_case->labels = (IplLabels){ IPL_LABELS_CLASSES, N_CLASSES };
  the_case->output_names = g_strdupv (names);
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  the_case->tests[0].name = g_strdup ("test");
  the_case->tests[0].count = N_TEST;
  the_case->tests[0].y = g_new (double, N_TEST *N_CLASSES);
  for (guint i = 0; i < N_TEST; i++)
    ipl_labels_code_class (&the_case->labels, i % N_CLASSES, the_case->tests[0].y + i * N_CLASSES);
}

/* U over classes from that of one output: each weighs paths in its own way, and is against the
 * others. */
static void
spread_over_classes (IplSolution *self)
{
  gsize Pi = self->the_case->Pi, n = Pi * N_CLASSES;
  g_autofree double *one = self->U;
  double decided = self->setting.gp ? 1 : 1 + 8 / sqrt (self->setting.N[0]);
  IplPrediction *test = &self->tests[0];

  self->U = g_new0 (double, n *n);
  for (gsize i = 0; i < n * n; i++)
    {
      gsize p = i / n / N_CLASSES, k = i / n % N_CLASSES, q = i % n / N_CLASSES, l = i % N_CLASSES;
      double like = 0.4 + 1.2 * fixture_irregular (p * q + p + q + 5 * k);

      self->U[i] = k != l             ? (self->setting.gp ? 0 : -0.2 * one[p * Pi + q])
                   : self->setting.gp ? one[p * Pi + q]
                                      : like * one[p * Pi + q];
    }
  test->outputs = N_CLASSES;
  test->probability = g_new (double, N_TEST *N_CLASSES);
  test->confusion = g_new0 (double, N_CLASSES * N_CLASSES);
  for (guint i = 0; i < N_TEST; i++)
    {
      double *p = test->probability + i * N_CLASSES, sum = 0;
      guint best = 0;

      for (guint k = 0; k < N_CLASSES; k++)
        {
          p[k] = exp (decided
                      * ((k == i % N_CLASSES)
                         + 2 * fixture_irregular (3 * i + k + (self->setting.gp ? 1 : 0))));
          sum += p[k];
          best = p[k] > p[best] ? k : best;
        }
      for (guint k = 0; k < N_CLASSES; k++)
        p[k] /= sum;
      test->confusion[i % N_CLASSES * N_CLASSES + best]++;
    }
}

static IplCase *
make_case (FixtureKind kind)
{
  IplCase *the_case = ipl_case_alloc ();
  the_case->L = 2;
  the_case->H[0] = the_case->H[1] = 2;
  the_case->N0 = 231;
  the_case->T = 31;
  the_case->readout = IPL_READOUT_LAST;
  the_case->train.count = N_EXAMPLES;
  the_case->train.name = g_strdup ("train");
  the_case->name = g_strdup (fixture_names[kind]);
  if (kind == FIXTURE_DEEP || kind == FIXTURE_DEEP_SAMPLED)
    {
      the_case->L = 3;
      the_case->H[0] = the_case->H[1] = the_case->H[2] = 4;
    }
  else if (kind == FIXTURE_MIDDLE)
    {
      the_case->L = 3;
      the_case->H[1] = 3;
      the_case->H[2] = 2;
      the_case->T = 0;
      the_case->readout = IPL_READOUT_MEAN;
    }
  else if (kind == FIXTURE_ONE_PATH)
    {
      the_case->L = the_case->H[0] = 1;
      the_case->T = 2;
    }
  else if (kind == FIXTURE_ONE_LAYER || kind == FIXTURE_REGRESSION_SAMPLED)
    {
      the_case->L = 1;
      the_case->H[0] = 3;
      the_case->labels.kind = IPL_LABELS_NUMBERS;
      the_case->readout = IPL_READOUT_FIRST;
    }
  else if (kind == FIXTURE_ONE_SHOT || kind == FIXTURE_PARTIAL)
    the_case->H[0] = the_case->H[1] = 4;
  else if (kind == FIXTURE_RESIDUAL)
    {
      the_case->H[0] = the_case->H[1] = 3;
      the_case->residual[0] = the_case->residual[1] = 1;
    }
  else if (kind == FIXTURE_TWO_HEADS)
    the_case->L = 1;
  else if (kind == FIXTURE_MANY_HEADS)
    the_case->H[0] = the_case->H[1] = 12;
  else if (kind == FIXTURE_LAYERS)
    {
      the_case->L = 8;
      for (guint l = 0; l < 8; l++)
        the_case->H[l] = 2 - l % 2;
    }
  if (kind >= FIXTURE_ONE_SHOT)
    {
      the_case->N0 = IPL_ONE_SHOT_N0;
      the_case->T = IPL_ONE_SHOT_T;
      the_case->readout = IPL_READOUT_MEAN;
    }
  the_case->Pi = 1;
  for (guint l = 0; l < the_case->L; l++)
    the_case->Pi *= the_case->H[l];
  if (the_case->Pi == 4)
    {
      gboolean wordy = kind == FIXTURE_LONG_NAMES;
      char *names[] = { "good", "adversarial 1", "denoising", "adversarial 2", NULL };
      char *shorts[] = { "g", "a1", "d", "a2", NULL };
      char *heads[] = { "good", "random", "uniform", "random", NULL };
      char *long_names[]
          = { "the path that finds <state> changes & nothing else", "the second path",
              "a path that takes the mean over every token", "the last of these paths", NULL };
      char *long_shorts[] = { "finds", "second", "averages", "last one", NULL };
      char *long_heads[] = { "predecessor in the same state", "random <1>", "uniform & flat",
                             "random number two", NULL };
      the_case->path_names = g_strdupv (wordy ? long_names : names);
      the_case->short_names = g_strdupv (wordy ? long_shorts : shorts);
      the_case->head_names = g_strdupv (wordy ? long_heads : heads);
      the_case->display_order = g_memdup2 ((guint[]){ 0, 2, 1, 3 }, 4 * sizeof (guint));
      add_group (the_case, "good", 1, (guint[]){ 0 });
      add_group (the_case, "good + denoising", 2, (guint[]){ 0, 2 });
    }
  if (kind == FIXTURE_CLASSES)
    add_classes (the_case);
  if (kind >= FIXTURE_SAMPLED)
    add_test_sets (the_case, kind == FIXTURE_ONE_SHOT ? 3 : 1);
  ipl_case_finish_names (the_case);
  if (kind >= FIXTURE_ONE_SHOT && kind != FIXTURE_PARTIAL)
    fixture_network_train_case (the_case);
  return the_case;
}

static IplSolution *
make_solution (Fixture *self, guint width, double accuracy, double overlap_shift)
{
  const IplCase *the_case = self->the_case;
  IplSolution *solution = g_new0 (IplSolution, 1);
  gsize Pi = the_case->Pi;

  g_atomic_ref_count_init (&solution->ref_count);
  solution->alignment = width ? 0.2 + 1 / sqrt (width + 5) : 0.21;
  solution->alignment_diagonal = width ? 0.2 + 0.5 / sqrt (width + 5) : 0.21;

  solution->setting.L = the_case->L;
  solution->setting.gp = width == 0;
  for (guint l = 0; l <= the_case->L; l++)
    solution->setting.N[l] = MAX (1, width);
  solution->setting.temperature = 0.01;
  for (guint l = 0; l < the_case->L + 2; l++)
    solution->setting.variances[l] = 1;
  solution->the_case = &self->the_case->info;
  solution->P = N_EXAMPLES;
  solution->U = g_new0 (double, Pi * Pi);
  for (gsize p = 0; p < Pi; p++)
    solution->U[p * Pi + p] = 1;
  solution->action = width ? 7 + 4 / sqrt (width) : NAN;
  solution->gradient = width ? 2e-12 : 0;
  solution->relative_gradient = width ? 3e-12 : 0;
  solution->iterations = width ? 6 : 0;
  solution->solve_seconds = 0.0021;
  solution->converged = TRUE;
  solution->n_tests = MAX (1, the_case->n_tests);
  solution->tests = g_new0 (IplPrediction, solution->n_tests);
  for (guint t = 0; t < solution->n_tests; t++)
    {
      double value = accuracy - 0.07 * t;
      solution->tests[t].count = N_TEST;
      solution->tests[t].accuracy = value;
      solution->tests[t].accuracy_se = sqrt (fabs (value * (1 - value)) / N_TEST);
    }
  solution->overlap = g_new0 (double, N_EXAMPLES);
  solution->eigenvalues = g_new0 (double, N_EXAMPLES);
  for (guint k = 0; k < N_EXAMPLES; k++)
    {
      solution->eigenvalues[k] = 40 / pow (k + 1, 1.3);
      solution->overlap[k]
          = fabs (0.5 * exp (-0.12 * fabs (k - 3 - overlap_shift)) * cos (0.9 * k + overlap_shift))
            + 0.01;
    }
  solution->head_score = g_new0 (double, ipl_case_n_heads (the_case));
  for (guint h = 0; h < ipl_case_n_heads (the_case); h++)
    solution->head_score[h] = 1 / (1.0 + h);
  for (guint t = 0; t < the_case->n_tests && the_case->labels.outputs == 1; t++)
    add_predictions (solution, t);
  g_ptr_array_add (self->solutions, solution);
  return solution;
}

/* A smooth family: weights and correlations grow as the width falls. */
static void
fill_U (IplSolution *solution, guint width)
{
  gsize Pi = solution->the_case->Pi;
  double strength = width ? 30.0 / (width + 20.0) : 0;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        double wp = exp (strength * 2.4 * (fixture_irregular (p) - 0.35));
        double wq = exp (strength * 2.4 * (fixture_irregular (q) - 0.35));
        double a = fixture_irregular (p * q + p + q) - 0.5;
        double c = p == q ? 1 : 0.8 * strength * a * fabs (2 * a);
        solution->U[p * Pi + q] = sqrt (wp * wq) * c;
      }
}

static void
fill_hmc4 (IplSolution *solution, int row)
{
  for (guint k = 0; k < 16; k++)
    solution->U[k] = fixture_U[row][k];
  for (guint k = 0; k < FIXTURE_COMPONENTS; k++)
    solution->overlap[k] = fixture_overlap[row][k];
  solution->action = fixture_action[row];
}

static IplSolution *
make_row (Fixture *self, FixtureKind kind, int i)
{
  double accuracy = fixture_accuracy[i];
  if (self->the_case->labels.kind == IPL_LABELS_NUMBERS)
    accuracy = 0.21 + 0.02 * i;
  if (kind == FIXTURE_EQUAL)
    accuracy = 0.9;
  if (kind == FIXTURE_NAN)
    accuracy = i == 3 ? 0.9 : NAN;
  IplSolution *row = make_solution (self, fixture_width[i], accuracy, 0.4 * i);
  if (self->the_case->Pi == 4 && kind != FIXTURE_EQUAL)
    fill_hmc4 (row, i);
  else if (kind == FIXTURE_MIDDLE)
    {
      row->setting.N[0] = MAX (1, fixture_width[i] / 2);
      row->setting.N[1] = MAX (1, fixture_width[i] / 3);
      fill_U (row, fixture_width[i]);
    }
  else if (kind != FIXTURE_EQUAL)
    fill_U (row, fixture_width[i]);
  if (kind == FIXTURE_CLASSES)
    spread_over_classes (row);
  if (kind == FIXTURE_NAN)
    {
      row->overlap[2] = NAN;
      row->U[1] = row->U[4] = NAN;
    }
  return row;
}

static void
make_sweep (Fixture *self, FixtureKind kind)
{
  IplSweep *sweep = self->sweep = g_new0 (IplSweep, 1);
  int first = kind == FIXTURE_ONE_WIDTH ? 3 : 0;
  int n = kind == FIXTURE_ONE_WIDTH ? 1 : FIXTURE_WIDTHS;
  sweep->the_case = &self->the_case->info;
  sweep->n_rows = n;
  sweep->rows = g_new0 (IplSolution *, n);
  sweep->group = g_new0 (guint, n);
  for (int i = 0; i < n; i++)
    if (kind != FIXTURE_ARRIVING || i % 3 != 1)
      sweep->rows[i] = make_row (self, kind, first + i);

  static const double limits[] = { 0.826, 0.940, 0.955 };
  guint n_lines = 1 + self->the_case->n_groups;
  sweep->n_groups = 1;
  sweep->groups = g_new0 (IplSweepGroup, 1);
  sweep->groups[0].n_lines = n_lines;
  sweep->groups[0].lines = g_new0 (IplGpLine, n_lines);
  for (guint l = 0; l < n_lines; l++)
    {
      IplGpLine *line = &sweep->groups[0].lines[l];
      double limit = self->the_case->labels.kind == IPL_LABELS_NUMBERS ? 0.36 : limits[l];
      if (kind == FIXTURE_EQUAL)
        limit = 0.9;
      if (kind == FIXTURE_NAN)
        limit = NAN;
      line->label = g_strdup (l ? self->the_case->groups[l - 1].label : "all paths");
      line->n_paths = l ? self->the_case->groups[l - 1].n_paths : self->the_case->Pi;
      line->solution = make_solution (self, 0, limit, 3);
      if (self->the_case->Pi == 4)
        for (guint k = 0; k < FIXTURE_COMPONENTS; k++)
          line->solution->overlap[k] = fixture_overlap_gp[0][k];
      if (kind == FIXTURE_CLASSES)
        spread_over_classes (line->solution);
    }
}

static Fixture *
new_without_kernels (FixtureKind kind)
{
  Fixture *self = g_new0 (Fixture, 1);
  self->solutions = g_ptr_array_new ();
  self->posteriors = g_ptr_array_new_with_free_func ((GDestroyNotify)fixture_posterior_free);
  self->the_case = make_case (kind);
  self->view.the_case = &self->the_case->info;
  self->view.display.n_components = 30;
  self->view.display.path_scale = IPL_PATHS_LINEAR;
  if (kind == FIXTURE_UNSOLVED)
    return self;
  if (kind == FIXTURE_GP_ONLY)
    {
      self->view.current = self->view.gp = make_solution (self, 0, 0.826, 3);
      return self;
    }
  make_sweep (self, kind);
  self->view.sweep = self->sweep;
  self->view.gp = self->sweep->groups[0].lines[0].solution;
  self->view.current = kind == FIXTURE_GP ? self->view.gp : self->sweep->rows[0];
  if (kind == FIXTURE_BETWEEN)
    {
      IplSolution *between = make_solution (self, 73, 0.93, 1);
      fill_hmc4 (between, 2);
      self->view.current = between;
    }
  if (kind >= FIXTURE_ONE_SHOT)
    self->network = fixture_network_new (self, kind != FIXTURE_PARTIAL);
  else if (kind >= FIXTURE_SAMPLED)
    fixture_add_samples (self, kind);
  return self;
}

Fixture *
fixture_new (FixtureKind kind)
{
  Fixture *self = new_without_kernels (kind);

  ipl_style_init (&self->style, IPL_THEME_LIGHT, 8);
  if (self->view.current != NULL && self->view.gp != NULL && kind != FIXTURE_CLASSES)
    {
      self->kernels = fixture_kernels_new (&self->view);
      self->view.kernels = self->kernels;
    }
  return self;
}

void
fixture_free (Fixture *self)
{
  g_clear_pointer (&self->kernels, ipl_kernel_picture_unref);
  for (guint i = 0; i < self->solutions->len; i++)
    {
      IplSolution *solution = g_ptr_array_index (self->solutions, i);
      g_free (solution->U);
      for (guint t = 0; t < solution->n_tests; t++)
        {
          g_free (solution->tests[t].mean);
          g_free (solution->tests[t].var);
          g_free (solution->tests[t].probability);
          g_free (solution->tests[t].confusion);
        }
      g_free (solution->tests);
      g_free (solution->overlap);
      g_free (solution->eigenvalues);
      g_free (solution->multiplicity);
      g_free (solution->head_score);
      g_free (solution);
    }
  g_ptr_array_unref (self->solutions);
  g_ptr_array_unref (self->posteriors);
  if (self->sweep)
    {
      for (guint l = 0; l < self->sweep->groups[0].n_lines; l++)
        g_free (self->sweep->groups[0].lines[l].label);
      g_free (self->sweep->groups[0].lines);
      g_free (self->sweep->groups);
      g_free (self->sweep->rows);
      g_free (self->sweep->group);
      g_free (self->sweep);
    }
  fixture_network_free (self->network);
  ipl_case_unref (self->the_case);
  g_free (self);
}
