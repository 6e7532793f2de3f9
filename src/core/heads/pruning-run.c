/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/pruning.h"

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/heads/head-drops.h"
#include "core/heads/heads-private.h"
#include "core/heads/pruning-private.h"
#include "core/heads/removal-order.h"

/* A set of heads. */
typedef struct
{
  gboolean *removed; /* [n_heads] */
  gboolean is_computed;
  double accuracy;
  double se;
} Set;

/* Accuracies without sets of heads, each computed once and then cached. */
typedef struct
{
  const IplHeadReport *report;
  const IplSolution *solution;
  IplKernel *kernel;  /* kernel of the theory, without a trained network */
  double *shares;     /* of the trained network */
  GHashTable *found;  /* key of a set, one character a head -> Set */
  GPtrArray *pending; /* uncached sets, in the order of the requests */
  GError *error;      /* atomic: the first error of the threads */
} Sets;

static const char predictions[] = "The predictions of the pruned network";

static void
set_free (gpointer data)
{
  Set *set = data;

  g_free (set->removed);
  g_free (set);
}

static void
sets_free (Sets *self)
{
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_free (self->shares);
  g_clear_error (&self->error);
  g_hash_table_unref (self->found);
  g_ptr_array_unref (self->pending);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Sets, sets_free)

static Sets *
sets_new (const IplHeadReport *report, const IplSolution *solution, GError **error)
{
  g_autoptr (Sets) self = g_new0 (Sets, 1);
  IplCase *the_case = report->the_case;

  self->report = report;
  self->solution = solution;
  self->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, set_free);
  self->pending = g_ptr_array_new ();
  if (the_case->trained != NULL)
    self->shares = ipl_heads_trained_shares (the_case, report->test, error);
  else
    self->kernel = ipl_kernel_prepare (the_case, NULL, error);
  return self->shares != NULL || self->kernel != NULL ? g_steal_pointer (&self) : NULL;
}

static guint
n_removals (const Sets *self)
{
  return self->report->n_heads - self->report->the_case->L;
}

/* Adds the uncached sets of an order to the pending sets. */
static void
sets_want (Sets *self, const guint *order)
{
  g_autofree char *key = g_strnfill (self->report->n_heads, '.');
  guint n_heads = self->report->n_heads;

  for (guint k = 0; k <= n_removals (self); k++)
    {
      Set *set;

      if (k > 0)
        key[order[k - 1]] = 'x';
      if (g_hash_table_lookup (self->found, key) != NULL)
        continue;
      set = g_new0 (Set, 1);
      set->removed = g_new0 (gboolean, n_heads);
      for (guint h = 0; h < n_heads; h++)
        set->removed[h] = key[h] == 'x';
      g_ptr_array_add (self->pending, set);
      g_hash_table_insert (self->found, g_strdup (key), set);
    }
}

static void
measure (const Sets *self, Set *set, const double *f)
{
  set->accuracy = ipl_case_measure (self->report->the_case, self->report->test, f, &set->se);
  set->is_computed = TRUE;
}

static void
trained_block (gsize index, gpointer data)
{
  Sets *self = data;
  const IplCase *the_case = self->report->the_case;
  gsize first = index * IPL_HEADS_BLOCK, n = MIN (IPL_HEADS_BLOCK, self->pending->len - first);
  gsize count = ipl_labels_get_size (&the_case->labels, the_case->tests[self->report->test].count);
  GError *error = NULL;
  double *f, *of_one;
  g_autofree double *space = ipl_try_parts (predictions, &error, { &f, (double)count * (double)n },
                                            { &of_one, (double)count });
  const gboolean *removed[IPL_HEADS_BLOCK];

  for (gsize k = 0; k < n; k++)
    removed[k] = ((Set *)self->pending->pdata[first + k])->removed;
  if (space == NULL
      || !ipl_heads_trained_outputs (the_case, self->report->test, self->shares, n, removed, f,
                                     &error))
    {
      ipl_error_store_first (&self->error, error);
      return;
    }
  for (gsize k = 0; k < n; k++)
    {
      for (gsize i = 0; i < count; i++)
        of_one[i] = f[i * n + k];
      measure (self, self->pending->pdata[first + k], of_one);
    }
}

