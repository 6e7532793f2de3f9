/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The free energy along lines and over planes of attention weights: held to the free energy at each
 * point, to each other, and the pass between minima to a slow search of all ways. */
#include <math.h>
#include <string.h>

#include "attention/attention-support.h"
#include "core/attention/attention-scan.h"
#include "core/attention/basins.h"
#include "core/attention/free-energy.h"
#include "core/base/error.h"
#include "core/base/random.h"

/* 0 and 1 are two of the places. */
#define POINTS 8
#define AT_0 1
#define AT_1 5

static void
say_nothing (double fraction, const char *sentence, gpointer data)
{
  g_assert_cmpfloat (fraction, <=, 1);
}

static IplTrajectory *
scan (const IplCase *the_case, const IplAttentionPlan *plan)
{
  const IplAttentionWatch watch = { .progress = say_nothing };
  GError *error = NULL;
  gboolean complete;
  IplTrajectory *trajectory = ipl_attention_scan (the_case, plan, NULL, &watch, &complete, &error);

  g_assert_no_error (error);
  g_assert_true (complete);
  return trajectory;
}

static IplAttentionPoint
point (const char *text)
{
  IplAttentionPoint self;
  GError *error = NULL;

  ipl_attention_point_parse (&self, text, &error);
  g_assert_no_error (error);
  return self;
}

static void
plan_init (IplAttentionPlan *self, const IplCase *the_case, const char *from, const char *to,
           const char *beside)
{
  ipl_attention_plan_init (self, the_case);
  self->prior = (IplAttentionPrior){ IPL_ATTENTION_SOFTMAX, 0, 0.5 };
  self->n_P = 2;
  self->P[0] = 10;
  self->P[1] = (guint)the_case->train.count;
  self->starts = 1;
  self->from = point (from);
  self->to = point (to);
  self->beside = point (beside);
  self->points = self->plane_points = POINTS;
}

static double
free_energy (IplAttentionModel *model, const double *w)
{
  IplSaddle *saddle = NULL;
  GError *error = NULL;
  double value;

  ipl_attention_free_energy (model, w, &saddle, &value, NULL, NULL, &error);
  g_assert_no_error (error);
  ipl_saddle_free (saddle);
  return value;
}

/* F less that of no attention at a point x, y of a plane, by itself. */
static double
at_point (IplAttentionModel *model, const double *from, const double *to, const double *beside,
          double x, double y)
{
  g_autofree double *w = g_new0 (double, model->n);
  double zero = free_energy (model, w), first = 0, second = 0, scale;

  for (gsize k = 0; k < model->n; k++)
    {
      first += pow (to[k] - from[k], 2);
      second += pow (beside[k] - from[k], 2);
    }
  scale = sqrt (first / second);
  for (gsize k = 0; k < model->n; k++)
    w[k] = from[k] + x * (to[k] - from[k]) + y * scale * (beside[k] - from[k]);
  return free_energy (model, w) - zero;
}

/* From one head of the case to its other in the place of the first, beside what is learned. */
static void
test_points (void)
{
  static const guint H[] = { 2 };
  g_autoptr (IplCase) the_case = test_token_case (25, 10, 1, H, 4, 2, 0, 1, IPL_READOUT_LAST, 3);
  g_autoptr (IplTrajectory) found = NULL;
  IplAttentionPlan plan;

  plan_init (&plan, the_case, "0.5*own:1", "0.5*own:2@1", "learned");
  found = scan (the_case, &plan);
  for (guint s = 0; s < 2; s++)
    {
      g_autoptr (IplAttentionModel) model
          = ipl_attention_model_new (the_case, plan.P[s], &plan.setting, &plan.prior, NULL);
      const double *places = ipl_trajectory_find (found, "plane")->values;
      const double *plane = ipl_trajectory_get (found, "plane_free_energy", s);
      const double *line = ipl_trajectory_get (found, "line_free_energy", s);
      const double *own = the_case->weights[0].combined;
      double from[8] = { 0 }, to[8] = { 0 };

      g_assert_cmpuint (model->n, ==, 8);
      for (guint k = 0; k < 4; k++)
        {
          from[k] = 0.5 * own[k];
          to[k] = 0.5 * own[4 + k];
        }
      for (guint i = 0; i < POINTS * POINTS; i++)
        g_assert_cmpfloat (fabs (at_point (model, from, to,
                                           ipl_trajectory_get (found, "weights", 1),
                                           places[i % POINTS], places[i / POINTS])
                                 - plane[i]),
                           <, 1e-6);
      /* Where the second direction is not gone along the plane is the line, whose ends are both
       * heads. */
      for (guint i = 0; i < POINTS; i++)
        g_assert_cmpfloat (fabs (plane[AT_0 * POINTS + i] - line[i]), <, 1e-6);
      g_assert_cmpfloat (fabs (at_point (model, to, from, from, 0, 0) - line[AT_1]), <, 1e-6);
      g_assert_cmpfloat (fabs (at_point (model, from, to, to, 0, 0) - line[AT_0]), <, 1e-6);
    }
}

