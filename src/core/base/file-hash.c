/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file-hash.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file-read.h"
#include "core/base/error.h"

#define CHUNK 65536
/* Larger files have no identity: to read them once more for it takes long. */
#define LARGEST (256 << 20)

static GMutex lock;
static GHashTable *cached; /* owned "device inode size time" -> interned hash */

/* @copy: (nullable): receives the bytes during reading
 * Returns: (transfer full) (nullable): the SHA-256 of the contents, as 64 hexadecimal digits */
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

/* Copies a file; the copy gets its name when it is complete and synced. */
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

static char *
describe (const struct stat *at)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT
                          " %" G_GINT64_FORMAT ".%09ld",
                          (guint64)at->st_dev, (guint64)at->st_ino, (gint64)at->st_size,
                          (gint64)at->st_mtim.tv_sec, at->st_mtim.tv_nsec);
}

static const char *
find (const char *key)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  return cached != NULL ? g_hash_table_lookup (cached, key) : NULL;
}

/* Identifies a file by its contents, independent of its name and place: the SHA-256, computed again
 * only if its size or time changes. Thread-safe.
 * Returns: (nullable): 64 hexadecimal digits; NULL if it cannot be read, is not a regular file
 *   or is larger than 256 MiB */
const char *
ipl_file_identity (const char *path)
{
  g_autofree char *key = NULL, *hash = NULL;
  const char *found;
  struct stat at;

  if (stat (path, &at) != 0 || !S_ISREG (at.st_mode) || at.st_size > LARGEST)
    return NULL;
  key = describe (&at);
  found = find (key);
  if (found != NULL)
    return found;
  hash = ipl_file_hash (path, NULL, NULL, NULL);
  if (hash == NULL)
    return NULL;
  found = g_intern_string (hash);
  {
    G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

    if (cached == NULL)
      cached = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    g_hash_table_replace (cached, g_steal_pointer (&key), (gpointer)found);
  }
  return found;
}

/* Identifies a file and its last change, to detect later changes.
 * Returns: (transfer full) (nullable): NULL for a missing file */
char *
ipl_file_stamp (const char *path)
{
  struct stat at;

  return stat (path, &at) == 0 ? describe (&at) : NULL;
}
