/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/glyphs.h"

#include <string.h>
#include <zlib.h>

#include "core/images/image-set-private.h"

#include "core/base/installed-data.h"
#include "core/base/error.h"

/* An IDX file, compressed by gzip, which tools/make-glyphs wrote. */
#define FILE_NAME "examples/glyphs-idx5-ubyte.gz"

#define AREA ((gsize)IPL_GLYPH_SIZE * IPL_GLYPH_SIZE)

/* Header of the file: bytes without a sign, 5 dimensions, their sizes. */
static const guint8 header[] = { 0, 0, 8, 5,
                                 0, 0, 0, IPL_GLYPHS_MAX_ALPHABETS,
                                 0, 0, 0, IPL_GLYPHS_MAX_CHARACTERS,
                                 0, 0, 0, IPL_GLYPHS_MAX_DRAWINGS,
                                 0, 0, 0, IPL_GLYPH_SIZE,
                                 0, 0, 0, IPL_GLYPH_SIZE };

/* All of them. */
void
ipl_glyphs_init (IplGlyphs *self)
{
  *self = (IplGlyphs){ .n_alphabets = IPL_GLYPHS_MAX_ALPHABETS,
                       .n_characters = IPL_GLYPHS_MAX_CHARACTERS,
                       .n_drawings = IPL_GLYPHS_MAX_DRAWINGS };
}

/* TRUE if both are the same images. */
gboolean
ipl_glyphs_equal (const IplGlyphs *a, const IplGlyphs *b)
{
  return a->n_alphabets == b->n_alphabets && a->n_characters == b->n_characters
         && a->n_drawings == b->n_drawings;
}

static gboolean
check_count (const char *what, guint value, guint low, guint high, GError **error)
{
  if (value >= low && value <= high)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE, "%s must be a whole number from %u to %u, not %u.", what,
                   low, high, value);
}

/* TRUE if there are that many. */
gboolean
ipl_glyphs_validate (const IplGlyphs *self, GError **error)
{
  return check_count ("The number of alphabets", self->n_alphabets, 1, IPL_GLYPHS_MAX_ALPHABETS,
                      error)
         && check_count ("The number of characters of an alphabet", self->n_characters, 2,
                         IPL_GLYPHS_MAX_CHARACTERS, error)
         && check_count ("The number of drawings of a character", self->n_drawings, 2,
                         IPL_GLYPHS_MAX_DRAWINGS, error);
}

static void
name_classes (const IplGlyphs *glyphs, IplImageSet *set)
{
  for (guint a = 1; a <= glyphs->n_alphabets; a++)
    {
      g_autofree char *alphabet = g_strdup_printf ("Invented_%02u", a);

      ipl_image_set_add_alphabet (set, alphabet);
      for (guint c = 1; c <= glyphs->n_characters; c++)
        {
          g_autofree char *character = g_strdup_printf ("character%02u", c);

          ipl_image_set_add_class (set, character);
          set->class_first[set->n_classes] += glyphs->n_drawings;
        }
    }
}

/* Reads the drawings that are used and passes over the others. */
static gboolean
read_pixels (const IplGlyphs *glyphs, gzFile file, IplImageSet *set)
{
  g_autofree guint8 *drawings = g_malloc (IPL_GLYPHS_MAX_DRAWINGS * AREA);
  guint8 found[sizeof header], *to = set->pixels;
  gsize used = glyphs->n_drawings * AREA;

  if (gzread (file, found, sizeof found) != sizeof found
      || memcmp (found, header, sizeof found) != 0)
    return FALSE;
  for (guint i = 0; i < glyphs->n_alphabets * IPL_GLYPHS_MAX_CHARACTERS; i++)
    {
      if (gzread (file, drawings, IPL_GLYPHS_MAX_DRAWINGS * AREA) != IPL_GLYPHS_MAX_DRAWINGS * AREA)
        return FALSE;
      if (i % IPL_GLYPHS_MAX_CHARACTERS >= glyphs->n_characters)
        continue;
      memcpy (to, drawings, used);
      to += used;
    }
  return TRUE;
}

/* Invented alphabets, so that the one-shot task needs no download. An alphabet has a style, a
 * character is a few strokes in it, a drawing is that character by a writer's hand (THEORY.md
 * section 8.3). Dark ink on white paper, antialiased; normalized as Omniglot. */
IplImageSet *
ipl_glyphs_load (const IplGlyphs *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = ipl_data_file (FILE_NAME);
  g_autoptr (IplImageSet) set = NULL;
  struct stat status;
  gboolean is_read;
  gzFile file;
  int fd;

  if (!ipl_glyphs_validate (self, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  set = ipl_image_set_alloc ("glyphs");
  name_classes (self, set);
  if (!ipl_image_set_alloc_pixels (set, set->class_first[set->n_classes], IPL_GLYPH_SIZE,
                                   IPL_GLYPH_SIZE, error))
    return NULL;
  fd = path != NULL ? ipl_image_file_open (path, &status, NULL) : -1;
  file = fd >= 0 ? gzdopen (fd, "rb") : NULL;
  is_read = file != NULL && read_pixels (self, file, set);
  if (file != NULL)
    gzclose_r (file);
  if (!is_read)
    return ipl_fail_null (error, IPL_ERROR_IO,
                          "The invented glyphs, %s, cannot be read: install Interplay again.",
                          FILE_NAME);
  set->mean = IPL_OMNIGLOT_MEAN;
  set->sd = IPL_OMNIGLOT_SD;
  return g_steal_pointer (&set);
}
