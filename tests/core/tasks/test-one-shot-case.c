/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case of the one-shot task at given query and key weights. */
#include <math.h>
#include <string.h>

#include "images/image-support.h"
#include "tasks/one-shot-support.h"
#include "files/npz-support.h"
#include "support.h"

#include "core/base/error.h"
#include "core/case/features.h"
#include "core/tasks/one-shot.h"

#define TOKENS IPL_ONE_SHOT_T
#define WIDTH IPL_ONE_SHOT_N0

static void
fill_random (double *values, gsize n, double size, GRand *rand)
{
  for (gsize i = 0; i < n; i++)
    values[i] = g_rand_double_range (rand, -size, size);
}

/* The features of a set are those of its tokens, which test-features holds to plain sums. */
static void
check_features (const IplCase *the_case, const IplExamples *set)
{
  gsize n = set->count * the_case->Pi * WIDTH;
  g_autofree double *xi = g_new (double, n);

  g_assert_true (ipl_features_compute (the_case->weights, NULL, the_case->L, the_case->H, NULL,
                                       TOKENS, WIDTH, IPL_READOUT_MEAN, set->count, set->x, xi, 1,
                                       NULL, NULL));
  /* Weights sum to 1 and tokens are a few units large; logits of a few units carry their rounding
   * into the softmax. */
  g_assert_cmpfloat (test_largest_difference (n, xi, set->xi), <, 1e-12);
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
  g_autoptr (IplOneShot) extra = test_one_shot (other_set, NULL, &options, 1);
  g_autoptr (IplOneShot) bad = test_one_shot (other_set, NULL, &wrong, 1);
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
  parts.train = task = test_one_shot (set, train, &options, 1);
  parts.test = test = test_one_shot (set, held_out, &options, 1);
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
  check_features (one, &one->train);
  check_features (one, &one->tests[0]);
  check_features (one, &one->tests[1]);
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
