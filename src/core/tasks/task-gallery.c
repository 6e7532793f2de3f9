/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/one-shot-task.h"

#include "core/base/error.h"
#include "core/tasks/task-card.h"
#include <math.h>

#include "core/base/memory.h"
#include "core/base/ref-count.h"

#define TOKENS IPL_ONE_SHOT_T

static void
fill_example (const IplOneShot *task, guint64 stream, guint64 index, IplTaskExample *example)
{
  const IplImageSet *set = ipl_one_shot_get_set (task);

  ipl_one_shot_draw (task, stream, index, &example->sequence);
  for (guint place = 0; place < 3; place++)
    ipl_one_shot_image (task, &example->sequence, place, example->pixels[place]);
  for (guint shot = 0; shot < 2; shot++)
    {
      guint c = example->sequence.classes[shot];

      example->class_names[shot]
          = set->n_alphabets == 1
                ? g_strdup (set->class_names[c])
                : g_strdup_printf ("%s %s", set->alphabet_names[set->class_alphabet[c]],
                                   set->class_names[c]);
    }
}

/* The output of the trained network, from the path features. */
static double
answer (const IplCase *the_case, guint test, gsize index)
{
  gsize n = the_case->Pi * the_case->N0;
  const double *xi = the_case->tests[test].xi + index * n;
  double sum = 0;

  if (the_case->trained == NULL)
    return NAN;
  for (gsize i = 0; i < n; i++)
    sum += the_case->trained->readout[i] * xi[i];
  return sum;
}

/* Test sequences of a case for display, with the trained network's answers and the attention of
 * every head. */
IplTaskGallery *
ipl_task_gallery_new (IplOneShotTask *task, const IplCase *the_case, guint test, gsize first,
                      guint n, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTaskGallery) self = NULL;
  g_autofree double *tokens = g_new (double, IPL_ONE_SHOT_TOKENS);
  g_autofree double *O = g_new (double, TOKENS * TOKENS);
  IplOneShotTestSet source;
  gsize each;

  g_return_val_if_fail (test < the_case->n_tests && first < the_case->tests[test].count, NULL);

  source = ipl_one_shot_task_get_test_set (task, test);
  self = g_new0 (IplTaskGallery, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->test = test;
  self->first = first;
  self->n = (guint)MIN (n, the_case->tests[test].count - first);
  self->examples = g_new0 (IplTaskExample, self->n);
  self->answers = g_new (double, self->n);
  self->L = the_case->L;
  for (guint l = 0; l < self->L; l++)
    self->H[l] = the_case->H[l];
  each = (gsize)ipl_case_n_heads (the_case) * TOKENS * TOKENS;
  /* Allocated as doubles: two floats in each. */
  self->attention = (float *)ipl_memory_try_doubles ((double)each * self->n / 2,
                                                     "The attention of these heads", error);
  if (self->attention == NULL)
    return NULL;
  for (guint i = 0; i < self->n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      fill_example (source.task, source.stream, first + i, &self->examples[i]);
      self->answers[i] = answer (the_case, test, first + i);
      ipl_one_shot_tokens (source.task, &self->examples[i].sequence, tokens);
      ipl_task_card_fill_attention (the_case, &the_case->tests[test], first + i, tokens, O,
                                    self->attention + i * each);
    }
  return g_steal_pointer (&self);
}

static void
task_gallery_clear (IplTaskGallery *self)
{
  for (guint i = 0; i < self->n; i++)
    for (guint shot = 0; shot < 2; shot++)
      g_free (self->examples[i].class_names[shot]);
  g_free (self->examples);
  g_free (self->answers);
  g_free (self->attention);
}

IPL_DEFINE_REFERENCES (IplTaskGallery, ipl_task_gallery, task_gallery_clear)
