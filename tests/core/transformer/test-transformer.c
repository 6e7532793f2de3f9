/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "core/transformer/transformer-pass-private.h"
#include "transformer/transformer-double.h"
#include "transformer/transformer-example.h"
#include "support.h"

static double *
as_doubles (const IplTransformer *network)
{
  double *values = g_new (double, network->n_parameters);

  for (gsize i = 0; i < network->n_parameters; i++)
    values[i] = (double)network->parameters[i];
  return values;
}

/* Central differences of a loss of order 1 in double precision: rounding leaves 1e-16/h and the
 * third derivative h^2 of them, some 1e-10 both at h = 1e-6 and 1e-5; ReLU's corners are not met.
 */
static void
check_gradient (const IplTransformerShape *shape, guint32 threshold)
{
  g_autoptr (IplTransformer) network = transformer_example_network (shape);
  g_autofree double *w = as_doubles (network);
  g_autofree double *gradient = g_new (double, network->n_parameters);
  TransformerExample example;
  double h = 3e-6, squares, sum = 0, worst = 0;
  gsize n = network->n_parameters, step = MAX (n / 500, 1);

  transformer_example_init (&example, shape, 9, 5, 11);
  transformer_double_loss (shape, w, &example.batch, threshold, 77, gradient, &squares);
  for (gsize i = 0; i < n; i++)
    sum += gradient[i] * gradient[i];
  test_assert_close (squares, sum, 1e-12 * sum);
  for (gsize i = 0; i < n; i += step)
    {
      double slope = TEST_SLOPE (
          w[i], h, transformer_double_loss (shape, w, &example.batch, threshold, 77, NULL, NULL));

      worst = MAX (worst, fabs (slope - gradient[i]));
    }
  g_test_message ("gradient %.3g, largest difference %.3g", sqrt (sum), worst);
  g_assert_cmpfloat (worst, <, 3e-9);
  g_assert_cmpfloat (sum, >, 1e-3);
  transformer_example_clear (&example);
}

/* Without dropout, and with it. */
TEST (test_gradient, "/transformer/gradient")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  guint n = transformer_example_shapes (shapes);

  for (guint i = 0; i < 2 * n; i++)
    check_gradient (&shapes[i % n], i < n ? 0 : 20000);
}

/* Index of row-major arrays by hand, a number at a time, as the formulas of THEORY.md section 13
 * stand there: an implementation that shares nothing with the library's. */
static double
weight (const IplTransformer *network, const char *name, gsize row, gsize column)
{
  gsize shape[2] = { 0 };
  const float *values = transformer_example_tensor (network, name, shape);

  g_assert_nonnull (values);
  g_assert_cmpuint (row, <, shape[0]);
  g_assert_cmpuint (column, <, shape[1]);
  return (double)values[row * shape[1] + column];
}

static double
block_weight (const IplTransformer *network, guint l, const char *name, gsize row, gsize column)
{
  char full[64];

  g_snprintf (full, sizeof full, "layers.%u.%s", l, name);
  return weight (network, full, row, column);
}

static double
linear (const IplTransformer *network, guint l, const char *matrix, const char *bias, gsize row,
        const double *x, gsize n)
{
  double sum = block_weight (network, l, bias, row, 0);

  for (gsize i = 0; i < n; i++)
    sum += block_weight (network, l, matrix, row, i) * x[i];
  return sum;
}

static void
slow_norm (const IplTransformer *network, guint l, const char *gain, const char *bias, double *x)
{
  gsize d = network->shape.d;
  double mean = 0, variance = 0;

  for (gsize i = 0; i < d; i++)
    mean += x[i] / (double)d;
  for (gsize i = 0; i < d; i++)
    variance += (x[i] - mean) * (x[i] - mean) / (double)d;
  for (gsize i = 0; i < d; i++)
    x[i] = block_weight (network, l, gain, i, 0) * (x[i] - mean) / sqrt (variance + 1e-5)
           + block_weight (network, l, bias, i, 0);
}

#define MOST 32 /* rows and widths of the examples */

