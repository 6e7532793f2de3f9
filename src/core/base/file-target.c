/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file at the end of a path that is written to, with the attributes that a new file keeps.
 */
#include "core/base/file-save-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#define MAX_LINKS 40
#define ACL "system.posix_acl_access"

/* "/dev/stdout" and its like: the number of the descriptor, or -1. What they are links to may be a
 * pipe without a name, or a file that others write to at the same time. */
static int
find_descriptor (const char *path)
{
  static const char *const prefixes[] = { "/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/" };
  guint64 number;

  if (strcmp (path, "/dev/stdout") == 0)
    return STDOUT_FILENO;
  if (strcmp (path, "/dev/stderr") == 0)
    return STDERR_FILENO;
  for (gsize i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (path, prefixes[i])
        && g_ascii_string_to_unsigned (path + strlen (prefixes[i]), 10, 0, G_MAXINT, &number, NULL))
      return (int)number;
  return -1;
}

/* The target of the link at @path, seen from where the path itself is seen from. */
static char *
follow (const char *path)
{
  g_autofree char *link = g_file_read_link (path, NULL);
  g_autofree char *folder = NULL;

  if (link == NULL || g_path_is_absolute (link))
    return g_steal_pointer (&link);
  folder = g_path_get_dirname (path);
  return g_build_filename (folder, link, NULL);
}

static int
take_kind (IplTarget *self)
{
  mode_t type = self->status.st_mode & S_IFMT;

  switch (type)
    {
    case S_IFREG:
      self->kind = IPL_TARGET_FILE;
      return 0;
    case S_IFDIR:
      return EISDIR;
    case S_IFSOCK:
      self->kind = IPL_TARGET_SOCKET;
      return 0;
    default:
      self->kind = IPL_TARGET_STREAM;
      return 0;
    }
}

/* Follows symbolic links to the end, also where nothing stands there yet.
 * @path: file name as the user gave it
 * @self: (out): what stands there; ipl_target_clear() it in any case
 * Returns: 0, or the errno that says why this can be no file */
int
ipl_target_find (const char *path, IplTarget *self)
{
  memset (self, 0, sizeof *self);
  self->path = g_strdup (path);
  self->descriptor = -1;
  if (path[0] == '\0')
    return ENOENT;
  for (guint i = 0; i <= MAX_LINKS; i++)
    {
      char *next;

      self->descriptor = find_descriptor (self->path);
      if (self->descriptor >= 0)
        {
          self->kind = IPL_TARGET_DESCRIPTOR;
          return fcntl (self->descriptor, F_GETFD) < 0 ? errno : 0;
        }
      if (lstat (self->path, &self->status) != 0)
        {
          self->kind = IPL_TARGET_NEW;
          return errno == ENOENT ? 0 : errno;
        }
      if (!S_ISLNK (self->status.st_mode))
        return take_kind (self);
      next = follow (self->path);
      if (next == NULL)
        return ENOENT;
      g_free (self->path);
      self->path = next;
    }
  return ELOOP;
}

void
ipl_target_clear (IplTarget *self)
{
  g_clear_pointer (&self->path, g_free);
}

static int
connect_socket (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd, code;

  if (strlen (path) >= sizeof address.sun_path)
    {
      errno = ENAMETOOLONG;
      return -1;
    }
  memcpy (address.sun_path, path, strlen (path));
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect (fd, (struct sockaddr *)&address, sizeof address) == 0)
    return fd;
  code = errno;
  close (fd);
  errno = code;
  return -1;
}

/* Opens what is there for writing and changes nothing of it yet. Of a FIFO this waits for the user
 * to read.
 * Returns: a descriptor of the caller's own; -1 and errno */
int
ipl_target_open (const IplTarget *self)
{
  switch (self->kind)
    {
    case IPL_TARGET_DESCRIPTOR:
      return fcntl (self->descriptor, F_DUPFD_CLOEXEC, 3);
    case IPL_TARGET_SOCKET:
      return connect_socket (self->path);
    case IPL_TARGET_NEW:
    case IPL_TARGET_FILE:
    case IPL_TARGET_STREAM:
    default:
      return g_open (self->path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
    }
}

/* Returns: a descriptor of the folder that it stands in; -1 and errno */
int
ipl_target_open_folder (const IplTarget *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  return g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
}

/* An access list that the folder gave to @fd goes, and the old file's comes. */
static void
keep_access_list (const IplTarget *self, int fd)
{
  char list[4096];
  ssize_t size = getxattr (self->path, ACL, list, sizeof list);

  fremovexattr (fd, ACL);
  if (size > 0)
    fsetxattr (fd, ACL, list, (size_t)size, 0);
}

/* Gives @fd the owner, the group, the mode and the access list of the file that is there, as far as
 * this user may. Where the group cannot be kept, another one gets no more rights by it than
 * everybody has.
 * @fd: the file that is to take its place */
void
ipl_target_keep_attributes (const IplTarget *self, int fd)
{
  const struct stat *old = &self->status;
  struct stat new;
  mode_t mode = old->st_mode & 0777;

  if (fstat (fd, &new) != 0)
    return;
  if ((new.st_uid != old->st_uid || new.st_gid != old->st_gid)
      && fchown (fd, old->st_uid, old->st_gid) != 0 && fchown (fd, (uid_t)-1, old->st_gid) != 0
      && new.st_gid != old->st_gid)
    {
      fchmod (fd, mode & (0707 | (mode & 07) << 3));
      return;
    }
  keep_access_list (self, fd);
  /* After the list, whose mask is the group's bits. */
  fchmod (fd, mode);
}