static void
theory_set (gsize index, gpointer data)
{
  Sets *self = data;
  const IplCase *the_case = self->report->the_case;
  Set *set = self->pending->pdata[index];
  g_autoptr (GError) error = NULL;
  g_autofree double *mean = ipl_try_new (
      double, ipl_labels_get_size (&the_case->labels, the_case->tests[self->report->test].count),
      predictions, &error);

  if (mean != NULL
      && ipl_heads_zeroed_mean (the_case, self->kernel, self->solution, set->removed,
                                self->report->test, mean, &error))
    measure (self, set, mean);
  else if (g_error_matches (error, IPL_ERROR, IPL_ERROR_MEMORY))
    ipl_error_store_first (&self->error, g_steal_pointer (&error));
  else
    {
      set->accuracy = set->se = NAN;
      set->is_computed = TRUE;
    }
}

/* Computes the pending sets. FALSE if cancelled; missing values read NaN. */
static gboolean
sets_work_out (Sets *self, guint threads, GCancellable *cancellable, GError **error)
{
  gsize n = self->pending->len;

  if (self->shares != NULL)
    ipl_parallel_for ((n + IPL_HEADS_BLOCK - 1) / IPL_HEADS_BLOCK, threads, trained_block, self,
                      cancellable);
  else
    ipl_parallel_for (n, threads, theory_set, self, cancellable);
  if (!ipl_parallel_succeeded (cancellable, &self->error, error))
    return FALSE;
  g_ptr_array_set_size (self->pending, 0);
  return TRUE;
}

/* accuracy, se (nullable): [n_points] */
static void
sets_read (const Sets *self, const guint *order, double *accuracy, double *se)
{
  g_autofree char *key = g_strnfill (self->report->n_heads, '.');

  for (guint k = 0; k <= n_removals (self); k++)
    {
      const Set *set;

      if (k > 0)
        key[order[k - 1]] = 'x';
      set = g_hash_table_lookup (self->found, key);
      accuracy[k] = set != NULL && set->is_computed ? set->accuracy : NAN;
      if (se != NULL)
        se[k] = set != NULL && set->is_computed ? set->se : NAN;
    }
}

/* Random orders from one report to the next: of a trained network, and of the theory, which has a
 * kernel to factorize for each set of heads. */
#define ORDERS_AT_ONCE 20
#define THEORY_ORDERS_AT_ONCE 4

/* Ends of the band of random orders. */
#define LOW 0.05
#define HIGH 0.95

typedef struct
{
  IplPruning *pruning; /* the curve so far; never handed out */
  const IplHeadReport *report;
  const IplPruningOptions *options;
  Sets *sets;
  const IplWork *work; /* (nullable) */
  guint n_random;
  double *random; /* [n_random x n_points] accuracies */
  gsize cached_bytes;
  double done, total;
  char *sentence;
} Run;

/* Posts a copy of the present results; @more: share of the current piece of work. */
static void
post (Run *run, double more)
{
  double fraction = MIN ((run->done + more) / run->total, 1);
  g_autoptr (IplPruning) copy = NULL;

  if (run->work == NULL || run->work->show == NULL)
    return;
  copy = ipl_pruning_copy (run->pruning);
  ipl_work_progress (run->work, fraction, -1.0, run->sentence);
  ipl_work_show (run->work, copy, fraction);
}

static void
set_sentence (Run *run, char *sentence)
{
  g_free (run->sentence);
  run->sentence = sentence;
}

static void
read_curves (Run *run)
{
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      IplPruningCurve *curve = &run->pruning->curve[o];

      if (curve->order != NULL)
        sets_read (run->sets, curve->order, curve->accuracy, curve->se);
    }
}

