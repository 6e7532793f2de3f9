/* SPDX-License-Identifier: GPL-3.0-or-later */
/* To be loaded before a program: the system gives no memory for what is as large as NO_MEMORY_FROM,
 * in bytes, once NO_MEMORY_AFTER such pieces were given. glibc has its own allocator by these
 * names. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

extern void *__libc_malloc (size_t n);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *p, size_t n);

static size_t
limit (void)
{
  static size_t most;
  const char *text = most == 0 ? getenv ("NO_MEMORY_FROM") : NULL;

  if (most == 0)
    most = text != NULL ? strtoul (text, NULL, 10) : (size_t)-1;
  return most;
}

/* Whether this one is not given. */
static int
is_refused (size_t n)
{
  static size_t given;
  const char *text = getenv ("NO_MEMORY_AFTER");

  return n >= limit () && given++ >= (text != NULL ? strtoul (text, NULL, 10) : 0);
}

static void *
refuse (void)
{
  errno = ENOMEM;
  return NULL;
}

void *
malloc (size_t n)
{
  return is_refused (n) ? refuse () : __libc_malloc (n);
}

void *
calloc (size_t n, size_t size)
{
  return is_refused (n * size) ? refuse () : __libc_calloc (n, size);
}

void *
realloc (void *p, size_t n)
{
  return is_refused (n) ? refuse () : __libc_realloc (p, n);
}
