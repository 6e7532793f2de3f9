/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frobenius and spectral norm of a large matrix by Lanczos's method on W^T W, which only needs
 * products (THEORY.md section 16). LAPACK's singular values would take a copy and the cube of
 * its side. */
#include "core/checkpoints/checkpoints.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"

#define MAX_STEPS 400
/* The largest Ritz value is tested every so many steps, and accepted when its relative growth is
 * smaller. */
#define EVERY 5
#define ENOUGH 1e-8
/* Rows are multiplied in slices, so that sums do not depend on the number of threads. */
#define N_SLICES 16
#define BLOCK 64

typedef struct
{
  float *W; /* [rows x columns] */
  gsize rows, columns;
  guint threads;
  float *q;     /* [columns] */
  double *sums; /* [N_SLICES x columns] */
  float *part;  /* [N_SLICES x columns] */
  double *Q;    /* [steps x columns] Lanczos's vectors */
  double squares[N_SLICES];
} Work;

static void
get_slice (const Work *self, gsize slice, gsize *begin, gsize *end)
{
  *begin = self->rows * slice / N_SLICES;
  *end = self->rows * (slice + 1) / N_SLICES;
}

static void
square_slice (gsize slice, gpointer data)
{
  Work *self = data;
  gsize begin, end;
  double sum = 0;

  get_slice (self, slice, &begin, &end);
  for (gsize i = begin * self->columns; i < end * self->columns; i++)
    sum += (double)self->W[i] * (double)self->W[i];
  self->squares[slice] = sum;
}

/* Computes W^T (W q) of a slice of rows while they are in the cache. */
static void
multiply_slice (gsize slice, gpointer data)
{
  Work *self = data;
  double *sum = self->sums + slice * self->columns;
  float *part = self->part + slice * self->columns, p[BLOCK];
  gsize begin, end;

  get_slice (self, slice, &begin, &end);
  memset (sum, 0, self->columns * sizeof *sum);
  for (gsize row = begin; row < end; row += BLOCK)
    {
      int n = (int)MIN (BLOCK, end - row), columns = (int)self->columns;
      const float *W = self->W + row * self->columns;

      cblas_sgemv (CblasRowMajor, CblasNoTrans, n, columns, 1, W, columns, self->q, 1, 0, p, 1);
      cblas_sgemv (CblasRowMajor, CblasTrans, n, columns, 1, W, columns, p, 1, 0, part, 1);
      for (gsize j = 0; j < self->columns; j++)
        sum[j] += (double)part[j];
    }
}

/* r = W^T W q */
static void
multiply (Work *self, const double *q, double *r, GCancellable *cancellable)
{
  for (gsize j = 0; j < self->columns; j++)
    self->q[j] = (float)q[j];
  ipl_parallel_for (N_SLICES, self->threads, multiply_slice, self, cancellable);
  memcpy (r, self->sums, self->columns * sizeof *r);
  for (gsize slice = 1; slice < N_SLICES; slice++)
    cblas_daxpy ((int)self->columns, 1, self->sums + slice * self->columns, 1, r, 1);
}

/* The largest eigenvalue of the tridiagonal matrix so far. */
static double
find_ritz (const double *alpha, const double *beta, guint n)
{
  double d[MAX_STEPS], e[MAX_STEPS];

  memcpy (d, alpha, n * sizeof *d);
  memcpy (e, beta, n * sizeof *e);
  return LAPACKE_dsterf ((int)n, d, e) == 0 ? d[n - 1] : NAN;
}

/* The largest eigenvalue of W^T W; @r and the rows of Q have the length of a row of W. */
static double
find_largest (Work *self, double *r, guint n_steps, GCancellable *cancellable)
{
  double alpha[MAX_STEPS], beta[MAX_STEPS], largest = 0, before = 0;
  int n = (int)self->columns;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, 0, IPL_STREAM_STARTS, self->columns);
  for (gsize j = 0; j < self->columns; j++)
    r[j] = gsl_rng_uniform (&stream.rng) - 0.5;
  for (guint k = 0; k < n_steps; k++)
    {
      double *q = self->Q + k * self->columns, norm = cblas_dnrm2 (n, r, 1);

      if (k > 0)
        beta[k - 1] = norm;
      /* The Krylov space is exhausted: the Ritz value is exact. */
      if (k > 0 && norm <= 1e-7 * largest)
        return find_ritz (alpha, beta, k);
      for (gsize j = 0; j < self->columns; j++)
        q[j] = r[j] / norm;
      multiply (self, q, r, cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        return NAN;
      alpha[k] = cblas_ddot (n, q, 1, r, 1);
      largest = fmax (largest, fabs (alpha[k]));
      /* Two passes of Gram-Schmidt make all vectors orthogonal. */
      for (int twice = 0; twice < 2; twice++)
        for (guint i = 0; i <= k; i++)
          {
            const double *other = self->Q + i * self->columns;

            cblas_daxpy (n, -cblas_ddot (n, other, 1, r, 1), other, 1, r, 1);
          }
      if ((k + 1) % EVERY == 0 || k + 1 == n_steps)
        {
          largest = find_ritz (alpha, beta, k + 1);
          if (!(largest > (1 + ENOUGH) * before))
            return largest;
          before = largest;
        }
    }
  return largest;
}

/* Divides the matrix by a power of 2 if its squares would exceed the range of single precision.
 * Returns the exponent of that power. */
static int
scale (float *W, gsize size)
{
  float largest = 0;
  int exponent;

  for (gsize i = 0; i < size; i++)
    largest = MAX (largest, fabsf (W[i]));
  if (!(largest > 0) || !isfinite (largest) || (largest > 0x1p-30f && largest < 0x1p30f))
    return 0;
  frexpf (largest, &exponent);
  for (gsize i = 0; i < size; i++)
    W[i] = ldexpf (W[i], -exponent);
  return exponent;
}

/* Finds both norms; the squared ratio is the stable rank. The spectral norm has a relative error
 * of about 1e-6 and does not depend on the number of threads; NaN if @W is not finite. @W: [rows
 * x columns] row-major; divided by a power of 2 if it is very large or small. */
gboolean
ipl_stable_rank (float *W, gsize rows, gsize columns, guint threads, GCancellable *cancellable,
                 double *frobenius, double *spectral, GError **error)
{
  Work work = { .W = W, .rows = rows, .columns = columns, .threads = threads };
  /* Rank + 1 steps: the start vector has a component in the null space of W. */
  guint n_steps = (guint)MIN (MIN (rows + 1, columns), MAX_STEPS);
  g_autofree double *r = NULL;
  double sum = 0;
  int exponent;

  r = ipl_try_parts ("The singular values of a matrix", error, { &r, (double)columns },
                     { &work.sums, (double)N_SLICES * (double)columns },
                     { &work.Q, (double)n_steps * (double)columns },
                     { &work.q, (double)columns, sizeof (float) },
                     { &work.part, (double)N_SLICES * (double)columns, sizeof (float) });
  if (r == NULL)
    return FALSE;
  exponent = scale (W, rows * columns);
  ipl_parallel_for (N_SLICES, threads, square_slice, &work, cancellable);
  for (guint slice = 0; slice < N_SLICES; slice++)
    sum += work.squares[slice];
  *frobenius = ldexp (sqrt (sum), exponent);
  *spectral = !isfinite (sum) ? NAN
              : sum == 0      ? 0
                         : ldexp (sqrt (fmax (find_largest (&work, r, n_steps, cancellable), 0)),
                                  exponent);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