/* At each P a line leads from one branch to the other, and both are there. */
static void
test_branches (void)
{
  static const guint H[] = { 1 };
  g_autoptr (IplCase) the_case = test_token_case (30, 10, 1, H, 4, 3, 0, 1, IPL_READOUT_LAST, 2);
  g_autoptr (IplTrajectory) found = NULL;
  IplAttentionPlan plan;

  plan_init (&plan, the_case, "few", "many", "none");
  found = scan (the_case, &plan);
  for (guint s = 0; s < 2; s++)
    {
      const double *F = ipl_trajectory_get (found, "free_energy", s);
      const double *line = ipl_trajectory_get (found, "line_free_energy", s);

      g_assert_cmpfloat (fabs (line[AT_1] - line[AT_0] - (F[1] - F[0])), <, 1e-6);
    }
}

/* One token, one head, one example, one place of the plane. */
static void
test_smallest (void)
{
  static const guint H[] = { 1 };
  g_autoptr (IplCase) the_case = test_token_case (2, 2, 1, H, 1, 1, 0, 1, IPL_READOUT_LAST, 2);
  g_autoptr (IplTrajectory) found = NULL;
  IplAttentionPlan plan;

  plan_init (&plan, the_case, "none", "own", "learned");
  plan.n_P = 1;
  plan.P[0] = 1;
  plan.points = plan.plane_points = 1;
  found = scan (the_case, &plan);
  g_assert_cmpfloat (fabs (*ipl_trajectory_get (found, "plane_free_energy", 0)), <, 1e-9);
  g_assert_true (isnan (*ipl_trajectory_get (found, "plane_barrier", 0)));
}

static gboolean
touch (gsize columns, gsize a, gsize b)
{
  return labs ((long)(a / columns) - (long)(b / columns)) <= 1
         && labs ((long)(a % columns) - (long)(b % columns)) <= 1;
}

/* The least top of all ways between any two places, each way lengthened by a place at a time. */
static double *
find_tops (gsize rows, gsize columns, const double *F)
{
  gsize n = rows * columns;
  double *top = g_new (double, n *n);

  for (gsize a = 0; a < n; a++)
    for (gsize b = 0; b < n; b++)
      top[a * n + b] = touch (columns, a, b) ? MAX (F[a], F[b]) : INFINITY;
  for (gsize k = 0; k < n; k++)
    for (gsize a = 0; a < n; a++)
      for (gsize b = 0; b < n; b++)
        top[a * n + b] = MIN (top[a * n + b], MAX (top[a * n + k], top[k * n + b]));
  return top;
}

/* Minima of the same grid by their neighbours, the deepest first. */
static GArray *
list_minima (gsize rows, gsize columns, const double *F)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize a = 0; a < rows * columns; a++)
    {
      gsize i = a / columns, j = a % columns, at = 0;
      gboolean is = (rows == 1 || (i > 0 && i + 1 < rows)) && j > 0 && j + 1 < columns;

      for (gsize b = 0; b < rows * columns; b++)
        is = is && (a == b || !touch (columns, a, b) || F[a] < F[b]);
      if (!is)
        continue;
      while (at < list->len && F[g_array_index (list, gsize, at)] < F[a])
        at++;
      g_array_insert_val (list, (guint)at, a);
    }
  return list;
}

