/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removing heads one after the other: orders, curves, bands, fine-tunes. */
#include "core/heads/pruning.h"
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <string.h>

#include "heads/heads-support.h"
#include "core/heads/heads-private.h"
#include "core/heads/pruning-private.h"
#include "core/heads/removal-order.h"
#include "support.h"
#include "network/trained-example.h"

/* An order that removes all but one head of each layer, each head once. */
static void
assert_order (const IplCase *the_case, const guint *order)
{
  guint n = ipl_case_n_heads (the_case) - the_case->L, left[IPL_MAX_LAYERS];
  gboolean gone[IPL_MAX_LAYERS * IPL_MAX_HEADS] = { FALSE };

  memcpy (left, the_case->H, sizeof left);
  for (guint k = 0; k < n; k++)
    {
      guint head = order[k], layer = 0;

      g_assert_cmpuint (head, <, ipl_case_n_heads (the_case));
      g_assert_false (gone[head]);
      gone[head] = TRUE;
      while (head >= the_case->H[layer])
        head -= the_case->H[layer++];
      g_assert_cmpuint (left[layer], >, 1);
      left[layer]--;
    }
}

TEST (test_orders, "/pruning/orders")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 12, 20, 1);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  /* Rising: the layers' heads are 0 1 2, 3, 4 5. */
  const guint listed[] = { 3, 4, 0, 5, 2, 1 };
  const guint rising[] = { 4, 0, 2 }, falling[] = { 1, 2, 5 };
  guint order[3], again[3], first[6] = { 0 };

  memcpy (theory.report->order, listed, sizeof listed);
  ipl_removal_order_list (theory.report, IPL_REMOVAL_BY_SCORE, 0, 0, order);
  g_assert_cmpmem (order, sizeof order, rising, sizeof rising);
  ipl_removal_order_list (theory.report, IPL_REMOVAL_REVERSE, 0, 0, order);
  g_assert_cmpmem (order, sizeof order, falling, sizeof falling);
  for (guint i = 0; i < 1200; i++)
    {
      ipl_removal_order_list (theory.report, IPL_REMOVAL_RANDOM, 5, i, order);
      ipl_removal_order_list (theory.report, IPL_REMOVAL_RANDOM, 5, i, again);
      g_assert_cmpmem (order, sizeof order, again, sizeof again);
      assert_order (example->the_case, order);
      first[order[0]]++;
    }
  /* Five heads may go first, with equal chance: 240 each, standard deviation 14. */
  g_assert_cmpuint (first[3], ==, 0);
  for (guint h = 0; h < 6; h++)
    if (h != 3)
      test_assert_close ((double)first[h], 240, 5 * 14);
}

/* Heads by hand: the greatest of those that may go, the first of equals, until none may. */
TEST (test_by_entropy, "/pruning/by-entropy")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 12, 20, 1);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  static const double values[][6] = {
    { 1, 2, 3, 4, 5, 6 }, { 6, 5, 4, 3, 2, 1 },     { 1, 1, 1, 1, 1, 1 },
    { 0, 2, 2, 7, 2, 0 }, { 0.5, 0.5, 3, 0, 3, 3 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (values); k++)
    {
      g_autoptr (IplHeadReport) report
          = ipl_head_report_with_entropy (theory.report, values[k], NULL);
      guint order[3], left[] = { 3, 1, 2 };
      gboolean gone[6] = { FALSE };

      g_assert_true (ipl_removal_order_list (report, IPL_REMOVAL_BY_ENTROPY, 0, 0, order));
      assert_order (example->the_case, order);
      for (guint n = 0; n < 3; n++)
        {
          guint best = G_MAXUINT;

          for (guint h = 0; h < 6; h++)
            if (!gone[h] && left[report->layer[h]] > 1
                && (best == G_MAXUINT || values[k][h] > values[k][best]))
              best = h;
          g_assert_cmpuint (order[n], ==, best);
          gone[best] = TRUE;
          left[report->layer[best]]--;
        }
    }
}

/* Every point is the pruned network's own accuracy, down to one head a layer. */
TEST (test_trained, "/pruning/trained")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_two_layers, 20, 150, 2);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  IplPruningOptions options = { .n_random = 30, .seed = 3, .network = example->network };
  g_autoptr (IplPruning) pruning = heads_prune (&theory, &options, 2);

  g_assert_true (pruning->is_trained);
  g_assert_cmpuint (pruning->n_points, ==, 5);
  g_assert_cmpuint (pruning->n_random, ==, 30);
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      const IplPruningCurve *curve = &pruning->curve[o];

      assert_order (example->the_case, curve->order);
      for (guint k = 0; k < 5; k++)
        {
          g_autofree gboolean *removed = ipl_pruning_removed (pruning, (IplRemovalOrder)o, k);
          g_autoptr (IplTrainedNetwork) network = ipl_pruning_network (
              pruning, (IplRemovalOrder)o, k, &options, FALSE, 1, NULL, NULL);
          double slow = heads_slow_accuracy (example, removed);

          g_assert_cmpfloat (curve->accuracy[k], ==, slow);
          g_assert_cmpfloat (fabs (curve->se[k] - sqrt (slow * (1 - slow) / 150)), <, 1e-15);
          g_assert_true (isnan (curve->tuned[k]));
          g_assert_cmpuint (ipl_trained_shape_n_heads (&network->shape), ==, 6 - k);
          g_assert_cmpfloat (curve->parameters[k], ==, (double)network->n_parameters);
          g_assert_cmpfloat (curve->multiply_adds[k], ==,
                             ipl_trained_shape_multiply_adds (&network->shape));
        }
      g_assert_cmpfloat (curve->accuracy[0], ==, theory.report->trained.accuracy);
      g_assert_cmpfloat (fabs (curve->accuracy[0] - curve->accuracy[1]
                               - theory.report->trained.drop[curve->order[0]]),
                         <, 1e-14);
    }
}

