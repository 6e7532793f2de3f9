/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/images/image-set-private.h"

/* Deflate cannot do better than 1 to 1032. */
#define MAX_RATIO 1032

#define CHUNK (1 << 18) /* bytes between two looks at the cancellable */

/* MNIST and Fashion-MNIST are recognized by the mean and spread of their pixels, which differ by
 * ten times this tolerance. */
#define SAME_SET 0.015

static const char *const fashion_names[]
    = { "T-shirt", "trouser", "pullover", "dress", "coat",
        "sandal",  "shirt",   "sneaker",  "bag",   "ankle boot" };

/* An IDX file opened past its header. */
typedef struct
{
  gzFile file;
  char *shown;
  guint n_dimensions;
  guint32 shape[3];
  double size; /* product of shape */
} Idx;

static void
idx_clear (Idx *self)
{
  if (self->file != NULL)
    gzclose_r (self->file);
  g_free (self->shown);
}

/* clang-format off */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Idx, idx_clear)
/* clang-format on */

static gboolean
set_damaged (const Idx *self, GError **error)
{
  return ipl_fail (error, IPL_ERROR_FORMAT,
                   "“%s” is damaged or cut short: it ends before the %.0f bytes that its header "
                   "promises, or its checksum is wrong.",
                   self->shown, self->size);
}

static guint32
big_endian (const guint8 *bytes)
{
  return (guint32)bytes[0] << 24 | (guint32)bytes[1] << 16 | (guint32)bytes[2] << 8 | bytes[3];
}

/* Number of dimensions of an IDX file of unsigned bytes: 3 for images, 1 for labels; 0 for
 * another format. @magic: [4] the first four bytes of the unpacked file. */
guint
ipl_idx_dimensions (const guint8 *magic)
{
  return magic[0] == 0 && magic[1] == 0 && magic[2] == 0x08 ? magic[3] : 0;
}

static gboolean
check_magic (const Idx *self, const guint8 *magic, guint n_dimensions, GError **error)
{
  const char *wanted = n_dimensions == 3 ? "images (idx3-ubyte)" : "labels (idx1-ubyte)";

  if (magic[0] == 0 && magic[1] == 0 && magic[2] == 0x08 && magic[3] == n_dimensions)
    return TRUE;
  if (magic[0] != 0 || magic[1] != 0)
    return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is not an IDX file of %s as MNIST has them.",
                     self->shown, wanted);
  if (magic[2] != 0x08)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is an IDX file of numbers of type 0x%02x, and %s must be unsigned bytes "
                     "(0x08).",
                     self->shown, magic[2], wanted);
  return ipl_fail (error, IPL_ERROR_FORMAT,
                   "“%s” is an IDX file of %u dimension%s, and %s must have %u.", self->shown,
                   magic[3], magic[3] == 1 ? "" : "s", wanted, n_dimensions);
}

/* Opens a file and checks that its size can hold the array of its header. */
static gboolean
idx_open (Idx *self, const char *path, guint n_dimensions, GError **error)
{
  guint8 header[16] = { 0 };
  unsigned length = 4 + 4 * n_dimensions;
  struct stat status;
  double most;
  int fd;

  self->shown = ipl_file_shown (path);
  fd = ipl_image_file_open (path, &status, error);
  if (fd < 0)
    return FALSE;
  self->file = gzdopen (fd, "rb");
  if (self->file == NULL)
    {
      close (fd);
      return ipl_fail (error, IPL_ERROR_MEMORY, "“%s” cannot be read: there is no memory left.",
                       self->shown);
    }
  if (gzread (self->file, header, 4) == 4 && !check_magic (self, header, n_dimensions, error))
    return FALSE;
  if (gzread (self->file, header + 4, length - 4) != (int)length - 4)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is damaged or cut short: it ends within the header of an IDX file.",
                     self->shown);
  self->n_dimensions = n_dimensions;
  self->size = 1;
  for (guint i = 0; i < n_dimensions; i++)
    {
      self->shape[i] = big_endian (header + 4 + 4 * i);
      self->size *= self->shape[i];
    }
  if (self->size == 0)
    return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” is an IDX file with nothing in it.",
                     self->shown);
  most = (double)status.st_size * (gzdirect (self->file) ? 1 : MAX_RATIO);
  if (self->size > most)
    return ipl_fail (
        error, IPL_ERROR_FORMAT,
        "“%s” is damaged or cut short: its header promises %.0f bytes, and no more than "
        "%.0f can be in it.",
        self->shown, self->size, most);
  return TRUE;
}

