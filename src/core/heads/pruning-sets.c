/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heads/pruning-sets-private.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include <math.h>
#include <string.h>

#include "core/heads/head-drops-private.h"
#include "core/heads/head-predict-private.h"

/* One set of heads. */
typedef struct
{
  gboolean *removed; /* [n_heads] */
  gboolean known;
  double accuracy;
  double se;
} Set;

struct _IplPruningSets
{
  const IplHeadReport *report;
  const IplSolution *solution;
  IplKernel *kernel;  /* of the theory, where there is no trained network */
  double *shares;     /* of the trained network */
  GHashTable *found;  /* key of a set -> its index + 1 */
  GPtrArray *sets;    /* of Set */
  GPtrArray *pending; /* those not known, in the order they were wanted */
  GError *error;      /* atomic: of the first to fail while they are worked out */
};

static const char predictions[] = "The predictions of the pruned network";

static void
set_free (gpointer data)
{
  Set *set = data;

  g_free (set->removed);
  g_free (set);
}

IplPruningSets *
ipl_pruning_sets_new (const IplHeadReport *report, const IplSolution *solution, GError **error)
{
  g_autoptr (IplPruningSets) self = g_new0 (IplPruningSets, 1);
  IplCase *the_case = report->the_case;

  self->report = report;
  self->solution = solution;
  self->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->sets = g_ptr_array_new_with_free_func (set_free);
  self->pending = g_ptr_array_new ();
  if (the_case->trained != NULL)
    self->shares = ipl_heads_trained_shares (the_case, report->test, error);
  else
    self->kernel = ipl_kernel_new (the_case, error);
  return self->shares != NULL || self->kernel != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_pruning_sets_free (IplPruningSets *self)
{
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_free (self->shares);
  g_clear_error (&self->error);
  g_hash_table_unref (self->found);
  g_ptr_array_unref (self->pending);
  g_ptr_array_unref (self->sets);
  g_free (self);
}

/* A set's key: one character a head. */
static char *
empty_key (const IplPruningSets *self)
{
  return g_strnfill (self->report->n_heads, '.');
}

static Set *
lookup (const IplPruningSets *self, const char *key)
{
  guint at = GPOINTER_TO_UINT (g_hash_table_lookup (self->found, key));

  return at > 0 ? self->sets->pdata[at - 1] : NULL;
}

static guint
n_removals (const IplPruningSets *self)
{
  return self->report->n_heads - self->report->the_case->L;
}

void
ipl_pruning_sets_want (IplPruningSets *self, const guint *order)
{
  g_autofree char *key = empty_key (self);
  guint n_heads = self->report->n_heads;

  for (guint k = 0; k <= n_removals (self); k++)
    {
      Set *set;

      if (k > 0)
        key[order[k - 1]] = 'x';
      if (lookup (self, key) != NULL)
        continue;
      set = g_new0 (Set, 1);
      set->removed = g_new0 (gboolean, n_heads);
      for (guint h = 0; h < n_heads; h++)
        set->removed[h] = key[h] == 'x';
      g_ptr_array_add (self->sets, set);
      g_ptr_array_add (self->pending, set);
      g_hash_table_insert (self->found, g_strdup (key), GUINT_TO_POINTER (self->sets->len));
    }
}

static void
measure (const IplPruningSets *self, Set *set, const double *f)
{
  set->accuracy = ipl_case_measure (self->report->the_case, self->report->test, f, &set->se);
  set->known = TRUE;
}

static void
trained_block (gsize index, gpointer data)
{
  IplPruningSets *self = data;
  const IplCase *the_case = self->report->the_case;
  gsize first = index * IPL_HEADS_BLOCK, n = MIN (IPL_HEADS_BLOCK, self->pending->len - first);
  gsize count = the_case->tests[self->report->test].count;
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
      ipl_error_keep_first (&self->error, error);
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
  IplPruningSets *self = data;
  const IplCase *the_case = self->report->the_case;
  Set *set = self->pending->pdata[index];
  g_autoptr (GError) error = NULL;
  g_autofree double *mean
      = ipl_try_new (double, the_case->tests[self->report->test].count, predictions, &error);

  if (mean != NULL
      && ipl_heads_zeroed_mean (the_case, self->kernel, self->solution, set->removed,
                                self->report->test, mean, &error))
    measure (self, set, mean);
  else if (g_error_matches (error, IPL_ERROR, IPL_ERROR_MEMORY))
    ipl_error_keep_first (&self->error, g_steal_pointer (&error));
  else
    {
      set->accuracy = set->se = NAN;
      set->known = TRUE;
    }
}

gboolean
ipl_pruning_sets_work_out (IplPruningSets *self, guint threads, GCancellable *cancellable,
                           GError **error)
{
  gsize n = self->pending->len;

  if (self->shares != NULL)
    ipl_parallel_for ((n + IPL_HEADS_BLOCK - 1) / IPL_HEADS_BLOCK, threads, trained_block, self,
                      cancellable);
  else
    ipl_parallel_for (n, threads, theory_set, self, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->error));
      return FALSE;
    }
  g_ptr_array_set_size (self->pending, 0);
  return TRUE;
}

void
ipl_pruning_sets_read (const IplPruningSets *self, const guint *order, double *accuracy, double *se)
{
  g_autofree char *key = empty_key (self);

  for (guint k = 0; k <= n_removals (self); k++)
    {
      const Set *set;

      if (k > 0)
        key[order[k - 1]] = 'x';
      set = lookup (self, key);
      accuracy[k] = set != NULL && set->known ? set->accuracy : NAN;
      if (se != NULL)
        se[k] = set != NULL && set->known ? set->se : NAN;
    }
}
