/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entropies of a case's heads, which take its tokens and attention: those that it has kept, those
 * of its one-shot task, or else those of the case made once more. */
#include "runs/kept-entropy.h"

#include <string.h>

#include "core/base/error.h"
#include "core/heads/head-entropy.h"
#include "core/parameters/parameters.h"
#include "core/tasks/one-shot-task.h"

/* The sequences behind a test set of a one-shot case. */
typedef struct
{
  const IplOneShot *task;
  guint64 stream;
} Sequences;

void
ipl_kept_entropy_clear (IplKeptEntropy *self)
{
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->entropy, g_free);
  g_clear_pointer (&self->why_not, g_free);
}

/* Whether its entropies are kept, or why they cannot be known. */
gboolean
ipl_kept_entropy_is_of (const IplKeptEntropy *self, const IplCase *the_case, guint test)
{
  return self->the_case == the_case && self->test == test;
}

static void
fill_tokens (gsize first, gsize count, double *x, gpointer data)
{
  const Sequences *self = data;
  g_autofree double *y = g_new (double, count);

  ipl_one_shot_fill_doubles (self->task, self->stream, first, count, x, y);
}

static double *
find_one_shot (const IplImageTask *image_task, const IplCase *the_case, guint test, guint threads,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (IplOneShotTask) task = ipl_one_shot_task_get (image_task, threads, cancellable, error);
  Sequences sequences;

  if (task == NULL)
    return NULL;
  sequences.task = ipl_one_shot_task_test_task (task, test, &sequences.stream);
  return ipl_head_entropy (the_case, test, fill_tokens, &sequences, threads, cancellable, error);
}

static gboolean
same_features (const IplCase *a, const IplCase *b, guint test)
{
  return test < b->n_tests && a->Pi == b->Pi && a->N0 == b->N0
         && a->tests[test].count == b->tests[test].count
         && memcmp (a->tests[test].xi, b->tests[test].xi,
                    a->tests[test].count * a->Pi * a->N0 * sizeof (double))
                == 0;
}

/* The same case, to the last bit, with its inputs. */
static double *
find_anew (const IplParameters *parameters, const IplCase *the_case, guint test, guint threads,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (IplCase) whole
      = ipl_parameters_make_case (parameters, TRUE, threads, cancellable, error);

  if (whole == NULL)
    return NULL;
  if (!same_features (the_case, whole, test))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "%s has changed since it was read, so the entropy of its heads is not known: "
                   "open it again.",
                   the_case->name);
      return NULL;
    }
  return ipl_head_entropy (whole, test, NULL, NULL, threads, cancellable, error);
}

/* Finds the entropies, or why they cannot be known. Of a case that has not kept its tokens they are
 * made anew: a block at a time where they are a one-shot task's, else with the whole case. */
gboolean
ipl_kept_entropy_find (IplKeptEntropy *self, const IplParameters *parameters, IplCase *the_case,
                       guint test, guint threads, GCancellable *cancellable, GError **error)
{
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);
  g_autoptr (GError) trouble = NULL;
  double *entropy;

  if (ipl_kept_entropy_is_of (self, the_case, test))
    return TRUE;
  ipl_kept_entropy_clear (self);
  if (the_case->level == IPL_LEVEL_PATHS || the_case->tests[test].x != NULL)
    entropy = ipl_head_entropy (the_case, test, NULL, NULL, threads, cancellable, &trouble);
  else if (trainable != NULL)
    entropy = find_one_shot (&trainable->task, the_case, test, threads, cancellable, &trouble);
  else
    entropy = find_anew (parameters, the_case, test, threads, cancellable, &trouble);
  if (g_error_matches (trouble, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&trouble));
      return FALSE;
    }
  self->the_case = ipl_case_ref (the_case);
  self->test = test;
  self->entropy = entropy;
  self->why_not = trouble != NULL ? g_strdup (trouble->message) : NULL;
  return TRUE;
}
