/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cached results by their settings. A result of long work is cached with its parameters, and
 * shown again whenever they return: by undo, by redo or by hand. */
#include "document/document-private.h"

#include <string.h>

#include "core/maps/map-parameters.h"
#include "core/parameters/parameters-change.h"
#include "core/parameters/parameters.h"
#include "runs/map-run.h"
#include "runs/seeds-run.h"

/* Most results of each run; the least recently used one is dropped first. */
#define MOST_HELD 8

typedef struct
{
  const IplRun *run;
  const IplParameters *of; /* a reference */
  gpointer result;         /* a reference */
  guint computed;          /* number of requests of the user for long work */
  gboolean is_in_file;     /* TRUE if it is saved, or the user chose not to save it */
} Held;

typedef struct
{
  const char *id;
  gboolean (*answers) (gconstpointer result, const IplParameters *of, const IplParameters *now);
} Rule;

static void
held_free (gpointer data)
{
  Held *held = data;

  ipl_parameters_unref (held->of);
  held->run->result_unref (held->result);
  g_free (held);
}

static gboolean
same_case (gconstpointer result, const IplParameters *of, const IplParameters *now)
{
  return ipl_parameters_same_case (of, now);
}

static gboolean
same_solution (gconstpointer result, const IplParameters *of, const IplParameters *now)
{
  return ipl_parameters_same_case (of, now) && ipl_setting_equal (&of->current, &now->current);
}

static gboolean
same_network (gconstpointer result, const IplParameters *of, const IplParameters *now)
{
  return strcmp (((const IplTrainResult *)result)->path, ipl_parameters_get_network (now)) == 0;
}

static gboolean
same_map (gconstpointer result, const IplParameters *of, const IplParameters *now)
{
  return ipl_map_answers (((const IplMapResult *)result)->map, now);
}

/* TRUE if both have the same curves but for their seed, and for GP limits of chosen paths. */
static gboolean
same_curves (gconstpointer result, const IplParameters *a, const IplParameters *b)
{
  g_autofree IplParameters *other = NULL;
  guint64 seed;

  if (a->experiment != b->experiment || !ipl_parameters_get_seed (a, &seed)
      || a->n_widths != b->n_widths || a->n_temperatures != b->n_temperatures
      || a->n_seeds != b->n_seeds)
    return FALSE;
  for (guint i = 0; i < a->n_widths; i++)
    {
      IplSetting of_a = ipl_parameters_get_setting (a, i), of_b = ipl_parameters_get_setting (b, i);

      if (!ipl_setting_equal (&of_a, &of_b))
        return FALSE;
    }
  for (guint i = 0; i < a->n_temperatures; i++)
    if (a->temperatures[i] != b->temperatures[i])
      return FALSE;
  other = g_memdup2 (b, sizeof *b);
  ipl_parameters_set_seed (other, seed);
  return ipl_parameters_same_case (a, other);
}

/* Draws are held with their case, of which a result of the solver has all; sampled and solved at
 * other variances, the case is the same. */
static const Rule rules[] = {
  { IPL_SOLVE, same_case },     { IPL_SEEDS, same_curves },  { IPL_MAP, same_map },
  { IPL_HEADS, same_solution }, { IPL_TRAIN, same_network },
};

static gboolean
answers (const Held *held, const IplParameters *now)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_str_equal (rules[i].id, held->run->id))
      return rules[i].answers (held->result, held->of, now);
  return FALSE;
}

/* The link of the latest result of a run for these parameters. */
static GList *
find (IplDocument *self, const char *id, const IplParameters *now)
{
  for (GList *link = self->held.head; link != NULL; link = link->next)
    {
      const Held *held = link->data;

      if (g_str_equal (held->run->id, id) && answers (held, now))
        return link;
    }
  return NULL;
}

/* @n: (out): results of a run
 * Returns: (nullable): the link of the oldest */
static GList *
find_oldest (IplDocument *self, const char *id, guint *n)
{
  GList *oldest = NULL;

  *n = 0;
  for (GList *link = self->held.head; link != NULL; link = link->next)
    if (g_str_equal (((const Held *)link->data)->run->id, id))
      {
        (*n)++;
        oldest = link;
      }
  return oldest;
}