static gboolean
follow_orders (Run *run, GError **error)
{
  gboolean done;

  set_sentence (run, g_strdup ("Removing heads in order of their scores"));
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    if (run->pruning->curve[o].order != NULL)
      sets_want (run->sets, run->pruning->curve[o].order);
  done = sets_work_out (run->sets, ipl_work_threads (run->work), ipl_work_cancellable (run->work),
                        error);
  read_curves (run);
  run->done += done;
  post (run, 0);
  return done;
}

/* Mean and percentiles over the random orders so far; singular ones are left out. */
static void
read_band (Run *run)
{
  IplPruning *pruning = run->pruning;
  g_autofree double *values = g_new (double, MAX (pruning->n_random, 1));

  for (guint k = 0; k < pruning->n_points; k++)
    {
      gsize n = 0;

      for (guint i = 0; i < pruning->n_random; i++)
        if (!isnan (run->random[i * pruning->n_points + k]))
          values[n++] = run->random[i * pruning->n_points + k];
      if (n == 0)
        continue;
      gsl_sort (values, 1, n);
      pruning->random_mean[k] = gsl_stats_mean (values, 1, n);
      pruning->random_low[k] = gsl_stats_quantile_from_sorted_data (values, 1, n, LOW);
      pruning->random_high[k] = gsl_stats_quantile_from_sorted_data (values, 1, n, HIGH);
    }
}

