/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case without some heads is the case that those left would have made. */
#include "core/case/features.h"
#include "core/heads/case-prune.h"
#include "core/heads/head-report.h"
#include "core/network/trained-network.h"
#include <string.h>

#include "heads/heads-support.h"
#include "support.h"
#include "network/trained-example.h"

/* Layers of 3, 1 and 2 heads lose the first one's second and the last one's first. */
static const gboolean removed[] = { FALSE, TRUE, FALSE, FALSE, TRUE, FALSE };

/* Sums of at most T terms of softmax weights and tokens of order 1, in double. */
#define ROUNDING 1e-12

static void
assert_features_anew (const IplCase *self, const IplExamples *examples)
{
  gsize size = examples->count * self->Pi * self->N0;
  g_autofree double *xi = g_new (double, size);

  if (self->level == IPL_LEVEL_ATTENTION)
    TEST_OK (ipl_features_compute (NULL, examples->attention, self->L, self->H, NULL, self->T,
                                   self->N0, self->readout, examples->count, examples->x, xi, 1,
                                   NULL, &error));
  else
    TEST_OK (ipl_features_compute (self->weights, NULL, self->L, self->H, NULL, self->T, self->N0,
                                   self->readout, examples->count, examples->x, xi, 1, NULL,
                                   &error));
  test_assert_near (size, xi, examples->xi, ROUNDING);
}

TEST (test_weights, "/case-prune/weights")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 9, 7, 1);
  g_autoptr (IplCase) left = TEST_OK (ipl_case_without_heads (example->the_case, removed, &error));
  g_autoptr (IplTrainedNetwork) pruned = NULL;
  g_autofree IplLayerWeights *weights = g_new0 (IplLayerWeights, 3);
  const IplCase *whole = example->the_case;

  g_assert_cmpuint (left->H[0], ==, 2);
  g_assert_cmpuint (left->H[1], ==, 1);
  g_assert_cmpuint (left->H[2], ==, 1);
  g_assert_cmpuint (left->Pi, ==, 2);
  g_assert_cmpuint (left->n_tests, ==, 2);
  test_assert_same (9, left->train.y, whole->train.y);
  /* The attention weights are the pruned network's. */
  pruned = TEST_OK (ipl_trained_network_prune (example->network, removed, &error));
  g_assert_true (ipl_trained_network_export_attention (pruned, weights, NULL));
  for (guint l = 0; l < 3; l++)
    {
      gsize n = left->H[l] * left->weights[l].G * left->N0;

      g_assert_cmpuint (left->weights[l].G, ==, heads_shape.G);
      test_assert_same (n, left->weights[l].wq, weights[l].wq);
      test_assert_same (n, left->weights[l].wk, weights[l].wk);
      g_free (weights[l].wq);
      g_free (weights[l].wk);
    }
  assert_features_anew (left, &left->train);
  assert_features_anew (left, &left->tests[0]);
  assert_features_anew (left, &left->tests[1]);
}

/* What the trained network is for the pruned case is what the pruned network is. */
static void
check_trained (const IplTrainedShape *shape)
{
  g_autoptr (HeadsExample) example = heads_example_new (shape, 9, 7, 2);
  g_autoptr (IplCase) left = ipl_case_without_heads (example->the_case, removed, NULL);
  g_autoptr (IplTrainedNetwork) pruned
      = ipl_trained_network_prune (example->network, removed, NULL);
  IplCaseTrained *expected = ipl_trained_network_for_case (pruned, NULL);
  gsize rows = left->Pi * shape->outputs, N0 = left->N0;

  /* Products of numbers of order 10, in another order. */
  g_assert_cmpmem (left->trained->N, sizeof expected->N, expected->N, sizeof expected->N);
  test_assert_near (rows * rows, left->trained->U, expected->U,
                    ROUNDING * (1 + test_largest (rows * rows, expected->U)));
  test_assert_near (rows * N0, left->trained->readout, expected->readout,
                    ROUNDING * (1 + test_largest (rows * N0, expected->readout)));
  ipl_case_trained_free (expected);
}

TEST (test_trained, "/case-prune/trained")
{
  check_trained (&heads_shape);
  check_trained (&heads_classes);
}

/* Rows of a random matrix that sum to 1. */
static double *
random_attention (GRand *rand, gsize rows, gsize T)
{
  double *attention = g_new (double, rows * T);

  for (gsize i = 0; i < rows; i++)
    {
      double sum = 0;

      for (gsize s = 0; s < T; s++)
        sum += attention[i * T + s] = g_rand_double (rand);
      for (gsize s = 0; s < T; s++)
        attention[i * T + s] /= sum;
    }
  return attention;
}

