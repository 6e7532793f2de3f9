/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"

#include <cblas.h>
#include <pthread.h>
#include <sys/mman.h>

#include "core/base/error.h"

/* POSIX threads instead of GThreadPool and GMutex: ThreadSanitizer follows the former through an
 * ordinary GLib, the latter only through an instrumented one. */

#define MAX_THREADS 256
/* Multiplications in several times the time to wake another thread. */
#define LEAST_PRODUCTS 4e6

/* Address space of an OpenBLAS buffer, 128 MiB or less. */
#define BUFFER_BYTES (136 << 20)

/* A call of ipl_parallel_for(), on its caller's stack. */
typedef struct
{
  gsize n;
  gsize next; /* atomic */
  IplParallelFunc func;
  gpointer data;
  GCancellable *cancellable;
  /* The rest under the pool's mutex. */
  guint seats;  /* number of helpers that may still join */
  guint inside; /* helpers at work in it */
  pthread_cond_t all_left;
  GList link; /* in the pool's list */
} Loop;

static struct
{
  pthread_mutex_t mutex;
  pthread_cond_t work;
  GQueue loops; /* loops with seats left */
  guint threads;
  guint waiting;
  guint buffers; /* of OpenBLAS, one for each concurrent caller */
} pool = { .mutex = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER };

/* A nested loop runs on the thread that starts it. */
static _Thread_local gboolean inside_loop;

static guint inner_threads = 1; /* atomic */

/* OpenBLAS's choice of kernels; present in builds for many processors, as in distributions. */
extern void gotoblas_dynamic_init (void) __attribute__ ((weak));
extern void gotoblas_dynamic_quit (void) __attribute__ ((weak));

/* OpenBLAS identifies processors by model number and uses its oldest kernels for newer ones:
 * Debian 12's 0.3.21 reaches a sixth of the speed on an Intel Xeon of 2023, and treats AMD's of
 * 2022 on as without AVX-512, at two thirds of the speed. In that case this function chooses by
 * the features of the processor. It respects OPENBLAS_CORETYPE, the library's switch. Must run
 * before the first call into OpenBLAS. */
static void
choose_kernels (void)
{
#if defined(__x86_64__)
  static const char *const before_avx2[] = { "Prescott", "Core2", "Nehalem", "Sandybridge" },
                           *const before_avx512[] = { "Haswell", "Zen" };
  const char *found = openblas_get_corename ();
  gboolean has_avx512, old = FALSE;

  __builtin_cpu_init ();
  has_avx512 = __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq")
               && __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl")
               && __builtin_cpu_supports ("avx512cd");
  for (gsize i = 0; i < G_N_ELEMENTS (before_avx2); i++)
    old |= g_ascii_strcasecmp (found, before_avx2[i]) == 0;
  for (gsize i = 0; has_avx512 && i < G_N_ELEMENTS (before_avx512); i++)
    old |= g_ascii_strcasecmp (found, before_avx512[i]) == 0;
  if (!old || !__builtin_cpu_supports ("avx2") || !__builtin_cpu_supports ("fma")
      || g_getenv ("OPENBLAS_CORETYPE") != NULL || gotoblas_dynamic_init == NULL
      || gotoblas_dynamic_quit == NULL)
    return;
  g_setenv ("OPENBLAS_CORETYPE", has_avx512 ? "SkylakeX" : "Haswell", TRUE);
  gotoblas_dynamic_quit ();
  gotoblas_dynamic_init ();
  g_unsetenv ("OPENBLAS_CORETYPE");
#endif
}

/* OpenBLAS allocates a buffer for each concurrent caller, and never returns from a call if the
 * allocation fails. Weak: other builds of BLAS have no such buffers. */
extern void *blas_memory_alloc (int place) __attribute__ ((weak));
extern void blas_memory_free (void *buffer) __attribute__ ((weak));