typedef struct
{
  double x[MOST][MOST];
  double attention[IPL_TRANSFORMER_MAX_LAYERS][IPL_TRANSFORMER_MAX_HEADS][MOST][MOST];
  double hidden[IPL_TRANSFORMER_MAX_LAYERS][MOST][MOST];
} Slow;

static void
slow_embed (const IplTransformer *network, const guint32 *tokens, gsize T, Slow *slow)
{
  const IplTransformerShape *shape = &network->shape;

  for (gsize t = 0; t < T; t++)
    for (gsize i = 0; i < shape->d; i++)
      {
        double angle = (double)t / pow (10000, (double)(i - i % 2) / (double)shape->d);

        slow->x[t][i] = weight (network, "embedding.weight", tokens[t], i)
                            * (shape->scaled ? sqrt ((double)shape->d) : 1)
                        + (!shape->positions ? 0
                           : i % 2 == 0      ? sin (angle)
                                             : cos (angle));
      }
}

static void
slow_block (const IplTransformer *network, guint l, gsize T, Slow *slow)
{
  const IplTransformerShape *shape = &network->shape;
  gsize d = shape->d, G = d / shape->heads;
  double qkv[MOST][3 * MOST], context[MOST][MOST] = { 0 };

  for (gsize t = 0; t < T; t++)
    for (gsize i = 0; i < 3 * d; i++)
      qkv[t][i] = linear (network, l, "self_attn.in_proj_weight", "self_attn.in_proj_bias", i,
                          slow->x[t], d);
  for (guint head = 0; head < shape->heads; head++)
    for (gsize t = 0; t < T; t++)
      {
        double *row = slow->attention[l][head][t], total = 0;

        for (gsize s = 0; s < T; s++)
          {
            double dot = 0;

            for (gsize i = head * G; i < (head + 1) * G; i++)
              dot += qkv[t][i] * qkv[s][d + i];
            row[s] = shape->causal && s > t ? 0 : exp (dot / sqrt ((double)G));
            total += row[s];
          }
        for (gsize s = 0; s < T; s++)
          {
            row[s] /= total;
            for (gsize i = head * G; i < (head + 1) * G; i++)
              context[t][i] += row[s] * qkv[s][2 * d + i];
          }
      }
  for (gsize t = 0; t < T; t++)
    {
      double *x = slow->x[t], *hidden = slow->hidden[l][t], middle[MOST];

      for (gsize i = 0; i < d; i++)
        middle[i] = x[i]
                    + (shape->projected ? linear (network, l, "self_attn.out_proj.weight",
                                                  "self_attn.out_proj.bias", i, context[t], d)
                                        : context[t][i]);
      slow_norm (network, l, "norm1.weight", "norm1.bias", middle);
      for (gsize k = 0; k < shape->hidden; k++)
        hidden[k] = MAX (linear (network, l, "linear1.weight", "linear1.bias", k, middle, d), 0);
      for (gsize i = 0; i < d; i++)
        x[i] = middle[i]
               + linear (network, l, "linear2.weight", "linear2.bias", i, hidden, shape->hidden);
      slow_norm (network, l, "norm2.weight", "norm2.bias", x);
    }
}

static double
slow_logit (const IplTransformer *network, const double *x, gsize c)
{
  double sum = weight (network, "output.bias", c, 0);

  for (gsize i = 0; i < network->shape.d; i++)
    sum += weight (network, network->shape.tied ? "embedding.weight" : "output.weight", c, i)
           * x[i];
  return sum;
}

/* Entropies and losses are sums of some ten products of numbers of order 1 in single precision,
 * after as many layers: 1e-5 is fifty roundings. */
#define SINGLE 1e-5

static double
slow_entropy (const Slow *slow, guint l, guint head, gsize T)
{
  double entropy = 0;

  for (gsize t = 0; t < T; t++)
    for (gsize s = 0; s < T; s++)
      if (slow->attention[l][head][t][s] > 0)
        entropy -= slow->attention[l][head][t][s] * log (slow->attention[l][head][t][s]);
  return entropy;
}

