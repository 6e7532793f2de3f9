/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hidden-Markov-chain task: its statistics, its heads, its streams. Its accuracy: paper-table.
 */
#include <math.h>
#include <string.h>

#include "support.h"

#include "core/case/features.h"
#include "core/tasks/markov-chain.h"

static IplCase *
generate (const IplMarkovChain *chain, gboolean keep_inputs, guint threads)
{
  return TEST_OK (ipl_markov_chain_generate (chain, "chain", keep_inputs, threads, NULL, &error));
}

/* State of a noiseless token: the first half of the features is on for +. */
static gboolean
token_state (const IplCase *the_case, const double *token, gsize n_features)
{
  return token[0] > token[n_features / 2];
}

TEST (test_states, "/markov-chain/states")
{
  IplMarkovChain chain;
  g_autoptr (IplCase) the_case = NULL;
  gsize stays[2] = { 0, 0 }, starts = 0, steps;
  double q[2];

  ipl_markov_chain_init_hmc4 (&chain);
  chain.noise_parallel = chain.noise_perpendicular = 0;
  chain.n_test = 4000;
  the_case = generate (&chain, TRUE, 2);
  g_assert_cmpuint (the_case->T, ==, 31);
  g_assert_cmpuint (the_case->N0, ==, 231);
  for (gsize i = 0; i < chain.n_test; i++)
    {
      const double *x = the_case->tests[0].x + i * 31 * 231;
      gboolean minus = i >= chain.n_test / 2;
      guint changes = 0;

      g_assert_cmpfloat (the_case->tests[0].y[i], ==, minus ? -1 : 1);
      for (gsize j = 0; j < 200; j++)
        g_assert_cmpfloat (x[j], ==, 0); /* beginning of sequence */
      for (gsize t = 0; t < 31; t++)
        {
          gboolean plus = token_state (the_case, x + t * 231, 200);

          for (gsize s = 0; s < 31; s++)
            g_assert_cmpfloat (x[t * 231 + 200 + s], ==, s == t);
          if (t == 0)
            continue;
          for (gsize j = 0; j < 200; j++)
            g_assert_cmpfloat (x[t * 231 + j], ==, (j < 100) == plus ? G_SQRT2 : 0);
          if (t == 1)
            starts += plus;
          else
            {
              gboolean same = plus == token_state (the_case, x + (t - 1) * 231, 200);

              stays[minus] += same;
              changes += !same;
            }
        }
      g_assert_cmpfloat (the_case->tests[0].structure[i], ==, changes);
    }
  /* Four standard deviations of a binomial frequency. */
  test_assert_close ((double)starts / 4000, 0.5, 4 * sqrt (0.25 / 4000));
  steps = 2000 * 29;
  for (guint k = 0; k < 2; k++)
    q[k] = (double)stays[k] / (double)steps;
  test_assert_close (q[0], 0.7, 4 * sqrt (0.21 / (double)steps));
  test_assert_close (q[1], 0.3, 4 * sqrt (0.21 / (double)steps));
}

/* Variance of the noise along the plane of v+ and v-, and across it. */
TEST (test_noise, "/markov-chain/noise")
{
  IplMarkovChain chain;
  g_autoptr (IplCase) noisy = NULL;
  g_autoptr (IplCase) clean = NULL;
  double along = 0, total = 0, sum = 0;
  gsize tokens = 0, n = 60, half = 30;

  ipl_markov_chain_init_hmc4 (&chain);
  chain.n_features = 60;
  chain.noise_parallel = 0.5;
  chain.noise_perpendicular = 3;
  noisy = generate (&chain, TRUE, 2);
  chain.noise_parallel = chain.noise_perpendicular = 0;
  clean = generate (&chain, TRUE, 1);
  for (gsize i = 0; i < 1000; i++)
    for (gsize t = 1; t < 31; t++, tokens++)
      {
        gsize at = (i * 31 + t) * noisy->N0;
        double part[2] = { 0, 0 };

        for (gsize j = 0; j < n; j++)
          {
            double noise = noisy->tests[0].x[at + j] - clean->tests[0].x[at + j];

            part[j >= half] += noise / sqrt ((double)half);
            total += noise * noise;
            sum += noise;
          }
        along += part[0] * part[0] + part[1] * part[1];
      }
  /* Means of n squares of a Gaussian of variance v vary by v sqrt (2 / n); four of these. */
  {
    double n_along = 2 * (double)tokens, n_across = (double)(tokens * (n - 2));

    test_assert_close (along / n_along, 0.25, 4 * 0.25 * sqrt (2 / n_along));
    test_assert_close ((total - along) / n_across, 9, 4 * 9 * sqrt (2 / n_across));
    test_assert_close (sum / (n_along * 30), 0, 4 * 3 / sqrt (n_along * 30));
  }
}

