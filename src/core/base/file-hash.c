/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-hash.h"

#include <errno.h>
#include <unistd.h>

#include "core/base/file-read.h"
#include "core/base/io-error.h"

#define CHUNK 65536

/* @copy: (nullable): where its bytes go as they are read
 * Returns: (transfer full) (nullable): the SHA-256 of what is in it, as 64 hexadecimal digits */
char *
ipl_file_hash (const char *path, IplFileSave *copy, GCancellable *cancellable, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  int fd = ipl_file_open (path, NULL, error), code = 0;
  guint8 bytes[CHUNK];
  gssize n = 0;

  while (fd >= 0 && code == 0 && !g_cancellable_is_cancelled (cancellable)
         && (n = read (fd, bytes, sizeof bytes)) > 0)
    {
      g_checksum_update (sum, bytes, n);
      if (copy != NULL)
        code = ipl_file_save_write (copy, bytes, (gsize)n);
    }
  if (n < 0)
    ipl_set_io_error (error, "read", path, errno);
  if (code != 0)
    ipl_set_io_error (error, "copied", path, code);
  if (fd >= 0)
    close (fd);
  if (fd < 0 || n < 0 || code != 0 || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_strdup (g_checksum_get_string (sum));
}

/* Copies a file as every file is written: the copy takes its name when it is whole and synced.
 * Returns: (transfer full) (nullable): the SHA-256 of what is in it */
char *
ipl_file_copy (const char *from, const char *to, GCancellable *cancellable, GError **error)
{
  IplFileSave *save = ipl_file_save_begin (to, error);
  g_autofree char *sha256 = save != NULL ? ipl_file_hash (from, save, cancellable, error) : NULL;

  if (sha256 != NULL)
    return ipl_file_save_commit (save, error) ? g_steal_pointer (&sha256) : NULL;
  g_clear_pointer (&save, ipl_file_save_abandon);
  return NULL;
}