static gboolean
has_room_for_buffer (void)
{
  void *room = mmap (NULL, BUFFER_BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  return room != MAP_FAILED && munmap (room, BUFFER_BYTES) == 0;
}

/* Makes OpenBLAS allocate buffers for @n threads, or for as many as memory allows. */
static void
reserve_buffers (guint n)
{
  void *buffers[MAX_THREADS];
  guint got = 0;

  if (blas_memory_alloc == NULL || blas_memory_free == NULL)
    got = n;
  else
    {
      while (got < n && has_room_for_buffer ())
        buffers[got++] = blas_memory_alloc (0);
      for (guint i = 0; i < got; i++)
        blas_memory_free (buffers[i]);
    }
  pool.buffers = MAX (pool.buffers, got);
}

/* After fork() the child has only the calling thread, and none of the pool's. */
static void
reset_pool (void)
{
  pthread_mutex_init (&pool.mutex, NULL);
  pthread_cond_init (&pool.work, NULL);
  g_queue_init (&pool.loops);
  pool.threads = pool.waiting = 0;
}

/* Runs before main(), and so before any call into OpenBLAS. OpenBLAS always has a single thread:
 * its results depend on the number of threads. */
__attribute__ ((constructor)) static void
prepare_blas (void)
{
  choose_kernels ();
  openblas_set_num_threads (1);
  reserve_buffers (1);
  pthread_atfork (NULL, NULL, reset_pool);
}

/* FALSE with an error if not even one thread can multiply matrices. */
gboolean
ipl_parallel_check (GError **error)
{
  guint buffers;

  pthread_mutex_lock (&pool.mutex);
  buffers = pool.buffers;
  pthread_mutex_unlock (&pool.mutex);
  return buffers > 0
         || ipl_fail (error, IPL_ERROR_MEMORY,
                      "The system does not give the %d MB of memory that OpenBLAS needs: end other "
                      "programs, or raise the limit (ulimit -v).",
                      BUFFER_BYTES / 1000000);
}

static void
run_indices (Loop *loop)
{
  gboolean outside = inside_loop;

  inside_loop = TRUE;
  while (loop->cancellable == NULL || !g_cancellable_is_cancelled (loop->cancellable))
    {
      gsize index = __atomic_fetch_add (&loop->next, 1, __ATOMIC_RELAXED);

      if (index >= loop->n)
        break;
      loop->func (index, loop->data);
    }
  inside_loop = outside;
}

static void
unlink_loop (Loop *loop)
{
  g_queue_unlink (&pool.loops, &loop->link);
  loop->seats = 0;
}

static void *
helper_main (void *unused)
{
  pthread_mutex_lock (&pool.mutex);
  for (;;)
    {
      Loop *loop = g_queue_peek_head (&pool.loops);

      if (loop == NULL)
        {
          pool.waiting++;
          pthread_cond_wait (&pool.work, &pool.mutex);
          pool.waiting--;
          continue;
        }
      loop->inside++;
      if (--loop->seats == 0)
        unlink_loop (loop);
      pthread_mutex_unlock (&pool.mutex);

      run_indices (loop);

      pthread_mutex_lock (&pool.mutex);
      if (--loop->inside == 0)
        pthread_cond_signal (&loop->all_left);
    }
  return NULL;
}

/* Grows the pool to @n threads, or as many as the system admits, with their buffers; a loop also
 * works with fewer. */
static void
grow_pool (guint n)
{
  pthread_attr_t attributes;

  if (pool.threads >= n)
    return;
  reserve_buffers (MIN (n + 1, MAX_THREADS));
  n = MIN (n, MAX (pool.buffers, 1) - 1);
  if (pthread_attr_init (&attributes) != 0)
    return;
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  while (pool.threads < n)
    {
      pthread_t thread;

      if (pthread_create (&thread, &attributes, helper_main, NULL) != 0)
        break;
      pool.threads++;
    }
  pthread_attr_destroy (&attributes);
}

static void
enter_loop (Loop *loop, guint helpers)
{
  pthread_mutex_lock (&pool.mutex);
  if (helpers > 0)
    {
      grow_pool (helpers);
      loop->seats = helpers;
      loop->link.data = loop;
      g_queue_push_head_link (&pool.loops, &loop->link);
      if (pool.waiting > 0)
        pthread_cond_broadcast (&pool.work);
    }
  pthread_mutex_unlock (&pool.mutex);
}

static void
leave_loop (Loop *loop)
{
  pthread_mutex_lock (&pool.mutex);
  if (loop->seats > 0)
    unlink_loop (loop);
  while (loop->inside > 0)
    pthread_cond_wait (&loop->all_left, &pool.mutex);
  pthread_mutex_unlock (&pool.mutex);
}

/* Runs a loop on several threads and returns when it is complete. The caller's thread participates,
 * and data written by @func are visible to the caller afterwards. After a cancellation, some
 * indices may be missing; only @cancellable shows it. OpenBLAS has no threads, so results do not
 * depend on @threads. A loop started inside @func runs on the thread that starts it.
 * @threads: number of threads, including the caller's; 0 for the number of cores
 * @func: called once for each index in [0, @n), in no particular order */
void
ipl_parallel_for (gsize n, guint threads, IplParallelFunc func, gpointer data,
                  GCancellable *cancellable)
{
  Loop loop = { .n = n, .func = func, .data = data, .cancellable = cancellable };

  g_return_if_fail (func != NULL);

  if (n <= 1 || threads == 1 || inside_loop)
    {
      run_indices (&loop);
      return;
    }
  if (threads == 0)
    threads = ipl_parallel_default_threads ();

  pthread_cond_init (&loop.all_left, NULL);
  enter_loop (&loop, (guint)MIN (MIN (threads, MAX_THREADS), n) - 1);
  run_indices (&loop);
  leave_loop (&loop);
  pthread_cond_destroy (&loop.all_left);
}

/* Returns: the number of threads that can run at once on this machine, at least 1 */
guint
ipl_parallel_default_threads (void)
{
  return MAX (g_get_num_processors (), 1);
}

/* Sets how many threads share the steps of a large problem that has the machine to itself. The
 * default is 1. The setting is global; no result depends on it.
 * @threads: threads for ipl_parallel_for_inner(); 0 for the number of cores */
void
ipl_parallel_set_inner_threads (guint threads)
{
  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  __atomic_store_n (&inner_threads, MIN (threads, MAX_THREADS), __ATOMIC_RELAXED);
}

/* Like ipl_parallel_for(), for a step of a computation without a number of threads, such as the
 * tiles of a product. Inside a loop, and for a short step, it runs on the thread that starts it.
 * @products: approximate number of multiplications of the step
 * @func: called once for each index in [0, @n), in no particular order */
void
ipl_parallel_for_inner (gsize n, double products, IplParallelFunc func, gpointer data,
                        GCancellable *cancellable)
{
  guint threads
      = products < LEAST_PRODUCTS ? 1 : __atomic_load_n (&inner_threads, __ATOMIC_RELAXED);

  ipl_parallel_for (n, threads, func, data, cancellable);
}

gboolean
ipl_parallel_succeeded (GCancellable *cancellable, GError **stored, GError **error)
{
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (stored);
      return !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  if (*stored == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (stored));
  return FALSE;
}
