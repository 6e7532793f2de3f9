/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trained network against sums written as THEORY.md writes them, token by token, and its
 * gradients against finite differences. */
#include <glib/gstdio.h>
#include "core/case/features.h"
#include "core/network/trained-network.h"
#include <math.h>
#include <string.h>

#include "support.h"
#include "network/trained-double.h"
#include "network/trained-example.h"
#include "core/network/trained-step-private.h"

TEST (test_forward, "/trained-network/forward")
{
  for (gsize k = 0; k < N_TRAINED_SHAPES; k++)
    {
      TrainedExample *self = trained_example_new (&trained_shapes[k], 7, 10 + (guint32)k);
      g_autofree gboolean *none = g_new0 (gboolean, self->layout.heads);

      for (guint combined = 0; combined < 2; combined++)
        {
          guint K = self->shape.outputs;
          g_autofree double *f = g_new (double, self->count * K), *slow = g_new (double, K);

          trained_double_loss (&self->shape, IPL_TRAINED_SQUARED_ERROR, combined == 1, 1, self->w,
                               self->count, self->x, self->y, f, NULL);
          for (gsize e = 0; e < self->count; e++)
            {
              trained_example_outputs (self, none, self->x + e * self->shape.T * self->shape.N0,
                                       slow);
              for (guint out = 0; out < K; out++)
                test_assert_close (f[e * K + out], slow[out], 1e-12);
            }
        }
      trained_example_free (self);
    }
}

/* Central differences of fourth order: error h^4 f'''''/30 beside 3 eps f / (2 h). At h = 1e-3 both
 * are about 1e-12 of the scale of f, taken a thousandfold for what fifth derivatives may be. */
static double
difference (TrainedExample *self, IplTrainedLoss loss, gboolean combined, gsize i)
{
  const double h = 1e-3, w = self->w[i];
  double at[4];

  for (gsize k = 0; k < 4; k++)
    {
      self->w[i] = w + h * (double[]){ -2, -1, 1, 2 }[k];
      at[k] = trained_double_loss (&self->shape, loss, combined, 1, self->w, self->count, self->x,
                                   self->y, NULL, NULL);
    }
  self->w[i] = w;
  return (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * h);
}

static void
check_gradient (const IplTrainedShape *shape, IplTrainedLoss loss, gboolean combined, guint32 seed)
{
  TrainedExample *self = trained_example_new (shape, 8, seed);
  gsize n = self->layout.n;
  g_autofree double *gradient = g_new (double, n), *numeric = g_new (double, n);

  trained_double_loss (&self->shape, loss, combined, 2, self->w, self->count, self->x, self->y,
                       NULL, gradient);
  for (gsize i = 0; i < n; i++)
    numeric[i] = difference (self, loss, combined, i);
  test_assert_near (n, gradient, numeric, 1e-9 * (1 + test_largest (n, gradient)));
  g_assert_cmpfloat (test_largest (n, gradient), >, 1e-3);
  trained_example_free (self);
}

TEST (test_gradient, "/trained-network/gradient")
{
  for (gsize k = 0; k < N_TRAINED_SHAPES; k++)
    for (guint combined = 0; combined < 2; combined++)
      for (guint loss = 0; loss < (trained_shapes[k].outputs > 1 ? 2 : 1); loss++)
        check_gradient (&trained_shapes[k], (IplTrainedLoss)loss, combined == 1, 20 + (guint32)k);
}

static void
copy_slice (gsize first, gsize count, float *x, float *y, gpointer data)
{
  const TrainedExample *self = data;
  gsize size = self->shape.T * self->shape.N0;

  for (gsize i = 0; i < count * size; i++)
    x[i] = (float)self->x[first * size + i];
  for (gsize i = 0; i < count * self->shape.outputs; i++)
    y[i] = (float)self->y[first * self->shape.outputs + i];
}

/* What the program runs, in single precision, against double: sums of some hundred terms lose a few
 * tens of roundings. */
