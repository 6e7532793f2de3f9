/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/cost.h"

#include "core/base/file-read.h"
#include "core/base/random.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The matrix product by which the machine is measured: some milliseconds. */
#define TRIAL_SIZE 256
#define TRIALS 3
/* Random numbers and exponentials of a trial. */
#define NUMBERS 20000

/* How fast this machine is. */
typedef struct
{
  double flops;    /* a second */
  double gaussian; /* seconds of each */
  double exp;
} Rates;

/* @what: name of the part; static. What has the name of an earlier part is added to that
 * @kept: bytes that stay in use after it, for the parts that follow
 * @passing: bytes that it has in use beside these, and gives back */
void
ipl_cost_add (IplCost *self, const char *what, double seconds, double kept, double passing)
{
  guint i = 0;

  while (i < self->n_parts && strcmp (self->parts[i].what, what) != 0)
    i++;
  g_return_if_fail (i < IPL_COST_PARTS);
  self->parts[i].what = what;
  self->parts[i].seconds += seconds;
  self->n_parts = MAX (self->n_parts, i + 1);
  self->seconds += seconds;
  self->held += kept;
  self->bytes = MAX (self->bytes, self->held + passing);
}

static double
clock_seconds (clockid_t clock)
{
  struct timespec now;

  return clock_gettime (clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

static double
thread_seconds (void)
{
  return clock_seconds (CLOCK_THREAD_CPUTIME_ID);
}

static void
measure_products (Rates *self)
{
  gsize n = TRIAL_SIZE;
  g_autofree double *A = g_new (double, 2 * n * n), *C = g_new (double, n * n);

  for (gsize i = 0; i < 2 * n * n; i++)
    A[i] = 1.0 / (double)(1 + i % 97);
  for (guint k = 0; k < TRIALS; k++)
    {
      double begin = thread_seconds (), flops = 2.0 * (double)(n * n * n);

      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, 1.0, A,
                   (int)n, A + n * n, (int)n, 0.0, C, (int)n);
      self->flops = MAX (self->flops, flops / MAX (thread_seconds () - begin, 1e-6));
    }
}

/* The rate of numbers that are made one by one. */
static void
measure_numbers (Rates *self)
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  volatile double sum = 0;

  self->gaussian = self->exp = INFINITY;
  for (guint k = 0; k < TRIALS; k++)
    {
      double begin = thread_seconds ();

      for (guint i = 0; i < NUMBERS; i++)
        sum += ipl_random_gaussian (rng);
      self->gaussian = MIN (self->gaussian, (thread_seconds () - begin) / NUMBERS);
      begin = thread_seconds ();
      for (guint i = 0; i < NUMBERS; i++)
        sum += exp (-(double)i / NUMBERS);
      self->exp = MIN (self->exp, (thread_seconds () - begin) / NUMBERS);
    }
  gsl_rng_free (rng);
}

/* The rates of this machine, measured once in some milliseconds of the thread's own time. */
static const Rates *
get_rates (void)
{
  static gsize once;
  static Rates rates;

  if (g_once_init_enter (&once))
    {
      measure_products (&rates);
      measure_numbers (&rates);
      g_once_init_leave (&once, 1);
    }
  return &rates;
}

/* Returns: floating-point operations a second of a large matrix product on one thread */
double
ipl_cost_flops_per_second (void)
{
  return get_rates ()->flops;
}

/* Returns: how long drawing one Gaussian number takes */
double
ipl_cost_gaussian_seconds (void)
{
  return get_rates ()->gaussian;
}

/* Returns: how long one exponential takes */
double
ipl_cost_exp_seconds (void)
{
  return get_rates ()->exp;
}

/* Returns: processor time of this process until now, such as that of its start */
double
ipl_cost_own_seconds (void)
{
  return clock_seconds (CLOCK_PROCESS_CPUTIME_ID);
}

/* Returns: bytes that this process has in memory now; 0 where that is not known */
double
ipl_cost_own_bytes (void)
{
  g_autofree char *text = ipl_file_read ("/proc/self/statm", 4096, NULL, NULL);
  unsigned long size = 0, resident = 0;

  if (text == NULL || sscanf (text, "%lu %lu", &size, &resident) != 2)
    return 0;
  return (double)resident * (double)sysconf (_SC_PAGESIZE);
}
