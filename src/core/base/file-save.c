/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In place of g_file_set_contents_full(): files are written as they grow, and may be links, pipes,
 * devices and descriptors. */
#define _GNU_SOURCE /* memfd_create */
#include "core/base/file-save.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "core/base/error.h"

#define MAX_LINKS 40
#define MAX_WRITE ((gsize)1 << 24)

/* The end of a path. */
typedef struct
{
  char *path;     /* with symbolic links followed */
  int descriptor; /* -1, or a descriptor of this process, as /dev/stdout names one */
  mode_t mode;    /* 0 for a missing file */
} Target;

struct _IplFileSave
{
  char *path; /* as given, for errors */
  Target target;
  int fd;          /* the temporary file */
  char *temporary; /* (nullable): its name, unless the target is written to directly */
};

static void
close_fd (int fd)
{
  if (fd >= 0)
    close (fd);
}

/* The number in "/dev/fd/1" and "/proc/self/fd/1", the targets of /dev/stdout, or -1. Their own
 * target may have no name, or be a file with other writers. */
static int
find_descriptor (const char *path)
{
  static const char *const prefixes[] = { "/dev/fd/", "/proc/self/fd/" };
  guint64 number;

  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (path, prefixes[i])
        && g_ascii_string_to_unsigned (path + strlen (prefixes[i]), 10, 0, G_MAXINT, &number, NULL))
      return (int)number;
  return -1;
}

/* Returns: 0, or the errno why @path cannot be a file; @self is to be cleared in any case */
static int
target_find (Target *self, const char *path)
{
  struct stat status;

  *self = (Target){ g_strdup (path), -1 };
  for (guint i = 0; path[0] != '\0' && i <= MAX_LINKS; i++)
    {
      g_autofree char *link = NULL, *folder = g_path_get_dirname (self->path);

      self->descriptor = find_descriptor (self->path);
      if (self->descriptor >= 0)
        return fstat (self->descriptor, &status) == 0 ? 0 : errno;
      if (lstat (self->path, &status) != 0)
        return errno == ENOENT ? 0 : errno;
      self->mode = status.st_mode;
      if (!S_ISLNK (self->mode))
        return S_ISDIR (self->mode) ? EISDIR : S_ISSOCK (self->mode) ? ENXIO : 0;
      self->mode = 0;
      link = g_file_read_link (self->path, NULL);
      if (link == NULL)
        return EACCES;
      g_free (self->path);
      self->path = g_path_is_absolute (link) ? g_steal_pointer (&link)
                                             : g_build_filename (folder, link, NULL);
    }
  return path[0] == '\0' ? ENOENT : ELOOP;
}

/* TRUE if a temporary file is written first and then renamed. */
static gboolean
is_renamed (const Target *target)
{
  return target->descriptor < 0 && (target->mode == 0 || S_ISREG (target->mode));
}

static void
save_free (IplFileSave *self)
{
  close_fd (self->fd);
  g_free (self->target.path);
  g_free (self->temporary);
  g_free (self->path);
  g_free (self);
}

/* Opens the file that is written to. */
static int
open_temporary (IplFileSave *self)
{
  const Target *target = &self->target;
  g_autofree char *folder = g_path_get_dirname (target->path), *name = NULL;

  if (!is_renamed (target))
    {
      self->fd = memfd_create ("interplay", MFD_CLOEXEC);
      return self->fd < 0 ? errno : 0;
    }
  if (target->mode != 0 && faccessat (AT_FDCWD, target->path, W_OK, AT_EACCESS) != 0)
    return errno;
  name = g_build_filename (folder, IPL_FILE_SAVE_TEMPORARY "XXXXXX", NULL);
  self->fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, target->mode != 0 ? 0600 : 0666);
  if (self->fd < 0)
    return errno;
  if (target->mode != 0)
    fchmod (self->fd, target->mode & 0777);
  self->temporary = g_steal_pointer (&name);
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
  self->fd = -1;
  code = target_find (&self->target, path);
  if (code == 0)
    code = open_temporary (self);
  if (code == 0)
    return self;
  ipl_set_io_error (error, "written", path, code);
  save_free (self);
  return NULL;
}

