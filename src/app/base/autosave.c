/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Autosave: for each window a session file in $XDG_STATE_HOME/interplay/autosave and a folder for
 * results of long work. Their names begin with MACHINE-PROCESS-NUMBER. MACHINE is a digest of the
 * host name, since a session file may contain its own name. The next start offers files whose
 * process of this machine has ended. */
#include "app/base/autosave.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core/base/error.h"

struct _IplAutosave
{
  char *folder;   /* draws, checkpoints and maps */
  char *path;     /* the session file */
  GMutex mutex;   /* guards ... */
  gboolean ended; /* ... TRUE if no thread may write the file any more */
};

/* Removes a folder with its contents. */
void
ipl_autosave_remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_unlink (child) != 0)
        ipl_autosave_remove_tree (child);
    }
  g_rmdir (path);
}

static char *
get_root (void)
{
  return g_build_filename (g_get_user_state_dir (), "interplay", "autosave", NULL);
}

/* Returns: (transfer full): prefix of file names of this machine, "1f0c9a3e-" */
static char *
get_machine (void)
{
  g_autofree char *digest
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, g_get_host_name (), -1);

  return g_strdup_printf ("%.8s-", digest);
}

/* Returns: (transfer full): autosave of one window, without a file until ipl_autosave_write() */
IplAutosave *
ipl_autosave_new (void)
{
  static guint n;
  IplAutosave *self = g_new0 (IplAutosave, 1);
  g_autofree char *root = get_root ();
  g_autofree char *machine = get_machine ();
  g_autofree char *name = g_strdup_printf ("%s%ld-%u", machine, (long)getpid (), ++n);

  self->folder = g_build_filename (root, name, NULL);
  self->path = g_strconcat (self->folder, IPL_SESSION_SUFFIX, NULL);
  g_mutex_init (&self->mutex);
  return self;
}

void
ipl_autosave_free (IplAutosave *self)
{
  g_free (self->folder);
  g_free (self->path);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Returns: path of the session file, which may not exist */
const char *
ipl_autosave_get_path (const IplAutosave *self)
{
  return self->path;
}

/* Returns: (nullable): path of the folder, which is created if it is missing */
const char *
ipl_autosave_get_folder (const IplAutosave *self, GError **error)
{
  if (g_mkdir_with_parents (self->folder, 0700) == 0)
    return self->folder;
  return ipl_fail_null (error, IPL_ERROR_IO, "The folder “%s” cannot be created: %s.", self->folder,
                        g_strerror (errno));
}

/* Replaces the file atomically. Thread-safe.
 * @last: TRUE if no later write may change the file
 * Returns: TRUE if the file is written, or after ipl_autosave_end(), which leaves no file */
gboolean
ipl_autosave_write (IplAutosave *self, IplSessionSave *save, gboolean last, GError **error)
{
  g_autofree char *unfinished = NULL;
  gboolean written;

  if (ipl_autosave_get_folder (self, error) == NULL)
    return FALSE;
  unfinished = g_strdup_printf ("%s/unfinished-%p", self->folder, (gconstpointer)save);
  written = ipl_session_save_write (save, unfinished, self->folder, NULL, error);
  g_mutex_lock (&self->mutex);
  if (written && !self->ended && g_rename (unfinished, self->path) != 0)
    written = ipl_fail (error, IPL_ERROR_IO, "The file “%s” cannot be written: %s.", self->path,
                        g_strerror (errno));
  self->ended = self->ended || last;
  g_mutex_unlock (&self->mutex);
  return written;
}

/* Removes the file and the folder. A thread that is still writing leaves no file. */
void
ipl_autosave_end (IplAutosave *self)
{
  g_mutex_lock (&self->mutex);
  self->ended = TRUE;
  g_unlink (self->path);
  g_mutex_unlock (&self->mutex);
  ipl_autosave_remove_tree (self->folder);
}

/* TRUE if the process exists, for any user. */
static gboolean
is_running (gint64 pid)
{
  return pid > 0 && pid <= G_MAXINT32 && (kill ((pid_t)pid, 0) == 0 || errno == EPERM);
}

/* FALSE if the name is of a process of this machine that has ended. */
static gboolean
may_live (const char *name)
{
  g_autofree char *host = get_machine ();

  return !g_str_has_prefix (name, host)
         || is_running (g_ascii_strtoll (name + strlen (host), NULL, 10));
}

/* Removes the folders of windows whose process has ended.
 * Returns: (transfer full): (element-type filename): session files of these windows */
GPtrArray *
ipl_autosave_list_left (void)
{
  GPtrArray *left = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *root = get_root ();
  g_autoptr (GDir) dir = g_dir_open (root, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (root, name, NULL);

      if (may_live (name))
        continue;
      if (g_str_has_suffix (name, IPL_SESSION_SUFFIX))
        g_ptr_array_add (left, g_steal_pointer (&path));
      else
        ipl_autosave_remove_tree (path);
    }
  return left;
}
