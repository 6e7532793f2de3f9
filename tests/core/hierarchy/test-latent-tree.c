/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The latent tree: its co-occurrence by formula, by summing over all states of the tree and by
 * sampling; the order in which pairs are learned beside a run over all tokens. */
#include "core/hierarchy/latent-tree.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include "support.h"

static const IplLatentTree uneven = { 3, { 0.05, 0.2, 0.35 }, 0.3 };

/* The probability that a token occurs. */
static double
occurrence (const IplLatentTree *tree)
{
  double sign = 2 * tree->root_one - 1;

  for (guint k = 0; k < tree->depth; k++)
    sign *= 1 - 2 * tree->flip[k];
  return (1 + sign) / 2;
}

/* The probability of @states of all nodes of the tree: node i's children are 2 i + 1 and 2 i + 2.
 */
static double
probability (const IplLatentTree *tree, guint states)
{
  double p = states & 1 ? tree->root_one : 1 - tree->root_one;
  guint n = (2u << tree->depth) - 1;

  for (guint i = 1; i < n; i++)
    {
      guint level = (guint)g_bit_storage (i + 1) - 2;
      gboolean flipped = ((states >> i) & 1) != ((states >> ((i - 1) / 2)) & 1);

      p *= flipped ? tree->flip[level] : 1 - tree->flip[level];
    }
  return p;
}

TEST (test_all_states, "/latent-tree/all-states")
{
  guint M = ipl_latent_tree_n_tokens (&uneven), inner = M - 1;
  double both[8][8] = { 0 };

  for (guint states = 0; states < 1u << (2 * M - 1); states++)
    {
      double p = probability (&uneven, states);

      for (guint l = 0; l < M; l++)
        for (guint m = 0; m < M; m++)
          if ((states >> (inner + l)) & (states >> (inner + m)) & 1)
            both[l][m] += p;
    }
  for (guint l = 0; l < M; l++)
    for (guint m = 0; m < M; m++)
      {
        double P = ipl_latent_tree_cooccurrence (&uneven, ipl_latent_tree_height (l, m));

        /* 2^15 terms of a sum of one. */
        test_assert_close (P, both[l][m] / both[m][m], 1e-12);
        test_assert_close (occurrence (&uneven), both[m][m], 1e-12);
      }
}

TEST (test_heights, "/latent-tree/heights")
{
  guint n[5] = { 0 };

  for (guint m = 0; m < 16; m++)
    {
      g_assert_cmpuint (ipl_latent_tree_height (5, m), ==, ipl_latent_tree_height (m, 5));
      n[ipl_latent_tree_height (5, m)]++;
    }
  for (guint h = 0; h < 5; h++)
    g_assert_cmpuint (n[h], ==, ipl_latent_tree_n_relatives (h));
  g_assert_cmpuint (ipl_latent_tree_height (6, 7), ==, 1);
  g_assert_cmpuint (ipl_latent_tree_height (7, 8), ==, 4);
}

/* Every pair within five standard deviations of its binomial: one seed in 5e4 fails. */
TEST (test_samples, "/latent-tree/samples")
{
  const guint n = 200001;
  guint M = ipl_latent_tree_n_tokens (&uneven);
  double p1 = occurrence (&uneven);
  g_autofree double *counts = g_new (double, M *M);

  TEST_OK (ipl_latent_tree_count (&uneven, 7, n, 2, NULL, counts, &error));
  for (guint l = 0; l < M; l++)
    for (guint m = 0; m < M; m++)
      {
        double p = p1 * ipl_latent_tree_cooccurrence (&uneven, ipl_latent_tree_height (l, m));

        test_assert_close (counts[l * M + m], n * p, 5 * sqrt (n * p * (1 - p)));
      }
}

