/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads of a transformer: removed by their values as by the columns of the output projection,
 * gradients to differences of the loss in these, norms to what is gathered for the last token. */
#include "core/transformer/transformer-heads.h"

#include <math.h>
#include <string.h>

#include "transformer/transformer-double.h"
#include "transformer/transformer-example.h"

#define COUNT 6

typedef struct
{
  IplTransformer *network, *other;
  IplTransformerLayout layout;
  TransformerExample example;
  gsize n; /* heads */
} Fixture;

static void
set_up (Fixture *self, const IplTransformerShape *shape, gsize length)
{
  self->network = transformer_example_network (shape);
  self->other = transformer_example_network (shape);
  self->n = shape->layers * shape->heads;
  ipl_transformer_layout_init (&self->layout, shape);
  transformer_example_init (&self->example, shape, COUNT, length, 3);
}

static void
clear (Fixture *self)
{
  ipl_transformer_free (self->network);
  ipl_transformer_free (self->other);
  transformer_example_clear (&self->example);
}

/* The columns of the output projection that read a head, times a factor. */
static void
scale_columns (const Fixture *self, guint l, guint head, float factor)
{
  gsize d = self->layout.shape.d, G = self->layout.width;
  float *W = self->other->parameters + self->layout.blocks[l].out;

  for (gsize row = 0; row < d; row++)
    for (gsize i = head * G; i < (head + 1) * G; i++)
      W[row * d + i] = factor * self->network->parameters[self->layout.blocks[l].out + row * d + i];
}

static double
find_loss (const Fixture *self, const IplTransformer *network, gsize e, gsize count)
{
  const IplTransformerBatch *all = &self->example.batch;
  gsize T = all->length;
  const IplTransformerBatch some
      = { count, T, all->tokens + e * T, all->targets + e * (self->layout.shape.last ? 1 : T) };
  IplTransformerScores scores;

  g_assert_true (ipl_transformer_evaluate (network, &some, &scores, 1, NULL, NULL));
  return scores.loss;
}

static void
check_removed (const Fixture *self)
{
  guint heads = self->layout.shape.heads;
  g_autofree gboolean *removed = g_new0 (gboolean, self->n);
  double whole = find_loss (self, self->network, 0, COUNT);

  for (gsize i = 0; i < self->n; i++)
    {
      double without, by_columns;

      removed[i] = TRUE;
      ipl_transformer_remove_heads (self->other, self->network, removed);
      without = find_loss (self, self->other, 0, COUNT);
      removed[i] = FALSE;
      ipl_transformer_remove_heads (self->other, self->network, removed);
      scale_columns (self, (guint)i / heads, (guint)i % heads, 0);
      by_columns = find_loss (self, self->other, 0, COUNT);
      g_assert_cmpfloat_with_epsilon (without, by_columns, 1e-5);
      g_assert_cmpfloat (fabs (without - whole), >, 1e-5);
    }
  ipl_transformer_remove_heads (self->other, self->network, removed);
}

/* The loss of one sequence in double precision, with the columns that read a head times a factor.
 */
static double
find_loss_at (const Fixture *self, double *w, guint l, guint head, double factor, gsize e)
{
  const IplTransformerBatch *all = &self->example.batch;
  gsize d = self->layout.shape.d, G = self->layout.width, T = all->length;
  const IplTransformerBatch one
      = { 1, T, all->tokens + e * T, all->targets + e * (self->layout.shape.last ? 1 : T) };
  double squares;

  for (gsize i = 0; i < d * d; i++)
    {
      gsize at = self->layout.blocks[l].out + i;

      w[at] = (double)self->network->parameters[at] * (i % d / G == head ? factor : 1);
    }
  return transformer_double_loss (&self->layout.shape, w, &one, 0, 0, NULL, &squares);
}

static void
check_gradient (const Fixture *self, const double *gradient)
{
  guint heads = self->layout.shape.heads;
  g_autofree double *w = g_new (double, self->network->n_parameters);
  const double step = 1e-5;

  for (gsize i = 0; i < self->network->n_parameters; i++)
    w[i] = (double)self->network->parameters[i];
  for (gsize i = 0; i < self->n; i++)
    {
      guint l = (guint)i / heads, head = (guint)i % heads;
      double sum = 0;

      for (gsize e = 0; e < COUNT; e++)
        sum += fabs (find_loss_at (self, w, l, head, 1 + step, e)
                     - find_loss_at (self, w, l, head, 1 - step, e))
               / (2 * step * COUNT);
      find_loss_at (self, w, l, head, 1, 0);
      g_assert_cmpfloat_with_epsilon (gradient[i], sum, 1e-4 * (sum + 0.1));
    }
}

/* Of sequences of one token, which is the last. */
static void
check_norm (const Fixture *self, const double *norm)
{
  gsize d = self->layout.shape.d, G = self->layout.width;
  guint heads = self->layout.shape.heads;
  g_autofree float *gathered = g_new (float, COUNT *heads *d);

  for (guint l = 0; l < self->layout.shape.layers; l++)
    {
      const float *V = self->network->parameters + self->layout.blocks[l].in + 2 * d * d;
      const float *bias = self->network->parameters + self->layout.blocks[l].vectors
                          + self->layout.in_bias + 2 * d;

      g_assert_true (
          ipl_transformer_gather (self->network, &self->example.batch, l, gathered, 1, NULL, NULL));
      for (guint head = 0; head < heads; head++)
        {
          double squares = 0;

          for (gsize e = 0; e < COUNT; e++)
            for (gsize i = head * G; i < (head + 1) * G; i++)
              {
                double sum = (double)bias[i];

                for (gsize k = 0; k < d; k++)
                  sum += (double)V[i * d + k] * (double)gathered[(e * heads + head) * d + k];
                squares += sum * sum;
              }
          g_assert_cmpfloat_with_epsilon (norm[l * heads + head],
                                          sqrt (squares / (double)(COUNT * G)), 1e-5);
        }
    }
}

static void
test_heads (void)
{
  IplTransformerShape shapes[TRANSFORMER_EXAMPLES];
  guint n = transformer_example_shapes (shapes);

  for (guint k = 0; k < n; k++)
    for (gsize length = 1; length < 5; length += 3)
      {
        double numbers[3 * IPL_TRANSFORMER_MAX_LAYERS * IPL_TRANSFORMER_MAX_HEADS];
        IplTransformerScores scores;
        IplTransformerHeads heads;
        Fixture self;

        set_up (&self, &shapes[k], length);
        heads = (IplTransformerHeads){ numbers, numbers + self.n, numbers + 2 * self.n };
        g_assert_true (
            ipl_transformer_measure_heads (self.network, &self.example.batch, &heads, NULL, NULL));
        g_assert_true (
            ipl_transformer_evaluate (self.network, &self.example.batch, &scores, 1, NULL, NULL));
        for (gsize i = 0; i < self.n; i++)
          g_assert_cmpfloat_with_epsilon (
              heads.entropy[i], scores.head_entropy[i / shapes[k].heads][i % shapes[k].heads],
              1e-6);
        if (shapes[k].projected)
          {
            check_removed (&self);
            check_gradient (&self, heads.gradient);
          }
        if (length == 1)
          check_norm (&self, heads.norm);
        clear (&self);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/transformer-heads", test_heads);
  return g_test_run ();
}