/* Reads the complete array. @bytes: [size] */
static gboolean
idx_read (Idx *self, guint8 *bytes, GCancellable *cancellable, GError **error)
{
  gsize size = (gsize)self->size, done = 0;
  guint8 more;

  while (done < size)
    {
      int got;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      got = gzread (self->file, bytes + done, (unsigned)MIN (size - done, CHUNK));
      if (got <= 0)
        return set_damaged (self, error);
      done += (gsize)got;
    }
  /* Reading to the end verifies the checksum. */
  switch (gzread (self->file, &more, 1))
    {
    case 0:
      {
        int status;

        /* The status distinguishes a gzip file truncated in its last bytes from a complete one. */
        gzerror (self->file, &status);
        return status == Z_OK || set_damaged (self, error);
      }
    case 1:
      return ipl_fail (error, IPL_ERROR_FORMAT,
                       "“%s” is damaged: it continues after the %.0f bytes of its header.",
                       self->shown, self->size);
    default:
      return set_damaged (self, error);
    }
}

/* Groups images by class, in the order of the file. */
static void
sort_by_class (IplImageSet *self, const guint8 *images, const guint8 *labels)
{
  gsize area = (gsize)self->height * self->width;
  gsize counts[256] = { 0 }, next[256];

  for (gsize i = 0; i < self->count; i++)
    counts[labels[i]]++;
  ipl_image_set_add_alphabet (self, self->name);
  for (guint c = 0; c < 256; c++)
    if (counts[c] > 0)
      {
        char name[8];

        g_snprintf (name, sizeof name, "%u", c);
        ipl_image_set_add_class (self, name);
        next[c] = self->class_first[self->n_classes];
        self->class_first[self->n_classes] += counts[c];
      }
  for (gsize i = 0; i < self->count; i++)
    memcpy (self->pixels + next[labels[i]]++ * area, images + i * area, area);
}

static gboolean
close_to (double mean, double sd, double known_mean, double known_sd)
{
  return fabs (mean - known_mean) < SAME_SET && fabs (sd - known_sd) < SAME_SET;
}

/* Names the set and chooses its normalization. */
static void
recognize (IplImageSet *self, const char *shown)
{
  double mean, sd;

  ipl_image_set_measure (self, &mean, &sd);
  g_free (self->name);
  if (close_to (mean, sd, IPL_MNIST_MEAN, IPL_MNIST_SD))
    {
      self->name = g_strdup ("MNIST");
      self->mean = IPL_MNIST_MEAN;
      self->sd = IPL_MNIST_SD;
    }
  else if (close_to (mean, sd, IPL_FASHION_MEAN, IPL_FASHION_SD))
    {
      self->name = g_strdup ("Fashion-MNIST");
      self->mean = IPL_FASHION_MEAN;
      self->sd = IPL_FASHION_SD;
      for (guint c = 0; self->n_classes == G_N_ELEMENTS (fashion_names) && c < self->n_classes; c++)
        {
          g_free (self->class_names[c]);
          self->class_names[c] = g_strdup (fashion_names[c]);
        }
    }
  else
    {
      self->name = g_strdup (shown);
      self->mean = mean;
      self->sd = sd > 0 ? sd : 1;
    }
  ipl_image_set_note (self,
                      "“%s” has pixels of mean %.4f and standard deviation %.4f and is normalised "
                      "%s (%g, %g).",
                      shown, mean, sd,
                      strcmp (self->name, shown) == 0 ? "by these" : "as its authors do",
                      self->mean, self->sd);
  g_free (self->alphabet_names[0]);
  self->alphabet_names[0] = g_strdup (self->name);
}

/* Finds "t10k-labels-idx1-ubyte.gz" for "t10k-images-idx3-ubyte", or the other way round, in the
 * same folder, with or without ".gz". */
