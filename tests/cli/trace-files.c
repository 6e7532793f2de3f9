/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be loaded before the C library: appends to INTERPLAY_TRACE_FILES a line for every name that is
 * synced to the disk or renamed, in their order. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int fsync (int fd);
int fdatasync (int fd);
int rename (const char *from, const char *to);

static void
log_line (const char *what, const char *from, const char *to)
{
  const char *log = getenv ("INTERPLAY_TRACE_FILES");
  char line[2 * PATH_MAX + 64];
  int n = snprintf (line, sizeof line, "%s\t%s\t%s\n", what, from, to);
  int fd = log != NULL ? open (log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;

  if (fd >= 0 && write (fd, line, (size_t)n) != n)
    abort ();
  if (fd >= 0)
    close (fd);
}

static void
log_synced (int fd)
{
  char link[64], path[PATH_MAX];
  ssize_t n;

  snprintf (link, sizeof link, "/proc/self/fd/%d", fd);
  n = readlink (link, path, sizeof path - 1);
  path[n > 0 ? n : 0] = '\0';
  log_line ("sync", path, "");
}

int
fsync (int fd)
{
  int result = (int)syscall (SYS_fsync, fd);

  if (result == 0)
    log_synced (fd);
  return result;
}

int
fdatasync (int fd)
{
  int result = (int)syscall (SYS_fdatasync, fd);

  if (result == 0)
    log_synced (fd);
  return result;
}

int
rename (const char *from, const char *to)
{
  int result = (int)syscall (SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);

  if (result == 0)
    log_line ("rename", from, to);
  return result;
}