/* Returns: the descriptor for writing; it is seekable */
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
      gssize wrote = write (fd, at, MIN (n, MAX_WRITE));

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

/* Returns: 0, or an errno, after which the file must be abandoned */
int
ipl_file_save_write (IplFileSave *self, gconstpointer bytes, gsize n)
{
  return write_bytes (self->fd, bytes, n);
}

/* Not every file has a disk below it. */
static int
sync_fd (int fd)
{
  return fsync (fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP ? 0 : errno;
}

/* The name is on the disk only when the folder is. */
static int
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0), code;

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

  if (code != 0)
    return code;
  if (g_rename (self->temporary, self->target.path) != 0)
    return errno;
  g_clear_pointer (&self->temporary, g_free);
  return sync_folder (self->target.path);
}

/* Opening a FIFO waits for its reader. */
static int
commit_direct (IplFileSave *self)
{
  g_autoptr (GMappedFile) written = NULL;
  int to = self->target.descriptor >= 0
               ? fcntl (self->target.descriptor, F_DUPFD_CLOEXEC, 3)
               : g_open (self->target.path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
  int code = to < 0 ? errno : 0;

  if (code == 0)
    written = g_mapped_file_new_from_fd (self->fd, FALSE, NULL);
  if (written != NULL)
    code = write_bytes (to, (const guint8 *)g_mapped_file_get_contents (written),
                        g_mapped_file_get_length (written));
  else if (code == 0)
    code = EIO;
  close_fd (to);
  return code;
}

/* Renames the file to its name. On error no new file remains, and an existing file is unchanged. */
gboolean
ipl_file_save_commit (IplFileSave *self, GError **error)
{
  int code = self->temporary != NULL ? commit_temporary (self) : commit_direct (self);

  if (code != 0)
    ipl_set_io_error (error, "written", self->path, code);
  ipl_file_save_abandon (self);
  return code == 0;
}

/* Drops the written data; an existing file is unchanged. */
void
ipl_file_save_abandon (IplFileSave *self)
{
  if (self->temporary != NULL)
    g_unlink (self->temporary);
  save_free (self);
}

/* Commits the file; abandons it after an errno of ipl_file_save_write(). */
gboolean
ipl_file_save_end (IplFileSave *self, int code, GError **error)
{
  if (code == 0)
    return ipl_file_save_commit (self, error);
  ipl_set_io_error (error, "written", self->path, code);
  ipl_file_save_abandon (self);
  return FALSE;
}

/* Checks that a file can be written, before the work for it; changes nothing. FIFOs are not opened.
 * @bytes: smallest length of the file, 0 if unknown */
gboolean
ipl_file_save_try (const char *path, double bytes, GError **error)
{
  IplFileSave *self = ipl_file_save_begin (path, error);
  struct statvfs disk;
  int code = 0;

  if (self == NULL)
    return FALSE;
  if (self->temporary != NULL && fstatvfs (self->fd, &disk) == 0
      && (double)disk.f_bavail * (double)disk.f_frsize < bytes)
    code = ENOSPC;
  else if (self->temporary == NULL && self->target.descriptor < 0
           && faccessat (AT_FDCWD, self->target.path, W_OK, AT_EACCESS) != 0)
    code = errno;
  ipl_file_save_abandon (self);
  return code == 0 || ipl_set_io_error (error, "written", path, code);
}

/* Returns: TRUE if writing makes a file or replaces one, so that a checkpoint can be next to it;
 *   FALSE for a FIFO, a device or a descriptor */
gboolean
ipl_file_save_makes_file (const char *path)
{
  Target target;
  gboolean makes = target_find (&target, path) == 0 && is_renamed (&target);

  g_free (target.path);
  return makes;
}

/* Writes a file from memory. */
gboolean
ipl_file_save_bytes (const char *path, gconstpointer bytes, gsize n, GError **error)
{
  IplFileSave *save = ipl_file_save_begin (path, error);

  return save != NULL && ipl_file_save_end (save, ipl_file_save_write (save, bytes, n), error);
}