TEST (test_single_precision, "/trained-network/single-precision")
{
  static const IplTrainedShape task
      = { 2, { 4, 4 }, 32, { 32, 32, 32 }, 64, 48, IPL_READOUT_MEAN, 1 };

  for (gsize k = 0; k <= N_TRAINED_SHAPES; k++)
    {
      TrainedExample *self = trained_example_new (k < N_TRAINED_SHAPES ? &trained_shapes[k] : &task,
                                                  19, 30 + (guint32)k);
      gsize n = self->layout.n;
      g_autoptr (IplTrainedNetwork) network = NULL;
      g_autoptr (IplTrainedStep) step = NULL;
      g_autofree double *gradient = g_new (double, n), *singles = g_new (double, n);
      g_autofree float *single = g_new (float, n);
      IplTrainedLoss of
          = self->shape.outputs > 1 ? IPL_TRAINED_CROSS_ENTROPY : IPL_TRAINED_SQUARED_ERROR;
      IplTrainedSums sums;
      double loss;

      /* Logits of the size that training has them. */
      for (gsize i = 0; i < self->layout.V0; i++)
        self->w[i] = (float)(self->w[i] * (k < N_TRAINED_SHAPES ? 1 : 0.15));
      network = trained_example_network (self);
      loss = trained_double_loss (&self->shape, of, self->layout.combined, 3, self->w, self->count,
                                  self->x, self->y, NULL, gradient);
      step = ipl_trained_step_new (&self->layout, network->parameters, self->count, 2, TRUE, NULL);
      ipl_trained_step_gradient (step, of, copy_slice, self, single, &sums, NULL);
      for (gsize i = 0; i < n; i++)
        singles[i] = single[i];
      test_assert_close (sums.loss / (double)self->count, loss, 50 * FLT_EPSILON * loss);
      test_assert_near (n, gradient, singles, 100 * FLT_EPSILON * test_largest (n, gradient));
      trained_example_free (self);
    }
}

/* Every variant of the vector loops that runs here, against the first. */
TEST (test_kernels, "/trained-network/kernels")
{
  enum
  {
    T = 45,
    TS = 48,
    R = 6,
    ROWS = 2 * T
  };
  const IplTrainedKernels *kernels;
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  g_autofree double *logits = trained_gaussians (rand, ROWS * TS, 20);

  for (guint v = 0; (kernels = ipl_trained_kernels (v)) != NULL; v++)
    {
      g_autofree float *O = trained_to_floats (logits, ROWS * TS);

      kernels->softmax (O, ROWS, T, TS);
      for (gsize i = 0; i < ROWS; i++)
        {
          double top = -G_MAXDOUBLE, total = 0;

          for (gsize s = 0; s < T; s++)
            top = MAX (top, (double)(float)logits[i * TS + s]);
          for (gsize s = 0; s < T; s++)
            total += exp2 ((double)(float)logits[i * TS + s] - top);
          for (gsize s = 0; s < T; s++)
            {
              double right = exp2 ((double)(float)logits[i * TS + s] - top) / total;

              /* The difference of logits rounds too, at their size of up to 100. */
              test_assert_close (O[i * TS + s], right, (100 * FLT_EPSILON) * right + 1e-24);
            }
          for (gsize s = T; s < TS; s++)
            g_assert_cmpfloat (O[i * TS + s], ==, 0);
        }
    }
}

/* The path features of the theory, at the trained Wq and Wk, make the network's own output, with
 * U's weights beside them. */