static void
test_basins (void)
{
  static const gsize sizes[][2] = { { 7, 9 }, { 1, 40 }, { 8, 8 }, { 3, 3 } };
  gsl_rng *rng = ipl_random_generator_new (5, 0);

  for (guint run = 0; run < 40; run++)
    {
      gsize rows = sizes[run % 4][0], columns = sizes[run % 4][1], n = rows * columns;
      g_autofree double *F = g_new (double, n);
      g_autofree double *top = NULL;
      g_autoptr (GArray) minima = NULL, basins = NULL;

      for (gsize i = 0; i < n; i++)
        F[i] = ipl_random_gaussian (rng);
      top = find_tops (rows, columns, F);
      minima = list_minima (rows, columns, F);
      basins = ipl_basins_find (rows, columns, F, 0);
      g_assert_cmpuint (basins->len, ==, minima->len);
      for (guint k = 0; k < basins->len; k++)
        {
          const IplBasin *basin = &g_array_index (basins, IplBasin, k);
          double over = INFINITY;

          g_assert_cmpuint (basin->at, ==, g_array_index (minima, gsize, k));
          for (guint deeper = 0; deeper < k; deeper++)
            over = MIN (over, top[basin->at * n + g_array_index (minima, gsize, deeper)]);
          g_assert_cmpfloat (basin->over, ==, over);
          g_assert_true (k == 0 || F[basin->pass] == over);
        }
      if (basins->len > 1)
        g_assert_cmpfloat (ipl_basins_barrier (basins), ==,
                           g_array_index (basins, IplBasin, 1).over
                               - g_array_index (basins, IplBasin, 1).value);
      else
        g_assert_true (isnan (ipl_basins_barrier (basins)));
    }
  gsl_rng_free (rng);
}

/* Places without a number part basins; shallow ones are left out. */
static void
test_gaps (void)
{
  static const double apart[] = { 5, 1, 5, NAN, 5, 2, 5 }, shallow[] = { 5, 1, 2.5, 2.4, 5 };
  g_autoptr (GArray) two = ipl_basins_find (1, 7, apart, 0);
  g_autoptr (GArray) one = ipl_basins_find (1, 5, shallow, 0.2);
  g_autoptr (GArray) both = ipl_basins_find (1, 5, shallow, 0.05);

  g_assert_cmpuint (two->len, ==, 2);
  g_assert_true (isnan (ipl_basins_barrier (two)));
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (both->len, ==, 2);
  g_assert_cmpfloat (fabs (ipl_basins_barrier (both) - 0.1), <, 1e-12);
}

static void
test_refused (void)
{
  static const char *const wrong[]
      = { "", "owns", "own:", "own:0", "own:1.5", "own:1@", "x*own", "*own", "own*2", "own:2@1:1" };
  static const guint H[] = { 2 };
  g_autoptr (IplCase) the_case = test_token_case (4, 2, 1, H, 2, 2, 0, 1, IPL_READOUT_LAST, 3);
  IplAttentionPlan plan;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      IplAttentionPoint unused;

      g_assert_false (ipl_attention_point_parse (&unused, wrong[i], &error));
      g_assert_error (error, IPL_ERROR, IPL_ERROR_VALUE);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;

      plan_init (&plan, the_case, "none", i == 0 ? "own:3" : "own", "none");
      plan.n_P = 1;
      plan.P[0] = 4;
      plan.prior.G = i == 0 ? 0 : 1;
      g_assert_false (ipl_attention_plan_validate (&plan, the_case, &error));
      g_assert_true (
          g_error_matches (error, IPL_ERROR, i == 0 ? IPL_ERROR_VALUE : IPL_ERROR_MISSING));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attention-plane/points", test_points);
  g_test_add_func ("/attention-plane/branches", test_branches);
  g_test_add_func ("/attention-plane/smallest", test_smallest);
  g_test_add_func ("/attention-plane/basins", test_basins);
  g_test_add_func ("/attention-plane/gaps", test_gaps);
  g_test_add_func ("/attention-plane/refused", test_refused);
  return g_test_run ();
}
