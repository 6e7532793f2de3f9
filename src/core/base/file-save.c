/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/file-save.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/base/file-save-private.h"
#include "core/base/error.h"

#define BLOCK ((gsize)1 << 18)

struct _IplFileSave
{
  char *path; /* as it was given, for errors */
  IplTarget target;
  int fd;          /* what is written grows here: */
  char *temporary; /* (nullable): beside the target, to be renamed; else nowhere */
  int direct;      /* -1, or the target itself, to be written to at the end */
};

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static void
save_free (IplFileSave *self)
{
  close_fd (&self->fd);
  close_fd (&self->direct);
  ipl_target_clear (&self->target);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self);
}

/* TRUE where a file of its own is written first and then takes the name. */
static gboolean
is_renamed (const IplTarget *target)
{
  return target->kind == IPL_TARGET_FILE || target->kind == IPL_TARGET_NEW;
}

/* TRUE if it may help to write to the file itself, where none beside it can be made or renamed. */
static gboolean
is_refusal (int code)
{
  return code == EACCES || code == EPERM || code == EROFS || code == EBUSY || code == EXDEV;
}

/* The file itself is written at the end. */
static int
begin_direct (IplFileSave *self)
{
  self->direct = ipl_target_open (&self->target);
  if (self->direct < 0)
    return errno;
  self->fd = ipl_temporary_spool ();
  return self->fd < 0 ? errno : 0;
}

static int
begin (IplFileSave *self)
{
  int code = ipl_target_find (self->path, &self->target);
  gboolean is_file = self->target.kind == IPL_TARGET_FILE;

  if (code != 0)
    return code;
  if (!is_renamed (&self->target))
    return begin_direct (self);
  if (is_file && faccessat (AT_FDCWD, self->target.path, W_OK, AT_EACCESS) != 0)
    return errno;
  self->fd = ipl_temporary_new (self->target.path, is_file ? 0600 : 0666, &self->temporary);
  if (self->fd < 0)
    {
      code = errno;
      return is_file && is_refusal (code) ? begin_direct (self) : code;
    }
  if (is_file)
    ipl_target_keep_attributes (&self->target, self->fd);
  return 0;
}

/* Begins to write a file. Nothing of a file of that name changes before ipl_file_save_commit(). */
IplFileSave *
ipl_file_save_begin (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  IplFileSave *self = g_new0 (IplFileSave, 1);
  int code;

  self->path = g_strdup (path);
  self->fd = self->direct = -1;
  code = begin (self);
  if (code == 0)
    return self;
  ipl_set_io_error (error, "written", path, code);
  save_free (self);
  return NULL;
}

/* Returns: where to write; it can be sought in */
int
ipl_file_save_get_fd (const IplFileSave *self)
{
  return self->fd;
}

/* Returns 0 or errno. */
static int
write_bytes (int fd, const guint8 *at, gsize n)
{
  while (n > 0)
    {
      gssize wrote = write (fd, at, MIN (n, (gsize)1 << 24));

      if (wrote < 0 && errno == EAGAIN)
        {
          /* Standard output may be someone else's pipe that does not block. */
          poll (&(struct pollfd){ .fd = fd, .events = POLLOUT }, 1, -1);
          continue;
        }
      if (wrote < 0 && errno == EINTR)
        continue;
      if (wrote <= 0)
        return wrote < 0 ? errno : EIO;
      at += wrote;
      n -= (gsize)wrote;
    }
  return 0;
}

/* Returns: 0, or the errno of what went wrong, after which it is to be abandoned */
int
ipl_file_save_write (IplFileSave *self, gconstpointer bytes, gsize n)
{
  return write_bytes (self->fd, bytes, n);
}

