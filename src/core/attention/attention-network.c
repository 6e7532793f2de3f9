/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/attention/attention-network.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random.h"

/* Rows of U_l: paths from layer l on, times outputs. */
static gsize
count_rows (const IplCase *the_case, guint l)
{
  gsize rows = the_case->labels.outputs;

  for (guint k = l; k < the_case->L; k++)
    rows *= the_case->H[k];
  return rows;
}

static void
place (IplAttentionNetwork *self)
{
  const IplCase *the_case = self->model->the_case;
  const guint *N = self->model->setting.N;

  self->n_w = self->V0 = self->model->n;
  self->n = self->V0 + N[0] * the_case->N0;
  for (guint l = 0; l < the_case->L; l++)
    {
      self->V[l] = self->n;
      self->n += (gsize)the_case->H[l] * N[l + 1] * N[l];
    }
  self->a = self->n;
  self->n += (gsize)the_case->labels.outputs * N[the_case->L];
}

static void
fill_scale (IplAttentionNetwork *self)
{
  const IplCase *the_case = self->model->the_case;
  const double *variances = self->model->setting.variances;
  guint l = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      while (l < the_case->L && i >= (l + 1 < the_case->L ? self->V[l + 1] : self->a))
        l++;
      self->scale[i] = sqrt (i < self->n_w    ? self->model->prior.variance
                             : i < self->V[0] ? variances[0]
                             : i < self->a    ? variances[l + 1]
                                              : variances[the_case->L + 1]);
    }
}

IplAttentionNetwork *
ipl_attention_network_new (IplAttentionModel *model, GError **error)
{
  g_autoptr (IplAttentionNetwork) self = g_new0 (IplAttentionNetwork, 1);
  const IplCase *the_case = model->the_case;
  double D = (double)(the_case->Pi * the_case->N0), K = the_case->labels.outputs;
  double count = (double)the_case->train.count, n;
  IplMemoryPart parts[2 * IPL_MAX_LAYERS + 10];
  guint p = 0;

  self->model = model;
  place (self);
  n = (double)self->n;
  parts[p++] = (IplMemoryPart){ &self->scale, n };
  parts[p++] = (IplMemoryPart){ &self->weights, n };
  parts[p++] = (IplMemoryPart){ &self->slope, n };
  parts[p++] = (IplMemoryPart){ &self->readout, K * D };
  parts[p++] = (IplMemoryPart){ &self->dreadout, K * D };
  parts[p++] = (IplMemoryPart){ &self->residual, count * K };
  parts[p++] = (IplMemoryPart){ &self->dxi, count * D };
  for (guint l = 0; l < the_case->L; l++)
    {
      double size = (double)count_rows (the_case, l) * model->setting.N[l];

      parts[p++] = (IplMemoryPart){ &self->W[l], size };
      parts[p++] = (IplMemoryPart){ &self->dW[l], size };
    }
  self->space = ipl_memory_try_parts (parts, p, "The network that is trained", error);
  if (self->space == NULL)
    return NULL;
  self->W[the_case->L] = self->weights + self->a;
  self->dW[the_case->L] = self->slope + self->a;
  fill_scale (self);
  return g_steal_pointer (&self);
}

void
ipl_attention_network_free (IplAttentionNetwork *self)
{
  g_free (self->space);
  g_free (self);
}

static void
multiply (gboolean transpose_a, gboolean transpose_b, gsize m, gsize n, gsize k, double scale,
          const double *A, const double *B, double add, double *C)
{
  cblas_dgemm (CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans,
               transpose_b ? CblasTrans : CblasNoTrans, (blasint)m, (blasint)n, (blasint)k, scale,
               A, (blasint)(transpose_a ? m : k), B, (blasint)(transpose_b ? k : n), add, C,
               (blasint)n);
}

/* W_l[h, rest] = W_{l+1}[rest] V^(l,h) / sqrt (N_{l+1}), and what they read out of path features:
 * W_1 V^0 / sqrt (N_1 N_0 Pi), rows (path, output). */
static void
fill_readout (IplAttentionNetwork *self)
{
  const IplCase *the_case = self->model->the_case;
  const guint *N = self->model->setting.N;
  double scale = 1 / sqrt ((double)N[0] * (double)(the_case->N0 * the_case->Pi));

  for (guint l = the_case->L; l-- > 0;)
    {
      gsize rest = count_rows (the_case, l + 1), size = (gsize)N[l + 1] * N[l];

      for (guint h = 0; h < the_case->H[l]; h++)
        multiply (FALSE, FALSE, rest, N[l], N[l + 1], 1 / sqrt ((double)N[l + 1]), self->W[l + 1],
                  self->weights + self->V[l] + h * size, 0, self->W[l] + h * rest * N[l]);
    }
  multiply (FALSE, FALSE, count_rows (the_case, 0), the_case->N0, N[0], scale, self->W[0],
            self->weights + self->V0, 0, self->readout);
}

