/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before the libraries: what opens a file for a reader tries others first, as a damaged file
 * could make it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static int (*real_open) (const char *path, int flags, ...);

static void
try_file (const char *path, int flags, const char *word)
{
  int fd = real_open (path, flags | O_CLOEXEC, 0600);

  fprintf (stderr, "planted: %s %s: %s\n", word, path, fd >= 0 ? "done" : strerror (errno));
  if (fd >= 0)
    close (fd);
}

/* As the programs call it, whose files may be large. */
int open64 (const char *path, int flags, ...);

int
open64 (const char *path, int flags, ...)
{
  const char *neighbour = getenv ("PLANTED_NEIGHBOUR"), *made = getenv ("PLANTED_MADE");
  va_list rest;
  int mode;

  va_start (rest, flags);
  mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg (rest, int) : 0;
  va_end (rest);
  if (real_open == NULL)
    real_open = dlsym (RTLD_NEXT, "open64");
  /* The readers' files are beside the neighbour, and are opened after the program is confined. */
  if (prctl (PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1
      && strncmp (path, neighbour, (size_t)(strrchr (neighbour, '/') - neighbour)) == 0)
    {
      try_file ("/etc/passwd", O_RDONLY, "read");
      try_file (neighbour, O_RDONLY, "read");
      try_file (made, O_WRONLY | O_CREAT, "make");
      fprintf (stderr, "planted: start: %s\n", system ("/bin/true") == 0 ? "done" : "refused");
    }
  return real_open (path, flags, mode);
}
