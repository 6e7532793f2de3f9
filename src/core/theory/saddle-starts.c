/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/saddle-starts-private.h"

#include "core/base/memory.h"
#include "core/base/random-stream.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Other eigenvalues of U next to a dominant direction, for a mean diagonal of 1. */
#define NARROW_FLOOR 0.003
#define WIDE_FLOOR 0.1
/* In longer rows the entries of A are smaller, with the same norm as in a row of this length. */
#define LONG_ROW 8.0
#define N_KINDS 5

static double
gaussian (IplRandomStream *stream)
{
  return ipl_random_gaussian (&stream->rng);
}

/* The factor A of floor I + strength R v v^T / |v|^2, R x R: lower triangular, in closed form. */
static void
set_spike (gsize R, const double *v, double floor, double strength, double *A)
{
  double unit = strength * (double)R / cblas_ddot ((int)R, v, 1, v, 1), sum = floor;

  memset (A, 0, R * R * sizeof *A);
  for (gsize j = 0; j < R; j++)
    {
      double before = sum;

      sum += unit * v[j] * v[j];
      A[j * R + j] = sqrt (floor * sum / before);
      for (gsize i = j + 1; i < R; i++)
        A[i * R + j] = unit * v[i] * v[j] * sqrt (floor / (sum * before));
    }
}

/* Path for a round: paths take turns, in an order that depends on the seed. */
static gsize
choose_path (const IplSaddleStarts *self, guint round)
{
  gsize Pi = self->shape.rows[0], chosen = round % Pi;
  IplRandomStream stream;
  g_autofree gsize *order = g_new (gsize, Pi);

  ipl_random_stream_init (&stream, self->seed, IPL_STREAM_STARTS, G_MAXUINT64);
  for (gsize i = 0; i < Pi; i++)
    {
      gsize k = (gsize)(gsl_rng_uniform (&stream.rng) * (double)(i + 1));

      order[i] = order[k];
      order[k] = i;
    }
  return order[chosen];
}

/* Like set_spike(), for A_l; rows of an identity are first in its factor and do not change. */
static gboolean
set_layer_spike (const IplWishartShape *shape, guint l, const double *v, double floor,
                 double strength, double *theta, GError **error)
{
  gsize R = shape->rows[l], fixed = shape->fixed[l], random = shape->random[l];
  double *A = theta + shape->offset[l], *turned, *factor;
  g_autofree double *space = NULL;

  if (fixed == 0)
    {
      set_spike (R, v, floor, strength, A);
      return TRUE;
    }
  space = ipl_try_parts ("The saddle point", error, { &turned, (double)R },
                         { &factor, (double)R * (double)R });
  if (space == NULL)
    return FALSE;
  memcpy (turned, v + random, fixed * sizeof *turned);
  memcpy (turned + fixed, v, random * sizeof *turned);
  set_spike (R, turned, floor, strength, factor);
  memcpy (A, factor + fixed * R, random * R * sizeof *A);
  return TRUE;
}

/* A single path dominates, from the first layer where it has weights. */
static void
start_at_path (const IplSaddleStarts *self, guint round, double *theta)
{
  const IplWishartShape *shape = &self->shape;
  gsize Pi = shape->rows[0], path = choose_path (self, round);

  for (guint l = 0;; l++)
    {
      for (gsize i = 0; i < shape->diagonal[l]; i++)
        theta[ipl_wishart_shape_diagonal (shape, l, i)]
            = sqrt (NARROW_FLOOR + (i == path ? (double)Pi : 0));
      if (path < shape->random[l])
        break;
      path -= shape->random[l];
    }
}

/* An uninformed start. */
static void
start_anywhere (const IplSaddleStarts *self, IplRandomStream *stream, double *theta)
{
  const IplWishartShape *shape = &self->shape;

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize R = shape->rows[l];
      double size = MIN (1, sqrt (LONG_ROW / (double)R));

      for (gsize i = 0; i < shape->random[l]; i++)
        for (gsize j = 0; j <= shape->fixed[l] + i; j++)
          theta[shape->offset[l] + i * R + j]
              = j == shape->fixed[l] + i ? exp (gaussian (stream)) : size * gaussian (stream);
    }
}