/* All tokens of the tree, each with a weight of its own. */
TEST (test_attention, "/latent-tree/attention")
{
  IplTreeAttention run = { { 4, { 0.1, 0.02, 0.2, 0.15 }, 0.5 }, 5, 0.1, 3, 1500 };
  g_autoptr (IplTrajectory) trajectory = TEST_OK (ipl_tree_attention_run (&run, NULL, &error));
  const double *learned_at;
  double v[16], a[16], seen[4] = { NAN, NAN, NAN, NAN };

  g_assert_cmpfloat (trajectory->time[trajectory->S - 1], ==, 1500);
  learned_at = ipl_trajectory_get (trajectory, "learned_at", 0);
  for (guint l = 0; l < 16; l++)
    v[l] = 0.05;
  for (guint step = 0; step <= 1500; step++)
    {
      guint moment = ipl_trajectory_find_moment (trajectory, step);
      double sum = 0, entropy = 0;

      for (guint l = 0; l < 16; l++)
        sum += a[l] = l == 6 ? 0 : exp (v[l] * v[l] / 3);
      for (guint l = 0; l < 16; l++)
        {
          a[l] /= sum;
          entropy -= a[l] > 0 ? a[l] * log (a[l]) : 0;
        }
      for (guint l = 0; l < 16; l++)
        {
          guint h = ipl_latent_tree_height (6, l);
          double mu = 5 * ipl_latent_tree_cooccurrence (&run.tree, h);

          if (l == 6)
            continue;
          if (trajectory->time[moment] == step)
            {
              test_assert_close (ipl_trajectory_get (trajectory, "v", moment)[h - 1], v[l], 1e-10);
              test_assert_close (ipl_trajectory_get (trajectory, "attention", moment)[h - 1], a[l],
                                 1e-10);
              test_assert_close (*ipl_trajectory_get (trajectory, "entropy", moment), entropy,
                                 1e-10);
            }
          if (isnan (seen[h - 1]) && v[l] >= 0.9 * mu)
            seen[h - 1] = step;
          v[l] += 0.1 * (mu - v[l]) * a[l];
        }
    }
  for (guint k = 0; k < 4; k++)
    g_assert_true (seen[k] == learned_at[k] || (isnan (seen[k]) && isnan (learned_at[k])));
}

/* What the tree is for: pairs are learned in the order of their co-occurrence, and the entropy of
 * attention dips and comes back. */
TEST (test_order, "/latent-tree/order")
{
  IplParameters parameters;
  IplExperimentRun run = { .work = { .threads = 2 } };
  g_autoptr (IplExperimentResult) result = NULL;
  const double *learned_at;
  double least = INFINITY, first, last;

  ipl_parameters_init (&parameters, "joma-tree");
  result = TEST_OK (parameters.experiment->compute (&parameters, &run, &error));
  learned_at = ipl_trajectory_get (result->trajectory, "learned_at", 0);
  for (guint S = 0; S < result->trajectory->S; S++)
    least = MIN (least, *ipl_trajectory_get (result->trajectory, "entropy", S));
  first = *ipl_trajectory_get (result->trajectory, "entropy", 0);
  last = *ipl_trajectory_get (result->trajectory, "entropy", result->trajectory->S - 1);
  g_test_message ("learned at %g %g %g %g; entropy %g %g %g", learned_at[0], learned_at[1],
                  learned_at[2], learned_at[3], first, least, last);
  for (guint k = 1; k < 4; k++)
    g_assert_cmpfloat (learned_at[k], >, learned_at[k - 1]);
  /* At the start all fifteen weigh the same. */
  test_assert_close (first, log (15), 1e-12);
  g_assert_cmpfloat (least, <, first - 0.5);
  g_assert_cmpfloat (last, >, least + 0.5);
}

TEST (test_threads, "/latent-tree/threads")
{
  IplLatentTree tree = { 6, { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 }, 0.5 };
  double one[64 * 64], three[64 * 64];

  g_assert_true (ipl_latent_tree_count (&tree, 3, 30000, 1, NULL, one, NULL));
  g_assert_true (ipl_latent_tree_count (&tree, 3, 30000, 3, NULL, three, NULL));
  g_assert_cmpmem (one, sizeof one, three, sizeof three);
}
