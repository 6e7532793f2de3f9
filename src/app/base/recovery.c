/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Crash recovery: a folder of its own under
 * $XDG_STATE_HOME/interplay/recovery/PROCESS/WINDOW, with the document, in a session file, and
 * whatever large things belong to it. Every process holds a lock on its folder as long as it lives;
 * a folder whose lock is free was left behind, and whoever takes the lock has it. Where the file
 * system knows no locks, the file that would be locked says which process has the folder. */
#include "app/base/recovery.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/process.h"
#include "core/sessions/session-file.h"

#define DOCUMENT "autosave" IPL_SESSION_SUFFIX /* what is there where it was: no copies */
#define OLD_DOCUMENT "document.json"           /* of Interplay before it had sessions */
#define LOCK "lock"
#define MAX_OWNER 512 /* bytes in it */
#define MAX_DOCUMENT (16 * 1024 * 1024)

/* The folder of one process, this one or one that has ended. */
typedef struct
{
  char *path;
  int lock;
} Place;

struct _IplRecovery
{
  Place *place; /* NULL until the folder is needed */
  char *folder;
  char *text;     /* (nullable): what was left */
  GError *damage; /* (nullable): or why that cannot be read */

  GMutex mutex;
  GCond cond;
  /* Under the mutex. */
  char *pending;
  gboolean writing;
  gboolean discarded;
  GError *error;
};

/* Removes it, with all that is in it. */
void
ipl_recovery_remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_unlink (child) != 0)
        ipl_recovery_remove_tree (child);
    }
  g_rmdir (path);
}

static Place *
place_new (char *path, int lock)
{
  Place *place = g_atomic_rc_box_new0 (Place);

  place->path = path;
  place->lock = lock;
  return place;
}

static gboolean
has_documents (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *document = g_build_filename (path, name, DOCUMENT, NULL);
      g_autofree char *old = g_build_filename (path, name, OLD_DOCUMENT, NULL);

      if (g_file_test (document, G_FILE_TEST_EXISTS) || g_file_test (old, G_FILE_TEST_EXISTS))
        return TRUE;
    }
  return FALSE;
}

/* Where the file system knows no locks, no process has the folder once none is named. */
static void
give_back (int lock)
{
  if (ftruncate (lock, 0) != 0)
    g_debug ("A folder of crash recovery keeps the name of this process.");
  close (lock);
}

/* The lock is given back last: nobody else takes a folder that is being removed. */
static void
place_clear (gpointer data)
{
  Place *place = data;

  if (!has_documents (place->path))
    ipl_recovery_remove_tree (place->path);
  give_back (place->lock);
  g_free (place->path);
}

static void
place_unref (Place *place)
{
  if (place != NULL)
    g_atomic_rc_box_release_full (place, place_clear);
}

static char *
get_root (void)
{
  return g_build_filename (g_get_user_state_dir (), "interplay", "recovery", NULL);
}

static gboolean
write_owner (int lock)
{
  g_autofree char *text = g_strdup_printf ("%ld %" G_GUINT64_FORMAT " %s\n", (long)getpid (),
                                           ipl_process_start (getpid ()), g_get_host_name ());
  gsize length = strlen (text);

  return ftruncate (lock, 0) == 0 && pwrite (lock, text, length, 0) == (gssize)length;
}

/* TRUE if the process that wrote its name there may still run; of another machine's that is not
 * known. */
static gboolean
owner_lives (int lock)
{
  char text[MAX_OWNER] = "", *end;
  gint64 pid;
  guint64 start;

  if (pread (lock, text, sizeof text - 1, 0) <= 0)
    return FALSE;
  pid = g_ascii_strtoll (text, &end, 10);
  start = g_ascii_strtoull (end, &end, 10);
  return strcmp (g_strstrip (end), g_get_host_name ()) != 0 || ipl_process_lives (pid, start);
}

/* -1 where another process has it. */
static int
take_lock (const char *folder, gboolean make)
{
  g_autofree char *path = g_build_filename (folder, LOCK, NULL);
  int lock = g_open (path, O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600);

  if (lock < 0)
    return -1;
  if (flock (lock, LOCK_EX | LOCK_NB) == 0
      || (errno != EWOULDBLOCK && (make || !owner_lives (lock)) && write_owner (lock)))
    return lock;
  close (lock);
  return -1;
}

