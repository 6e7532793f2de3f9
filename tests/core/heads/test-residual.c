/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Residual connections as identity heads (THEORY.md section 6.11): cases that have them, their path
 * features, the GP limit and the saddle point, against plain loops and against networks that say
 * the same in other words. The posterior of such networks is in test-importance.c. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/heads/head-entropy.h"
#include "core/heads/case-prune.h"
#include "core/theory/solution.h"
#include "support.h"

#define P_TRAIN 6
#define P_TEST 4
#define TOKENS 5
#define N_0 3
#define LAYERS 2

/* Numbers of a case at a level of tokens; heads with attention a layer: 2 and 1. */
typedef struct
{
  double y[P_TRAIN], x[(P_TRAIN + P_TEST) * TOKENS * N_0];
  double w[LAYERS][2 * N_0 * N_0];
  double attention[LAYERS][(P_TRAIN + P_TEST) * 3 * TOKENS * TOKENS];
} Numbers;

static const guint attending[LAYERS] = { 2, 1 };
static const double rho[LAYERS] = { 1.4, 0.6 };

static Numbers *
numbers_new (guint32 seed)
{
  Numbers *self = g_new0 (Numbers, 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (gsize m = 0; m < P_TRAIN; m++)
    self->y[m] = m % 2 == 0 ? 1 : -1;
  for (gsize i = 0; i < G_N_ELEMENTS (self->x); i++)
    self->x[i] = g_rand_double_range (rand, -1, 1);
  for (guint l = 0; l < LAYERS; l++)
    for (gsize i = 0; i < attending[l] * N_0 * N_0; i++)
      self->w[l][i] = g_rand_double_range (rand, -1, 1);
  /* What these weights make of it, and in the last place of each layer the identity. */
  for (guint l = 0; l < LAYERS; l++)
    for (gsize m = 0; m < P_TRAIN + P_TEST; m++)
      for (guint h = 0; h <= attending[l]; h++)
        for (gsize t = 0; t < TOKENS; t++)
          {
            double *row = self->attention[l] + ((m * (attending[l] + 1) + h) * TOKENS + t) * TOKENS;
            const double *x = self->x + m * TOKENS * N_0;
            double sum = 0;

            for (gsize s = 0; s < TOKENS; s++)
              {
                double logit = 0;

                for (gsize i = 0; i < N_0; i++)
                  for (gsize j = 0; j < N_0 && h < attending[l]; j++)
                    logit += x[s * N_0 + i] * self->w[l][(h * N_0 + i) * N_0 + j] * x[t * N_0 + j];
                sum += row[s] = exp (logit);
              }
            for (gsize s = 0; s < TOKENS; s++)
              row[s] = h < attending[l] ? row[s] / sum : s == t;
          }
  return self;
}

static void
add_tokens (IplNpz *npz, const Numbers *self, const char *readout)
{
  const gsize train[] = { P_TRAIN, TOKENS, N_0 }, test[] = { P_TEST, TOKENS, N_0 };

  ipl_npz_add_numbers (npz, "y_train", self->y, 1, train);
  ipl_npz_add_numbers (npz, "y_test", self->y, 1, test);
  ipl_npz_add_numbers (npz, "x_train", self->x, 3, train);
  ipl_npz_add_numbers (npz, "x_test", self->x + P_TRAIN * TOKENS * N_0, 3, test);
  ipl_npz_add_text (npz, "readout", readout);
}

/* Heads [from, to) of a layer's attention, of each example. */
static void
add_attention (IplNpz *npz, const Numbers *self, guint l, guint heads)
{
  for (guint set = 0; set < 2; set++)
    {
      gsize count = set == 0 ? P_TRAIN : P_TEST, one = TOKENS * TOKENS;
      gsize shape[] = { count, heads, TOKENS, TOKENS };
      g_autofree double *values = g_new (double, count * heads * one);
      g_autofree char *name = g_strdup_printf ("attn_%s_%u", set == 0 ? "train" : "test", l + 1);

      for (gsize m = 0; m < count; m++)
        memcpy (values + m * heads * one,
                self->attention[l] + (m + set * P_TRAIN) * (attending[l] + 1) * one,
                heads * one * sizeof (double));
      ipl_npz_add_numbers (npz, name, values, 4, shape);
    }
}

static void
add_weights (IplNpz *npz, const Numbers *self, guint l)
{
  g_autofree char *name = g_strdup_printf ("w_%u", l + 1);
  gsize shape[] = { attending[l], N_0, N_0 };

  ipl_npz_add_numbers (npz, name, self->w[l], 3, shape);
}

static void
add_list (IplNpz *npz, const char *name, gsize n, const double *values)
{
  ipl_npz_add_numbers (npz, name, values, 1, &n);
}

static IplCase *
make (IplNpz *npz)
{
  IplCase *the_case = TEST_OK (ipl_case_from_arrays (npz, "own", TRUE, 1, NULL, &error));

  ipl_npz_free (npz);
  return the_case;
}

static IplCase *
case_with_residual (const Numbers *numbers, IplLevel level, const char *readout)
{
  IplNpz *npz = ipl_npz_new ();
  const double heads[] = { attending[0], attending[1] };

  add_tokens (npz, numbers, readout);
  add_list (npz, "heads", LAYERS, heads);
  add_list (npz, "residual", LAYERS, rho);
  for (guint l = 0; l < LAYERS; l++)
    if (level == IPL_LEVEL_ATTENTION)
      add_attention (npz, numbers, l, attending[l]);
    else
      add_weights (npz, numbers, l);
  return make (npz);
}

/* Path features are those of one more head whose attention is the identity. */
TEST (test_features, "/residual/features")
{
  static const char *const readouts[] = { "mean", "last", "first" };
  static const IplLevel levels[] = { IPL_LEVEL_ATTENTION, IPL_LEVEL_WEIGHTS };
  g_autofree Numbers *numbers = numbers_new (3);

  for (guint k = 0; k < G_N_ELEMENTS (readouts); k++)
    for (guint v = 0; v < G_N_ELEMENTS (levels); v++)
      {
        g_autoptr (IplCase) the_case = case_with_residual (numbers, levels[v], readouts[k]);
        g_autoptr (IplCase) plain = NULL;
        IplNpz *npz = ipl_npz_new ();

        add_tokens (npz, numbers, readouts[k]);
        for (guint l = 0; l < LAYERS; l++)
          add_attention (npz, numbers, l, attending[l] + 1);
        plain = make (npz);
        g_assert_cmpuint (the_case->Pi, ==, 6);
        g_assert_cmpuint (the_case->H[0], ==, 3);
        g_assert_cmpuint (the_case->H[1], ==, 2);
        g_assert_cmpint (the_case->level, ==, levels[v]);
        test_assert_near (P_TRAIN * 6 * N_0, the_case->train.xi, plain->train.xi, 1e-14);
        test_assert_near (P_TEST * 6 * N_0, the_case->tests[0].xi, plain->tests[0].xi, 1e-14);
      }
}

TEST (test_names_and_entropy, "/residual/names-and-entropy")
{
  g_autofree Numbers *numbers = numbers_new (5);
  g_autoptr (IplCase) the_case = case_with_residual (numbers, IPL_LEVEL_WEIGHTS, "mean");
  g_autofree double *entropy = ipl_head_entropy (the_case, 0, NULL, NULL, 1, NULL, NULL);

  g_assert_cmpstr (the_case->path_names[0], ==, "(1,1)");
  g_assert_cmpstr (the_case->path_names[1], ==, "(1,id)");
  g_assert_cmpstr (the_case->path_names[5], ==, "(id,id)");
  g_assert_cmpstr (the_case->short_names[4], ==, "(id,1)");
  g_assert_cmpstr (the_case->head_names[1], ==, "layer 1 head 2");
  g_assert_cmpstr (the_case->head_names[2], ==, "layer 1 identity");
  g_assert_cmpfloat (entropy[0], >, 0.1);
  g_assert_cmpfloat (entropy[2], ==, 0);
  g_assert_cmpfloat (entropy[4], ==, 0);
}

/* Out and in again at every level, and after heads are removed. */
TEST (test_round_trip, "/residual/round-trip")
{
  g_autofree Numbers *numbers = numbers_new (7);
  g_autofree char *path = test_path ("interplay-residual.npz");
  static const gboolean removals[][5] = {
    { FALSE }, { TRUE }, { FALSE, FALSE, TRUE }, { FALSE, FALSE, FALSE, TRUE }, { TRUE, TRUE },
  };

  for (guint level = 0; level < 3; level++)
    for (guint k = 0; k < G_N_ELEMENTS (removals); k++)
      {
        g_autoptr (IplCase) whole = case_with_residual (
            numbers, level == 1 ? IPL_LEVEL_ATTENTION : IPL_LEVEL_WEIGHTS, "last");
        g_autoptr (IplCase) the_case
            = TEST_OK (ipl_case_without_heads (whole, removals[k], &error));
        g_autoptr (IplCase) again = NULL;

        g_assert_cmpfloat (the_case->residual[0], ==, removals[k][2] ? 0 : rho[0]);
        g_assert_cmpfloat (the_case->residual[1], ==, rho[1]);
        if (level == 0)
          /* Tokens are not kept, so that path features are written. */
          g_clear_pointer (&the_case->train.x, g_free);
        TEST_OK (ipl_case_save (the_case, path, &error));
        again = TEST_OK (ipl_case_load (path, TRUE, 1, NULL, &error));
        g_assert_cmpint (again->level, ==, level == 0 ? IPL_LEVEL_PATHS : the_case->level);
        g_assert_cmpuint (again->Pi, ==, the_case->Pi);
        g_assert_cmpmem (again->H, sizeof again->H, the_case->H, sizeof the_case->H);
        g_assert_cmpmem (again->residual, sizeof again->residual, the_case->residual,
                         sizeof the_case->residual);
        test_assert_near (P_TRAIN * again->Pi * N_0, again->train.xi, the_case->train.xi, 1e-14);
        g_assert_true (g_strv_equal ((const char *const *)again->head_names,
                                     (const char *const *)the_case->head_names));
      }
}

TEST (test_refused, "/residual/refused")
{
  g_autofree Numbers *numbers = numbers_new (9);
  static const struct
  {
    double heads[LAYERS], residual[LAYERS];
    gsize n;
    gint code;
    const char *words;
  } files[] = {
    { { 2, 1 }, { 1, -1 }, 2, IPL_ERROR_VALUE, "residual[1] is -1" },
    { { 2, 1 }, { 1e13, 1 }, 2, IPL_ERROR_VALUE, "residual[0] is 1e+13" },
    { { 2, 1 }, { 1, 1 }, 1, IPL_ERROR_SHAPE, "residual" },
    { { 2, 0 }, { 1, 0 }, 2, IPL_ERROR_VALUE, "layer 2 0 heads" },
    { { 64, 1 }, { 1, 0 }, 2, IPL_ERROR_VALUE, "residual" },
    { { 0, 0 }, { 1, 1 }, 0, IPL_ERROR_MISSING, "heads" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (files); k++)
    {
      IplNpz *npz = ipl_npz_new ();

      add_tokens (npz, numbers, "mean");
      for (guint l = 0; l < LAYERS; l++)
        add_attention (npz, numbers, l, attending[l]);
      if (files[k].n > 0)
        add_list (npz, "heads", LAYERS, files[k].heads);
      add_list (npz, "residual", MAX (files[k].n, 1), files[k].residual);
      TEST_REFUSED (ipl_case_from_arrays (npz, "own", TRUE, 1, NULL, &error), files[k].code,
                    files[k].words);
      ipl_npz_free (npz);
    }
}

TEST (test_widths, "/residual/widths")
{
  g_autofree Numbers *numbers = numbers_new (9);
  g_autoptr (IplCase) the_case = case_with_residual (numbers, IPL_LEVEL_WEIGHTS, "mean");
  IplSetting setting = test_setting (the_case, 10);

  setting.N[2] = 12;
  TEST_REFUSED (ipl_setting_validate (&setting, the_case, &error), IPL_ERROR_VALUE, "N_2 and N_a",
                "10 and 12");
  /* Dragged along the axis of width both keep in step. */
  setting.N[2] = 10;
  ipl_setting_scale_widths (&setting, 37);
  g_assert_true (ipl_setting_validate (&setting, the_case, NULL));
  the_case->residual[1] = 0;
  setting.N[2] = 3;
  g_assert_true (ipl_setting_validate (&setting, the_case, NULL));
}

/* U of the GP limit path by path, and what it predicts; wide networks come to it. */
TEST (test_gp_limit, "/residual/gp-limit")
{
  g_autofree Numbers *numbers = numbers_new (11);
  g_autoptr (IplCase) the_case = case_with_residual (numbers, IPL_LEVEL_WEIGHTS, "mean");
  double U[36] = { 0 }, mean[P_TEST], gap[2];
  g_autoptr (IplSolution) gp = NULL;

  IplSetting setting = test_setting (the_case, 0);
  setting.temperature = 0.1;
  setting.variances[0] = 1.5;
  setting.variances[1] = 0.7;
  setting.variances[2] = 1.2;
  setting.variances[3] = 0.9;
  for (gsize p = 0; p < 6; p++)
    U[p * 6 + p]
        = 0.9 * (p % 2 == 1 ? rho[1] * rho[1] : 1.2) * (p / 2 == 2 ? rho[0] * rho[0] : 0.7);
  gp = test_solve (the_case, &setting);
  test_assert_near (36, gp->U, U, 1e-14);
  test_slow_predictor (the_case, &setting, U, &the_case->tests[0], mean, NULL);
  test_assert_near (P_TEST, gp->tests[0].mean, mean, 1e-12);
  setting.gp = FALSE;
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (IplSolution) wide = NULL;

      for (guint l = 0; l <= LAYERS; l++)
        setting.N[l] = k == 0 ? 100000 : 1000000;
      wide = test_solve (the_case, &setting);
      gap[k] = test_largest_difference (36, wide->U, U);
    }
  g_assert_cmpfloat (gap[0], <, 1e-3);
  /* Corrections are of order 1/N. */
  test_assert_close (gap[0] / gap[1], 10, 0.1);
}

/* Identity heads and no others: a linear network of one number, s, found by bisection here. */
static void
check_linear (gsize P, guint L, guint width, double scale, double temperature)
{
  const guint H[] = { 1, 1, 1 };
  g_autoptr (IplCase) the_case = test_random_case (P, 3, L, H, 4, 17);
  g_autoptr (IplSolution) solution = NULL;
  g_autofree double *U = g_new0 (double, 1), *mean = g_new (double, 3);
  double all = 1, low = -60, high = 60;

  for (guint l = 0; l < L; l++)
    all *= the_case->residual[l] = scale * (1 + 0.3 * l);
  IplSetting setting = test_setting (the_case, width);
  setting.temperature = temperature;
  setting.variances[L + 1] = 0.8;
  /* dS/d log u_a = u dE/du + N_a (u_a / s_a^2 - 1): rising, as there is one minimum here */
  for (guint i = 0; i < 200; i++)
    {
      double middle = (low + high) / 2, h = 1e-5, E[2];

      for (int side = 0; side < 2; side++)
        {
          *U = all * all * exp (middle + (side == 0 ? h : -h));
          E[side] = test_slow_energy (the_case, &setting, U);
        }
      if ((E[0] - E[1]) / (2 * h) + width * (exp (middle) / 0.8 - 1) > 0)
        high = middle;
      else
        low = middle;
    }
  *U = all * all * exp (low);
  solution = test_solve (the_case, &setting);
  g_test_message ("P = %zu, L = %u, N = %u, rho of %g: u = %g, %g by bisection", P, L, width, scale,
                  solution->U[0], *U);
  g_assert_cmpfloat (fabs (solution->U[0] / *U - 1), <, 1e-5);
  g_assert_cmpfloat (fabs (solution->u_a * all * all / solution->U[0] - 1), <, 1e-12);
  test_slow_predictor (the_case, &setting, solution->U, &the_case->tests[0], mean, NULL);
  test_assert_near (3, solution->tests[0].mean, mean, 1e-9 * (1 + test_largest (3, mean)));
}

TEST (test_linear, "/residual/linear")
{
  check_linear (6, 1, 10, 1, 0.1);
  check_linear (6, 3, 10, 1, 0.1);
  check_linear (6, 2, 1, 1, 0.1);
  check_linear (1, 2, 1, 1, 0.1);
  check_linear (1, 3, 100, 3, 0.1);
  /* very weak ones, and very strong ones of no more examples than features, for the plain loops */
  check_linear (6, 2, 5, 1e-3, 0.1);
  check_linear (3, 2, 5, 1e3, 0.1);
  check_linear (6, 1, 5, 1e-6, 0.1);
  check_linear (3, 1, 5, 1e6, 0.1);
}

/* Without its identity a layer is what it would be had it never had one. */
TEST (test_removed, "/residual/removed")
{
  g_autofree Numbers *numbers = numbers_new (13);
  g_autoptr (IplCase) whole = case_with_residual (numbers, IPL_LEVEL_WEIGHTS, "mean");
  const gboolean removed[5] = { FALSE, FALSE, TRUE, FALSE, TRUE };
  g_autoptr (IplCase) pruned = ipl_case_without_heads (whole, removed, NULL);
  g_autoptr (IplCase) plain = NULL;
  g_autoptr (IplSolution) a = NULL;
  g_autoptr (IplSolution) b = NULL;
  IplNpz *npz = ipl_npz_new ();

  add_tokens (npz, numbers, "mean");
  for (guint l = 0; l < LAYERS; l++)
    add_weights (npz, numbers, l);
  plain = make (npz);
  g_assert_false (ipl_case_has_identity (pruned));
  IplSetting setting = test_setting (plain, 4);
  a = test_solve (pruned, &setting);
  b = test_solve (plain, &setting);
  test_assert_near (4, a->U, b->U, 1e-9);
}
