/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-set-private.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "core/base/memory.h"

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/ref-count.h"
#include "core/base/text-escape.h"

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

  self->pixels = ipl_memory_try (bytes, 1, what, error);
  if (self->pixels == NULL)
    return FALSE;
  self->count = count;
  self->height = height;
  self->width = width;
  return TRUE;
}

int
ipl_image_file_open (const char *path, struct stat *status, GError **error)
{
  int fd = ipl_file_open (path, status, error);
  g_autofree char *shown = NULL;

  if (fd < 0 || status->st_size > 0)
    return fd;
  shown = ipl_file_shown (path);
  ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is an empty file.", shown);
  close (fd);
  return -1;
}

/* Begins an alphabet, to which the classes belong that follow. */
void
ipl_image_set_add_alphabet (IplImageSet *self, const char *name)
{
  guint n = self->n_alphabets++;

  self->alphabet_names = g_renew (char *, self->alphabet_names, n + 2);
  self->alphabet_first = g_renew (guint, self->alphabet_first, n + 2);
  self->alphabet_names[n] = g_strdup (name);
  self->alphabet_names[n + 1] = NULL;
  self->alphabet_first[n] = self->alphabet_first[n + 1] = self->n_classes;
}

/* Begins a class; its images are counted in class_first[n_classes]. */
void
ipl_image_set_add_class (IplImageSet *self, const char *name)
{
  guint n = self->n_classes++;

  self->class_names = g_renew (char *, self->class_names, n + 2);
  self->class_first = g_renew (gsize, self->class_first, n + 2);
  self->class_alphabet = g_renew (guint, self->class_alphabet, n + 1);
  self->class_names[n] = g_strdup (name);
  self->class_names[n + 1] = NULL;
  self->class_first[n] = n > 0 ? self->class_first[n] : 0;
  self->class_first[n + 1] = self->class_first[n];
  self->class_alphabet[n] = self->n_alphabets - 1;
  self->alphabet_first[self->n_alphabets] = self->n_classes;
}

static void
image_set_clear (IplImageSet *self)
{
  g_free (self->name);
  g_free (self->pixels);
  g_strfreev (self->class_names);
  g_free (self->class_first);
  g_free (self->class_alphabet);
  g_strfreev (self->alphabet_names);
  g_free (self->alphabet_first);
  g_ptr_array_unref (self->notes);
}

IPL_DEFINE_REFERENCES (IplImageSet, ipl_image_set, image_set_clear)

/* [height x width] row-major gray levels. */
const guint8 *
ipl_image_set_pixels (const IplImageSet *self, gsize image)
{
  g_return_val_if_fail (image < self->count, NULL);

  return self->pixels + image * self->height * self->width;
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
