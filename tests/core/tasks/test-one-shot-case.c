/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case of the one-shot task at given query and key weights, against sums written out. */
#include <math.h>
#include <string.h>

#include "images/image-support.h"
#include "files/npz-support.h"
#include "support.h"

#include "core/base/error.h"
#include "core/tasks/one-shot.h"

#define TOKENS IPL_ONE_SHOT_T
#define WIDTH IPL_ONE_SHOT_N0

static IplOneShot *
task_of (IplImageSet *set, const GArray *classes, const IplOneShotOptions *options, guint threads)
{
  g_autoptr (GError) error = NULL;
  g_autofree guint *all = g_new (guint, set->n_classes);
  IplOneShot *task;

  for (guint c = 0; c < set->n_classes; c++)
    all[c] = c;
  task = classes != NULL
             ? ipl_one_shot_new (set, classes->len, (const guint *)classes->data, options, threads,
                                 NULL, &error)
             : ipl_one_shot_new (set, set->n_classes, all, options, threads, NULL, &error);
  g_assert_no_error (error);
  return task;
}

static void
fill_random (double *values, gsize n, double size, GRand *rand)
{
  for (gsize i = 0; i < n; i++)
    values[i] = g_rand_double_range (rand, -size, size);
}

/* [TOKENS x TOKENS] key s, query t: by the letter of THEORY.md section 1. */
static void
slow_attention (const IplLayerWeights *w, guint head, const double *x, double *O)
{
  gsize G = w->G;
  const double *wq = w->wq + head * G * WIDTH, *wk = w->wk + head * G * WIDTH;

  for (guint t = 0; t < TOKENS; t++)
    {
      double sum = 0;

      for (guint s = 0; s < TOKENS; s++)
        {
          double logit = 0;

          for (gsize g = 0; g < G; g++)
            {
              double q = 0, k = 0;

              for (guint i = 0; i < WIDTH; i++)
                {
                  q += wq[g * WIDTH + i] * x[t * WIDTH + i];
                  k += wk[g * WIDTH + i] * x[s * WIDTH + i];
                }
              logit += q * k;
            }
          O[s * TOKENS + t] = exp (logit / sqrt ((double)G));
          sum += O[s * TOKENS + t];
        }
      for (guint s = 0; s < TOKENS; s++)
        O[s * TOKENS + t] /= sum;
    }
}

/* xi^p = sum_t x_t (O^1 O^2 r)_t, each product written out. */
static void
check_features (const IplCase *the_case, const IplLayerWeights *weights, const IplExamples *set,
                gsize example)
{
  const double *x = set->x + example * TOKENS * WIDTH;
  g_autofree double *O1 = g_new (double, TOKENS * TOKENS);
  g_autofree double *O2 = g_new (double, TOKENS * TOKENS);

  for (guint h1 = 0; h1 < 2; h1++)
    for (guint h2 = 0; h2 < 3; h2++)
      {
        double beta[TOKENS] = { 0 }, alpha[TOKENS] = { 0 };
        const double *xi = set->xi + (example * the_case->Pi + h1 * 3 + h2) * WIDTH;

        slow_attention (&weights[0], h1, x, O1);
        slow_attention (&weights[1], h2, x, O2);
        for (guint s = 0; s < TOKENS; s++)
          for (guint t = 0; t < TOKENS; t++)
            beta[s] += O2[s * TOKENS + t] / TOKENS;
        for (guint s = 0; s < TOKENS; s++)
          for (guint t = 0; t < TOKENS; t++)
            alpha[s] += O1[s * TOKENS + t] * beta[t];
        for (guint i = 0; i < WIDTH; i++)
          {
            double sum = 0;

            for (guint t = 0; t < TOKENS; t++)
              sum += x[t * WIDTH + i] * alpha[t];
            /* Weights sum to 1 and tokens are a few units large; logits of a few units carry
             * their rounding into the softmax. */
            g_assert_cmpfloat_with_epsilon (xi[i], sum, 1e-12);
          }
      }
}

