/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/random.h"
#include "core/posterior/nuts.h"

/* Weight of the first covariance in pseudo-draws per dimension, if it contains information of
 * the data; without, the weight is five draws of 1e-3 of the variance, as in Stan. */
#define PSEUDO_DRAWS_PER_DIMENSION 2

struct _IplNutsMetric
{
  gsize n;
  gboolean dense;
  gsize size;           /* of a covariance: n^2, or n when not dense */
  const guint64 *signs; /* (nullable) */
  double *first;        /* covariance to which a short window is shrunk */
  double pseudo_draws;  /* ... by so many */
  double *covariance;   /* [n x n], or [n] when not dense */
  double *factor;       /* lower Cholesky factor of covariance, or square roots */
  double *mean;         /* of the window, with */
  double *moment;       /* the sum of (q - mean)(q - mean)^T (Welford) */
  double *scratch;      /* [2 n] */
  double *trial;        /* as covariance: a factor that may not exist */
  double *learned;      /* as covariance: of the window that ends */
  double *space;        /* of all of these */
  guint count;
  guint begin, end; /* of all windows */
  guint window_end; /* of the present one */
  guint window;     /* its length */
};

/* Stan's schedule: a fast start, slow windows of doubling length, a fast end. The start is
 * shorter than Stan's 75, because the first metric comes from the prior or the saddle point. */
static void
plan_windows (IplNutsMetric *self, guint warmup)
{
  guint start = 30, base = 25, term = 40;

  if (warmup < start + base + term)
    {
      start = (guint)(0.15 * warmup);
      term = (guint)(0.1 * warmup);
      base = warmup - start - term;
    }
  self->begin = start;
  self->end = warmup - term;
  self->window = base;
  self->window_end = MIN (start + base, self->end);
}

/* A chain that continues from one of several points that are equal up to signs is exact only if
 * the metric is the same at all of them. */
static void
separate_signs (const IplNutsMetric *self, double *covariance)
{
  if (!self->dense || self->signs == NULL)
    return;
  for (gsize i = 0; i < self->n; i++)
    for (gsize j = 0; j < self->n; j++)
      if (self->signs[i] != self->signs[j])
        covariance[i * self->n + j] = 0;
}

/* FALSE, without changes, if it is not positive definite. If the full covariance is positive
 * definite, so is its part between coordinates of the same signs. */
static gboolean
set_covariance (IplNutsMetric *self, const double *covariance)
{
  gsize n = self->n, size = self->size;
  double *factor = self->trial;

  memcpy (factor, covariance, size * sizeof *covariance);
  separate_signs (self, factor);
  if (!self->dense)
    for (gsize i = 0; i < n; i++)
      factor[i] = sqrt (covariance[i]);
  else if (LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'U', (int)n, factor, (int)n) != 0)
    return FALSE;
  memcpy (self->covariance, covariance, size * sizeof *covariance);
  separate_signs (self, self->covariance);
  memcpy (self->factor, factor, size * sizeof *factor);
  return TRUE;
}

static double
metric_size (gsize n)
{
  return n <= IPL_NUTS_DENSE_LIMIT ? (double)n * (double)n : (double)n;
}

void
ipl_nuts_metric_restart (IplNutsMetric *self, const double *variances, const double *covariance,
                         guint warmup)
{
  gsize n = self->n, size = self->size;

  self->count = 0;
  memset (self->moment, 0, size * sizeof (double));
  memset (self->first, 0, size * sizeof (double));
  memset (self->mean, 0, n * sizeof (double));
  if (self->dense && covariance != NULL)
    memcpy (self->first, covariance, size * sizeof *covariance);
  else
    for (gsize i = 0; i < n; i++)
      self->first[self->dense ? i * n + i : i] = variances[i];
  if (!set_covariance (self, self->first))
    {
      /* Not positive definite after all: the variances are. */
      memset (self->first, 0, size * sizeof *self->first);
      for (gsize i = 0; i < n; i++)
        self->first[i * n + i] = variances[i];
      set_covariance (self, self->first);
      covariance = NULL;
    }
  self->pseudo_draws = covariance != NULL ? PSEUDO_DRAWS_PER_DIMENSION * (double)n : 5;
  for (gsize i = 0; covariance == NULL && i < size; i++)
    self->first[i] *= 1e-3;
  plan_windows (self, warmup);
}