/* Not every file has a disk below it. */
static int
sync_fd (int fd)
{
  if (fsync (fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP)
    return 0;
  return errno;
}

/* All that has been written so far to @to. */
static int
copy_all (int from, int to)
{
  g_autofree guint8 *block = g_malloc (BLOCK);
  off_t at = 0;

  for (;;)
    {
      gssize got = pread (from, block, BLOCK, at);
      int code;

      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return got < 0 ? errno : 0;
      code = write_bytes (to, block, (gsize)got);
      if (code != 0)
        return code;
      at += got;
    }
}

/* In place, with room made before the first byte of the old file is gone. */
static int
overwrite (int from, int to)
{
  off_t size = lseek (from, 0, SEEK_END);
  int code;

  if (size < 0)
    return errno;
  if (size > 0 && fallocate (to, FALLOC_FL_KEEP_SIZE, 0, size) != 0
      && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
    return errno;
  code = copy_all (from, to);
  if (code == 0 && ftruncate (to, size) != 0)
    code = errno;
  return code;
}

static int
commit_direct (IplFileSave *self)
{
  int code = self->target.kind == IPL_TARGET_FILE ? overwrite (self->fd, self->direct)
                                                  : copy_all (self->fd, self->direct);

  return code != 0 ? code : sync_fd (self->direct);
}

/* The name is on the disk only when the folder is. */
static int
sync_folder (const IplTarget *target)
{
  int fd = ipl_target_open_folder (target), code;

  /* A folder that may be written to and not be read. */
  if (fd < 0)
    return 0;
  code = sync_fd (fd);
  close (fd);
  return code;
}

static int
commit_temporary (IplFileSave *self)
{
  int code = sync_fd (self->fd);

  if (code == 0 && g_rename (self->temporary, self->target.path) != 0)
    {
      code = errno;
      if (self->target.kind != IPL_TARGET_FILE || !is_refusal (code))
        return code;
      /* Someone else's file in a folder such as /tmp, or one mounted at its place. */
      self->direct = ipl_target_open (&self->target);
      return self->direct < 0 ? code : commit_direct (self);
    }
  if (code != 0)
    return code;
  g_clear_pointer (&self->temporary, g_free);
  return sync_folder (&self->target);
}

/* Gives the file its name. On error nothing is left behind and a file of that name is as it was. */
gboolean
ipl_file_save_commit (IplFileSave *self, GError **error)
{
  int code = self->temporary != NULL ? commit_temporary (self) : commit_direct (self);

  if (code != 0)
    ipl_set_io_error (error, "written", self->path, code);
  else if (is_renamed (&self->target))
    ipl_temporary_remove_stale (self->target.path);
  ipl_file_save_abandon (self);
  return code == 0;
}

/* Drops what has been written; a file of that name is as it was. */
void
ipl_file_save_abandon (IplFileSave *self)
{
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  save_free (self);
}

/* The old file goes only when the new one is whole. */
static int
check_space (const IplTarget *target, double bytes)
{
  int fd = bytes > 0 ? ipl_target_open_folder (target) : -1;
  struct statvfs disk;
  int code = 0;

  if (fd < 0)
    return 0;
  if (fstatvfs (fd, &disk) == 0 && (double)disk.f_bavail * (double)disk.f_frsize < bytes)
    code = ENOSPC;
  close (fd);
  return code;
}

/* Commits what was written; abandons it after an errno of ipl_file_save_write(). */
gboolean
ipl_file_save_end (IplFileSave *self, int code, GError **error)
{
  if (code == 0)
    return ipl_file_save_commit (self, error);
  ipl_set_io_error (error, "written", self->path, code);
  ipl_file_save_abandon (self);
  return FALSE;
}

/* Finds out whether a file can be written, before the work whose results are to go there, and
 * leaves everything as it is. FIFOs, sockets and descriptors are not tried.
 * @bytes: how long the file will be at least, 0 where that is not known */
gboolean
ipl_file_save_try (const char *path, double bytes, GError **error)
{
  g_auto (IplTarget) target = { NULL };
  int code = ipl_target_find (path, &target);

  if (code == 0 && target.kind == IPL_TARGET_STREAM
      && faccessat (AT_FDCWD, target.path, W_OK, AT_EACCESS) != 0)
    code = errno;
  if (code == 0 && is_renamed (&target))
    {
      IplFileSave *save = ipl_file_save_begin (path, error);

      if (save == NULL)
        return FALSE;
      ipl_file_save_abandon (save);
      code = check_space (&target, bytes);
    }
  return code == 0 || ipl_set_io_error (error, "written", path, code);
}

/* Returns: whether writing to it makes a file or replaces one, so that others can stand beside it;
 *   not where it goes to a FIFO, a device or a descriptor */
gboolean
ipl_file_save_makes_file (const char *path)
{
  g_auto (IplTarget) target = { NULL };

  return ipl_target_find (path, &target) == 0 && is_renamed (&target);
}

/* Writes a file that is there in memory. */
gboolean
ipl_file_save_bytes (const char *path, gconstpointer bytes, gsize n, GError **error)
{
  IplFileSave *save = ipl_file_save_begin (path, error);

  return save != NULL && ipl_file_save_end (save, ipl_file_save_write (save, bytes, n), error);
}
