/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/one-shot-private.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/ref-count.h"
#include "core/images/image-set.h"

#define IMAGE IPL_ONE_SHOT_IMAGE
#define AREA IPL_ONE_SHOT_AREA

/* Images prepared by one thread at a time. */
#define BLOCK 64

static int
compare_uints (gconstpointer a, gconstpointer b)
{
  guint one = *(const guint *)a, two = *(const guint *)b;

  return one < two ? -1 : one > two;
}

/* Looks up the classes; each needs a drawing for the shot and another for the query. */
static gboolean
choose_classes (IplOneShot *self, gsize n, const guint *classes, GError **error)
{
  const IplImageSet *set = self->set;
  g_autofree guint *sorted = NULL;

  if (n < self->shots || n > set->n_classes)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A one-shot task of %u shots needs at least %u and at most all %u classes of "
                     "%s, not %" G_GSIZE_FORMAT ".",
                     self->shots, self->shots, set->n_classes, set->name, n);
  sorted = g_memdup2 (classes, n * sizeof *classes);
  qsort (sorted, n, sizeof *sorted, compare_uints);
  self->n_classes = (guint)n;
  self->classes = g_new0 (IplTaskClass, n);
  self->own_class = g_new (guint, set->n_classes);
  for (guint c = 0; c < set->n_classes; c++)
    self->own_class[c] = self->n_classes;
  for (guint k = 0; k < n; k++)
    {
      IplTaskClass *one = &self->classes[k];
      guint c = sorted[k];

      if (c >= set->n_classes || self->own_class[c] != self->n_classes)
        return ipl_fail (error, IPL_ERROR_VALUE,
                         c >= set->n_classes
                             ? "There is no class %u in %s, counted from 0."
                             : "Class %u of %s, counted from 0, is asked for twice.",
                         c, set->name);
      self->own_class[c] = k;
      one->place = c;
      one->first = set->class_first[c];
      one->count = set->class_first[c + 1] - one->first;
      one->own_first = self->n_images;
      self->n_images += one->count;
      if (one->count < 2)
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "“%s” of %s in %s has a single image: one is needed to show and another to "
            "ask for.",
            set->class_names[c], set->alphabet_names[set->class_alphabet[c]], set->name);
    }
  return TRUE;
}

/* Lists the classes that can share a sequence: all, or those of an alphabet. */
static gboolean
pair_classes (IplOneShot *self, GError **error)
{
  const guint *alphabet = self->set->class_alphabet;

  self->pairable = g_new (guint, self->n_classes);
  for (guint k = 0, first = 0; k < self->n_classes; k++)
    {
      IplTaskClass *one = &self->classes[k];

      if (!self->options.within_alphabet)
        {
          one->n_mates = self->n_classes;
        }
      else
        {
          if (alphabet[self->classes[first].place] != alphabet[one->place])
            first = k;
          one->mates = first;
          while (first + one->n_mates < self->n_classes
                 && alphabet[self->classes[first + one->n_mates].place] == alphabet[one->place])
            one->n_mates++;
        }
      if (one->n_mates >= self->shots)
        self->pairable[self->n_pairable++] = k;
    }
  if (self->n_pairable > 0)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE, "No %u of the chosen classes of %s are of one alphabet.",
                   self->shots, self->set->name);
}

static void
prepare_block (gsize index, gpointer data)
{
  IplOneShot *self = data;
  const IplImageSet *set = self->set;
  gsize end = MIN ((index + 1) * BLOCK, self->n_images);
  guint k = 0;

  for (gsize i = index * BLOCK; i < end; i++)
    {
      guint8 *pixels = self->pixels + i * AREA;
      guint8 turned[AREA];

      while (i >= self->classes[k].own_first + self->classes[k].count)
        k++;
      ipl_image_resize (
          ipl_image_set_pixels (set, self->classes[k].first + i - self->classes[k].own_first),
          set->height, set->width, pixels, IPL_ONE_SHOT_SIZE, IPL_ONE_SHOT_SIZE);
      for (guint turn = 0; turn < self->n_turns; turn++)
        {
          ipl_one_shot_rotate (pixels, turn, turned);
          ipl_one_shot_image_tokens (turned, set->mean, set->sd,
                                     self->tokens + (turn * self->n_images + i) * IMAGE);
        }
    }
}

