/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/head-drops.h"

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include <math.h>

#include "core/base/random-stream.h"

/* Number of bootstrap test sets, and the excluded tail on either side. */
#define RESAMPLES 1000
#define TAIL 0.025

/* 1 for right and 0 for wrong, or minus the squared error. */
static double
worth (const IplHeadLosses *self, gsize i, const double *f)
{
  gsize K = self->labels.outputs;
  double score = ipl_labels_score (&self->labels, self->y + i * K, f + i * K);

  return ipl_labels_are_classes (&self->labels) ? score : -score;
}

gboolean
ipl_head_losses_init (IplHeadLosses *self, const IplCase *the_case, guint test, const double *f,
                      GError **error)
{
  static const char what[] = "What each head changes for every test example";
  const IplExamples *examples = &the_case->tests[test];

  *self = (IplHeadLosses){ .n_heads = ipl_case_n_heads (the_case),
                           .count = examples->count,
                           .labels = the_case->labels,
                           .y = examples->y };
  self->has_value = g_new0 (gboolean, self->n_heads);
  self->f = ipl_memory_try_copy (f, (double)ipl_labels_get_size (&self->labels, self->count),
                                 sizeof *f, what, error);
  if (self->f != NULL)
    self->lost = ipl_try_new0 (double, (double)self->count * self->n_heads, what, error);
  return self->lost != NULL;
}

void
ipl_head_losses_clear (IplHeadLosses *self)
{
  g_clear_pointer (&self->f, g_free);
  g_clear_pointer (&self->lost, g_free);
  g_clear_pointer (&self->has_value, g_free);
}

void
ipl_head_losses_set (IplHeadLosses *self, guint head, const double *f)
{
  for (gsize i = 0; i < self->count; i++)
    self->lost[i * self->n_heads + head] = worth (self, i, self->f) - worth (self, i, f);
  self->has_value[head] = TRUE;
}

static int
compare_worths (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *worth = data;
  guint i = *(const guint *)a, k = *(const guint *)b;

  if (worth[i] != worth[k])
    return worth[i] < worth[k] ? -1 : 1;
  return i < k ? -1 : i > k;
}

void
ipl_heads_sort (guint n, const double *worth, guint *order)
{
  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint)n, sizeof *order, compare_worths, (gpointer)worth);
}

static gboolean
all_alike (gsize n, const double *a)
{
  for (gsize i = 1; i < n; i++)
    if (a[i] != a[0])
      return FALSE;
  return TRUE;
}

double
ipl_heads_spearman (gsize n, const double *a, const double *b)
{
  g_autofree double *work = NULL;

  if (n < 3 || all_alike (n, a) || all_alike (n, b))
    return NAN;
  work = g_new (double, 2 * n);
  return gsl_stats_spearman (a, 1, b, 1, n, work);
}

/* State of the bootstrap. */
typedef struct
{
  const IplHeadLosses *losses;
  gsize n;             /* heads with a drop */
  const guint *heads;  /* [n] */
  const double *score; /* [n] of these */
  guint64 seed;
  double *value; /* [RESAMPLES] */
} Resampling;

static void
resample (gsize index, gpointer data)
{
  const Resampling *self = data;
  const IplHeadLosses *losses = self->losses;
  g_autofree double *sum = g_new0 (double, losses->n_heads + self->n);
  double *drop = sum + losses->n_heads;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, self->seed, IPL_STREAM_RESAMPLE, index);
  for (gsize i = 0; i < losses->count; i++)
    {
      gsize drawn = (gsize)(gsl_rng_uniform (&stream.rng) * (double)losses->count);
      const double *lost = losses->lost + drawn * losses->n_heads;

      for (guint h = 0; h < losses->n_heads; h++)
        sum[h] += lost[h];
    }
  for (gsize k = 0; k < self->n; k++)
    drop[k] = sum[self->heads[k]];
  self->value[index] = ipl_heads_spearman (self->n, self->score, drop);
}

static void
correlate (const IplHeadLosses *self, const double *score, guint64 seed, guint threads,
           IplHeadDrops *drops)
{
  g_autofree guint *heads = g_new (guint, self->n_heads);
  g_autofree double *values = g_new (double, RESAMPLES + 2 * self->n_heads);
  double *of_finite = values + RESAMPLES, *drop = of_finite + self->n_heads;
  Resampling work = { self, 0, heads, of_finite, seed, values };
  gsize n = 0;

  for (guint h = 0; h < self->n_heads; h++)
    if (self->has_value[h])
      {
        of_finite[work.n] = score[h];
        drop[work.n] = drops->drop[h];
        heads[work.n++] = h;
      }
  drops->correlation = (IplCorrelation){ ipl_heads_spearman (work.n, of_finite, drop), NAN, NAN };
  if (isnan (drops->correlation.value))
    return;
  ipl_parallel_for (RESAMPLES, threads, resample, &work, NULL);
  for (gsize k = 0; k < RESAMPLES; k++)
    if (!isnan (values[k]))
      values[n++] = values[k];
  if (n < RESAMPLES / 2)
    return;
  gsl_sort (values, 1, n);
  drops->correlation.low = gsl_stats_quantile_from_sorted_data (values, 1, n, TAIL);
  drops->correlation.high = gsl_stats_quantile_from_sorted_data (values, 1, n, 1 - TAIL);
  /* A few heads can have the same order in nearly every test set: no interval. */
  if (!(drops->correlation.high > drops->correlation.low))
    drops->correlation.low = drops->correlation.high = NAN;
}

/* Computes drops with paired standard errors, and the rank correlation of drops and scores over
 * the heads that have both. The interval lies between percentiles over bootstrap test sets of
 * the same size; test sets in which all drops are equal are left out. There is no interval if
 * they are the majority, or if nearly all test sets give the same correlation. @score: [n_heads]
 * head scores. */
void
ipl_head_losses_read (const IplHeadLosses *self, const double *score, guint64 seed, guint threads,
                      IplHeadDrops *drops)
{
  double n = (double)self->count;

  for (guint h = 0; h < self->n_heads; h++)
    {
      double sum = 0, squares = 0;

      drops->drop[h] = drops->se[h] = NAN;
      if (!self->has_value[h])
        continue;
      for (gsize i = 0; i < self->count; i++)
        sum += self->lost[i * self->n_heads + h];
      drops->drop[h] = sum / n;
      for (gsize i = 0; i < self->count; i++)
        {
          double d = self->lost[i * self->n_heads + h] - drops->drop[h];

          squares += d * d;
        }
      drops->se[h] = n > 1 ? sqrt (squares / (n - 1) / n) : 0;
    }
  correlate (self, score, seed, threads, drops);
}