/* A few directions dominate in every layer: U_l of a random rank. */
static void
start_at_rank (const IplSaddleStarts *self, IplRandomStream *stream, double *theta)
{
  const IplWishartShape *shape = &self->shape;

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize R = shape->rows[l];
      gsize rank = 1 + (gsize)(gsl_rng_uniform (&stream->rng) * (double)R);
      double *A = theta + shape->offset[l];

      /* Bartlett's decomposition of a Wishart matrix with this number of degrees of freedom */
      for (gsize i = 0, last = shape->fixed[l]; i < shape->random[l]; i++, last++)
        for (gsize j = 0; j <= last; j++)
          if (j >= rank)
            A[i * R + j] = j == last ? sqrt (NARROW_FLOOR) : 0;
          else if (j < last)
            A[i * R + j] = gaussian (stream) / sqrt ((double)rank);
          else
            A[i * R + j]
                = sqrt (NARROW_FLOOR
                        + ipl_random_chi_squared (&stream->rng, (double)(rank - j)) / (double)rank);
    }
}

/* A direction dominates in every layer, and K has the size of the labels. */
static gboolean
start_as_large_as_labels (const IplSaddleStarts *self, IplRandomStream *stream, double *theta,
                          GError **error)
{
  const IplWishartShape *shape = &self->shape;
  gsize Pi = shape->rows[0];
  g_autoptr (IplWishartChain) chain = ipl_wishart_chain_new (shape, &self->setting, error);
  g_autofree double *U = ipl_try_new (double, (double)Pi *(double)Pi, "The saddle point", error);
  g_autofree double *v = g_new (double, Pi);
  double size = 0;

  if (chain == NULL || U == NULL)
    return FALSE;
  for (guint l = 0; l < shape->L; l++)
    {
      double strength = exp (1.5 * gaussian (stream));

      for (gsize i = 0; i < shape->rows[l]; i++)
        v[i] = gaussian (stream);
      if (!set_layer_spike (shape, l, v, WIDE_FLOOR, strength, theta, error))
        return FALSE;
    }
  ipl_wishart_chain_set_point (chain, theta);
  ipl_wishart_chain_U (chain, 0, U);
  for (gsize i = 0; i < Pi * Pi; i++)
    size += self->scale * self->gram[i] * U[i];
  /* K grows with the square of every factor, except the fixed factor of an identity. */
  size = self->labels / size * exp (gaussian (stream));
  if (ipl_wishart_shape_has_identity (shape))
    {
      if (isfinite (size) && size > 0)
        theta[shape->offset[shape->L]] *= sqrt (size);
      return TRUE;
    }
  size = pow (size, 0.5 / (shape->L + 1));
  if (isfinite (size) && size > 0)
    cblas_dscal ((int)shape->n, size, theta, 1);
  return TRUE;
}

/* Five kinds of starts alternate. A start depends only on the seed and the index. @theta: [n] a
 * point in the coordinates of wishart-chain.h. */
gboolean
ipl_saddle_starts_get (const IplSaddleStarts *self, guint index, double *theta, GError **error)
{
  gsize Pi = self->shape.rows[0];
  guint round = index / N_KINDS;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, self->seed, IPL_STREAM_STARTS, index);
  ipl_wishart_shape_set_gp (&self->shape, theta);
  switch (index % N_KINDS)
    {
    case 0:
      start_at_path (self, round, theta);
      break;
    case 1:
      start_anywhere (self, &stream, theta);
      break;
    case 2:
      /* The combination of paths that fits the labels dominates. */
      return set_layer_spike (&self->shape, 0, self->directions + round % Pi * Pi, NARROW_FLOOR, 1,
                              theta, error);
    case 3:
      start_at_rank (self, &stream, theta);
      break;
    default:
      return start_as_large_as_labels (self, &stream, theta, error);
    }
  return TRUE;
}

