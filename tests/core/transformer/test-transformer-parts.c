/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a transformer: uniform attention, stable ranks, the loops of every instruction set,
 * dropout, and what is refused. */
#include <math.h>
#include <string.h>

#include "core/transformer/transformer-pass-private.h"
#include "support.h"
#include "transformer/transformer-example.h"

/* Queries of zero: token t attends to t + 1 tokens alike, and the entropies are ln 1 .. ln 35. */
TEST (test_uniform, "/transformer-parts/uniform")
{
  IplTransformerShape shape;
  g_autoptr (IplTransformer) network = NULL;
  g_autofree float *attention = g_new (float, 2 * 35 * 35);
  IplTransformerScores scores;
  TransformerExample example;
  gsize size[2];
  float *in;

  ipl_transformer_shape_init_text (&shape, 2, 50);
  network = ipl_transformer_new (&shape, 1, NULL);
  in = transformer_example_tensor (network, "layers.1.self_attn.in_proj_weight", size);
  g_assert_cmpuint (size[0], ==, 600);
  memset (in, 0, 200 * 200 * sizeof (float));
  transformer_example_init (&example, &shape, 3, 35, 2);
  g_assert_true (ipl_transformer_evaluate (network, &example.batch, &scores, 0, NULL, NULL));
  test_assert_close (scores.entropy[1], lgamma (36) / 35, 1e-6);
  test_assert_close (scores.entropy[1], 2.632, 5e-4);
  /* As PyTorch begins: joma.md has 2.51 for the first layer, and 2.55 for the second. */
  test_assert_close (scores.entropy[0], 2.51, 0.05);
  example.batch.count = 1;
  g_assert_true (ipl_transformer_attention (network, &example.batch, attention, 0, NULL, NULL));
  for (gsize t = 0; t < 35; t++)
    for (gsize s = 0; s < 35; s++)
      test_assert_close ((double)attention[35 * 35 + t * 35 + s],
                         (s <= t ? 1 / (double)(t + 1) : 0), 1e-7);
  transformer_example_clear (&example);
}

/* A matrix whose singular values are known: a rotation times a diagonal. */
TEST (test_stable_rank, "/transformer-parts/stable-rank")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  g_autoptr (IplTransformer) network = NULL;
  double rank;
  gsize size[2];
  float *W;

  transformer_example_shapes (shapes);
  for (guint wide = 0; wide < 2; wide++)
    {
      gsize step;

      g_clear_pointer (&network, ipl_transformer_free);
      network = ipl_transformer_new (&shapes[wide], 1, NULL);
      W = transformer_example_tensor (network, "layers.1.linear1.weight", size);
      memset (W, 0, size[0] * size[1] * sizeof (float));
      step = size[1] + 1;
      /* Singular values 5 (twice, turned by 45 degrees), 3 and 1. */
      W[0] = W[1] = W[step] = 5 * (float)M_SQRT1_2;
      W[size[1]] = -5 * (float)M_SQRT1_2;
      W[2 * step] = -3;
      W[3 * step] = 1;
      g_assert_true (ipl_transformer_stable_rank (network, 1, &rank, NULL, NULL));
      test_assert_close (rank, (25 + 25 + 9 + 1) / 25.0, 1e-6);
      memset (W, 0, size[0] * size[1] * sizeof (float));
      g_assert_true (ipl_transformer_stable_rank (network, 1, &rank, NULL, NULL));
      g_assert_true (isnan (rank));
    }
}

/* Loops for every instruction set that there is here, on rows that fill no vector. */
TEST (test_kernels, "/transformer-parts/kernels")
{
  const IplTransformerKernels *base = ipl_transformer_kernels (0), *other;
  enum
  {
    N = 37,
    STRIDE = 48,
  };
  float P[N * STRIDE], Q[N * STRIDE], e[N], f[N], bias[N], top, most;
  guint n = 0;

  for (guint i = 0; i < N; i++)
    bias[i] = (float)sin (i);
  for (; (other = ipl_transformer_kernels (n)) != NULL; n++)
    {
      double entropy, sum;

      for (guint i = 0; i < N * STRIDE; i++)
        P[i] = Q[i] = 4 * (float)sin (0.37 * i);
      entropy = base->softmax (P, N, STRIDE, TRUE);
      g_assert_cmpfloat (fabs (entropy - other->softmax (Q, N, STRIDE, TRUE)), <, 1e-4);
      for (guint i = 0; i < N * STRIDE; i++)
        test_assert_close ((double)P[i], (double)Q[i], 1e-6);
      top = most = 0.3f;
      for (guint i = 0; i < N; i++)
        e[i] = f[i] = -2 + 3 * (float)cos (0.9 * i);
      sum = (double)base->exponentials (e, N, bias, &top);
      g_assert_cmpfloat (fabs (sum - (double)other->exponentials (f, N, bias, &most)), <,
                         1e-6 * sum);
      g_assert_cmpfloat (top, ==, most);
      for (guint i = 0; i < N; i++)
        test_assert_close ((double)e[i], exp (-2 + 3 * cos (0.9 * i) + sin (i) - (double)top),
                           1e-6);
      /* The same numbers are dropped on every processor. */
      for (guint i = 0; i < N * STRIDE; i++)
        P[i] = Q[i] = 1;
      base->dropout (P, STRIDE, N, 99, 5, 13107, 1.25f);
      other->dropout (Q, STRIDE, N, 99, 5, 13107, 1.25f);
      g_assert_cmpmem (P, sizeof P, Q, sizeof Q);
    }
  g_assert_cmpuint (n, >=, 1);
}