IplNutsMetric *
ipl_nuts_metric_new (gsize n, const guint64 *signs, GError **error)
{
  IplNutsMetric *self = g_new0 (IplNutsMetric, 1);
  double count = metric_size (n);

  self->n = n;
  self->signs = signs;
  self->dense = n <= IPL_NUTS_DENSE_LIMIT;
  self->size = (gsize)count;
  self->space
      = ipl_try_parts0 ("The sampler's metric", error, { &self->covariance, count },
                        { &self->factor, count }, { &self->moment, count }, { &self->first, count },
                        { &self->trial, count }, { &self->learned, count },
                        { &self->mean, (double)n }, { &self->scratch, 2 * (double)n });
  if (self->space == NULL)
    {
      g_free (self);
      return NULL;
    }
  return self;
}

void
ipl_nuts_metric_free (IplNutsMetric *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_free (self);
}

void
ipl_nuts_metric_velocity (const IplNutsMetric *self, const double *p, double *velocity)
{
  if (self->dense)
    cblas_dsymv (CblasRowMajor, CblasLower, (int)self->n, 1, self->covariance, (int)self->n, p, 1,
                 0, velocity, 1);
  else
    for (gsize i = 0; i < self->n; i++)
      velocity[i] = self->covariance[i] * p[i];
}

double
ipl_nuts_metric_kinetic (const IplNutsMetric *self, const double *p)
{
  ipl_nuts_metric_velocity (self, p, self->scratch);
  return 0.5 * cblas_ddot ((int)self->n, p, 1, self->scratch, 1);
}

void
ipl_nuts_metric_draw (const IplNutsMetric *self, gsl_rng *rng, double *p)
{
  for (gsize i = 0; i < self->n; i++)
    p[i] = ipl_random_gaussian (rng);
  /* M = (F F^T)^-1: p = F^-T z */
  if (self->dense)
    cblas_dtrsv (CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, (int)self->n, self->factor,
                 (int)self->n, p, 1);
  else
    for (gsize i = 0; i < self->n; i++)
      p[i] /= self->factor[i];
}

static void
add_position (IplNutsMetric *self, const double *q)
{
  double *before = self->scratch, *after = self->scratch + self->n;

  self->count++;
  for (gsize i = 0; i < self->n; i++)
    {
      before[i] = q[i] - self->mean[i];
      self->mean[i] += before[i] / self->count;
      after[i] = q[i] - self->mean[i];
    }
  if (self->dense)
    cblas_dger (CblasRowMajor, (int)self->n, (int)self->n, 1, after, 1, before, 1, self->moment,
                (int)self->n);
  else
    for (gsize i = 0; i < self->n; i++)
      self->moment[i] += before[i] * after[i];
}

static void
adopt (IplNutsMetric *self)
{
  gsize size = self->size;
  double total = self->count + self->pseudo_draws;
  double *covariance = self->learned;

  for (gsize i = 0; i < size; i++)
    covariance[i] = self->count / total * self->moment[i] / (self->count - 1.0)
                    + self->pseudo_draws / total * self->first[i];
  set_covariance (self, covariance);
}

gboolean
ipl_nuts_metric_learn (IplNutsMetric *self, guint done, const double *q)
{
  if (done < self->begin || done >= self->end)
    return FALSE;
  add_position (self, q);
  if (done + 1 < self->window_end)
    return FALSE;

  if (self->count > 2)
    adopt (self);
  self->count = 0;
  memset (self->mean, 0, self->n * sizeof (double));
  memset (self->moment, 0, self->size * sizeof (double));
  self->window *= 2;
  self->window_end += self->window;
  /* No stub of a window at the end. */
  if (self->window_end + 2 * self->window > self->end)
    self->window_end = self->end;
  return TRUE;
}

static void
write_metric (const IplNutsMetric *self, const char *prefix, IplNpzWriter *npz)
{
  gsize size = self->size;
  double counts[] = { self->count, self->window_end, self->window, self->pseudo_draws };

  ipl_checkpoint_add_doubles (npz, prefix, "metric_counts", counts, G_N_ELEMENTS (counts));
  ipl_checkpoint_add_doubles (npz, prefix, "metric_first", self->first, size);
  ipl_checkpoint_add_doubles (npz, prefix, "metric_covariance", self->covariance, size);
  ipl_checkpoint_add_doubles (npz, prefix, "metric_mean", self->mean, self->n);
  ipl_checkpoint_add_doubles (npz, prefix, "metric_moment", self->moment, size);
}