/* The slopes of all values, from that of the readout, (path, output) rows. */
static void
pull_readout (IplAttentionNetwork *self)
{
  const IplCase *the_case = self->model->the_case;
  const guint *N = self->model->setting.N;
  double scale = 1 / sqrt ((double)N[0] * (double)(the_case->N0 * the_case->Pi));
  gsize rows = count_rows (the_case, 0);

  multiply (TRUE, FALSE, N[0], the_case->N0, rows, scale, self->W[0], self->dreadout, 0,
            self->slope + self->V0);
  multiply (FALSE, TRUE, rows, N[0], the_case->N0, scale, self->dreadout, self->weights + self->V0,
            0, self->dW[0]);
  for (guint l = 0; l < the_case->L; l++)
    {
      gsize rest = count_rows (the_case, l + 1), size = (gsize)N[l + 1] * N[l];
      double layer_scale = 1 / sqrt ((double)N[l + 1]);

      for (guint h = 0; h < the_case->H[l]; h++)
        {
          const double *dW = self->dW[l] + h * rest * N[l];

          multiply (TRUE, FALSE, N[l + 1], N[l], rest, layer_scale, self->W[l + 1], dW, 0,
                    self->slope + self->V[l] + h * size);
          multiply (FALSE, TRUE, rest, N[l + 1], N[l], layer_scale, dW,
                    self->weights + self->V[l] + h * size, h > 0, self->dW[l + 1]);
        }
    }
}

/* f - y, and |f - y|^2 */
static double
fill_residual (IplAttentionNetwork *self)
{
  const IplExamples *train = &self->model->the_case->train;
  gsize Pi = self->model->the_case->Pi, N0 = self->model->the_case->N0;
  gsize K = self->model->the_case->labels.outputs;
  double sum = 0;

  for (gsize m = 0; m < train->count; m++)
    for (gsize k = 0; k < K; k++)
      {
        double f = 0;

        for (gsize p = 0; p < Pi; p++)
          f += cblas_ddot ((blasint)N0, self->readout + (p * K + k) * N0, 1,
                           train->xi + (m * Pi + p) * N0, 1);
        self->residual[m * K + k] = f - train->y[m * K + k];
        sum += self->residual[m * K + k] * self->residual[m * K + k];
      }
  return sum;
}

double
ipl_attention_network_evaluate (IplAttentionNetwork *self, const double *theta, double *gradient,
                                GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->model->the_case;
  gsize Pi = the_case->Pi, N0 = the_case->N0, K = the_case->labels.outputs;
  double T = self->model->setting.temperature, value = 0;

  for (gsize i = 0; i < self->n; i++)
    {
      self->weights[i] = self->scale[i] * theta[i];
      value += 0.5 * theta[i] * theta[i];
    }
  if (!ipl_attention_model_set (self->model, self->weights, cancellable, error))
    return INFINITY;
  fill_readout (self);
  value += fill_residual (self) / (2 * T);
  memset (self->dreadout, 0, K * Pi * N0 * sizeof (double));
  memset (self->dxi, 0, the_case->train.count * Pi * N0 * sizeof (double));
  for (gsize m = 0; m < the_case->train.count; m++)
    for (gsize p = 0; p < Pi; p++)
      for (gsize k = 0; k < K; k++)
        {
          double slope = self->residual[m * K + k] / T;

          cblas_daxpy ((blasint)N0, slope, the_case->train.xi + (m * Pi + p) * N0, 1,
                       self->dreadout + (p * K + k) * N0, 1);
          cblas_daxpy ((blasint)N0, slope, self->readout + (p * K + k) * N0, 1,
                       self->dxi + (m * Pi + p) * N0, 1);
        }
  memset (self->slope, 0, self->n_w * sizeof (double));
  pull_readout (self);
  if (!ipl_attention_model_pull_back (self->model, self->dxi, self->slope, cancellable, error))
    return INFINITY;
  for (gsize i = 0; i < self->n; i++)
    gradient[i] = theta[i] + self->scale[i] * self->slope[i];
  if (isfinite (value))
    return value;
  ipl_fail (error, IPL_ERROR_VALUE,
            "The network’s outputs are not finite: its weights are too "
            "large.");
  return INFINITY;
}

void
ipl_attention_network_U (const IplAttentionNetwork *self, double *U)
{
  gsize rows = count_rows (self->model->the_case, 0), N = self->model->setting.N[0];

  multiply (FALSE, TRUE, rows, rows, N, 1.0 / (double)N, self->W[0], self->W[0], 0, U);
}