/* A good head attends to the predecessor where that is in the same state, else to bos. */
TEST (test_good_head, "/markov-chain/good-head")
{
  IplMarkovChain chain;
  g_autoptr (IplCase) the_case = NULL;
  double O[31 * 31];

  ipl_markov_chain_init_hmc4 (&chain);
  chain.noise_parallel = chain.noise_perpendicular = 0;
  the_case = generate (&chain, TRUE, 1);
  for (gsize i = 0; i < 20; i++)
    {
      const double *x = the_case->train.x + i * 31 * 231;

      ipl_features_attention_matrix (&the_case->weights[0], 0, 31, 231, x, O);
      for (gsize t = 2; t < 31; t++)
        {
          gboolean same = token_state (the_case, x + t * 231, 200)
                          == token_state (the_case, x + (t - 1) * 231, 200);

          /* Logits 20 against 15 and 10 where the states agree, 15 against 10 and 0 where not. */
          g_assert_cmpfloat (O[(same ? t - 1 : 0) * 31 + t], >, 0.8);
        }
      /* Uniform heads of either kind. */
      ipl_features_attention_matrix (&the_case->weights[1], 0, 31, 231, x, O);
      for (gsize k = 0; k < 31 * 31; k++)
        test_assert_close (O[k], 1.0 / 31, 1e-15);
    }
}

static double
block_variance (const double *W, gsize N0, gsize i0, gsize i1, gsize j0, gsize j1)
{
  double sum = 0;

  for (gsize i = i0; i < i1; i++)
    for (gsize j = j0; j < j1; j++)
      sum += W[i * N0 + j] * W[i * N0 + j];
  return sum / (double)((i1 - i0) * (j1 - j0));
}

TEST (test_random_head, "/markov-chain/random-head")
{
  IplMarkovChain chain;
  g_autoptr (IplCase) the_case = NULL;
  const double *W;

  ipl_markov_chain_init_hmc4 (&chain);
  the_case = generate (&chain, TRUE, 1);
  W = the_case->weights[0].combined + 231 * 231;
  test_assert_close (block_variance (W, 231, 0, 200, 0, 200), 0.0025,
                     4 * 0.0025 * sqrt (2.0 / 40000));
  test_assert_close (block_variance (W, 231, 0, 200, 200, 231), 0.5, 4 * 0.5 * sqrt (2.0 / 6200));
  test_assert_close (block_variance (W, 231, 200, 231, 0, 200), 0.5, 4 * 0.5 * sqrt (2.0 / 6200));
  test_assert_close (block_variance (W, 231, 200, 231, 200, 231), 100, 4 * 100 * sqrt (2.0 / 961));
  /* Heads differ from each other. */
  g_assert_cmpfloat (W[0], !=, the_case->weights[1].combined[231 * 231]);
}

static void
check_same_set (const IplExamples *a, const IplExamples *b, gsize count_a, gsize count_b,
                gsize size)
{
  /* The first of each class. */
  gsize n = MIN (count_a, count_b) / 2;

  test_assert_same (n * size, a->xi, b->xi);
  test_assert_same (n * size, a->xi + count_a / 2 * size, b->xi + count_b / 2 * size);
}

/* Streams: what changes when the counts, the threads, the inputs kept or the seed change. */
TEST (test_streams, "/markov-chain/streams")
{
  IplMarkovChain chain, other;
  g_autoptr (IplCase) first = NULL;
  gsize size;

  ipl_markov_chain_init_hmc4 (&chain);
  chain.n_test = 200;
  first = generate (&chain, FALSE, 1);
  size = first->Pi * first->N0;
  g_assert_null (first->train.x);
  g_assert_null (first->weights[0].combined);

  for (guint k = 0; k < 4; k++)
    {
      g_autoptr (IplCase) again = NULL;

      other = chain;
      other.n_test = k == 2 ? 350 : 200;
      other.n_train = k == 3 ? 60 : 100;
      again = generate (&other, k == 1, k + 1);
      if (k < 3)
        test_assert_same (100 * size, first->train.xi, again->train.xi);
      if (k != 2)
        test_assert_same (200 * size, first->tests[0].xi, again->tests[0].xi);
      check_same_set (&first->train, &again->train, 100, other.n_train, size);
      check_same_set (&first->tests[0], &again->tests[0], 200, other.n_test, size);
    }
  {
    g_autoptr (IplCase) another = NULL;
    gsize same = 0;

    other = chain;
    other.seed = 2;
    another = generate (&other, FALSE, 1);
    for (gsize j = 0; j < 100 * size; j++)
      same += first->train.xi[j] == another->train.xi[j];
    g_assert_cmpuint (same, <, 100);
  }
}

/* What rounding makes of a path feature at most. A logit is a sum of N0^2 products and wrong by
 * 2 N0 eps of the sum of their sizes; attention by twice that, in each of L layers; a feature by
 * that times the largest sum of tokens. */
