/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/one-shot.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"
#include "core/case/case-io.h"
#include "core/case/features.h"
#include "core/network/trained-network.h"
#include "core/tasks/one-shot-task.h"

#include <glib/gstdio.h>
#include <string.h>

/* Sequences whose tokens are in memory at a time, if the case does not store them. */
#define BLOCK 1024

/* Streams of sequences of the sets. */
#define STREAM_TRAIN 0
#define STREAM_TEST 1

/* The seed of the stream that the set's sequences are the first of. */
guint64
ipl_one_shot_case_stream (guint64 seed, guint set)
{
  return ipl_random_derive (seed, set);
}

/* A set of examples in the making. */
typedef struct
{
  const IplOneShot *task;
  guint64 stream_seed;
  gsize first;
  double *tokens;
  double *y;
} Filling;

static void
fill_one (gsize index, gpointer data)
{
  Filling *filling = data;

  guint outputs = ipl_one_shot_get_labels (filling->task).outputs;

  ipl_one_shot_fill_doubles (filling->task, filling->stream_seed, filling->first + index, 1,
                             filling->tokens + index * ipl_one_shot_get_size (filling->task),
                             filling->y + (filling->first + index) * outputs);
}

/* Stores the class of the query and that of the next shot as one number, by which examples are
 * sorted in heatmaps; classes of an alphabet have numbers that follow each other. */
static void
note_classes (const IplOneShot *task, guint64 stream_seed, IplExamples *examples)
{
  gsize n_classes = ipl_one_shot_get_set (task)->n_classes;
  guint shots = ipl_one_shot_get_shots (task);

  for (gsize i = 0; i < examples->count; i++)
    {
      IplOneShotSequence sequence;

      ipl_one_shot_draw (task, stream_seed, i, &sequence);
      examples->structure[i]
          = (double)sequence.classes[sequence.match] * (double)n_classes
            + (double)sequence.classes[sequence.match + 1 < shots ? sequence.match + 1 : 0];
    }
}

static gboolean
make_examples (const IplOneShotCase *parts, const IplCase *the_case, IplExamples *examples,
               const IplOneShot *task, guint stream, const char *name, gsize count, guint threads,
               GCancellable *cancellable, GError **error)
{
  double numbers = (double)count * IPL_ONE_SHOT_N0;
  gsize held = parts->keep_inputs ? count : MIN (count, BLOCK);
  g_autofree double *own = NULL;
  Filling filling = { .task = task, .stream_seed = ipl_one_shot_case_stream (parts->seed, stream) };

  examples->name = g_strdup (name);
  examples->count = count;
  examples->y = ipl_memory_try_doubles ((double)ipl_labels_get_size (&the_case->labels, count),
                                        "The labels", error);
  if (examples->y == NULL)
    return FALSE;
  examples->structure = ipl_memory_try_doubles ((double)count, "The classes", error);
  if (examples->structure == NULL)
    return FALSE;
  note_classes (task, filling.stream_seed, examples);
  examples->xi
      = ipl_memory_try_doubles (numbers * (double)the_case->Pi, "The path features", error);
  if (examples->xi == NULL)
    return FALSE;
  own = ipl_memory_try_doubles ((double)held * (double)ipl_one_shot_get_size (task),
                                "The sequences", error);
  if (own == NULL)
    return FALSE;
  filling.y = examples->y;
  for (gsize first = 0; first < count; first += held)
    {
      gsize n = MIN (held, count - first);

      filling.first = first;
      filling.tokens = own;
      ipl_parallel_for (n, threads, fill_one, &filling, cancellable);
      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !ipl_features_compute (parts->weights, NULL, parts->L, parts->H, NULL, the_case->T,
                                    IPL_ONE_SHOT_N0, IPL_READOUT_MEAN, n, own,
                                    examples->xi + first * the_case->Pi * IPL_ONE_SHOT_N0, threads,
                                    cancellable, error))
        return FALSE;
    }
  if (parts->keep_inputs)
    examples->x = g_steal_pointer (&own);
  return TRUE;
}

