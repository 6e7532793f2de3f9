/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hangs the main loop is named by another thread. */
#include "watch.h"

static GMutex mutex;
static char *watched;
static gint64 since_usec;
static guint limit_seconds;

static gpointer
look (gpointer data)
{
  while (TRUE)
    {
      g_usleep (G_USEC_PER_SEC / 4);
      g_mutex_lock (&mutex);
      if (watched != NULL
          && g_get_monotonic_time () - since_usec > (gint64)limit_seconds * G_USEC_PER_SEC)
        g_error ("%s: takes longer than %u s", watched, limit_seconds);
      g_mutex_unlock (&mutex);
    }
  return NULL;
}

void
watch_start (guint seconds)
{
  limit_seconds = seconds;
  g_thread_unref (g_thread_new ("watch", look, NULL));
}

void
watch (const char *what)
{
  g_mutex_lock (&mutex);
  g_free (watched);
  watched = g_strdup (what);
  since_usec = g_get_monotonic_time ();
  g_mutex_unlock (&mutex);
}
