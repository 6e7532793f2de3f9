/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
/* Files that are not whole yet. They stand beside what they are to become, hidden, as
 * ".NAME.interplay-PID-XXXXXX", and are locked as long as somebody writes to them: what bears such
 * a name and is not locked was left by a program that is no more. */
#include "core/base/file-temporary-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Longer names leave no room for ours within the 255 bytes of a name. */
#define MAX_STEM 200
#define XS "XXXXXX"
/* A file of a living process is locked within this time, or is none of its. */
#define LOCKED_WITHIN_SECONDS 60

/* Held from the making of a temporary until it is locked. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

/* ".NAME.interplay-", which all temporaries of @target begin with and no others do. */
static char *
make_prefix (const char *target)
{
  g_autofree char *name = g_path_get_basename (target);
  g_autofree char *digest = NULL;

  if (strlen (name) <= MAX_STEM)
    return g_strdup_printf (".%s.interplay-", name);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  return g_strdup_printf (".%.*s-%.16s.interplay-", MAX_STEM - 20, name, digest);
}

/*< private >
 * ipl_temporary_new:
 * @target: the file that it is to become
 * @mode: of a new file, less what the user's mask takes away
 * @path: (out) (transfer full): its name
 *
 * Makes a file in the folder of @target, locked while it is open.
 *
 * Returns: a descriptor open for reading and writing; -1 and errno
 */
int
ipl_temporary_new (const char *target, mode_t mode, char **path)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *prefix = make_prefix (target);
  g_autofree char *name = g_strdup_printf ("%s%ld-" XS, prefix, (long)getpid ());
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

/* The process that a name of ours tells of; 0: it is none of ours. */
static long
parse_process (const char *name, const char *prefix)
{
  char *end;
  gint64 process;

  if (!g_str_has_prefix (name, prefix))
    return 0;
  name += strlen (prefix);
  if (!g_ascii_isdigit (name[0]))
    return 0;
  process = g_ascii_strtoll (name, &end, 10);
  if (process > G_MAXINT32 || *end != '-' || strlen (end + 1) != strlen (XS))
    return 0;
  return (long)process;
}

/* Of two machines or containers that share a folder, each knows only its own processes; the lock is
 * known to both. */
static gboolean
is_stale (int fd, long process)
{
  gboolean lives = kill ((pid_t)process, 0) == 0 || errno != ESRCH;
  gboolean locked = FALSE, lockable = TRUE;
  struct stat status;

  if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
    return FALSE;
  if (flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      locked = errno == EWOULDBLOCK;
      lockable = FALSE;
    }
  if (locked)
    return FALSE;
  if (!lives)
    return TRUE;
  return lockable
         && (process == (long)getpid () || time (NULL) - status.st_mtime > LOCKED_WITHIN_SECONDS);
}

/*< private >
 * ipl_temporary_remove_stale:
 * @target: a file that has just been written
 *
 * Removes the temporaries of @target, and of no other file, that programs left which were ended
 * while they wrote.
 */
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
      long process = parse_process (name, prefix);
      g_autofree char *path = NULL;
      int fd;

      if (process == 0)
        continue;
      path = g_build_filename (folder, name, NULL);
      pthread_mutex_lock (&making);
      fd = g_open (path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
      if (fd >= 0)
        {
          if (is_stale (fd, process))
            g_unlink (path);
          close (fd);
        }
      pthread_mutex_unlock (&making);
    }
  g_dir_close (dir);
}

/*< private >
 * ipl_temporary_spool:
 *
 * Makes a file without a name, on the disk of temporary files or, where that cannot be, in memory.
 *
 * Returns: a descriptor open for reading and writing; -1 and errno
 */
int
ipl_temporary_spool (void)
{
  int fd = g_open (g_get_tmp_dir (), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

  return fd >= 0 ? fd : memfd_create ("interplay", MFD_CLOEXEC);
}
