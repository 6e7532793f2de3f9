/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a test makes of the machine for a program that it starts with LD_PRELOAD: locks that the
 * file system does not know (SHIM_NO_LOCKS). */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

int
flock (int fd, int operation)
{
  if (getenv ("SHIM_NO_LOCKS") == NULL)
    return (int)syscall (SYS_flock, fd, operation);
  errno = EOPNOTSUPP;
  return -1;
}
