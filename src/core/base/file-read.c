/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens and reads input files. A pipe, a socket, a device or a folder is refused with a
 * sentence; opening never blocks. */
#define _GNU_SOURCE /* memfd_create */
#include "core/base/file-read.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"

#define BLOCK ((gsize)1 << 14)
#define MOST_OF_PIPE ((gsize)2 << 30)

/* Contents of pipes by their names, as descriptors; %NULL if pipes are not cached. */
static GHashTable *buffered_pipes;
static GMutex pipes_lock;

static void
set_not_a_file (const char *path, mode_t mode, GError **error)
{
  g_autofree char *shown = ipl_path_shown (path);
  const char *type = S_ISFIFO (mode)                    ? "a pipe"
                     : S_ISSOCK (mode)                  ? "a socket"
                     : S_ISBLK (mode) || S_ISCHR (mode) ? "a device"
                                                        : "something else";

  if (S_ISDIR (mode))
    ipl_set_io_error (error, "read", path, EISDIR);
  else
    ipl_fail (error, IPL_ERROR_IO, "“%s” cannot be read: it is %s, not a file.", shown, type);
}

static int open_buffered_pipe (int fd, const char *path, struct stat *status, GError **error);

/* TRUE for a pipe of the shell: "cat a.npz |" as /dev/stdin, "<(cat a.npz)" */
static gboolean
is_buffered_pipe (const char *path, mode_t mode)
{
  return buffered_pipes != NULL && S_ISFIFO (mode)
         && (strcmp (path, "/dev/stdin") == 0 || g_str_has_prefix (path, "/dev/fd/")
             || g_str_has_prefix (path, "/proc/self/fd/"));
}

/* Opens a regular file; does not wait for the writer of a pipe.
 * @status: (out) (nullable): its size and more
 * Returns: a descriptor, open for reading; else -1 */
int
ipl_file_open (const char *path, struct stat *status, GError **error)
{
  struct stat own;
  struct stat *found = status != NULL ? status : &own;
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
  int code = errno;

  if (fd >= 0 && fstat (fd, found) == 0 && is_buffered_pipe (path, found->st_mode))
    return open_buffered_pipe (fd, path, found, error);
  if (fd >= 0 && S_ISREG (found->st_mode))
    return fd;
  /* Sockets and some devices cannot even be opened. */
  if (fd < 0 && (code != ENXIO || stat (path, found) != 0))
    ipl_set_io_error (error, "read", path, code);
  else
    set_not_a_file (path, found->st_mode, error);
  if (fd >= 0)
    close (fd);
  return -1;
}

static void
wait_for_input (int fd)
{
  struct pollfd input = { .fd = fd, .events = POLLIN };

  while (poll (&input, 1, -1) <= 0)
    ;
}

/* Enlarges the buffer by a block, and a NUL. */
static gboolean
make_room (char **text, gsize length, gsize *room, const char *path, GError **error)
{
  g_autofree char *shown = NULL;
  char *larger;

  if (length + BLOCK < *room)
    return TRUE;
  *room = 2 * (length + BLOCK);
  larger = g_try_realloc (*text, *room);
  if (larger != NULL)
    {
      *text = larger;
      return TRUE;
    }
  shown = ipl_path_shown (path);
  return ipl_fail (error, IPL_ERROR_MEMORY,
                   "There is not enough memory to read “%s”: close other programs.", shown);
}

static char *
read_to_end (int fd, const char *path, gsize most, gsize *length, GError **error)
{
  g_autofree char *text = NULL, *shown = NULL;
  gsize n = 0, room = 0;

  while (n <= most)
    {
      gssize got;

      if (!make_room (&text, n, &room, path, error))
        return NULL;
      wait_for_input (fd);
      got = read (fd, text + n, BLOCK);
      if (got < 0 && (errno == EINTR || errno == EAGAIN))
        continue;
      if (got < 0)
        {
          ipl_set_io_error (error, "read", path, errno);
          return NULL;
        }
      if (got == 0)
        {
          text[n] = '\0';
          if (length != NULL)
            *length = n;
          return g_steal_pointer (&text);
        }
      n += (gsize)got;
    }
  shown = ipl_path_shown (path);
  return ipl_fail_null (error, IPL_ERROR_MEMORY,
                        "“%s” is larger than %.3g MB, more than is read of such a file.", shown,
                        (double)most / 1e6);
}

/* Returns: a descriptor of memory with the contents of a pipe; else -1 */
static int
copy_pipe (int fd, const char *path, GError **error)
{
  gsize length = 0;
  g_autofree char *bytes = read_to_end (fd, path, MOST_OF_PIPE, &length, error);
  int memory = bytes != NULL ? memfd_create ("pipe", MFD_CLOEXEC) : -1;

  for (gsize done = 0; memory >= 0 && done < length;)
    {
      gssize n = write (memory, bytes + done, length - done);

      if (n < 0 && errno != EINTR)
        {
          close (memory);
          memory = -1;
        }
      done += (gsize)MAX (n, 0);
    }
  if (bytes != NULL && memory < 0)
    ipl_set_io_error (error, "read", path, errno);
  return memory;
}

/* Takes @fd.
 * Returns: a new descriptor for the contents of the pipe, which is read only once */
static int
open_buffered_pipe (int fd, const char *path, struct stat *status, GError **error)
{
  g_autofree char *name = NULL;
  int memory, copy = -1;

  g_mutex_lock (&pipes_lock);
  memory = GPOINTER_TO_INT (g_hash_table_lookup (buffered_pipes, path));
  if (memory == 0)
    memory = copy_pipe (fd, path, error);
  if (memory > 0)
    {
      g_hash_table_insert (buffered_pipes, g_strdup (path), GINT_TO_POINTER (memory));
      name = g_strdup_printf ("/proc/self/fd/%d", memory);
      copy = g_open (name, O_RDONLY | O_CLOEXEC, 0);
      if (copy < 0 || fstat (copy, status) != 0)
        ipl_set_io_error (error, "read", path, errno);
    }
  g_mutex_unlock (&pipes_lock);
  close (fd);
  return copy;
}

/* Makes pipes of the shell readable like files from now on. To be called before threads start. */
void
ipl_file_buffer_pipes (void)
{
  if (buffered_pipes == NULL)
    buffered_pipes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* @most: the largest size in bytes that is read
 * @length: (out) (nullable): its size
 * Returns: all that is in a regular file, ended by a NUL */
char *
ipl_file_read (const char *path, gsize most, gsize *length, GError **error)
{
  int fd = ipl_file_open (path, NULL, error);
  char *text = fd >= 0 ? read_to_end (fd, path, most, length, error) : NULL;

  if (fd >= 0)
    close (fd);
  return text;
}