/* The network's costs are known from the case alone, where it has the attention weights. */
TEST (test_costs, "/pruning/costs")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_two_layers, 12, 20, 2);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  IplPruningOptions with = { .network = example->network }, without = { 0 };
  g_autoptr (IplPruning) a = heads_prune (&theory, &with, 1),
                         b = heads_prune (&theory, &without, 1);

  test_assert_same (5, a->curve[0].parameters, b->curve[0].parameters);
  test_assert_same (5, a->curve[1].multiply_adds, b->curve[1].multiply_adds);
  g_assert_cmpuint (b->n_random, ==, 0);
  g_assert_true (isnan (b->random_mean[0]));
  g_assert_false (isnan (b->curve[IPL_REMOVAL_RANDOM].accuracy[4]));
}

/* Mean and percentiles over the orders, each followed by itself. */
TEST (test_band, "/pruning/band")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_two_layers, 12, 60, 4);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  IplPruningOptions options = { .n_random = 41, .seed = 8, .network = example->network };
  g_autoptr (IplPruning) one = heads_prune (&theory, &options, 1),
                         three = heads_prune (&theory, &options, 3);
  double accuracy[5][41];

  for (guint i = 0; i < 41; i++)
    {
      guint order[4];
      gboolean removed[6] = { FALSE };

      ipl_removal_order_list (theory.report, IPL_REMOVAL_RANDOM, 8, i, order);
      for (guint k = 0; k < 5; k++)
        {
          if (k > 0)
            removed[order[k - 1]] = TRUE;
          accuracy[k][i] = heads_slow_accuracy (example, removed);
        }
    }
  for (guint k = 0; k < 5; k++)
    {
      double mean = 0;

      gsl_sort (accuracy[k], 1, 41);
      for (guint i = 0; i < 41; i++)
        mean += accuracy[k][i] / 41;
      g_assert_cmpfloat (fabs (one->random_mean[k] - mean), <, 1e-13);
      /* 40 gaps: the 5th and 95th percentiles are the third from either end. */
      g_assert_cmpfloat (fabs (one->random_low[k] - accuracy[k][2]), <, 1e-13);
      g_assert_cmpfloat (fabs (one->random_high[k] - accuracy[k][38]), <, 1e-13);
    }
  test_assert_same (5, one->random_mean, three->random_mean);
  test_assert_same (5, one->random_low, three->random_low);
}

/* Without a trained network the curve is the theory's: test-head-outputs. */
TEST (test_theory, "/pruning/theory")
{
  g_autoptr (IplCase) the_case = test_random_case (20, 40, HEADS (2, 3), 6, 5);
  g_auto (HeadsTheory) theory = heads_theory_new (the_case);
  /* Two heads, then three, whose scores would not give this order. */
  static const double entropy[] = { 0.1, 0.4, 0.2, 0.9, 0.3 };
  g_autoptr (IplHeadReport) report = ipl_head_report_with_entropy (theory.report, entropy, NULL);
  IplPruningOptions options = { .n_random = 10, .fine_tune_steps = 100 };
  g_autoptr (IplPruning) pruning
      = ipl_pruning_run (report, theory.solution, &options, &(IplWork){ .threads = 2 }, NULL);
  const guint diffuse_first[] = { 3, 1, 4 };
  g_autoptr (IplTrainedNetwork) network = NULL;

  g_assert_false (pruning->is_trained);
  g_assert_cmpuint (pruning->n_points, ==, 4);
  g_assert_cmpuint (pruning->fine_tune_steps, ==, 0);
  g_assert_cmpmem (pruning->curve[IPL_REMOVAL_BY_ENTROPY].order, sizeof diffuse_first,
                   diffuse_first, sizeof diffuse_first);
  g_assert_true (isnan (pruning->curve[0].parameters[1]) && isnan (pruning->curve[0].tuned[1]));
  TEST_REFUSED (ipl_pruning_network (pruning, IPL_REMOVAL_BY_SCORE, 1, &options, FALSE, 1, NULL,
                                     &error),
                IPL_ERROR_MISSING);
}