static gboolean
read_metric (IplNutsMetric *self, const char *prefix, IplNpz *npz)
{
  gsize size = self->size;
  const double *counts = ipl_checkpoint_find_doubles (npz, prefix, "metric_counts", 4);
  const double *first = ipl_checkpoint_find_doubles (npz, prefix, "metric_first", size);
  const double *covariance = ipl_checkpoint_find_doubles (npz, prefix, "metric_covariance", size);
  const double *mean = ipl_checkpoint_find_doubles (npz, prefix, "metric_mean", self->n);
  const double *moment = ipl_checkpoint_find_doubles (npz, prefix, "metric_moment", size);

  if (counts == NULL || first == NULL || covariance == NULL || mean == NULL || moment == NULL)
    return FALSE;
  for (guint i = 0; i < 3; i++)
    if (!ipl_checkpoint_is_count (counts[i], G_MAXINT32))
      return FALSE;
  for (gsize i = 0; !self->dense && i < self->n; i++)
    if (!(covariance[i] > 0))
      return FALSE;
  if (!set_covariance (self, covariance))
    return FALSE;
  self->count = (guint)counts[0];
  self->window_end = (guint)counts[1];
  self->window = (guint)counts[2];
  self->pseudo_draws = counts[3];
  memcpy (self->first, first, size * sizeof *first);
  memcpy (self->mean, mean, self->n * sizeof *mean);
  memcpy (self->moment, moment, size * sizeof *moment);
  return TRUE;
}

void
ipl_nuts_write (const IplNuts *self, const char *prefix, IplNpzWriter *npz)
{
  const DualAveraging *averaging = &self->averaging;
  double random[IPL_RANDOM_STATE_NUMBERS];
  double numbers[] = { self->sample.log_density, self->step_size,  averaging->mu,    averaging->bar,
                       averaging->log_step_bar,  averaging->count, self->warmup_done };

  ipl_random_generator_get_state (self->rng, random);
  ipl_checkpoint_add_doubles (npz, prefix, "random", random, G_N_ELEMENTS (random));
  ipl_checkpoint_add_doubles (npz, prefix, "numbers", numbers, G_N_ELEMENTS (numbers));
  ipl_checkpoint_add_doubles (npz, prefix, "position", self->sample.q, self->n);
  ipl_checkpoint_add_doubles (npz, prefix, "gradient", self->sample.g, self->n);
  write_metric (self->metric, prefix, npz);
}

gboolean
ipl_nuts_read (IplNuts *self, const char *prefix, IplNpz *npz)
{
  const double *random
      = ipl_checkpoint_find_doubles (npz, prefix, "random", IPL_RANDOM_STATE_NUMBERS);
  const double *numbers = ipl_checkpoint_find_doubles (npz, prefix, "numbers", 7);
  const double *position = ipl_checkpoint_find_doubles (npz, prefix, "position", self->n);
  const double *gradient = ipl_checkpoint_find_doubles (npz, prefix, "gradient", self->n);

  if (random == NULL || numbers == NULL || position == NULL || gradient == NULL || !(numbers[1] > 0)
      || !ipl_checkpoint_is_count (numbers[5], G_MAXINT32)
      || !ipl_checkpoint_is_count (numbers[6], self->warmup)
      || !ipl_random_generator_set_state (self->rng, random)
      || !read_metric (self->metric, prefix, npz))
    return FALSE;
  self->sample.log_density = numbers[0];
  self->step_size = numbers[1];
  self->averaging = (DualAveraging){
    .mu = numbers[2], .bar = numbers[3], .log_step_bar = numbers[4], .count = (guint)numbers[5]
  };
  self->warmup_done = (guint)numbers[6];
  memcpy (self->sample.q, position, self->n * sizeof *position);
  memcpy (self->sample.g, gradient, self->n * sizeof *gradient);
  return TRUE;
}

void
ipl_checkpoint_add_doubles (IplNpzWriter *npz, const char *part, const char *name,
                            const double *values, gsize n)
{
  g_autofree char *full = g_strconcat (part, name, NULL);

  ipl_npz_writer_add_doubles (npz, full, values, 1, &n);
}

const double *
ipl_checkpoint_find_doubles (IplNpz *npz, const char *part, const char *name, gsize n)
{
  g_autofree char *full = g_strconcat (part, name, NULL);
  const IplArray *array = ipl_npz_lookup (npz, full);

  if (array == NULL || array->values == NULL || array->size != n)
    return NULL;
  for (gsize i = 0; i < n; i++)
    if (!isfinite (array->values[i]))
      return NULL;
  return array->values;
}

gboolean
ipl_checkpoint_is_count (double value, guint most)
{
  return value >= 0 && value <= most && value == floor (value);
}
