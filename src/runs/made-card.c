/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The card of a task, whose tokens are those of a generated task, those that the case has kept, or
 * else those of the case made once more. */
#include "runs/made-card.h"

#include "core/experiments/markov-chain-experiment.h"
#include "core/tasks/one-shot-task.h"

/* The sequences behind a test set of a one-shot case. */
typedef struct
{
  const IplOneShot *task;
  guint64 stream;
} Sequences;

static void
fill_tokens (gsize first, gsize count, double *x, gpointer data)
{
  const Sequences *self = data;
  g_autofree double *y = g_new (double, count);

  ipl_one_shot_fill_doubles (self->task, self->stream, first, count, x, y);
}

static IplTaskCard *
of_images (const IplImageTask *image_task, const IplCase *the_case, guint test, gsize first,
           guint threads, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplOneShotTask) task = ipl_one_shot_task_get (image_task, threads, cancellable, error);
  Sequences sequences;

  if (task == NULL)
    return NULL;
  sequences.task = ipl_one_shot_task_test_task (task, test, &sequences.stream);
  return ipl_task_card_new (the_case, test, first, fill_tokens, &sequences, error);
}

static gboolean
has_tokens (const IplCase *the_case, guint test)
{
  return the_case->level == IPL_LEVEL_PATHS || the_case->tests[test].x != NULL;
}

/* @first: which of the sequences of each label, from 0
 * @threads: threads to use, 0 for as many as there are cores; no number depends on it
 * @whole: (inout): (nullable) the same case with its tokens, once it has been made for that
 * @cancellable: (nullable)
 * Returns: (transfer full) (nullable): the card; NULL with an error of ipl_task_card_new() or of
 *   making the case, or G_IO_ERROR_CANCELLED */
IplTaskCard *
ipl_made_card_new (const IplParameters *parameters, const IplCase *the_case, guint test,
                   gsize first, guint threads, IplCase **whole, GCancellable *cancellable,
                   GError **error)
{
  const IplMarkovChain *chain = ipl_parameters_get_markov_chain (parameters);
  const IplTrainable *trainable = ipl_parameters_get_trainable (parameters);

  if (chain != NULL)
    return ipl_task_card_new_of_chain (chain, first, error);
  if (has_tokens (the_case, test))
    return ipl_task_card_new (the_case, test, first, NULL, NULL, error);
  if (trainable != NULL)
    return of_images (&trainable->task, the_case, test, first, threads, cancellable, error);
  if (*whole == NULL)
    *whole = ipl_parameters_make_case (parameters, TRUE, threads, cancellable, error);
  if (*whole == NULL)
    return NULL;
  return ipl_task_card_new (*whole, MIN (test, (*whole)->n_tests - 1), first, NULL, NULL, error);
}
