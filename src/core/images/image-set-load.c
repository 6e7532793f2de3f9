/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-set.h"

#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/files/pickle-file.h"
#include "core/files/zip-read.h"
#include "core/images/image-set-private.h"

/* Returns 1 for a PNG image, -1 for a NumPy array, 0 for other entries: the first image or array
 * of a zip decides its kind. */
static int
look_for_images (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  if (g_str_has_suffix (lower, ".png"))
    return 1;
  return g_str_has_suffix (lower, ".npy") ? -1 : 0;
}

/* Recognizes a file dropped or named by the user by its contents, not by its name. */
IplImageFileKind
ipl_image_file_kind (const char *path)
{
  IplImageFileKind kind = IPL_IMAGE_FILE_OTHER;
  guint8 magic[4] = { 0 };
  struct stat status;
  gzFile file;
  int fd = ipl_image_file_open (path, &status, NULL);

  if (fd < 0)
    return kind;
  if (pread (fd, magic, sizeof magic, 0) == sizeof magic && memcmp (magic, "PK", 2) == 0)
    {
      if (ipl_zip_is (fd, look_for_images))
        kind = IPL_IMAGE_FILE_ZIP;
      close (fd);
      return kind;
    }
  file = gzdopen (fd, "rb");
  if (file == NULL)
    {
      close (fd);
      return kind;
    }
  if (gzread (file, magic, sizeof magic) == sizeof magic)
    {
      guint n_dimensions = ipl_idx_dimensions (magic);

      kind = n_dimensions == 3   ? IPL_IMAGE_FILE_IDX_IMAGES
             : n_dimensions == 1 ? IPL_IMAGE_FILE_IDX_LABELS
                                 : IPL_IMAGE_FILE_OTHER;
    }
  gzclose_r (file);
  return kind;
}

/* The IDX file of labels in the folder of an IDX file of images, or the other way round; NULL if
 * the format has no second file. */
char *
ipl_image_file_companion (const char *path)
{
  IplImageFileKind kind = ipl_image_file_kind (path);

  if (kind != IPL_IMAGE_FILE_IDX_IMAGES && kind != IPL_IMAGE_FILE_IDX_LABELS)
    return NULL;
  return ipl_idx_find_companion (path, kind == IPL_IMAGE_FILE_IDX_IMAGES, NULL);
}

static gboolean
refuse (GError **error, const char *path, const char *why)
{
  g_autofree char *shown = ipl_file_shown (path);

  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” %s.", shown, why);
}

/* Sorts files by kind; @images and @labels are the single IDX file of each. */
static gboolean
sort_files (const char *const *paths, GPtrArray *zips, const char **images, const char **labels,
            GError **error)
{
  for (; *paths != NULL; paths++)
    {
      const char **place = NULL;
      struct stat status;
      int fd = ipl_image_file_open (*paths, &status, error);

      if (fd < 0)
        return FALSE;
      close (fd);
      switch (ipl_image_file_kind (*paths))
        {
        case IPL_IMAGE_FILE_ZIP:
          g_ptr_array_add (zips, (gpointer)*paths);
          break;
        case IPL_IMAGE_FILE_IDX_IMAGES:
          place = images;
          break;
        case IPL_IMAGE_FILE_IDX_LABELS:
          place = labels;
          break;
        default:
          refuse (error, *paths,
                  "is neither a zip of drawings like Omniglot's images_background.zip nor "
                  "an IDX file like MNIST's, or it is damaged");
          ipl_pickle_file_explain (*paths, IPL_PICKLE_INTO_ARRAYS, error);
          return FALSE;
        }
      if (place != NULL && *place != NULL)
        return refuse (error, *paths, "is one IDX file too many: open one set at a time");
      if (place != NULL)
        *place = *paths;
    }
  return TRUE;
}

/* Reads a set of images of any supported format, by ipl_image_set_load_zips() or
 * ipl_image_set_load_idx(). */
IplImageSet *
ipl_image_set_load (const char *const *paths, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) zips = g_ptr_array_new ();
  const char *images = NULL, *labels = NULL;

  g_return_val_if_fail (paths != NULL && paths[0] != NULL, NULL);

  if (!sort_files (paths, zips, &images, &labels, error))
    return NULL;
  if (zips->len == 0)
    return ipl_image_set_load_idx (images, labels, cancellable, error);
  if (images != NULL || labels != NULL)
    {
      refuse (error, images != NULL ? images : labels,
              "is an IDX file and cannot be mixed with zips: open one set at a time");
      return NULL;
    }
  g_ptr_array_add (zips, NULL);
  return ipl_image_set_load_zips ((const char *const *)zips->pdata, cancellable, error);
}