static char *
find_companion (const char *path, const char *from, const char *to, const char *from_idx,
                const char *to_idx, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GString) other = NULL;

  if (g_str_has_suffix (name, ".gz"))
    name[strlen (name) - 3] = '\0';
  other = g_string_new (name);
  if (g_string_replace (other, from, to, 1) > 0)
    {
      static const char *const suffixes[] = { "", ".gz" };

      g_string_replace (other, from_idx, to_idx, 1);
      for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
        {
          g_autofree char *file = g_strconcat (other->str, suffixes[i], NULL);
          g_autofree char *full = g_build_filename (folder, file, NULL);

          if (g_file_test (full, G_FILE_TEST_IS_REGULAR))
            return g_steal_pointer (&full);
        }
    }
  else
    g_string_assign (other, to);
  {
    g_autofree char *shown = ipl_file_shown (path);
    g_autofree char *wanted = ipl_path_shown (other->str);

    g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                 "The %s that go with “%s” are missing: open both files together, or put “%s” "
                 "beside it.",
                 to, shown, wanted);
  }
  return NULL;
}

char *
ipl_idx_find_companion (const char *path, gboolean labels, GError **error)
{
  return labels ? find_companion (path, "images", "labels", "idx3", "idx1", error)
                : find_companion (path, "labels", "images", "idx1", "idx3", error);
}

/* Reads a set in the format of MNIST. MNIST and Fashion-MNIST are recognized by their pixels and
 * normalized as in THEORY.md section 8; other sets by their own mean and standard deviation. All
 * classes are in one alphabet. Sizes are checked before allocation. */
IplImageSet *
ipl_image_set_load_idx (const char *images_path, const char *labels_path, GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (IplImageSet) self = NULL;
  g_autofree char *found = NULL;
  g_autofree guint8 *bytes = NULL;
  g_autofree guint8 *labels = NULL;
  g_auto (Idx) images_file = { 0 };
  g_auto (Idx) labels_file = { 0 };

  g_return_val_if_fail (images_path != NULL || labels_path != NULL, NULL);

  if (labels_path == NULL)
    labels_path = found = ipl_idx_find_companion (images_path, TRUE, error);
  else if (images_path == NULL)
    images_path = found = ipl_idx_find_companion (labels_path, FALSE, error);
  if (labels_path == NULL || images_path == NULL || !idx_open (&images_file, images_path, 3, error)
      || !idx_open (&labels_file, labels_path, 1, error))
    return NULL;
  if (images_file.shape[0] != labels_file.shape[0])
    return ipl_fail_null (error, IPL_ERROR_SHAPE,
                          "“%s” has %u images and “%s” has %u labels: they do not belong together.",
                          images_file.shown, images_file.shape[0], labels_file.shown,
                          labels_file.shape[0]);
  if (images_file.shape[1] > IPL_IMAGE_MAX_SIDE || images_file.shape[2] > IPL_IMAGE_MAX_SIDE)
    return ipl_fail_null (error, IPL_ERROR_SHAPE,
                          "“%s” has images of %u × %u pixels, and at most %d × %d can be used.",
                          images_file.shown, images_file.shape[2], images_file.shape[1],
                          IPL_IMAGE_MAX_SIDE, IPL_IMAGE_MAX_SIDE);
  self = ipl_image_set_alloc (images_file.shown);
  if (!ipl_image_set_alloc_pixels (self, images_file.shape[0], images_file.shape[1],
                                   images_file.shape[2], error))
    return NULL;
  bytes = g_try_malloc ((gsize)images_file.size);
  labels = g_try_malloc ((gsize)labels_file.size);
  if (bytes == NULL || labels == NULL)
    return ipl_fail_null (error, IPL_ERROR_MEMORY, "“%s” cannot be read: there is no memory left.",
                          images_file.shown);
  if (!idx_read (&images_file, bytes, cancellable, error)
      || !idx_read (&labels_file, labels, cancellable, error))
    return NULL;
  sort_by_class (self, bytes, labels);
  recognize (self, images_file.shown);
  return g_steal_pointer (&self);
}
