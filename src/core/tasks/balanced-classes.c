/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/balanced-classes.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/case/features.h"

/* The class, from 0, of sequence @index of a set. @place: (out): number of the sequence in its
 * class */
guint
ipl_balanced_classes_at (guint classes, gsize count, gsize index, gsize *place)
{
  guint class = 0;

  while (class + 1 < classes && (class + 1) * count / classes <= index)
    class ++;
  *place = index - class * count / classes;
  return class;
}

/* K numbers of each of K classes; else +1 and -1 in the first output, 0 in further ones. */
static gboolean
make_labels (const IplLabels *labels, IplExamples *examples, GError **error)
{
  guint K = labels->outputs;
  gsize place;

  examples->y = ipl_try_new0 (double, (double)examples->count *K, "The labels", error);
  for (gsize i = 0; i < examples->count && examples->y != NULL; i++)
    if (labels->kind == IPL_LABELS_CLASSES)
      ipl_labels_code_class (labels, ipl_balanced_classes_at (K, examples->count, i, &place),
                             examples->y + i * K);
    else
      examples->y[i * K] = i < examples->count / 2 ? 1 : -1;
  return examples->y != NULL;
}

/* The case without weights, names and numbers. */
IplCase *
ipl_balanced_classes_new (const char *name, const IplLayerHeads *heads, guint64 seed, gsize T,
                          gsize N0, guint n_train, guint n_test)
{
  IplCase *self = ipl_case_of_heads (name, heads->n_layers, heads->n_heads, seed);

  self->T = T;
  self->N0 = N0;
  self->dependent = self->Pi - 1;
  self->n_tests = 1;
  self->tests = g_new0 (IplExamples, 1);
  self->train.name = g_strdup ("train");
  self->train.count = n_train;
  self->tests[0].name = g_strdup ("test");
  self->tests[0].count = n_test;
  return self;
}

/* Names heads by their kind, with a number between @before and @after if their layer has several
 * of it. */
void
ipl_balanced_classes_name_heads (IplCase *self, const IplLayerHeads *heads,
                                 char *(*get_name) (guint kind), const char *before,
                                 const char *after)
{
  self->head_names = g_new0 (char *, ipl_case_n_heads (self) + 1);
  for (guint l = 0; l < heads->n_layers; l++)
    for (guint h = 0; h < heads->n_heads[l]; h++)
      {
        g_autofree char *kind = g_strdelimit (get_name (heads->heads[l][h]), "-", ' ');
        guint place, same = ipl_layer_heads_count (heads, l, h, &place);

        self->head_names[ipl_case_head_index (self, l, h)]
            = same == 1 ? g_steal_pointer (&kind)
                        : g_strdup_printf ("%s%s%u%s", kind, before, place, after);
      }
}

/* Names paths by their heads. */
void
ipl_balanced_classes_name_paths (IplCase *self)
{
  self->path_names = g_new0 (char *, self->Pi + 1);
  for (gsize p = 0; p < self->Pi; p++)
    {
      GString *name = g_string_new (NULL);

      for (guint l = 0; l < self->L; l++)
        {
          guint index = ipl_case_head_index (self, l, ipl_case_path_head (self, p, l));

          g_string_append_printf (name, "%s%s", l > 0 ? ", " : "", self->head_names[index]);
        }
      self->path_names[p] = g_string_free (name, FALSE);
    }
}

typedef struct
{
  IplExamples *examples;
  gboolean test;
  gsize block;
  IplSequencesFunc make;
  gconstpointer data;
  GError *error; /* atomic: the first error of a block */
} Making;

static void
make_block (gsize index, gpointer data)
{
  Making *making = data;
  gsize first = index * making->block, left = making->examples->count - first;
  GError *error = NULL;

  if (g_atomic_pointer_get (&making->error) == NULL
      && !making->make (making->examples, making->test, first, MIN (making->block, left),
                        making->data, &error))
    ipl_error_store_first (&making->error, error);
}

static gboolean
make_set (const IplCase *self, gboolean keep_inputs, Making *making, guint threads,
          GCancellable *cancellable, GError **error)
{
  IplExamples *examples = making->examples;
  double n = (double)examples->count * (double)self->N0;

  if (!make_labels (&self->labels, examples, error))
    return FALSE;
  examples->xi = ipl_memory_try_doubles (n * (double)self->Pi, "The path features", error);
  if (examples->xi != NULL && keep_inputs)
    examples->x = ipl_memory_try_doubles (n * (double)self->T, "The sequences", error);
  if (examples->xi == NULL || (keep_inputs && examples->x == NULL))
    return FALSE;
  if (self->structure_words != NULL)
    examples->structure = g_new0 (double, examples->count);
  ipl_parallel_for ((examples->count + making->block - 1) / making->block, threads, make_block,
                    making, cancellable);
  if (making->error != NULL)
    {
      g_propagate_error (error, making->error);
      return FALSE;
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error)
         && ipl_features_check (examples->xi, examples->count, self->Pi, self->N0, error);
}

/* Both sets, @block sequences at a time on each thread. */
gboolean
ipl_balanced_classes_make (IplCase *self, gboolean keep_inputs, gsize block, IplSequencesFunc make,
                           gconstpointer data, guint threads, GCancellable *cancellable,
                           GError **error)
{
  Making making[2] = { { &self->train, FALSE, block, make, data, NULL },
                       { &self->tests[0], TRUE, block, make, data, NULL } };

  return make_set (self, keep_inputs, &making[0], threads, cancellable, error)
         && make_set (self, keep_inputs, &making[1], threads, cancellable, error);
}