static gboolean
check_parts (const IplOneShotCase *parts, GError **error)
{
  const guint shots = ipl_one_shot_get_shots (parts->train);
  const gsize n = (shots + 1) * IPL_ONE_SHOT_N0 * sizeof (float);
  const float *labels = ipl_one_shot_get_label_vectors (parts->train);
  gboolean same = memcmp (labels, ipl_one_shot_get_label_vectors (parts->test), n) == 0;

  for (guint k = 0; k < parts->n_extra; k++)
    same = same && memcmp (labels, ipl_one_shot_get_label_vectors (parts->extra[k]), n) == 0;
  if (!same)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The test sets were made with other label vectors than the training set: use "
                     "one seed for all of them.");
  if (parts->P == 0 || parts->P_test == 0)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A case needs at least 1 sequence to train on and 1 to test on, not "
                     "%" G_GSIZE_FORMAT " and %" G_GSIZE_FORMAT ".",
                     parts->P, parts->P_test);
  return TRUE;
}

static void
copy_weights (const IplOneShotCase *parts, IplCase *the_case)
{
  for (guint l = 0; l < parts->L; l++)
    {
      const IplLayerWeights *from = &parts->weights[l];
      IplLayerWeights *to = &the_case->weights[l];
      gsize bytes = sizeof (double) * parts->H[l] * IPL_ONE_SHOT_N0;

      to->G = from->G;
      to->combined = g_memdup2 (from->combined, bytes * IPL_ONE_SHOT_N0);
      to->wq = g_memdup2 (from->wq, bytes * from->G);
      to->wk = g_memdup2 (from->wk, bytes * from->G);
    }
}

/* The case without names and examples. @H: [@L] heads. */
static IplCase *
case_shape (const char *name, guint shots, guint L, const guint *H, guint64 seed)
{
  IplCase *the_case = ipl_case_of_heads (name, L, H, seed);

  the_case->T = ipl_one_shot_count_tokens (shots);
  the_case->labels = ipl_one_shot_labels_of (shots);
  the_case->N0 = IPL_ONE_SHOT_N0;
  the_case->readout = IPL_READOUT_MEAN;
  the_case->structure_words = "the class of the query and the other one";
  return the_case;
}

/* The theory's case at given, usually learned, query and key weights (THEORY.md section 8): path
 * features of @parts->P sequences of the training classes, of @parts->P_test of the held-out
 * classes, and as many of each further set, by ipl_features_compute() with the mean readout.
 * Each set has its own random stream, so that more sequences or sets do not change the others. */
IplCase *
ipl_one_shot_make_case (const IplOneShotCase *parts, guint threads, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (IplCase) the_case = NULL;

  g_return_val_if_fail (parts->L >= 1 && parts->L <= IPL_MAX_LAYERS, NULL);

  if (!check_parts (parts, error))
    return NULL;
  the_case = case_shape (parts->name, ipl_one_shot_get_shots (parts->train), parts->L, parts->H,
                         parts->seed);
  if (!ipl_case_check_size (parts->P, parts->P_test * (1 + parts->n_extra), the_case->Pi,
                            the_case->N0, the_case->labels.outputs, error))
    return NULL;
  the_case->n_tests = 1 + parts->n_extra;
  the_case->tests = g_new0 (IplExamples, the_case->n_tests);
  if (!make_examples (parts, the_case, &the_case->train, parts->train, STREAM_TRAIN, "train",
                      parts->P, threads, cancellable, error))
    return NULL;
  for (guint k = 0; k < the_case->n_tests; k++)
    if (!make_examples (parts, the_case, &the_case->tests[k],
                        k == 0 ? parts->test : parts->extra[k - 1], STREAM_TEST + k,
                        k == 0 ? "test" : parts->extra_names[k - 1], parts->P_test, threads,
                        cancellable, error))
      return NULL;
  copy_weights (parts, the_case);
  ipl_case_finish_names (the_case);
  return g_steal_pointer (&the_case);
}
