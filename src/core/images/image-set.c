/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-set-private.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"

#include "core/base/error.h"

/* The issue's own example: alphabets of the two small Omniglot sets. */
static const char *const omniglot_holdout[] = { "Early_Aramaic", "Korean" };

/* Of other sets, this share of the alphabets, the last ones. */
#define HOLDOUT_SHARE 5

IplImageSet *
ipl_image_set_alloc (const char *name)
{
  IplImageSet *self = g_new0 (IplImageSet, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->sd = 1;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
ipl_image_set_note (IplImageSet *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (self->notes, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

gboolean
ipl_image_set_alloc_pixels (IplImageSet *self, gsize count, guint height, guint width,
                            GError **error)
{
  double bytes = (double)count * height * width;
  g_autofree char *what = g_strdup_printf ("Reading %" G_GSIZE_FORMAT " images of %u × %u pixels",
                                           count, width, height);

  /* What will be made of them, 32-bit tokens, takes as much again. */
  if (ipl_memory_ask (2 * bytes, what, "use fewer or smaller ones", error))
    self->pixels = ipl_memory_try (bytes, 1, what, error);
  if (self->pixels == NULL)
    return FALSE;
  self->count = count;
  self->height = height;
  self->width = width;
  return TRUE;
}

/**
 * ipl_image_set_ref:
 * @self: a set of images
 *
 * Returns: (transfer full): @self with one more reference
 */
IplImageSet *
ipl_image_set_ref (IplImageSet *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ipl_image_set_unref:
 * @self: (nullable) (transfer full): a set of images
 *
 * Gives back one reference; the last one frees the set.
 */
void
ipl_image_set_unref (IplImageSet *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->name);
  g_free (self->pixels);
  g_strfreev (self->class_names);
  g_free (self->class_first);
  g_free (self->class_alphabet);
  g_strfreev (self->alphabet_names);
  g_free (self->alphabet_first);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

/**
 * ipl_image_set_pixels:
 * @self: a set of images
 * @image: which image, from 0
 *
 * Returns: (transfer none): [height x width] row-major gray levels
 */
const guint8 *
ipl_image_set_pixels (const IplImageSet *self, gsize image)
{
  g_return_val_if_fail (image < self->count, NULL);

  return self->pixels + image * self->height * self->width;
}

/**
 * ipl_image_set_class_of:
 * @self: a set of images
 * @image: which image, from 0
 *
 * Returns: the class it belongs to
 */
guint
ipl_image_set_class_of (const IplImageSet *self, gsize image)
{
  guint low = 0, high = self->n_classes;

  g_return_val_if_fail (image < self->count, 0);

  /* class_first[low] <= image < class_first[high] */
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (self->class_first[middle] <= image)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Mean and standard deviation of all pixels in [0, 1]. */
void
ipl_image_set_measure (const IplImageSet *self, double *mean, double *sd)
{
  gsize n = self->count * self->height * self->width;
  guint64 counts[256] = { 0 };
  double sum = 0, squares = 0;

  for (gsize i = 0; i < n; i++)
    counts[self->pixels[i]]++;
  for (guint v = 0; v < 256; v++)
    {
      sum += (double)counts[v] * v / 255;
      squares += (double)counts[v] * v * v / (255 * 255);
    }
  *mean = sum / (double)n;
  *sd = sqrt (MAX (squares / (double)n - *mean * *mean, 0));
}

/* "Early Aramaic" and "early_aramaic" mean Early_Aramaic. */
static char *
plain_name (const char *name)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (name));
  char *plain = g_utf8_casefold (trimmed, -1);

  return g_strdelimit (plain, "_-", ' ');
}

static gboolean
find_alphabet (const IplImageSet *self, const char *name, guint *alphabet)
{
  g_autofree char *wanted = plain_name (name);

  for (guint k = 0; k < self->n_alphabets; k++)
    {
      g_autofree char *there = plain_name (self->alphabet_names[k]);

      if (strcmp (wanted, there) == 0)
        {
          *alphabet = k;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * ipl_image_set_default_holdout:
 * @self: a set of images
 *
 * The alphabets that are held out for test unless someone chooses: Early_Aramaic and Korean where
 * the set has them beside others, else the last 20 % of the alphabets, rounded up. A set of one
 * alphabet has none to spare.
 *
 * Returns: (transfer full): names, %NULL-terminated; free with g_strfreev()
 */
char **
ipl_image_set_default_holdout (const IplImageSet *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint found = 0, k;

  for (gsize i = 0; i < G_N_ELEMENTS (omniglot_holdout); i++)
    found += find_alphabet (self, omniglot_holdout[i], &k);
  if (found > 0 && found < self->n_alphabets)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (omniglot_holdout); i++)
        if (find_alphabet (self, omniglot_holdout[i], &k))
          g_strv_builder_add (names, self->alphabet_names[k]);
    }
  else if (self->n_alphabets > 1)
    {
      guint n = (self->n_alphabets + HOLDOUT_SHARE - 1) / HOLDOUT_SHARE;

      for (k = self->n_alphabets - n; k < self->n_alphabets; k++)
        g_strv_builder_add (names, self->alphabet_names[k]);
    }
  return g_strv_builder_end (names);
}

/**
 * ipl_image_set_split:
 * @self: a set of images
 * @holdout: (nullable) (array zero-terminated=1): alphabets to hold out, whatever their case, with
 *   spaces for underscores if one likes; %NULL for ipl_image_set_default_holdout()
 * @train: (out): classes of all other alphabets, of #guint; free with g_array_unref()
 * @held_out: (out): classes of the alphabets held out
 * @error: return location for an #IPL_ERROR
 *
 * Parts the classes of a set, whole alphabets at a time: no character of a held-out alphabet is
 * among the training classes.
 *
 * Returns: whether both parts have two classes or more
 */
gboolean
ipl_image_set_split (const IplImageSet *self, const char *const *holdout, GArray **train,
                     GArray **held_out, GError **error)
{
  g_auto (GStrv) defaults = holdout == NULL ? ipl_image_set_default_holdout (self) : NULL;
  g_autofree gboolean *out = g_new0 (gboolean, self->n_alphabets);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) spared = g_array_new (FALSE, FALSE, sizeof (guint));

  if (holdout == NULL)
    holdout = (const char *const *)defaults;
  for (; *holdout != NULL; holdout++)
    {
      guint k;

      if (!find_alphabet (self, *holdout, &k))
        {
          g_autofree char *all = g_strjoinv (", ", self->alphabet_names);

          g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                       "There is no alphabet “%s” to hold out: %s has %s.", *holdout, self->name,
                       all);
          return FALSE;
        }
      out[k] = TRUE;
    }
  for (guint c = 0; c < self->n_classes; c++)
    g_array_append_val (out[self->class_alphabet[c]] ? spared : kept, c);
  if (kept->len < 2)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "Too many alphabets are held out: fewer than two characters of %s are left to "
                   "train on.",
                   self->name);
      return FALSE;
    }
  if (spared->len < 2)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "No alphabet with two characters or more is held out: without one there is "
                   "nothing new in %s to test on.",
                   self->name);
      return FALSE;
    }
  *train = g_steal_pointer (&kept);
  *held_out = g_steal_pointer (&spared);
  return TRUE;
}
