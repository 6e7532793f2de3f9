/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-set-private.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"

#include "core/base/error.h"

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

/* @self with one more reference. */
IplImageSet *
ipl_image_set_ref (IplImageSet *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* Gives back one reference; the last one frees the set. */
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

/* [height x width] row-major gray levels. */
const guint8 *
ipl_image_set_pixels (const IplImageSet *self, gsize image)
{
  g_return_val_if_fail (image < self->count, NULL);

  return self->pixels + image * self->height * self->width;
}

/* The class it belongs to. */
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
