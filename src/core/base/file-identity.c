/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By which a file is known again wherever it lies and whatever it is called: the SHA-256 of what is
 * in it, computed once while its size and its time stay. */
#include "core/base/file-identity.h"

#include <sys/stat.h>

#include "core/base/file-hash.h"

/* Larger files have none: to read them once more for it takes long. */
#define LARGEST (256 << 20)

static GMutex lock;
static GHashTable *known; /* owned "device inode size time" -> interned hash */

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

  return known != NULL ? g_hash_table_lookup (known, key) : NULL;
}

/* May be called from any thread.
 * Returns: (nullable): 64 hexadecimal digits; NULL of what cannot be read, is no regular file or is
 *   larger than 256 MiB */
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

    if (known == NULL)
      known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    g_hash_table_replace (known, g_steal_pointer (&key), (gpointer)found);
  }
  return found;
}