static void
test_case (void)
{
  g_autoptr (IplImageSet) set = test_noise_set (5, 4, 3, 12, 12, 8);
  g_autoptr (IplImageSet) other_set = test_noise_set (1, 2, 9, 28, 28, 9);
  g_autoptr (GArray) train = NULL;
  g_autoptr (GArray) held_out = NULL;
  const IplOneShotOptions options = { .seed = 6 }, wrong = { .seed = 7 };
  g_autoptr (IplOneShot) task = NULL;
  g_autoptr (IplOneShot) test = NULL;
  g_autoptr (IplOneShot) extra = task_of (other_set, NULL, &options, 1);
  g_autoptr (IplOneShot) bad = task_of (other_set, NULL, &wrong, 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  double wq[2][3 * 5 * WIDTH], wk[2][3 * 5 * WIDTH];
  const IplLayerWeights weights[2]
      = { { .wq = wq[0], .wk = wk[0], .G = 5 }, { .wq = wq[1], .wk = wk[1], .G = 4 } };
  const guint H[] = { 2, 3 };
  const char *const names[] = { "noise" };
  IplOneShot *const extras[] = { extra };
  IplOneShot *const bads[] = { bad };
  IplOneShotCase parts = { .name = "shots",
                           .n_extra = 1,
                           .extra = extras,
                           .extra_names = names,
                           .P = 30,
                           .P_test = 20,
                           .seed = 2,
                           .L = 2,
                           .H = H,
                           .weights = weights,
                           .keep_inputs = TRUE };
  g_autoptr (IplCase) one = NULL;
  g_autoptr (IplCase) two = NULL;
  GError *error = NULL;

  for (guint l = 0; l < 2; l++)
    {
      fill_random (wq[l], 3 * 5 * WIDTH, 0.3, rand);
      fill_random (wk[l], 3 * 5 * WIDTH, 0.3, rand);
    }
  g_assert_true (ipl_image_set_split (set, NULL, &train, &held_out, NULL));
  parts.train = task = task_of (set, train, &options, 1);
  parts.test = test = task_of (set, held_out, &options, 1);
  one = ipl_one_shot_make_case (&parts, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (one->level, ==, IPL_LEVEL_WEIGHTS);
  g_assert_cmpint (one->readout, ==, IPL_READOUT_MEAN);
  g_assert_cmpuint (one->Pi, ==, 6);
  g_assert_cmpuint (one->N0, ==, 64);
  g_assert_cmpuint (one->T, ==, 48);
  g_assert_cmpuint (one->n_tests, ==, 2);
  g_assert_cmpstr (one->tests[1].name, ==, "noise");
  g_assert_cmpmem (one->weights[1].wk, 3 * 4 * WIDTH * 8, wk[1], 3 * 4 * WIDTH * 8);
  g_assert_cmpuint (one->weights[1].G, ==, 4);
  for (gsize i = 0; i < 3; i++)
    {
      check_features (one, weights, &one->train, i);
      check_features (one, weights, &one->tests[0], i);
      check_features (one, weights, &one->tests[1], i);
    }
  for (gsize i = 0; i < 30; i++)
    g_assert_true (fabs (one->train.y[i]) == 1);

  /* More sequences, without their tokens and on other threads, leave the first as they are. */
  parts.P = 2100;
  parts.keep_inputs = FALSE;
  two = ipl_one_shot_make_case (&parts, 3, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (two->train.x);
  g_assert_nonnull (two->weights[0].wq);
  g_assert_cmpmem (one->train.y, 30 * 8, two->train.y, 30 * 8);
  g_assert_cmpfloat (test_largest_difference (30 * 6 * WIDTH, one->train.xi, two->train.xi), <,
                     1e-13);
  g_assert_cmpfloat (test_largest_difference (20 * 6 * WIDTH, one->tests[1].xi, two->tests[1].xi),
                     <, 1e-13);

  parts.extra = bads;
  g_assert_null (ipl_one_shot_make_case (&parts, 1, NULL, &error));
  npz_assert_error (&error, IPL_ERROR_VALUE, "label vectors", NULL);
  parts.extra = extras;
  parts.P = 0;
  g_assert_null (ipl_one_shot_make_case (&parts, 1, NULL, &error));
  npz_assert_error (&error, IPL_ERROR_VALUE, "at least 1", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/one-shot-case/features", test_case);
  return g_test_run ();
}