/* A fifth is dropped, as often in each place; rows do not depend on where a slice begins. */
TEST (test_dropout, "/transformer-parts/dropout")
{
  enum
  {
    ROWS = 4000,
    N = 50,
  };
  g_autofree float *x = g_new (float, ROWS *N), *part = g_new (float, 10 * N);
  double dropped = 0, per_place[N] = { 0 };

  for (guint i = 0; i < ROWS * N; i++)
    x[i] = 1;
  for (guint i = 0; i < 10 * N; i++)
    part[i] = 1;
  ipl_transformer_kernels (0)->dropout (x, ROWS, N, 4, 0, 13107, 1.25f);
  ipl_transformer_kernels (0)->dropout (part, 10, N, 4, 123, 13107, 1.25f);
  g_assert_cmpmem (part, 10 * N * sizeof (float), x + 123 * N, 10 * N * sizeof (float));
  for (guint i = 0; i < ROWS * N; i++)
    {
      g_assert_true (x[i] == 0 || x[i] == 1.25f);
      dropped += x[i] == 0;
      per_place[i % N] += x[i] == 0;
    }
  /* Six standard deviations of so many draws. */
  test_assert_close (dropped / (ROWS * N), 0.2, 6 * sqrt (0.16 / (ROWS * N)));
  for (guint i = 0; i < N; i++)
    test_assert_close (per_place[i] / ROWS, 0.2, 6 * sqrt (0.16 / ROWS));
}

TEST (test_refused, "/transformer-parts/refused")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES], shape;
  g_autoptr (IplTransformer) network = NULL;
  IplTransformerScores scores;
  TransformerExample example;

  transformer_example_shapes (shapes);
#define REFUSED(change, sentence)                                                                  \
  shape = shapes[0];                                                                               \
  change;                                                                                          \
  TEST_REFUSED (ipl_transformer_new (&shape, 1, &error), IPL_ERROR_VALUE, sentence)
  REFUSED (shape.layers = 0, "from 1 to 32");
  REFUSED (shape.heads = 2, "2 heads");
  REFUSED ((shape.tied = TRUE, shape.classes = 3), "9 words");
  REFUSED ((shape.V = shape.classes = 1000000, shape.d = 60000, shape.heads = 1), "would have");
#undef REFUSED

  network = transformer_example_network (&shapes[0]);
  transformer_example_init (&example, &shapes[0], 3, 5, 1);
  example.tokens[4] = 9;
  TEST_REFUSED (ipl_transformer_evaluate (network, &example.batch, &scores, 1, NULL, &error),
                IPL_ERROR_VALUE, "number 5 is 9");
  example.tokens[4] = 0;
  example.targets[0] = 9;
  TEST_REFUSED (ipl_transformer_evaluate (network, &example.batch, &scores, 1, NULL, &error),
                IPL_ERROR_VALUE, "number 1 is 9");
  example.targets[0] = 8;
  example.batch.length = 7;
  TEST_REFUSED (ipl_transformer_evaluate (network, &example.batch, &scores, 1, NULL, &error),
                IPL_ERROR_SHAPE);
  example.batch.length = 5;
  TEST_CANCELLED (
      ipl_transformer_evaluate (network, &example.batch, &scores, 1, cancelled, &error));
  transformer_example_clear (&example);
}

/* As in test-transformer. */
#define SINGLE 1e-5

/* More sequences than go through at once, which is 819, are as many of their parts. */
TEST (test_pieces, "/transformer-parts/pieces")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  g_autoptr (IplTransformer) network = NULL;
  g_autofree float *all = NULL, *part = NULL;
  IplTransformerScores whole, first, second;
  TransformerExample example;
  IplTransformerBatch batch;
  gsize size;

  transformer_example_shapes (shapes);
  network = transformer_example_network (&shapes[3]);
  size = shapes[3].layers * shapes[3].hidden;
  all = g_new (float, 1000 * size);
  part = g_new (float, 600 * size);
  transformer_example_init (&example, &shapes[3], 1000, 5, 4);
  batch = example.batch;
  g_assert_true (ipl_transformer_evaluate (network, &batch, &whole, 2, NULL, NULL));
  g_assert_true (ipl_transformer_hidden (network, &batch, all, 2, NULL, NULL));
  batch.count = 400;
  g_assert_true (ipl_transformer_evaluate (network, &batch, &first, 2, NULL, NULL));
  batch.count = 600;
  batch.tokens += 400 * 5;
  batch.targets += 400;
  g_assert_true (ipl_transformer_evaluate (network, &batch, &second, 2, NULL, NULL));
  g_assert_true (ipl_transformer_hidden (network, &batch, part, 2, NULL, NULL));
  g_assert_cmpfloat (fabs (whole.loss - 0.4 * first.loss - 0.6 * second.loss), <, SINGLE);
  g_assert_cmpfloat (fabs (whole.accuracy - 0.4 * first.accuracy - 0.6 * second.accuracy), <,
                     1e-12);
  g_assert_cmpfloat (fabs (whole.entropy[1] - 0.4 * first.entropy[1] - 0.6 * second.entropy[1]), <,
                     SINGLE);
  for (gsize i = 0; i < 600 * size; i++)
    test_assert_close ((double)all[400 * size + i], (double)part[i], SINGLE);
  transformer_example_clear (&example);
}