TEST (test_paths, "/trained-network/paths")
{
  for (gsize k = 0; k < N_TRAINED_SHAPES; k++)
    {
      TrainedExample *self = trained_example_new (&trained_shapes[k], 9, 40 + (guint32)k);
      const IplTrainedShape *shape = &self->shape;
      g_autoptr (IplTrainedNetwork) network = trained_example_network (self);
      g_autofree float *x = trained_to_floats (self->x, self->count * shape->T * shape->N0);
      gsize Pi = self->layout.Pi, N = shape->N[0], N0 = shape->N0, K = shape->outputs;
      gsize rows = Pi * K;
      g_autofree float *f = g_new (float, self->count * K);
      g_autofree double *xi = g_new (double, self->count * Pi * N0);
      g_autofree double *W = ipl_trained_network_effective (network, NULL);
      g_autofree double *U = ipl_trained_network_order (network, NULL);
      IplLayerWeights weights[IPL_MAX_LAYERS];

      g_assert_true (ipl_trained_network_export_attention (network, weights, NULL));
      TEST_OK (ipl_features_compute (weights, NULL, shape->L, shape->H, NULL, shape->T, N0,
                                     shape->readout, self->count, self->x, xi, 1, NULL, &error));
      TEST_OK (ipl_trained_network_predict (network, self->count, x, f, 2, NULL, &error));
      for (gsize out = 0; out < self->count * K; out++)
        {
          gsize e = out / K;
          double sum = 0, size = 0;

          for (gsize p = 0; p < Pi; p++)
            for (gsize i = 0; i < N; i++)
              for (gsize j = 0; j < N0; j++)
                {
                  double term = W[(p * K + out % K) * N + i] * self->w[self->layout.V0 + i * N0 + j]
                                * xi[(e * Pi + p) * N0 + j] / sqrt ((double)(N * N0 * Pi));

                  sum += term;
                  size += fabs (term);
                }
          test_assert_close (f[out], sum, 40 * FLT_EPSILON * (size + 1e-3));
        }
      for (gsize p = 0; p < rows; p++)
        for (gsize q = 0; q < rows; q++)
          {
            double sum = 0;

            for (gsize i = 0; i < N; i++)
              sum += W[p * N + i] * W[q * N + i] / (double)N;
            test_assert_close (U[p * rows + q], sum, 1e-12 * (1 + fabs (sum)));
          }
      for (guint l = 0; l < shape->L; l++)
        {
          g_free (weights[l].wq);
          g_free (weights[l].wk);
        }
      trained_example_free (self);
    }
}

static void
check_pruned (const TrainedExample *self, const IplTrainedNetwork *network, const gboolean *removed)
{
  gsize size = self->shape.T * self->shape.N0, K = self->shape.outputs, n = self->count * K;
  g_autofree float *x = trained_to_floats (self->x, self->count * size);
  g_autofree float *f = g_new (float, n), *again = g_new (float, n);
  g_autofree double *right = g_new (double, K);
  g_autoptr (IplTrainedNetwork) pruned
      = TEST_OK (ipl_trained_network_prune (network, removed, &error));

  TEST_OK (ipl_trained_network_predict (pruned, self->count, x, f, 1, NULL, &error));
  for (gsize e = 0; e < self->count; e++)
    {
      trained_example_outputs (self, removed, self->x + e * size, right);
      for (gsize k = 0; k < K; k++)
        test_assert_close (f[e * K + k], right[k], 2000 * FLT_EPSILON * (1 + fabs (right[k])));
    }
  TEST_OK (ipl_trained_network_predict (pruned, self->count, x, again, 2, NULL, &error));
  g_assert_cmpmem (f, n * sizeof *f, again, n * sizeof *again);
  g_assert_cmpfloat (ipl_trained_shape_multiply_adds (&pruned->shape), <=,
                     ipl_trained_shape_multiply_adds (&network->shape));
}

/* Every single head, every mask that leaves one head a layer, and nothing left at all. */
static void
check_pruning (const IplTrainedShape *shape)
{
  TrainedExample *self = trained_example_new (shape, 6, 50);
  g_autoptr (IplTrainedNetwork) network = trained_example_network (self);
  gboolean removed[5] = { 0 };

  check_pruned (self, network, removed);
  for (gsize h = 0; h < 5; h++)
    {
      removed[h] = TRUE;
      check_pruned (self, network, removed);
      removed[h] = FALSE;
    }
  for (gsize first = 0; first < 2; first++)
    for (gsize second = 2; second < 5; second++)
      {
        for (gsize h = 0; h < 5; h++)
          removed[h] = h != first && h != second;
        check_pruned (self, network, removed);
      }
  removed[0] = removed[1] = TRUE;
  TEST_REFUSED (ipl_trained_network_prune (network, removed, &error), IPL_ERROR_VALUE);
  trained_example_free (self);
}

