/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenBLAS keeps a buffer for every thread that is inside it at once. Where the system gives no
 * address space for one, it asks again for ever. So under a resource limit buffers are claimed, and
 * refused with figures, before the threads start that will need them. */
#include "core/base/blas-memory.h"

#include <pthread.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/memory.h"

/* As OpenBLAS is built for x86-64; less on other processors. */
#define BUFFER_BYTES ((double)(128 << 20))
/* OpenBLAS has room for twice as many. */
#define MAX_BUFFERS 64

/* OpenBLAS's own; absent in other implementations of BLAS. */
extern void *blas_memory_alloc (int where) __attribute__ ((weak));
extern void blas_memory_free (void *buffer) __attribute__ ((weak));

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *claimed[MAX_BUFFERS];
static guint n_claimed;

static gboolean
is_limited (void)
{
  IplMemorySpace space;

  return ipl_memory_space (0, &space);
}

/* TRUE if @n more buffers fit, with something left over for everything else. */
static gboolean
ask (guint n, GError **error)
{
  IplMemorySpace space;

  for (guint i = 0; ipl_memory_space (i, &space); i++)
    {
      double needed = space.used + n * BUFFER_BYTES + IPL_MEMORY_RESERVE;

      if (needed <= space.limit)
        continue;

      g_autofree char *there = ipl_memory_describe (space.limit);
      g_autofree char *wanted = ipl_memory_describe (needed);

      return ipl_fail (
          error, IPL_ERROR_MEMORY,
          "This process may use %s of %s, and %s are needed: raise the limit (%s %.0f).", there,
          space.name, wanted, space.option, needed / 1024 + 1);
    }
  return TRUE;
}

static gboolean
is_claimed (const void *buffer)
{
  for (guint i = 0; i < n_claimed; i++)
    if (claimed[i] == buffer)
      return TRUE;
  return FALSE;
}

/* With the mutex held: until OpenBLAS has @n buffers that were seen here. Those that other threads
 * hold just now are not seen, so that there may be more. */
static gboolean
claim_until (guint n, GError **error)
{
  void *held[2 * MAX_BUFFERS];
  guint n_held = 0;

  while (n_claimed < n && n_held < G_N_ELEMENTS (held) && ask (1, error))
    {
      void *buffer = held[n_held++] = blas_memory_alloc (0);

      if (!is_claimed (buffer))
        claimed[n_claimed++] = buffer;
    }
  while (n_held > 0)
    blas_memory_free (held[--n_held]);
  return n_claimed >= n;
}

/* Under a limit of address space or of data, makes OpenBLAS take the buffers of these threads now.
 * Where there is no limit it takes them as it needs them.
 * @n: how many more threads will call BLAS at once
 * @error: return location for IPL_ERROR_MEMORY with the limit and what is needed */
gboolean
ipl_blas_claim_buffers (guint n, GError **error)
{
  gboolean fits;

  if (!is_limited ())
    return TRUE;
  pthread_mutex_lock (&mutex);
  fits = ask (n, error);
  if (fits && blas_memory_alloc != NULL && blas_memory_free != NULL)
    fits = claim_until (MIN (n_claimed + n, MAX_BUFFERS), error);
  pthread_mutex_unlock (&mutex);
  return fits;
}

/* Returns: whether one more thread may share the work: one that is not needed leaves as much
 *   address space as it takes */
gboolean
ipl_blas_claim_helper (void)
{
  return !is_limited () || (ask (2, NULL) && ipl_blas_claim_buffers (1, NULL));
}

/* OpenBLAS starts a thread with a buffer for every processor as it is loaded, before main(), though
 * none of them is ever used here. Under a limit of address space starts the program again with
 * OPENBLAS_NUM_THREADS=1, the library's own switch, so that it does not. Must be the first call in
 * main(). */
void
ipl_blas_start_without_threads (char **argv)
{
  char path[4096];
  gssize length;

  if (g_strcmp0 (g_getenv ("OPENBLAS_NUM_THREADS"), "1") == 0 || !is_limited ())
    return;
  length = readlink ("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0)
    return;
  path[length] = '\0';
  g_setenv ("OPENBLAS_NUM_THREADS", "1", TRUE);
  execv (path, argv);
}
