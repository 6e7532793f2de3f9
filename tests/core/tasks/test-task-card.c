/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card of a task: tokens where a plain projection puts them, attention as the case has it. */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/case/features.h"
#include "core/tasks/task-card.h"
#include "support.h"

/* Attention is kept in single precision. */
#define SINGLE 1e-6

static IplCase *
case_of (const IplMarkovChain *chain)
{
  return TEST_OK (ipl_markov_chain_generate (chain, "test", TRUE, 1, NULL, &error));
}

static const double *
token_of (const IplCase *the_case, gsize number, gsize t)
{
  return the_case->tests[0].x + (number * the_case->T + t) * the_case->N0;
}

/* <x, v> / |v|^2, with v = sqrt 2 on one half of the features. */
static double
along (const IplMarkovChain *chain, const double *x, guint minus)
{
  guint half = chain->n_features / 2;
  double sum = 0, square = 0;

  for (guint i = 0; i < chain->n_features; i++)
    {
      double v = (i >= half) == (minus == 1) ? sqrt (2) : 0;

      sum += x[i] * v;
      square += v * v;
    }
  return sum / square;
}

/* Of the tokens of a sequence but the first: sum of |x - a v+ - b v-|^2 / |v|^2. */
static double
outside (const IplMarkovChain *chain, const IplCase *the_case, gsize number)
{
  double sum = 0;

  for (gsize t = 1; t < the_case->T; t++)
    {
      const double *x = token_of (the_case, number, t);

      for (guint i = 0; i < chain->n_features; i++)
        sum += pow (x[i] - sqrt (2) * along (chain, x, i >= chain->n_features / 2), 2)
               / chain->n_features;
    }
  return sum;
}

static void
check_attention (const IplCase *the_case, const IplTaskCard *card, guint i)
{
  gsize T = card->T;
  g_autofree double *O = g_new (double, T * T);

  for (guint l = 0; l < card->L; l++)
    for (guint h = 0; h < card->H[l]; h++)
      {
        const float *A = ipl_task_card_attention (card, i, l, h);

        ipl_features_attention_matrix (&the_case->weights[l], h, T, the_case->N0,
                                       token_of (the_case, card->sequences[i].number, 0), O);
        for (gsize query = 0; query < T; query++)
          for (gsize key = 0; key < T; key++)
            test_assert_close (A[query * T + key], O[key * T + query], SINGLE);
      }
}

static void
check_chain (const IplMarkovChain *chain, gsize first)
{
  g_autoptr (IplCase) the_case = case_of (chain);
  g_autoptr (IplTaskCard) card = TEST_OK (ipl_task_card_new_of_chain (chain, first, &error));
  guint classes = MAX (chain->n_classes, 2), K = the_case->labels.outputs;
  gsize count = chain->n_test / classes, n_sequences;
  double square = 0,
         size = 1 + test_largest (the_case->T * the_case->N0, token_of (the_case, 0, 0));

  g_assert_cmpuint (card->count, ==, count);
  g_assert_cmpuint (card->n, ==, MIN (classes, IPL_CARD_MOST_SEQUENCES));
  for (guint i = 0; i < card->n; i++)
    {
      const IplCardSequence *sequence = &card->sequences[i];

      g_assert_cmpuint (sequence->number, ==, MIN (first, count - 1) + i * count);
      test_assert_same (K, sequence->y, the_case->tests[0].y + sequence->number * K);
      g_assert_cmpint (sequence->kinds[0], ==, IPL_CARD_OTHER);
      for (gsize t = 0; t < card->T; t++)
        for (guint k = 0; k < 2; k++)
          g_assert_cmpfloat (fabs (sequence->at[2 * t + k]
                                   - along (chain, token_of (the_case, sequence->number, t), k)),
                             <, 1e-13 * size);
      check_attention (the_case, card, i);
    }
  n_sequences = card->n_cloud / chain->n_tokens;
  for (gsize i = 0; i < n_sequences; i++)
    {
      gsize number = (MIN (first, count - 1) + i / classes) % count + i % classes * count;

      square += outside (chain, the_case, number);
      for (gsize t = 1; t < the_case->T; t++)
        for (guint k = 0; k < 2; k++)
          g_assert_cmpfloat (fabs (card->cloud[2 * (i * chain->n_tokens + t - 1) + k]
                                   - along (chain, token_of (the_case, number, t), k)),
                             <, 1e-13 * size);
    }
  g_assert_cmpfloat (fabs (card->outside - sqrt (square / (double)card->n_cloud)), <, 1e-7 * size);
}

static void
init_small (IplMarkovChain *chain)
{
  ipl_markov_chain_init_hmc4 (chain);
  chain->n_train = 2;
  chain->n_test = 8;
  chain->n_features = 20;
  chain->n_tokens = 12;
}

TEST (test_chain, "/task-card/chain")
{
  IplMarkovChain chain;

  init_small (&chain);
  for (gsize first = 0; first < 6; first += 2)
    check_chain (&chain, first);
  chain.noise_parallel = 0.3;
  chain.noise_perpendicular = 7;
  check_chain (&chain, 1);
  ipl_markov_chain_init_hmc2 (&chain);
  chain.n_train = chain.n_test = 2;
  check_chain (&chain, 0);
}