static double
rounding_of_features (const IplCase *the_case)
{
  gsize N0 = the_case->N0, n = the_case->tests[0].count * the_case->T * N0;
  double x = 0, W = 0, token = 0;

  for (gsize i = 0; i < n; i += N0)
    {
      double sum = 0;

      for (gsize j = 0; j < N0; j++)
        {
          sum += the_case->tests[0].x[i + j] * the_case->tests[0].x[i + j];
          x = MAX (x, fabs (the_case->tests[0].x[i + j]));
        }
      token = MAX (token, sum);
    }
  for (guint l = 0; l < the_case->L; l++)
    for (gsize i = 0; i < the_case->H[l] * N0 * N0; i++)
      W = MAX (W, fabs (the_case->weights[l].combined[i]));
  return 4.0 * (double)N0 * DBL_EPSILON * token * W * the_case->L * x * (double)the_case->T;
}

/* The features that a case has are those of the tokens it keeps, computed the general way. */
static void
check_stored_features (const IplMarkovChain *chain)
{
  g_autoptr (IplCase) the_case = generate (chain, TRUE, 2);
  gsize n = the_case->tests[0].count * the_case->Pi * the_case->N0;
  g_autofree double *xi = g_new (double, n);
  double most = 0, bound = rounding_of_features (the_case);

  g_assert_true (ipl_features_compute (the_case->weights, NULL, the_case->L, the_case->H,
                                       the_case->residual, the_case->T, the_case->N0,
                                       IPL_READOUT_LAST, the_case->tests[0].count,
                                       the_case->tests[0].x, xi, 1, NULL, NULL));
  for (gsize i = 0; i < n; i++)
    most = MAX (most, fabs (xi[i] - the_case->tests[0].xi[i]));
  g_test_message ("%.1e, at most %.1e", most, bound);
  g_assert_cmpfloat (most, <=, bound);
  g_assert_cmpfloat (bound, <, 1e-4);
}

TEST (test_stored_features, "/markov-chain/features-kept")
{
  IplMarkovChain chain;

  ipl_markov_chain_init_hmc4 (&chain);
  chain.n_test = 40;
  check_stored_features (&chain);
  /* Noise of both kinds and scales, and none. */
  chain.noise_parallel = 2;
  chain.noise_perpendicular = 0.25;
  check_stored_features (&chain);
  chain.noise_perpendicular = 0;
  check_stored_features (&chain);
  chain.noise_parallel = 0;
  check_stored_features (&chain);

  ipl_markov_chain_init_hmc2 (&chain);
  chain.n_layers = 3;
  chain.n_heads[2] = 2;
  chain.heads[2][1] = IPL_HEAD_RANDOM;
  chain.heads[1][0] = IPL_HEAD_RANDOM;
  chain.n_tokens = 8;
  chain.n_features = 20;
  check_stored_features (&chain);
  /* More queries than are held at a time; the fewest; one layer. */
  chain.n_tokens = 150;
  chain.n_test = 6;
  check_stored_features (&chain);
  chain.n_tokens = 1;
  chain.n_features = 2;
  check_stored_features (&chain);
  chain.n_layers = 1;
  chain.heads[0][1] = IPL_HEAD_RANDOM;
  check_stored_features (&chain);
}

static void
assert_same_examples (const IplCase *a, const IplCase *b, const IplExamples *x,
                      const IplExamples *y)
{
  g_assert_cmpuint (x->count, ==, y->count);
  g_assert_cmpmem (x->y, x->count * sizeof (double), y->y, y->count * sizeof (double));
  g_assert_cmpmem (x->xi, x->count * a->Pi * a->N0 * sizeof (double), y->xi,
                   y->count * b->Pi * b->N0 * sizeof (double));
}

/* A stock gives what a fresh make gives, to the last bit. */
static void
check_from (IplMarkovChainCache *cache, const IplMarkovChain *chain, gboolean keep_inputs)
{
  g_autoptr (IplCase) fresh = generate (chain, keep_inputs, 2);
  g_autoptr (IplCase) from
      = ipl_markov_chain_generate_from (chain, cache, "chain", keep_inputs, 2, NULL, NULL);

  g_assert_nonnull (from);
  assert_same_examples (fresh, from, &fresh->train, &from->train);
  assert_same_examples (fresh, from, &fresh->tests[0], &from->tests[0]);
  if (keep_inputs)
    g_assert_cmpmem (fresh->train.x, fresh->train.count * fresh->T * fresh->N0 * sizeof (double),
                     from->train.x, from->train.count * from->T * from->N0 * sizeof (double));
}

static IplMarkovChain dragged;