/* A folder for this process. It has its name only when it is locked already. */
static Place *
make_place (GError **error)
{
  g_autofree char *root = get_root ();
  g_autofree char *unlocked = g_build_filename (root, ".new-XXXXXX", NULL);
  g_autofree char *name = NULL;
  char *path;
  int lock;

  if (g_mkdir_with_parents (root, 0700) != 0 || g_mkdtemp (unlocked) == NULL)
    return ipl_fail_null (error, IPL_ERROR_IO, "The folder “%s” cannot be made: %s.", root,
                          g_strerror (errno));
  lock = take_lock (unlocked, TRUE);
  name = g_path_get_basename (unlocked);
  path = g_build_filename (root, name + strlen (".new-"), NULL);
  if (lock >= 0 && g_rename (unlocked, path) == 0)
    return place_new (path, lock);
  g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "The folder “%s” cannot be locked: %s.", unlocked,
               g_strerror (errno));
  if (lock >= 0)
    close (lock);
  ipl_recovery_remove_tree (unlocked);
  g_free (path);
  return NULL;
}

/* The place of this process, shared by its windows; made anew when none of them has it any more. */
static Place *current_place;

/* To be called from the main thread, as all of these.
 * Returns: (transfer full): room for a window, which takes none on the disk until it is needed */
IplRecovery *
ipl_recovery_new (void)
{
  IplRecovery *self = g_atomic_rc_box_new0 (IplRecovery);

  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  return self;
}

IplRecovery *
ipl_recovery_ref (IplRecovery *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
recovery_clear (gpointer data)
{
  IplRecovery *self = data;

  place_unref (self->place);
  g_free (self->folder);
  g_free (self->text);
  g_clear_error (&self->damage);
  g_free (self->pending);
  g_clear_error (&self->error);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
}

void
ipl_recovery_unref (IplRecovery *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, recovery_clear);
}

static char *
read_document (const char *path, GError **error)
{
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, NULL, error);

  return file != NULL ? g_steal_pointer (&file->document) : NULL;
}

/* @place's document of one window, maybe a damaged one; NULL where there is none. */
static IplRecovery *
read_left (Place *place, const char *name)
{
  g_autofree char *path = g_build_filename (place->path, name, DOCUMENT, NULL);
  g_autofree char *old = g_build_filename (place->path, name, OLD_DOCUMENT, NULL);
  IplRecovery *self;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (old, G_FILE_TEST_EXISTS))
    return NULL;
  self = ipl_recovery_new ();
  self->place = g_atomic_rc_box_acquire (place);
  self->folder = g_build_filename (place->path, name, NULL);
  self->text = g_file_test (path, G_FILE_TEST_EXISTS)
                   ? read_document (path, &self->damage)
                   : ipl_file_read (old, MAX_DOCUMENT, NULL, &self->damage);
  return self;
}

static void
read_place (const char *folder, GPtrArray *left)
{
  int lock = take_lock (folder, FALSE);
  Place *place;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (lock < 0)
    return;
  place = place_new (g_strdup (folder), lock);
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      IplRecovery *recovery = read_left (place, name);

      if (recovery != NULL)
        g_ptr_array_add (left, recovery);
    }
  place_unref (place);
}

/* Takes what processes that have ended left behind; nobody else has it as long as it is held.
 * Returns: (transfer full): one for each window */
GPtrArray *
ipl_recovery_list_left (void)
{
  GPtrArray *left = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_recovery_unref);
  g_autofree char *root = get_root ();
  g_autoptr (GDir) dir = g_dir_open (root, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (root, name, NULL);

      if (name[0] != '.')
        read_place (folder, left);
    }
  return left;
}

/* Returns: (nullable): the document; NULL where it is damaged */
const char *
ipl_recovery_get_text (const IplRecovery *self, GError **error)
{
  if (self->damage != NULL && error != NULL)
    *error = g_error_copy (self->damage);
  return self->text;
}

