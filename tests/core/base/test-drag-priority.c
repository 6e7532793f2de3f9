/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads of long work wait while the user drags, all but one. */
#include "core/base/drag-priority.h"
#include "support.h"

static gboolean over; /* atomic */

/* A user who does not stop. */
static gpointer
drag (gpointer data)
{
  while (!g_atomic_int_get (&over))
    {
      ipl_interactive_begin ();
      g_usleep (1000);
    }
  return NULL;
}

TEST (test_waits, "/interactive/waits")
{
  gint64 begin = g_get_monotonic_time ();

  ipl_interactive_begin ();
  ipl_interactive_wait (NULL);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, 50000);
}

static gpointer
wait_too (gpointer data)
{
  ipl_interactive_wait (data);
  g_assert_true (g_atomic_int_get (&over));
  return NULL;
}

TEST (test_resumes, "/interactive/goes-on")
{
  GThread *user, *other;

  ipl_interactive_begin ();
  user = g_thread_new ("user", drag, NULL);
  other = g_thread_new ("other", wait_too, g_thread_self ());
  /* This returns, though the user drags on; the other thread waits for the end. */
  for (guint i = 0; i < 100; i++)
    ipl_interactive_wait (g_thread_self ());
  g_usleep (100000);
  g_atomic_int_set (&over, TRUE);
  g_thread_join (other);
  g_thread_join (user);
}