/* What a step of a slider changes. */
static const struct
{
  guint step;
  double *number;
  guint *count;
  double value;
} drags[] = {
  { 1, &dragged.stay_plus, NULL, 0.71 },
  { 2, &dragged.stay_plus, NULL, 0.72 },
  { 3, &dragged.stay_plus, NULL, 0.73 },
  { 4, &dragged.noise_perpendicular, NULL, 0.3 },
  { 5, &dragged.noise_perpendicular, NULL, 0.6 },
  { 6, &dragged.noise_perpendicular, NULL, 0 },
  { 6, &dragged.noise_parallel, NULL, 0 },
  { 7, &dragged.noise_parallel, NULL, 2 },
  { 8, &dragged.beta, NULL, 7.5 },
  { 9, &dragged.beta, NULL, 5 },
  { 10, &dragged.stay_minus, NULL, 0.4 },
  { 11, NULL, &dragged.heads[0][1], IPL_HEAD_UNIFORM },
  { 12, NULL, &dragged.n_test, 1300 },
  { 14, NULL, &dragged.n_train, 90 },
  { 16, NULL, &dragged.n_tokens, 12 },
  { 16, NULL, &dragged.n_test, 700 },
  { 17, NULL, &dragged.n_heads[1], 1 },
  { 18, NULL, &dragged.n_tokens, 1 },
  { 19, NULL, &dragged.n_features, 2 },
  { 21, NULL, &dragged.n_tokens, 100 },
  { 21, NULL, &dragged.n_test, 8 },
  { 21, NULL, &dragged.heads[0][1], IPL_HEAD_RANDOM },
};

/* A slider dragged: few test sequences, then all, and now and then another parameter. */
TEST (test_cache, "/markov-chain/stock")
{
  g_autoptr (IplMarkovChainCache) cache = ipl_markov_chain_cache_new ();

  ipl_markov_chain_init_hmc4 (&dragged);
  dragged.n_features = 20;
  dragged.n_train = 60;
  dragged.n_test = 900;
  for (guint step = 0; step < 24; step++)
    {
      IplMarkovChain few;

      for (guint k = 0; k < G_N_ELEMENTS (drags); k++)
        if (drags[k].step == step && drags[k].number != NULL)
          *drags[k].number = drags[k].value;
        else if (drags[k].step == step)
          *drags[k].count = (guint)drags[k].value;
      if (step == 15)
        dragged.seed = 77;
      few = dragged;
      few.n_test = MIN (dragged.n_test, 200);
      check_from (cache, &few, FALSE);
      check_from (cache, &dragged, FALSE);
      if (step % 5 == 2)
        check_from (cache, &dragged, TRUE);
    }
}

/* Classes by stay probabilities: coded labels, as many changes of the state as they say, and for
 * the probabilities of two classes their sequences. */
TEST (test_classes, "/markov-chain/classes")
{
  IplMarkovChain chain, two;
  g_autoptr (IplCase) the_case = NULL, of_two = NULL;
  gsize count = 0;

  ipl_markov_chain_init_classes (&chain);
  ipl_markov_chain_init_hmc4 (&two);
  chain.n_classes = 5;
  chain.n_train = 202;
  two.n_train = 80;
  two.n_test = chain.n_test = 10;
  chain.stay[0] = two.stay_plus;
  chain.stay[1] = two.stay_minus;
  chain.stay[2] = 0;
  chain.stay[3] = 1;
  chain.stay[4] = 0.5;
  the_case = ipl_markov_chain_generate (&chain, "chain", FALSE, 1, NULL, NULL);
  of_two = ipl_markov_chain_generate (&two, "chain", FALSE, 1, NULL, NULL);
  g_assert_cmpint (the_case->labels.kind, ==, IPL_LABELS_CLASSES);
  g_assert_cmpuint (the_case->labels.outputs, ==, 5);
  g_assert_cmpstr (the_case->output_names[1], ==, "stay 0.3");
  g_assert_cmpuint (the_case->train.count, ==, 202);
  for (guint k = 0; k < 5; k++)
    {
      double changes = 0, tokens = 0, expected;
      gsize first = count;

      for (; count < 202
             && ipl_labels_find_class (&the_case->labels, the_case->train.y + 5 * count) == k;
           count++)
        {
          changes += the_case->train.structure[count];
          tokens += chain.n_tokens - 1;
        }
      g_assert_cmpuint (count - first, >=, 40);
      expected = tokens * (1 - chain.stay[k]);
      g_assert_cmpfloat (fabs (changes - expected), <=,
                         5 * sqrt (tokens * chain.stay[k] * (1 - chain.stay[k])));
    }
  g_assert_cmpuint (count, ==, 202);
  g_assert_cmpfloat (the_case->train.y[0], ==, 0.8);
  test_assert_same (40 * the_case->Pi * the_case->N0, the_case->train.xi, of_two->train.xi);
}
