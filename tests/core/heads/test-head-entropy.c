/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How diffuse attention is: against loops by the letter of the formula, at its two ends, in blocks,
 * and on any number of threads. */
#include "core/case/features.h"
#include "core/heads/head-entropy.h"
#include <math.h>
#include <string.h>

#include "attention/attention-support.h"
#include "heads/heads-support.h"
#include "network/trained-example.h"
#include "support.h"

/* Every head of a case of three layers, 30 sequences and more than one block of them. */
TEST (test_weights, "/head-entropy/weights")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 10, 300, 5);
  const IplCase *the_case = example->the_case;

  for (guint test = 0; test < 2; test++)
    {
      const IplExamples *examples = &the_case->tests[test];
      g_autofree double *one
          = TEST_OK (ipl_head_entropy (the_case, test, NULL, NULL, 1, NULL, &error));
      g_autofree double *three
          = TEST_OK (ipl_head_entropy (the_case, test, NULL, NULL, 3, NULL, &error));

      test_assert_same (6, one, three);
      for (guint l = 0, k = 0; l < the_case->L; l++)
        for (guint h = 0; h < the_case->H[l]; h++, k++)
          test_assert_close (one[k],
                             test_slow_entropy (&the_case->weights[l], h, the_case->T, the_case->N0,
                                                examples->count, examples->x),
                             1e-12);
    }
}

