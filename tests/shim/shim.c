/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a test makes of the machine for a program that it starts with LD_PRELOAD: locks that the
 * file system does not know (SHIM_NO_LOCKS), and a clock that is an hour behind as soon as a file
 * exists (SHIM_CLOCK_BACK, its name). */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define HOUR 3600
#define LOOK_NSEC 50000000 /* between two looks at the clock */

static int
is_set_back (void)
{
  const char *file = getenv ("SHIM_CLOCK_BACK");

  return file != NULL && access (file, F_OK) == 0;
}

int
flock (int fd, int operation)
{
  if (getenv ("SHIM_NO_LOCKS") == NULL)
    return (int)syscall (SYS_flock, fd, operation);
  errno = EOPNOTSUPP;
  return -1;
}

int
clock_gettime (clockid_t clock, struct timespec *now)
{
  int code = errno, result = (int)syscall (SYS_clock_gettime, clock, now);

  if (result == 0 && clock == CLOCK_REALTIME && is_set_back ())
    now->tv_sec -= HOUR;
  if (result == 0)
    errno = code;
  return result;
}

int
gettimeofday (struct timeval *restrict now, void *restrict zone)
{
  struct timespec spec;
  int result = clock_gettime (CLOCK_REALTIME, &spec);

  now->tv_sec = spec.tv_sec;
  now->tv_usec = spec.tv_nsec / 1000;
  return result;
}

time_t
time (time_t *now)
{
  struct timespec spec;

  clock_gettime (CLOCK_REALTIME, &spec);
  if (now != NULL)
    *now = spec.tv_sec;
  return spec.tv_sec;
}

/* Waits until this clock says so, as the kernel does by its own: an hour longer once it is set
 * back. */
int
pthread_cond_timedwait (pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
                        const struct timespec *restrict until)
{
  int code = ETIMEDOUT;

  while (code == ETIMEDOUT)
    {
      struct timespec now, piece;

      clock_gettime (CLOCK_REALTIME, &now);
      if (now.tv_sec > until->tv_sec
          || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec))
        return ETIMEDOUT;
      clock_gettime (CLOCK_MONOTONIC, &piece);
      piece.tv_nsec += LOOK_NSEC;
      piece.tv_sec += piece.tv_nsec / 1000000000;
      piece.tv_nsec %= 1000000000;
      code = pthread_cond_clockwait (cond, mutex, CLOCK_MONOTONIC, &piece);
    }
  return code;
}
