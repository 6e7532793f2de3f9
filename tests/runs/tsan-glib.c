/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ThreadSanitizer sees pthread's locks but not the futexes of a GLib that was built without it, and
 * so reports every GMutex as a race. Linked into a test program, these definitions take the place
 * of GLib's for all code of ours. */
#include <glib.h>
#include <pthread.h>
#include <time.h>

static gpointer
once (gpointer *slot, gsize size, void (*init) (gpointer))
{
  gpointer made = __atomic_load_n (slot, __ATOMIC_ACQUIRE);

  if (made == NULL)
    {
      gpointer mine = g_malloc0 (size);
      init (mine);
      if (__atomic_compare_exchange_n (slot, &made, mine, FALSE, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE))
        return mine;
      g_free (mine);
    }
  return made;
}

static void
init_mutex (gpointer data)
{
  pthread_mutex_init (data, NULL);
}

static void
init_cond (gpointer data)
{
  pthread_condattr_t attr;

  pthread_condattr_init (&attr);
  pthread_condattr_setclock (&attr, CLOCK_MONOTONIC);
  pthread_cond_init (data, &attr);
  pthread_condattr_destroy (&attr);
}

static pthread_mutex_t *
mutex_of (GMutex *mutex)
{
  return once (&mutex->p, sizeof (pthread_mutex_t), init_mutex);
}

static pthread_cond_t *
cond_of (GCond *cond)
{
  return once (&cond->p, sizeof (pthread_cond_t), init_cond);
}

void
g_mutex_init (GMutex *mutex)
{
  mutex->p = NULL;
}

void
g_mutex_clear (GMutex *mutex)
{
  if (mutex->p != NULL)
    pthread_mutex_destroy (mutex->p);
  g_clear_pointer (&mutex->p, g_free);
}

void
g_mutex_lock (GMutex *mutex)
{
  pthread_mutex_lock (mutex_of (mutex));
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  return pthread_mutex_trylock (mutex_of (mutex)) == 0;
}

void
g_mutex_unlock (GMutex *mutex)
{
  pthread_mutex_unlock (mutex_of (mutex));
}

void
g_cond_init (GCond *cond)
{
  cond->p = NULL;
}

void
g_cond_clear (GCond *cond)
{
  if (cond->p != NULL)
    pthread_cond_destroy (cond->p);
  g_clear_pointer (&cond->p, g_free);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  pthread_cond_wait (cond_of (cond), mutex_of (mutex));
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  struct timespec until = { end_time / G_USEC_PER_SEC, (end_time % G_USEC_PER_SEC) * 1000 };

  return pthread_cond_timedwait (cond_of (cond), mutex_of (mutex), &until) == 0;
}

void
g_cond_signal (GCond *cond)
{
  pthread_cond_signal (cond_of (cond));
}

void
g_cond_broadcast (GCond *cond)
{
  pthread_cond_broadcast (cond_of (cond));
}

/* Nor does it see that whoever drops the last reference comes after all others. */
void (g_atomic_ref_count_init) (gatomicrefcount *count)
{
  __atomic_store_n (count, 1, __ATOMIC_RELAXED);
}

void (g_atomic_ref_count_inc) (gatomicrefcount *count)
{
  __atomic_add_fetch (count, 1, __ATOMIC_RELAXED);
}

gboolean (g_atomic_ref_count_dec) (gatomicrefcount *count)
{
  return __atomic_sub_fetch (count, 1, __ATOMIC_ACQ_REL) == 0;
}