/* Combined weights: diffuse at scale 1e-6, one token alone at 1e6. */
TEST (test_scales, "/head-entropy/scales")
{
  enum
  {
    T = 7,
    N0 = 4,
    COUNT = 90
  };
  const guint H[] = { 2 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autofree double *x = trained_gaussians (rand, COUNT * T * N0, 1);
  g_autofree double *W = trained_gaussians (rand, 2 * N0 * N0, 1);
  IplLayerWeights weights = { .combined = W };
  double entropy[2];

  for (double scale = 1e-6; scale < 2e6; scale *= 1e6)
    {
      for (guint i = 0; i < 2 * N0 * N0; i++)
        W[i] *= scale == 1e-6 ? 1e-6 : 1e6;
      g_assert_true (ipl_features_entropy (&weights, NULL, 1, H, NULL, T, N0, COUNT, x, entropy, 2,
                                           NULL, NULL));
      for (guint h = 0; h < 2; h++)
        if (scale == 1)
          test_assert_close (entropy[h], test_slow_entropy (&weights, h, T, N0, COUNT, x), 1e-12);
        else if (scale < 1)
          /* ln T less half the variance of logits of 1e-6. */
          test_assert_close (entropy[h], log (T), 1e-9);
        else
          g_assert_cmpfloat (entropy[h], <, 1e-3);
    }
}

/* A case whose attention is given: head 0 uniform, head 1 one token each, head 2 some of both. */
static IplCase *
given_case (gsize T, gsize count)
{
  IplCase *self = ipl_case_alloc ();
  double *attention;

  self->level = IPL_LEVEL_ATTENTION;
  self->L = 1;
  self->H[0] = 3;
  self->Pi = 3;
  self->N0 = 1;
  self->T = T;
  self->n_tests = 1;
  self->tests = g_new0 (IplExamples, 1);
  self->train.name = g_strdup ("train");
  self->tests[0].name = g_strdup ("test");
  self->tests[0].count = count;
  attention = self->tests[0].attention[0] = g_new0 (double, count * 3 * T * T);
  for (gsize i = 0; i < count; i++)
    for (gsize t = 0; t < T; t++)
      {
        double *rows[3];

        for (gsize h = 0; h < 3; h++)
          rows[h] = attention + ((i * 3 + h) * T + t) * T;
        for (gsize s = 0; s < T; s++)
          rows[0][s] = 1.0 / (double)T;
        rows[1][(i + t) % T] = 1;
        if (i % 2 == 0)
          memcpy (rows[2], rows[0], T * sizeof (double));
        else
          memcpy (rows[2], rows[1], T * sizeof (double));
      }
  ipl_case_finish_names (self);
  return self;
}

TEST (test_given, "/head-entropy/given")
{
  const gsize lengths[] = { 1, 2, 48, 700 };

  for (guint k = 0; k < G_N_ELEMENTS (lengths); k++)
    {
      gsize T = lengths[k];
      g_autoptr (IplCase) the_case = given_case (T, 4);
      g_autofree double *entropy
          = TEST_OK (ipl_head_entropy (the_case, 0, NULL, NULL, 2, NULL, &error));

      test_assert_close (entropy[0], log ((double)T), 1e-12);
      g_assert_cmpfloat (entropy[1], ==, 0);
      test_assert_close (entropy[2], log ((double)T) / 2, 1e-12);
      if (T == 1)
        g_assert_cmpfloat (entropy[0], ==, 0);
    }
}

typedef struct
{
  const double *x;
  gsize size; /* numbers of a sequence */
  gsize given;
} Tokens;

static void
provide_tokens (gsize first, gsize count, double *x, gpointer data)
{
  Tokens *self = data;

  g_assert_cmpuint (first, ==, self->given);
  self->given += count;
  memcpy (x, self->x + first * self->size, count * self->size * sizeof (double));
}

/* A case that has kept its weights only, more than two blocks of sequences. */
TEST (test_blocks, "/head-entropy/blocks")
{
  static const IplTrainedShape shape = { 1, { 2 }, 2, { 4, 4 }, 3, 4, IPL_READOUT_MEAN, 1 };
  g_autoptr (HeadsExample) example = heads_example_new (&shape, 4, 1100, 7);
  IplExamples *test = &example->the_case->tests[0];
  g_autofree double *kept = ipl_head_entropy (example->the_case, 0, NULL, NULL, 1, NULL, NULL);
  g_autofree double *x = g_steal_pointer (&test->x), *blocks = NULL, *none = NULL;
  Tokens tokens = { x, 12, 0 };

  blocks
      = TEST_OK (ipl_head_entropy (example->the_case, 0, provide_tokens, &tokens, 2, NULL, &error));
  g_assert_cmpuint (tokens.given, ==, 1100);
  for (guint h = 0; h < 2; h++)
    test_assert_close (blocks[h], kept[h], 1e-13);
  TEST_REFUSED (ipl_head_entropy (example->the_case, 0, NULL, NULL, 2, NULL, &error),
                IPL_ERROR_MISSING);
}

TEST (test_unknown, "/head-entropy/unknown")
{
  g_autoptr (IplCase) the_case = test_random_case (5, 5, HEADS (2, 2), 3, 1);
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 4, 10, 5);

  the_case->level = IPL_LEVEL_PATHS;
  the_case->name = the_case->name != NULL ? the_case->name : g_strdup ("plain");
  TEST_REFUSED (ipl_head_entropy (the_case, 0, NULL, NULL, 1, NULL, &error), IPL_ERROR_MISSING,
                "path features");
  TEST_CANCELLED (ipl_head_entropy (example->the_case, 0, NULL, NULL, 2, cancelled, &error));
}

/* More queries than are held at a time. */
TEST (test_long, "/head-entropy/long")
{
  enum
  {
    T = 1500,
    N0 = 2
  };
  const guint H[] = { 1 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autofree double *x = trained_gaussians (rand, T * N0, 1);
  double wq[] = { 0.5, -1 }, wk[] = { 1, 0.3 }, entropy;
  IplLayerWeights weights = { .wq = wq, .wk = wk, .G = 1 };

  g_assert_true (
      ipl_features_entropy (&weights, NULL, 1, H, NULL, T, N0, 1, x, &entropy, 1, NULL, NULL));
  test_assert_close (entropy, test_slow_entropy (&weights, 0, T, N0, 1, x), 1e-11);
  /* No weights at all: every query attends to all alike. */
  wq[0] = wq[1] = 0;
  g_assert_true (
      ipl_features_entropy (&weights, NULL, 1, H, NULL, T, N0, 1, x, &entropy, 1, NULL, NULL));
  test_assert_close (entropy, log (T), 1e-12);
}
