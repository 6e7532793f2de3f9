/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before the libraries: refuses the allocation of 64 kB or more whose number stands in
 * REFUSED, and writes to the descriptor REFUSED_TRACE who asked for it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdlib.h>

#define FROM ((size_t)64 << 10)
#define FRAMES 6
#define OWN_FRAMES 3

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *old, size_t size);
void *__libc_memalign (size_t alignment, size_t size);

static long which = -1; /* from the environment once; 0: none */
static long seen;       /* atomic */
static __thread int inside;

/* The first frames are of this file. */
static void
trace (void)
{
  void *frames[FRAMES];
  int n = backtrace (frames, FRAMES);

  if (getenv ("REFUSED_TRACE") != NULL && n > OWN_FRAMES)
    backtrace_symbols_fd (frames + OWN_FRAMES, n - OWN_FRAMES, atoi (getenv ("REFUSED_TRACE")));
}

/* OpenBLAS ends the program itself where it gets no memory. */
static int
is_of_blas (const void *caller)
{
  Dl_info info;
  const char *at;

  if (dladdr (caller, &info) == 0 || info.dli_fname == NULL)
    return 0;
  for (at = info.dli_fname; *at != '\0'; at++)
    if (at[0] == 'o' && at[1] == 'p' && at[2] == 'e' && at[3] == 'n' && at[4] == 'b')
      return 1;
  return 0;
}

static int
is_refused (size_t size, const void *caller)
{
  if (size < FROM || inside || which == 0)
    return 0;
  inside = 1;
  if (which < 0)
    which = getenv ("REFUSED") != NULL ? atol (getenv ("REFUSED")) : 0;
  if (which <= 0 || is_of_blas (caller) || __atomic_add_fetch (&seen, 1, __ATOMIC_RELAXED) != which)
    {
      inside = 0;
      return 0;
    }
  trace ();
  inside = 0;
  errno = ENOMEM;
  return 1;
}

void *
malloc (size_t size)
{
  return is_refused (size, __builtin_return_address (0)) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return is_refused (n * size, __builtin_return_address (0)) ? NULL : __libc_calloc (n, size);
}

void *
realloc (void *old, size_t size)
{
  return is_refused (size, __builtin_return_address (0)) ? NULL : __libc_realloc (old, size);
}

void *
memalign (size_t alignment, size_t size)
{
  return is_refused (size, __builtin_return_address (0)) ? NULL : __libc_memalign (alignment, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return memalign (alignment, size);
}

int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  void *made = memalign (alignment, size);

  if (made == NULL)
    return ENOMEM;
  *memory = made;
  return 0;
}