typedef struct
{
  double loss, right, entropy[IPL_TRANSFORMER_MAX_LAYERS][IPL_TRANSFORMER_MAX_HEADS];
} Sums;

/* The losses of one sequence's outputs, added up. */
static void
slow_outputs (const IplTransformer *network, const Slow *slow, gsize T, const guint32 *targets,
              Sums *sums)
{
  gsize classes = network->shape.classes, first = network->shape.last ? T - 1 : 0;

  for (gsize t = first; t < T; t++, targets++)
    {
      double total = 0, largest = -INFINITY, target = 0;

      for (gsize c = 0; c < classes; c++)
        {
          double logit = slow_logit (network, slow->x[t], c);

          total += exp (logit);
          largest = MAX (largest, logit);
          target = c == *targets ? logit : target;
        }
      sums->loss += log (total) - target;
      sums->right += target >= largest;
    }
}

static void
check_sequence (const IplTransformer *network, const Slow *slow, gsize T, const float *attention,
                const float *pooled, Sums *sums)
{
  const IplTransformerShape *shape = &network->shape;

  for (guint l = 0; l < shape->layers; l++)
    {
      for (guint head = 0; head < shape->heads; head++)
        {
          for (gsize i = 0; i < T * T; i++)
            g_assert_cmpfloat (fabs (slow->attention[l][head][i / T][i % T]
                                     - (double)attention[(l * shape->heads + head) * T * T + i]),
                               <, SINGLE);
          sums->entropy[l][head] += slow_entropy (slow, l, head, T);
        }
      for (gsize k = 0; k < shape->hidden; k++)
        {
          double most = 0;

          for (gsize t = 0; t < T; t++)
            most = MAX (most, slow->hidden[l][t][k]);
          test_assert_close (most, (double)pooled[l * shape->hidden + k], SINGLE * (1 + most));
        }
    }
}

static void
check_forward (const IplTransformerShape *shape, gsize count)
{
  g_autoptr (IplTransformer) network = transformer_example_network (shape);
  gsize T = 5, outputs = shape->last ? 1 : T, heads = shape->heads, M = shape->hidden;
  gsize layers = shape->layers;
  g_autofree float *attention = g_new (float, count *layers *heads *T *T);
  g_autofree float *pooled = g_new (float, count *layers *M);
  g_autofree Slow *slow = g_new0 (Slow, 1);
  TransformerExample example;
  IplTransformerScores scores;
  Sums sums = { 0 };

  transformer_example_init (&example, shape, count, T, 21);
  g_assert_true (ipl_transformer_evaluate (network, &example.batch, &scores, 2, NULL, NULL));
  g_assert_true (ipl_transformer_attention (network, &example.batch, attention, 2, NULL, NULL));
  g_assert_true (ipl_transformer_hidden (network, &example.batch, pooled, 2, NULL, NULL));
  for (gsize e = 0; e < count; e++)
    {
      slow_embed (network, example.tokens + e * T, T, slow);
      for (guint l = 0; l < layers; l++)
        slow_block (network, l, T, slow);
      slow_outputs (network, slow, T, example.targets + e * outputs, &sums);
      check_sequence (network, slow, T, attention + e * layers * heads * T * T,
                      pooled + e * layers * M, &sums);
    }
  test_assert_close (scores.loss, sums.loss / (double)(count * outputs), SINGLE * scores.loss);
  test_assert_close (scores.accuracy, sums.right / (double)(count * outputs), 1e-12);
  for (guint l = 0; l < layers; l++)
    {
      double mean = 0;

      for (guint head = 0; head < heads; head++)
        {
          double entropy = sums.entropy[l][head] / (double)(count * T);

          test_assert_close (scores.head_entropy[l][head], entropy, SINGLE);
          mean += entropy / (double)heads;
        }
      test_assert_close (scores.entropy[l], mean, SINGLE);
    }
  transformer_example_clear (&example);
}

TEST (test_forward, "/transformer/forward")
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  guint n = transformer_example_shapes (shapes);

  for (guint i = 0; i < n; i++)
    check_forward (&shapes[i], 3);
}