static void
drop (IplDocument *self, GList *link)
{
  held_free (link->data);
  g_queue_delete_link (&self->held, link);
}

static gboolean
is_expensive (const Held *held)
{
  const IplSolveResult *solved = g_str_equal (held->run->id, IPL_SOLVE) ? held->result : NULL;

  return solved == NULL || solved->sampler != NULL || solved->dynamics != NULL;
}

/* Drops the oldest result of a run. */
static void
drop_oldest (IplDocument *self, GList *link)
{
  const Held *held = link->data;
  g_autofree char *of = NULL, *text = NULL;

  if (is_expensive (held) && !held->is_in_file)
    {
      of = ipl_parameters_describe_other (held->of, self->parameters);
      text = g_strdup_printf ("Results of %s were dropped: the last %u of each kind are kept.",
                              of != NULL ? of : "other settings", MOST_HELD);
      ipl_document_report (self, text, FALSE);
    }
  drop (self, link);
}

/* Caches @result, replacing that for the same parameters.
 * @of: its parameters; a reference is taken, as of @result */
void
ipl_document_hold (IplDocument *self, const char *id, const IplParameters *of, gpointer result)
{
  Held *held = g_new0 (Held, 1);
  guint n;
  GList *before = find (self, id, of), *oldest = find_oldest (self, id, &n);

  held->run = ipl_run_find (id);
  held->of = ipl_parameters_ref (of);
  held->result = held->run->result_ref (result);
  held->computed = self->saved.computed;
  held->is_in_file = held->run->saves_on_stop || self->saved.computed == self->saved.was_computed;
  if (before != NULL)
    {
      const Held *other = before->data;

      if (held->computed == other->computed || !other->is_in_file)
        held->is_in_file = held->run->saves_on_stop || other->is_in_file;
      drop (self, before);
    }
  else if (n >= MOST_HELD)
    drop_oldest (self, oldest);
  g_queue_push_head (&self->held, held);
}

/* Returns: (nullable): the cached result of a run for these parameters */
gpointer
ipl_document_find_held (IplDocument *self, const char *id, const IplParameters *now)
{
  GList *link = find (self, id, now);

  if (link == NULL)
    return NULL;
  g_queue_unlink (&self->held, link);
  g_queue_push_head_link (&self->held, link);
  return ((Held *)link->data)->result;
}

/* Drops a cached result, because its input files may have changed. */
void
ipl_document_drop_held (IplDocument *self, const IplParameters *of)
{
  GList *next;

  for (GList *link = self->held.head; link != NULL; link = next)
    {
      next = link->next;
      if (answers (link->data, of))
        drop (self, link);
    }
}

/* Clears the cache when the document is closed. */
void
ipl_document_clear_held (IplDocument *self)
{
  g_queue_clear_full (&self->held, held_free);
}

/* Marks the results of @parameters as written to a file, or as left unsaved by the user. */
void
ipl_document_held_is_saved (IplDocument *self, const IplParameters *parameters)
{
  for (GList *link = self->held.head; link != NULL; link = link->next)
    {
      Held *held = link->data;

      held->is_in_file = held->is_in_file || answers (held, parameters);
    }
}

/* @others: TRUE to count only results of other parameters than the present ones
 * Returns: TRUE if a cached result is in no file */
gboolean
ipl_document_holds_unsaved (IplDocument *self, gboolean others)
{
  for (GList *link = self->held.head; link != NULL; link = link->next)
    {
      const Held *held = link->data;

      if (!held->is_in_file && is_expensive (held) && answers (held, self->parameters) == !others)
        return TRUE;
    }
  return FALSE;
}

/* Returns: (nullable): the run in progress, also while another experiment is open, else the run
 * of the present network, else a failed one */
const IplTrainResult *
ipl_document_get_train_result (IplDocument *self)
{
  const IplTrainResult *result = ipl_document_get_result (self, IPL_TRAIN);

  if (result == NULL || ipl_document_is_training (self))
    return result;
  if (!ipl_document_is_trainable (self))
    return NULL;
  return result->error != NULL
                 || g_str_equal (result->path, ipl_parameters_get_network (self->parameters))
             ? result
             : ipl_document_find_held (self, IPL_TRAIN, self->parameters);
}
