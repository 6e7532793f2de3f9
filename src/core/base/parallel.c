/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/parallel.h"

#include <cblas.h>
#include <pthread.h>
#include <sys/mman.h>

#include "core/base/error.h"

/* POSIX threads rather than GThreadPool and GMutex: ThreadSanitizer follows the former through an
 * ordinary GLib, the latter only through an instrumented one. */

#define MAX_THREADS 256
/* Multiplications that take as long as it takes to wake another thread, some times over. */
#define LEAST_PRODUCTS 4e6

/* Address space of one of OpenBLAS's buffers, 128 MiB and less. */
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
  guint seats;  /* how many helpers may still join */
  guint inside; /* helpers at work in it */
  pthread_cond_t all_left;
  GList link; /* in the pool's list */
} Loop;

static struct
{
  pthread_mutex_t mutex;
  pthread_cond_t work;
  GQueue loops; /* those with seats left */
  guint threads;
  guint waiting;
  guint buffers; /* of OpenBLAS, one for each thread that may call it at a time */
} pool = { .mutex = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER };

/* A loop inside a loop runs on the thread it was started from. */
static _Thread_local gboolean inside_loop;

static guint inner_threads = 1; /* atomic */

/* How OpenBLAS chooses its kernels; there in builds for many processors, as distributions ship. */
extern void gotoblas_dynamic_init (void) __attribute__ ((weak));
extern void gotoblas_dynamic_quit (void) __attribute__ ((weak));

/* OpenBLAS knows processors by model number and takes its oldest kernels for one made after it:
 * Debian 12's 0.3.21 runs at a sixth of the speed on an Intel Xeon of 2023, and takes AMD's of 2022
 * on for those before AVX-512, at two thirds of the speed. Where that has happened, chooses by what
 * the processor can do instead. OPENBLAS_CORETYPE, the library's own switch, is obeyed where it is
 * set. Must run before the first call into OpenBLAS. */
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

/* OpenBLAS allocates a buffer for each thread that calls it at the same time, and never returns
 * from a call for which the system gives none. Weak: other builds of BLAS have no such buffers. */
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

/* A child of fork() has the thread that called it, and none of the pool's. */
static void
reset_pool (void)
{
  pthread_mutex_init (&pool.mutex, NULL);
  pthread_cond_init (&pool.work, NULL);
  g_queue_init (&pool.loops);
  pool.threads = pool.waiting = 0;
}

/* Before main(), so that no call into OpenBLAS can have been made. It has one thread, ever: what it
 * makes of a product depends on how many there are. */
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

/* Brings the pool to @n threads, or as many as the system gives, with their buffers; the loop runs
 * with fewer too. */
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

/* Runs a loop on several threads and returns when all of it is done. The caller's thread works too,
 * and what @func wrote is visible to the caller afterwards. Whether every index was handed out
 * shows in @cancellable alone. OpenBLAS has no threads of its own, so that results do not depend on
 * @threads. A loop started inside @func runs on the thread it was started from.
 * @threads: how many threads may work, the caller's own among them; 0 for as many as there are
 *   cores
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

/* How many threads the steps of one large problem may share, where it has the machine to itself.
 * One until this is called. The setting is the whole process's; no number depends on it.
 * @threads: threads that ipl_parallel_for_inner() may use; 0 for as many as there are cores */
void
ipl_parallel_set_inner_threads (guint threads)
{
  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  __atomic_store_n (&inner_threads, MIN (threads, MAX_THREADS), __ATOMIC_RELAXED);
}

/* Like ipl_parallel_for(), for a step of a computation that does not know how many threads it has:
 * tiles of a product, say. Inside a loop, and where it is soon done, it runs on the thread it was
 * started from.
 * @products: about how many multiplications all of it takes
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
ipl_parallel_succeeded (GCancellable *cancellable, GError **kept, GError **error)
{
  if (g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (kept);
      return !g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  if (*kept == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (kept));
  return FALSE;
}
