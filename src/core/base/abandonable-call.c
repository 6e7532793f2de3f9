/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "core/base/abandonable-call.h"

#include <pthread.h>
#include <time.h>

/* Largest delay of a cancellation. */
#define LOOK_MS 10

/* The call and its observer: its caller, until it turns away. */
typedef struct
{
  void (*func) (gpointer data);
  gpointer data;
  GDestroyNotify data_free;
  gboolean done;
  gboolean left; /* by its caller */
} Piece;

/* POSIX threads, as in parallel.c. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static guint n_left; /* abandoned calls at work */

static void *
thread_main (void *data)
{
  Piece *piece = data;
  gboolean left;

  piece->func (piece->data);
  pthread_mutex_lock (&mutex);
  piece->done = TRUE;
  left = piece->left;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&mutex);
  if (!left)
    return NULL;
  if (piece->data_free != NULL)
    piece->data_free (piece->data);
  g_free (piece);
  pthread_mutex_lock (&mutex);
  n_left--;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&mutex);
  return NULL;
}

/* With the mutex held: until something has changed, or for LOOK_MS. */
static void
wait_a_little (void)
{
  struct timespec end;

  clock_gettime (CLOCK_MONOTONIC, &end);
  end.tv_nsec += LOOK_MS * 1000000L;
  end.tv_sec += end.tv_nsec / 1000000000L;
  end.tv_nsec %= 1000000000L;
  pthread_cond_clockwait (&changed, &mutex, CLOCK_MONOTONIC, &end);
}

static gboolean
start (Piece *piece)
{
  pthread_attr_t attributes;
  pthread_t thread;
  gboolean started;

  if (pthread_attr_init (&attributes) != 0)
    return FALSE;
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  started = pthread_create (&thread, &attributes, thread_main, piece) == 0;
  pthread_attr_destroy (&attributes);
  return started;
}

/* Calls @func and waits for its end or a cancellation. After a cancellation the call is abandoned,
 * and its results are discarded when it ends. At most one call is abandoned at a time: the next one
 * first waits for it, which bounds the memory.
 * @func: a long call that cannot be interrupted, such as one of LAPACK's; may use only @data
 * @data_free: (nullable): frees @data
 * @cancellable: (nullable)
 * Returns: TRUE if @func has ended, and @data belongs to the caller again; else the caller must
 *   not use @data */
gboolean
ipl_abandonable_call_run (void (*func) (gpointer data), gpointer data, GDestroyNotify data_free,
                          GCancellable *cancellable)
{
  Piece *piece;

  pthread_mutex_lock (&mutex);
  while (n_left > 0 && !g_cancellable_is_cancelled (cancellable))
    wait_a_little ();
  pthread_mutex_unlock (&mutex);
  if (g_cancellable_is_cancelled (cancellable))
    {
      if (data_free != NULL)
        data_free (data);
      return FALSE;
    }
  piece = g_new0 (Piece, 1);
  *piece = (Piece){ .func = func, .data = data, .data_free = data_free };
  if (cancellable == NULL || !start (piece))
    {
      func (data);
      g_free (piece);
      return TRUE;
    }
  pthread_mutex_lock (&mutex);
  while (!piece->done && !g_cancellable_is_cancelled (cancellable))
    wait_a_little ();

  gboolean done = piece->done;

  if (!done)
    {
      piece->left = TRUE;
      n_left++;
    }
  pthread_mutex_unlock (&mutex);
  if (done)
    g_free (piece);
  return done;
}

/* Returns: TRUE if an abandoned call is still running; the process must then end by _exit(),
 *   which does not unload libraries */
gboolean
ipl_abandonable_call_is_running (void)
{
  gboolean running;

  pthread_mutex_lock (&mutex);
  running = n_left > 0;
  pthread_mutex_unlock (&mutex);
  return running;
}