TEST (test_attention, "/case-prune/attention")
{
  const guint H[] = { 3, 1, 2 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (IplCase) whole = test_random_case (6, 4, 3, H, 5, 3), left = NULL;
  IplExamples *sets[] = { &whole->train, &whole->tests[0] };

  whole->level = IPL_LEVEL_ATTENTION;
  whole->T = 4;
  for (guint k = 0; k < 2; k++)
    {
      sets[k]->x = trained_gaussians (rand, sets[k]->count * 4 * 5, 1);
      for (guint l = 0; l < 3; l++)
        sets[k]->attention[l] = random_attention (rand, sets[k]->count * H[l] * 4, 4);
      ipl_features_compute (NULL, sets[k]->attention, 3, H, NULL, 4, 5, whole->readout,
                            sets[k]->count, sets[k]->x, sets[k]->xi, 1, NULL, NULL);
    }
  left = ipl_case_without_heads (whole, removed, NULL);
  g_assert_null (left->trained);
  assert_features_anew (left, &left->train);
  assert_features_anew (left, &left->tests[0]);
}

TEST (test_names, "/case-prune/names")
{
  const gboolean first[] = { TRUE, FALSE, FALSE, FALSE };
  const gboolean last[] = { FALSE, FALSE, FALSE, TRUE };
  g_autoptr (IplCase) whole = test_random_case (5, 4, HEADS (2, 2), 3, 1), one = NULL, two = NULL;
  const guint good[] = { 0 }, both[] = { 0, 2 }, third[] = { 2 };
  const char *names[] = { "good", "adversarial 1", "denoising", "(2,2)" };

  for (guint p = 0; p < 4; p++)
    {
      g_free (whole->path_names[p]);
      whole->path_names[p] = g_strdup (names[p]);
    }
  g_free (whole->head_names[2]);
  whole->head_names[2] = g_strdup ("uniform");
  whole->n_groups = 3;
  whole->groups = g_new0 (IplPathGroup, 3);
  whole->groups[0] = (IplPathGroup){ g_strdup ("good"), 1, g_memdup2 (good, sizeof good) };
  whole->groups[1]
      = (IplPathGroup){ g_strdup ("good + denoising"), 2, g_memdup2 (both, sizeof both) };
  whole->groups[2] = (IplPathGroup){ g_strdup ("denoising"), 1, g_memdup2 (third, sizeof third) };
  ipl_case_warn (whole, "Labels are few.");

  /* Without the last head: paths 0 and 2 are left, which the larger group now is all of. */
  one = ipl_case_without_heads (whole, last, NULL);
  g_assert_cmpuint (one->Pi, ==, 2);
  g_assert_cmpstr (one->path_names[0], ==, "good");
  g_assert_cmpstr (one->path_names[1], ==, "denoising");
  g_assert_cmpstr (one->short_names[1], ==, "d");
  g_assert_null (one->path_names[2]);
  g_assert_cmpstr (one->head_names[2], ==, "uniform");
  g_assert_null (one->head_names[3]);
  g_assert_cmpuint (one->n_groups, ==, 2);
  g_assert_cmpuint (one->groups[1].paths[0], ==, 1);
  g_assert_cmpuint (one->warnings->len, ==, 1);
  g_assert_cmpstr (one->groups[0].label, ==, "good");
  g_assert_cmpuint (one->groups[0].paths[0], ==, 0);
  g_assert_nonnull (strstr (one->notes->pdata[one->notes->len - 1], "layer 2 head 2"));

  /* Without the first: paths 2 and 3, called as before, and the third group. */
  two = ipl_case_without_heads (whole, first, NULL);
  g_assert_cmpstr (two->path_names[0], ==, "denoising");
  g_assert_cmpstr (two->path_names[1], ==, "(2,2)");
  g_assert_cmpstr (two->head_names[0], ==, "layer 1 head 2");
  g_assert_cmpuint (two->n_groups, ==, 1);
  g_assert_cmpuint (two->groups[0].paths[0], ==, 0);
  g_assert_cmpuint (two->display_order[0] + two->display_order[1], ==, 1);
}

TEST (test_limits, "/case-prune/limits")
{
  const gboolean none[6] = { FALSE };
  const gboolean layer[] = { TRUE, FALSE, FALSE, TRUE, FALSE, FALSE };
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 5, 5, 4);
  g_autoptr (IplCase) same = ipl_case_without_heads (example->the_case, none, NULL);

  g_assert_true (same == example->the_case);
  TEST_REFUSED (ipl_case_without_heads (example->the_case, layer, &error), IPL_ERROR_VALUE,
                "layer 2");
}
