/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages as files of an exact physical size. Every file is made in memory and then put in its place
 * at once, so that a failed export leaves an old file whole. */

#include "figures/pages/pages.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"
#include "figures/pages/page-file.h"

#include <string.h>

/* @first: the first of them that is made, from 0
 * @n: how many; 1 but for a format of many pages
 * @name: what the file will be called, without folder and ending
 * @beside: files that it needs beside it are added here
 * Returns: (transfer full): the content of a file, the same for the same pages; NULL on error */
GBytes *
ipl_pages_make (const IplPages *self, guint first, guint n, const IplFormat *format,
                const char *name, GPtrArray *beside, GError **error)
{
  g_return_val_if_fail (self && format && name && beside, NULL);
  g_return_val_if_fail (n == 1 || (n > 0 && format->many_pages), NULL);
  return format->make (self, first, n, name, beside, error);
}

/* "folder/name.svg" as "folder/name". */
static char *
take_stem (const char *path)
{
  const char *slash = strrchr (path, '/'), *dot = strrchr (path, '.');

  return dot != NULL && dot > (slash != NULL ? slash + 1 : path)
             ? g_strndup (path, (gsize)(dot - path))
             : g_strdup (path);
}

static gboolean
save (const char *path, GBytes *bytes, GError **error)
{
  gsize n;
  const void *data = g_bytes_get_data (bytes, &n);

  return ipl_file_save_bytes (path, data, n, error);
}

/* Writes pages of exactly their size.
 * @first: the first of them that is written, from 0
 * @n: how many; 1 but for a format of many pages
 * @path: the file to write; replaced at once when it is whole, untouched otherwise. Files that it
 *   needs are written beside it before.
 * Returns: whether the file was written */
gboolean
ipl_pages_write (const IplPages *self, guint first, guint n, const IplFormat *format,
                 const char *path, GError **error)
{
  g_autoptr (GPtrArray) beside
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_page_file_free);
  g_autofree char *stem = take_stem (path), *name = g_path_get_basename (stem);
  g_autoptr (GBytes) bytes = ipl_pages_make (self, first, n, format, name, beside, error);

  if (bytes == NULL)
    return FALSE;
  for (guint i = 0; i < beside->len; i++)
    {
      const IplPageFile *file = beside->pdata[i];
      g_autofree char *other = g_strconcat (stem, file->suffix, NULL);

      if (!save (other, file->bytes, error))
        return FALSE;
    }
  return save (path, bytes, error);
}