/* t_p = sum_m y_m xi^p(x_m) as rows, for each output's y; finds the eigenvectors of t t^T = y^T
 * C_pq y. */
static gboolean
find_directions (IplSaddleStarts *self, const IplKernel *kernel, GError **error)
{
  const IplCase *the_case = kernel->the_case;
  gsize paths = the_case->Pi, Pi = kernel->Pi, N0 = the_case->N0, P = the_case->train.count;
  guint R = kernel->outputs;
  const double *y = ipl_feature_rows_get_labels (&kernel->rows, the_case);
  g_autofree double *t = ipl_try_new (double, (double)Pi *(double)N0, "The saddle point", error);
  g_autofree double *values = g_new (double, Pi);

  if (t == NULL)
    return FALSE;
  for (gsize p = 0; p < paths; p++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)R, (int)N0, (int)P, 1, y, (int)P,
                 the_case->train.xi + p * N0, (int)(paths * N0), 0, t + p * R * N0, (int)N0);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0, 1, t, (int)N0, t,
               (int)N0, 0, self->directions, (int)Pi);
  /* Column-major, so that eigenvectors become rows; the largest comes last. */
  if (LAPACKE_dsyev (LAPACK_COL_MAJOR, 'V', 'U', (int)Pi, self->directions, (int)Pi, values) != 0)
    {
      memset (self->directions, 0, Pi * Pi * sizeof (double));
      for (gsize i = 0; i < Pi; i++)
        self->directions[i * Pi + i] = 1;
    }
  for (gsize i = 0; i < Pi / 2; i++)
    cblas_dswap ((int)Pi, self->directions + i * Pi, 1, self->directions + (Pi - 1 - i) * Pi, 1);
  return TRUE;
}

/* Like find_directions(), between the features of each output. */
static void
find_gram (IplSaddleStarts *self, const IplKernel *kernel)
{
  const IplCase *the_case = kernel->the_case;
  gsize paths = the_case->Pi, Pi = kernel->Pi, N0 = the_case->N0, P = the_case->train.count;
  gsize R = kernel->outputs;

  for (gsize m = 0; m < P; m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)paths, (int)paths, (int)N0, 1,
                 the_case->train.xi + m * paths * N0, (int)N0, the_case->train.xi + m * paths * N0,
                 (int)N0, 1, self->gram, (int)paths);
  /* Runs backwards, so that entries are read before they are overwritten. */
  for (gsize i = paths * paths; i-- > 0;)
    {
      double sum = self->gram[i];

      self->gram[i] = 0;
      for (gsize k = 0; k < R; k++)
        self->gram[(i / paths * R + k) * Pi + i % paths * R + k] = sum;
    }
}

/* Starts, or NULL with IPL_ERROR_MEMORY. */
IplSaddleStarts *
ipl_saddle_starts_new (const IplKernel *kernel, const IplSetting *setting, guint64 seed,
                       GError **error)
{
  g_autoptr (IplSaddleStarts) self = g_new0 (IplSaddleStarts, 1);
  const IplCase *the_case = kernel->the_case;
  gsize Pi = kernel->Pi, P = the_case->train.count;
  const double *y = ipl_feature_rows_get_labels (&kernel->rows, the_case);

  ipl_wishart_shape_init (&self->shape, the_case, kernel->outputs, NULL);
  self->setting = *setting;
  self->seed = seed;
  self->scale = setting->variances[0] / ((double)the_case->N0 * (double)the_case->Pi * (double)P);
  self->labels = cblas_ddot ((int)(P * kernel->outputs), y, 1, y, 1) / (double)P;
  self->space = ipl_try_parts0 ("The saddle point", error, { &self->gram, (double)Pi * (double)Pi },
                                { &self->directions, (double)Pi * (double)Pi });
  if (self->space == NULL)
    return NULL;
  find_gram (self, kernel);
  return find_directions (self, kernel, error) ? g_steal_pointer (&self) : NULL;
}

void
ipl_saddle_starts_free (IplSaddleStarts *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_free (self);
}