static gboolean
follow_random (Run *run, GError **error)
{
  IplPruning *pruning = run->pruning;
  guint n_points = pruning->n_points;
  guint at_once = pruning->is_trained ? ORDERS_AT_ONCE : THEORY_ORDERS_AT_ONCE;

  for (guint first = 0; first < run->n_random; first += at_once)
    {
      guint n = MIN (at_once, run->n_random - first);
      g_autofree guint *orders = g_new (guint, (gsize)n * n_points);

      for (guint i = 0; i < n; i++)
        {
          ipl_removal_order_list (run->report, IPL_REMOVAL_RANDOM, run->options->seed, first + i,
                                  orders + i * n_points);
          sets_want (run->sets, orders + i * n_points);
        }
      if (!sets_work_out (run->sets, ipl_work_threads (run->work), ipl_work_cancellable (run->work),
                          error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        sets_read (run->sets, orders + i * n_points, run->random + (gsize)(first + i) * n_points,
                   NULL);
      pruning->n_random = first + n;
      set_sentence (run, g_strdup_printf ("Removing heads in random orders: %u of %u",
                                          pruning->n_random, run->n_random));
      read_band (run);
      run->done += (double)n / (double)run->n_random;
      post (run, 0);
    }
  return TRUE;
}

static void
on_tuning (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  post (data, fraction);
}

static gboolean
measure_tuned (Run *run, const IplTrainedNetwork *network, IplPruningCurve *curve, guint k,
               GError **error)
{
  const IplCase *the_case = run->pruning->the_case;
  const IplExamples *test = &the_case->tests[run->pruning->test];
  static const char what[] = "The predictions of the fine-tuned network";
  gsize n = ipl_labels_get_size (&the_case->labels, test->count);
  g_autofree float *f = ipl_try_new (float, (double)n, what, error);
  g_autofree double *mean = f != NULL ? ipl_try_new (double, (double)n, what, error) : NULL;

  if (mean == NULL)
    return FALSE;
  if (!ipl_trained_network_predict (network, test->count, run->options->test_x, f,
                                    ipl_work_threads (run->work), ipl_work_cancellable (run->work),
                                    error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    mean[i] = f[i];
  curve->tuned[k] = ipl_case_measure (the_case, run->pruning->test, mean, &curve->tuned_se[k]);
  return TRUE;
}

/* Orders that are fine-tuned, in words. */
static const char *const tuned_first[IPL_REMOVAL_RANDOM] = {
  [IPL_REMOVAL_BY_SCORE] = "least score first",
  [IPL_REMOVAL_REVERSE] = "greatest score first",
  [IPL_REMOVAL_BY_ENTROPY] = "greatest entropy first",
};

static gboolean
tune_order (Run *run, IplRemovalOrder order, GError **error)
{
  IplPruning *pruning = run->pruning;
  IplPruningCurve *curve = &pruning->curve[order];
  g_autoptr (IplTrainedNetwork) network = NULL;

  if (curve->order == NULL)
    return TRUE;
  curve->tuned[0] = curve->accuracy[0];
  curve->tuned_se[0] = curve->se[0];
  for (guint k = 1; k < pruning->n_points; k++)
    {
      g_autofree gboolean *gone = ipl_pruning_removed (pruning, order, k - 1);
      IplTrainedNetwork *next;
      gsize bytes;

      set_sentence (run, g_strdup_printf ("Fine-tuning after %u of %u removals, %s", k,
                                          pruning->n_points - 1, tuned_first[order]));
      next = ipl_pruning_tune (run->options, network != NULL ? network : run->options->network,
                               gone, curve->order[k - 1], k,
                               &(IplWork){ .threads = ipl_work_threads (run->work),
                                           .cancellable = ipl_work_cancellable (run->work),
                                           .progress = on_tuning,
                                           .data = run },
                               error);
      ipl_trained_network_unref (network);
      network = next;
      if (network == NULL || !measure_tuned (run, network, curve, k, error))
        return FALSE;
      bytes = network->n_parameters * sizeof (float);
      if (run->cached_bytes + bytes <= IPL_PRUNING_CACHE_BYTES)
        {
          run->cached_bytes += bytes;
          curve->networks[k] = ipl_trained_network_ref (network);
        }
      run->done++;
      post (run, 0);
    }
  return TRUE;
}

static gboolean
follow (Run *run, GError **error)
{
  IplPruning *pruning = run->pruning;

  run->total = 1 + (run->n_random > 0);
  for (guint o = 0; o < G_N_ELEMENTS (tuned_first) && pruning->fine_tune_steps > 0; o++)
    if (pruning->curve[o].order != NULL)
      run->total += pruning->n_points - 1;
  if (!follow_orders (run, error) || !follow_random (run, error))
    return FALSE;
  for (guint o = 0; o < G_N_ELEMENTS (tuned_first) && pruning->fine_tune_steps > 0; o++)
    if (!tune_order (run, (IplRemovalOrder)o, error))
      return FALSE;
  return TRUE;
}

/* Removes heads one after the other, by rising score, by falling score, by falling entropy if
 * the report has it, and in random orders (THEORY.md section 8), and follows the accuracy: of
 * the trained network, rescaled, if the case has one, else of the theory with U zeroed. A path's
 * part of the output is computed once, and so is each set of heads. With the option for
 * fine-tuning, the trained network is fine-tuned after each removal in all but the random
 * orders, each time from the end of the last fine-tuning; this takes most of the time. */
IplPruning *
ipl_pruning_run (const IplHeadReport *report, const IplSolution *solution,
                 const IplPruningOptions *options, const IplWork *work, GError **error)
{
  g_return_val_if_fail (report != NULL && solution != NULL && options != NULL, NULL);
  g_return_val_if_fail (solution->the_case->Pi == report->the_case->Pi, NULL);
  g_return_val_if_fail (options->network == NULL
                            || ipl_trained_shape_n_heads (&options->network->shape)
                                   == report->n_heads,
                        NULL);

  Run run = { .report = report,
              .options = options,
              .work = work,
              .n_random = MIN (options->n_random, IPL_PRUNING_MAX_RANDOM) };
  gboolean done;

  run.sets = sets_new (report, solution, error);
  if (run.sets == NULL)
    return NULL;
  run.pruning = ipl_pruning_new (report, options);
  run.random = g_new0 (double, (gsize)MAX (run.n_random, 1) * run.pruning->n_points);
  done = follow (&run, error);
  g_free (run.random);
  g_free (run.sentence);
  sets_free (run.sets);
  if (!done)
    g_clear_pointer (&run.pruning, ipl_pruning_unref);
  return run.pruning;
}