/* Returns: (nullable): its folder, made where it is not there yet */
const char *
ipl_recovery_get_folder (IplRecovery *self, GError **error)
{
  g_autofree char *path = NULL;

  if (self->folder != NULL)
    return self->folder;
  if (self->place == NULL && current_place != NULL
      && g_file_test (current_place->path, G_FILE_TEST_IS_DIR))
    self->place = g_atomic_rc_box_acquire (current_place);
  if (self->place == NULL)
    {
      self->place = make_place (error);
      if (self->place == NULL)
        return NULL;
      g_clear_pointer (&current_place, place_unref);
      current_place = g_atomic_rc_box_acquire (self->place);
    }
  path = g_build_filename (self->place->path, "window-XXXXXX", NULL);
  if (g_mkdtemp (path) == NULL)
    return ipl_fail_null (error, IPL_ERROR_IO, "No folder can be made in “%s”: %s.",
                          self->place->path, g_strerror (errno));
  self->folder = g_steal_pointer (&path);
  return self->folder;
}

/* @text: "" where there is nothing to be brought back any more */
static void
write_document (const char *path, const char *text, GError **error)
{
  IplSessionWriter *writer;

  if (text[0] == '\0')
    {
      g_unlink (path);
      return;
    }
  writer = ipl_session_writer_new (path, text, error);
  if (writer != NULL)
    ipl_session_writer_close (writer, NULL, error);
}

/* In a thread of its own: all that is asked meanwhile, the newest only. */
static gpointer
write_pending (gpointer data)
{
  g_autoptr (IplRecovery) self = data;
  g_autofree char *path = g_build_filename (self->folder, DOCUMENT, NULL);

  g_mutex_lock (&self->mutex);
  while (self->pending != NULL)
    {
      g_autofree char *text = g_steal_pointer (&self->pending);
      g_autoptr (GError) error = NULL;

      g_mutex_unlock (&self->mutex);
      write_document (path, text, &error);
      g_mutex_lock (&self->mutex);
      g_clear_error (&self->error);
      self->error = g_steal_pointer (&error);
    }
  self->writing = FALSE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
  return NULL;
}

/* Writes it in the background; the latest one wins. ipl_recovery_take_error() and
 * ipl_recovery_flush() say what went wrong.
 * @text: a document; "" removes the one that is there */
void
ipl_recovery_save (IplRecovery *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean begins;

  if (ipl_recovery_get_folder (self, &error) == NULL)
    {
      g_mutex_lock (&self->mutex);
      g_clear_error (&self->error);
      self->error = g_steal_pointer (&error);
      g_mutex_unlock (&self->mutex);
      return;
    }
  g_mutex_lock (&self->mutex);
  begins = !self->writing && !self->discarded;
  if (!self->discarded)
    {
      g_free (self->pending);
      self->pending = g_strdup (text);
      self->writing = TRUE;
    }
  g_mutex_unlock (&self->mutex);
  if (begins)
    g_thread_unref (g_thread_new ("ipl-recovery", write_pending, ipl_recovery_ref (self)));
}

/* Returns: (transfer full) (nullable): why the last document was not written, once */
GError *
ipl_recovery_take_error (IplRecovery *self)
{
  GError *error;

  g_mutex_lock (&self->mutex);
  error = g_steal_pointer (&self->error);
  g_mutex_unlock (&self->mutex);
  return error;
}

/* Waits until everything is on the disk.
 * Returns: whether the last document is */
gboolean
ipl_recovery_flush (IplRecovery *self, GError **error)
{
  gboolean ok;

  g_mutex_lock (&self->mutex);
  while (self->writing)
    g_cond_wait (&self->cond, &self->mutex);
  ok = self->error == NULL;
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&self->error));
  g_mutex_unlock (&self->mutex);
  return ok;
}

/* Nothing of it is needed any more; nothing is written afterwards. */
void
ipl_recovery_discard (IplRecovery *self)
{
  g_mutex_lock (&self->mutex);
  self->discarded = TRUE;
  g_clear_pointer (&self->pending, g_free);
  while (self->writing)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);
  if (self->folder != NULL)
    ipl_recovery_remove_tree (self->folder);
}

/* Lets go of the folder of this process, which is removed where no window has left anything in it.
 */
void
ipl_recovery_end (void)
{
  g_clear_pointer (&current_place, place_unref);
}
