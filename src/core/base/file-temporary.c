/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
/* Files that are not whole yet. They stand beside what they are to become, hidden, as
 * ".NAME.interplay-HOST-PID-XXXXXX", and are locked as long as the user writes to them, where the
 * file system knows locks. Of this machine's own it is known whether their program still runs; of
 * another machine's, only those that were not changed for long were left behind. */
#include "core/base/file-save-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/process.h"

/* Longer names leave no room for ours within the 255 bytes of a name. */
#define MAX_STEM 200
#define XS "XXXXXX"
/* A file of a living process is locked within this time, or is none of its. */
#define LOCKED_WITHIN_SECONDS 60
/* Another machine's file: locks may not reach from machine to machine, and clocks may differ. */
#define UNCHANGED_SECONDS 3600
#define HOST_DIGITS 8
#define MARK ".interplay-"

/* Held from the making of a temporary until it is locked. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

/* This machine, in a name. */
static const char *
own_host (void)
{
  static char host[HOST_DIGITS + 1];
  static gsize found;

  if (g_once_init_enter (&found))
    {
      g_autofree char *digest
          = g_compute_checksum_for_string (G_CHECKSUM_SHA256, g_get_host_name (), -1);

      g_strlcpy (host, digest, sizeof host);
      g_once_init_leave (&found, 1);
    }
  return host;
}

/* ".NAME.interplay-", which all temporaries of @target begin with and no others do. */
static char *
make_prefix (const char *target)
{
  g_autofree char *name = g_path_get_basename (target);
  g_autofree char *digest = NULL;

  if (strlen (name) <= MAX_STEM)
    return g_strdup_printf (".%s" MARK, name);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  return g_strdup_printf (".%.*s-%.16s" MARK, MAX_STEM - 20, name, digest);
}

/* Makes a file in the folder of @target, locked while it is open.
 * @target: the file that it is to become
 * @mode: of a new file, less what the user's mask takes away
 * @path: (out): its name */
int
ipl_temporary_new (const char *target, mode_t mode, char **path)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *prefix = make_prefix (target);
  g_autofree char *name = g_strdup_printf ("%s%s-%ld-" XS, prefix, own_host (), (long)getpid ());
  g_autofree char *full = g_build_filename (folder, name, NULL);
  int fd, code;

  pthread_mutex_lock (&making);
  fd = g_mkstemp_full (full, O_RDWR | O_CLOEXEC, (int)mode);
  code = errno;
  if (fd >= 0)
    flock (fd, LOCK_EX | LOCK_NB);
  pthread_mutex_unlock (&making);
  errno = code;
  *path = fd >= 0 ? g_steal_pointer (&full) : NULL;
  return fd;
}

/* Who made a temporary, by its name. */
typedef struct
{
  gboolean here; /* a process of this machine */
  long process;
} Maker;

/* @mark: the end of a name, behind ".interplay-"; FALSE: it is none of ours */
static gboolean
parse_maker (const char *mark, Maker *maker)
{
  char *end;
  gint64 process;

  /* Older versions left out the machine. */
  maker->here = FALSE;
  if (strlen (mark) > HOST_DIGITS && mark[HOST_DIGITS] == '-')
    {
      maker->here = strncmp (mark, own_host (), HOST_DIGITS) == 0;
      mark += HOST_DIGITS + 1;
    }
  if (!g_ascii_isdigit (mark[0]))
    return FALSE;
  process = g_ascii_strtoll (mark, &end, 10);
  if (process > G_MAXINT32 || *end != '-' || strlen (end + 1) != strlen (XS))
    return FALSE;
  maker->process = (long)process;
  return TRUE;
}

static gboolean
is_stale (int fd, const Maker *maker)
{
  gboolean lockable = flock (fd, LOCK_EX | LOCK_NB) == 0;
  struct stat status;
  gint64 unchanged;

  if ((!lockable && errno == EWOULDBLOCK) || fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    return FALSE;
  /* A time in the future is from before a clock was set back. */
  unchanged = llabs ((gint64)time (NULL) - (gint64)status.st_mtime);
  if (!maker->here)
    return unchanged > UNCHANGED_SECONDS;
  if (!ipl_process_lives (maker->process, 0))
    return TRUE;
  return lockable && (maker->process == (long)getpid () || unchanged > LOCKED_WITHIN_SECONDS);
}

/* Removes a file that was left behind. */
static void
remove_if_stale (const char *path, const Maker *maker)
{
  int fd;

  pthread_mutex_lock (&making);
  fd = g_open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
  if (fd >= 0)
    {
      if (is_stale (fd, maker))
        g_unlink (path);
      close (fd);
    }
  pthread_mutex_unlock (&making);
}

/* Removes the temporaries of @target, and of no other file, that programs left which were ended
 * while they wrote.
 * @target: a file that has just been written */
void
ipl_temporary_remove_stale (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *prefix = make_prefix (target);
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  if (dir == NULL)
    return;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = NULL;
      Maker maker;

      if (!g_str_has_prefix (name, prefix) || !parse_maker (name + strlen (prefix), &maker))
        continue;
      path = g_build_filename (folder, name, NULL);
      remove_if_stale (path, &maker);
    }
  g_dir_close (dir);
}

/* Makes a file without a name, on the disk of temporary files or, where that cannot be, in memory.
 * Returns: a descriptor open for reading and writing; -1 and errno */
int
ipl_temporary_spool (void)
{
  int fd = g_open (g_get_tmp_dir (), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  return fd >= 0 ? fd : memfd_create ("interplay", MFD_CLOEXEC);
}