/* Without noise every token is its state's vector. */
TEST (test_states, "/task-card/states")
{
  IplMarkovChain chain;
  g_autoptr (IplTaskCard) card = NULL;

  init_small (&chain);
  chain.noise_parallel = chain.noise_perpendicular = 0;
  check_chain (&chain, 0);
  card = ipl_task_card_new_of_chain (&chain, 0, NULL);
  for (guint i = 0; i < 2; i++)
    for (gsize t = 1; t < card->T; t++)
      {
        gboolean plus = card->sequences[i].kinds[t] == IPL_CARD_PLUS;

        g_assert_true (plus || card->sequences[i].kinds[t] == IPL_CARD_MINUS);
        g_assert_cmpfloat (fabs (card->sequences[i].at[2 * t] - plus), <, 1e-15);
        g_assert_cmpfloat (fabs (card->sequences[i].at[2 * t + 1] - !plus), <, 1e-15);
      }
  g_assert_cmpfloat (card->outside, ==, 0);
}

/* One sequence of each of three classes, the same as in the case; of five those of the first. The
 * card of any case chooses the same, coloured by class. */
TEST (test_classes, "/task-card/classes")
{
  IplMarkovChain chain;

  for (guint classes = 3; classes <= 5; classes += 2)
    {
      g_autoptr (IplTaskCard) card = NULL;
      g_autoptr (IplCase) the_case = NULL;

      ipl_markov_chain_init_classes (&chain);
      chain.n_classes = classes;
      for (guint k = 0; k < classes; k++)
        chain.stay[k] = (k + 0.5) / classes;
      chain.n_train = classes;
      chain.n_test = 4 * classes;
      chain.n_features = 20;
      chain.n_tokens = 12;
      check_chain (&chain, 0);
      check_chain (&chain, 2);
      the_case = case_of (&chain);
      card = TEST_OK (ipl_task_card_new (the_case, 0, 2, NULL, NULL, &error));
      g_assert_cmpuint (card->n, ==, 3);
      g_assert_cmpuint (card->count, ==, 4);
      for (guint i = 0; i < 3; i++)
        {
          g_assert_cmpuint (card->sequences[i].number, ==, 4 * i + 2);
          g_assert_cmpuint (card->sequences[i].kinds[0], ==, IPL_CARD_CLASS + i);
          check_attention (the_case, card, i);
        }
    }
}

/* Of any case: the first coordinate has the largest variance that there is; the second is not
 * correlated with it; what both have is the share. */
TEST (test_components, "/task-card/components")
{
  IplMarkovChain chain;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplTaskCard) card = NULL;
  double total = 0, own[3] = { 0 };

  init_small (&chain);
  the_case = case_of (&chain);
  card = TEST_OK (ipl_task_card_new (the_case, 0, 1, NULL, NULL, &error));

  gsize n = 8 * the_case->T, N0 = the_case->N0;
  const double *x = the_case->tests[0].x;
  g_autofree double *mean = g_new0 (double, N0), *values = g_new (double, N0);
  g_autofree double *covariance = g_new0 (double, N0 *N0);

  g_assert_cmpuint (card->n_cloud, ==, n);
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < N0; j++)
      mean[j] += x[i * N0 + j] / (double)n;
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < N0 * N0; j++)
      covariance[j] += (x[i * N0 + j / N0] - mean[j / N0]) * (x[i * N0 + j % N0] - mean[j % N0]);
  g_assert_cmpint (LAPACKE_dsyev (LAPACK_ROW_MAJOR, 'N', 'U', (int)N0, covariance, (int)N0, values),
                   ==, 0);
  for (gsize i = 0; i < n; i++)
    {
      const double *at = card->cloud + 2 * i;

      for (gsize j = 0; j < N0; j++)
        total += pow (x[i * N0 + j] - mean[j], 2);
      own[0] += at[0] * at[0];
      own[1] += at[1] * at[1];
      own[2] += at[0] * at[1];
    }
  test_assert_close (own[0] / values[N0 - 1], 1, 1e-9);
  g_assert_cmpfloat (own[1], <=, own[0]);
  g_assert_cmpfloat (fabs (own[2]), <, 1e-10 * own[0]);
  g_assert_cmpfloat (fabs ((own[0] + own[1]) / total - card->share), <, 1e-12);
  for (guint i = 0; i < card->n; i++)
    {
      /* Its tokens are in the cloud too. */
      for (gsize k = 0; k < 2 * card->T; k++)
        g_assert_cmpfloat (fabs (card->sequences[i].at[k]
                                 - card->cloud[2 * card->sequences[i].number * card->T + k]),
                           <, 1e-10);
      check_attention (the_case, card, i);
    }
  g_assert_cmpuint (card->sequences[0].number, ==, 1);
  g_assert_cmpuint (card->sequences[1].number, ==, 5);
}

TEST (test_refused, "/task-card/refused")
{
  g_autoptr (IplCase) paths = test_random_case (6, 4, HEADS (2, 2), 3, 1);
  IplMarkovChain chain;

  TEST_REFUSED (ipl_task_card_new (paths, 0, 0, NULL, NULL, &error), IPL_ERROR_MISSING);
  init_small (&chain);
  chain.n_tokens = IPL_CARD_MOST_TOKENS;
  TEST_REFUSED (ipl_task_card_new_of_chain (&chain, 0, &error), IPL_ERROR_SHAPE);
  init_small (&chain);
  chain.n_features = 2000;
  TEST_REFUSED (ipl_task_card_new_of_chain (&chain, 0, &error), IPL_ERROR_SHAPE);
}