/* Makes the one-shot task of THEORY.md section 8. The classes are drawn from all of @classes alike,
 * as usual in few-shot learning on Omniglot (Vinyals et al. 2016) and in the paper; with
 * within_alphabet, from one alphabet, as in Lake et al. (2015), which is harder. Every image is
 * resized by ipl_image_resize() to 32 x 32, normalized with the set's mean and standard deviation,
 * cut and layer-normalized once, here; a sequence is three additions afterwards. @classes:
 * [@n_classes] classes of @set to draw from, in any order; see ipl_image_set_split(). */
IplOneShot *
ipl_one_shot_new (IplImageSet *set, gsize n_classes, const guint *classes,
                  const IplOneShotOptions *options, guint threads, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (IplOneShot) self = g_new0 (IplOneShot, 1);
  double numbers;

  g_return_val_if_fail (options->shots <= IPL_ONE_SHOT_MAX_SHOTS, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->set = ipl_image_set_ref (set);
  self->options = *options;
  self->shots = options->shots > 0 ? options->shots : 2;
  self->n_turns = options->rotate ? 4 : 1;
  if (!choose_classes (self, n_classes, classes, error) || !pair_classes (self, error))
    return NULL;
  numbers = (double)self->n_images * IMAGE;
  /* Allocated as doubles: two floats, or eight pixels, in each. */
  self->tokens = (float *)ipl_memory_try_doubles (ceil (numbers * self->n_turns / 2),
                                                  "The images, cut into tokens,", error);
  if (self->tokens == NULL)
    return NULL;
  self->pixels = (guint8 *)ipl_memory_try_doubles (ceil (numbers / 8), "The resized images", error);
  if (self->pixels == NULL)
    return NULL;
  ipl_one_shot_positions (ipl_one_shot_count_tokens (self->shots), self->positions);
  ipl_one_shot_label_vectors (options->seed, self->shots, self->labels);
  ipl_one_shot_places (self->shots, self->positions, self->labels, self->places);
  ipl_parallel_for ((self->n_images + BLOCK - 1) / BLOCK, threads, prepare_block, self,
                    cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

static void
one_shot_clear (IplOneShot *self)
{
  ipl_image_set_unref (self->set);
  g_free (self->classes);
  g_free (self->own_class);
  g_free (self->pairable);
  g_free (self->pixels);
  g_free (self->tokens);
}

IPL_DEFINE_REFERENCES (IplOneShot, ipl_one_shot, one_shot_clear)

/* The images it draws from. */
IplImageSet *
ipl_one_shot_get_set (const IplOneShot *self)
{
  return self->set;
}

guint
ipl_one_shot_get_shots (const IplOneShot *self)
{
  return self->shots;
}

/* Patches of the shots and of the query. */
guint
ipl_one_shot_count_tokens (guint shots)
{
  return (shots + 1) * IPL_ONE_SHOT_PATCHES;
}

/* With two shots a sign, with more one of as many classes. */
IplLabels
ipl_one_shot_labels_of (guint shots)
{
  return shots > 2 ? (IplLabels){ IPL_LABELS_CLASSES, shots } : (IplLabels){ IPL_LABELS_SIGNS, 1 };
}

IplLabels
ipl_one_shot_get_labels (const IplOneShot *self)
{
  return ipl_one_shot_labels_of (self->shots);
}

gsize
ipl_one_shot_get_size (const IplOneShot *self)
{
  return (gsize)ipl_one_shot_count_tokens (self->shots) * IPL_ONE_SHOT_N0;
}

/* [K + 1 x N0] vectors added to the tokens of each class, and of the query. */
const float *
ipl_one_shot_get_label_vectors (const IplOneShot *self)
{
  return self->labels;
}