TEST (test_pruning, "/trained-network/pruning")
{
  check_pruning (&trained_shapes[2]);
  check_pruning (&trained_shapes[6]);
}

/* Right, tied, wrong; and the binomial error. */
TEST (test_accuracy, "/trained-network/accuracy")
{
  const float y[] = { 0.75f, -0.25f, -0.25f, -0.25f, 0.75f, -0.25f, -0.25f, -0.25f, 0.75f };
  const float f[] = { 2, 1, -1, 0, 3, 3, 1, 0, -1 };
  double standard_error;

  g_assert_cmpfloat (ipl_trained_accuracy (3, 3, f, y, &standard_error), ==, 1.0 / 3);
  test_assert_close (standard_error, sqrt (2.0 / 27), 1e-12);
}

/* First weights: variance 1 but for Wq and Wk, whose logits have the spread asked for. */
TEST (test_first_weights, "/trained-network/first-weights")
{
  static const IplTrainedShape shape
      = { 2, { 4, 4 }, 32, { 100, 80, 60 }, 64, 48, IPL_READOUT_MEAN, 1 };
  g_autoptr (IplTrainedNetwork) network = ipl_trained_network_new (&shape, 0.5, 3, NULL);
  g_autoptr (IplTrainedNetwork) same = ipl_trained_network_new (&shape, 0.5, 3, NULL);
  g_autoptr (IplTrainedNetwork) other = ipl_trained_network_new (&shape, 0.5, 4, NULL);
  IplTrainedLayout layout;
  double attention = 0, rest = 0, n;

  ipl_trained_layout_init (&layout, &shape);
  n = (double)(layout.n - layout.V0);
  for (gsize i = 0; i < layout.n; i++)
    *(i < layout.V0 ? &attention : &rest)
        += (double)network->parameters[i] * (double)network->parameters[i];
  /* Five standard deviations of a mean of squares. */
  test_assert_close (rest / n, 1, 5 * sqrt (2 / n));
  n = (double)layout.V0;
  test_assert_close (attention / n * 64 / 0.5, 1, 5 * sqrt (2 / n));
  g_assert_cmpmem (network->parameters, layout.n * 4, same->parameters, layout.n * 4);
  g_assert_cmpint (memcmp (network->parameters, other->parameters, layout.n * 4), !=, 0);
}

TEST (test_shapes_refused, "/trained-network/shapes-refused")
{
  static const struct
  {
    guint L, H, T;
    int code;
  } wrong[] = {
    { 0, 2, 6, IPL_ERROR_VALUE },
    { 2, 0, 6, IPL_ERROR_VALUE },
    { 3, 64, 6, IPL_ERROR_VALUE },
    { 2, 2, 90000, IPL_ERROR_MEMORY },
  };

  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    {
      IplTrainedShape shape = trained_shapes[2];

      shape.L = wrong[k].L;
      shape.T = wrong[k].T;
      for (guint l = 0; l < 3; l++)
        {
          shape.H[l] = wrong[k].H;
          shape.N[l + 1] = shape.N[0];
        }
      TEST_REFUSED (ipl_trained_network_new (&shape, 1, 1, &error), wrong[k].code);
    }
}

TEST (test_file, "/trained-network/file")
{
  g_autofree char *path = test_path ("net.safetensors");

  for (gsize k = 0; k < N_TRAINED_SHAPES; k++)
    {
      g_autoptr (IplTrainedNetwork) network
          = ipl_trained_network_new (&trained_shapes[k], 1, 7, NULL);
      g_autoptr (IplTrainedNetwork) again = NULL;

      network->task = g_strdup ("Omniglot without “Korean”");
      TEST_OK (ipl_trained_network_save (network, path, &error));
      again = TEST_OK (ipl_trained_network_load (path, NULL, &error));
      g_assert_cmpstr (again->task, ==, network->task);
      g_assert_cmpmem (&again->shape, sizeof again->shape, &network->shape, sizeof network->shape);
      g_assert_cmpmem (again->parameters, again->n_parameters * 4, network->parameters,
                       network->n_parameters * 4);
    }
}
