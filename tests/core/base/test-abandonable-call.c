/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calls that cannot be interrupted: waited for, or left to end alone. */

#include "core/base/abandonable-call.h"
#include "support.h"

static gint n_ended, n_freed;

typedef struct
{
  guint ms;
  guint result;
} Call;

static void
be_long (gpointer data)
{
  Call *call = data;

  g_usleep (1000 * call->ms);
  call->result = 7;
  g_atomic_int_inc (&n_ended);
}

static void
call_free (gpointer data)
{
  g_atomic_int_inc (&n_freed);
  g_free (data);
}

static Call *
call_new (guint ms)
{
  Call *call = g_new0 (Call, 1);

  call->ms = ms;
  return call;
}

TEST (test_waited, "/alone/waited")
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_atomic_int_set (&n_freed, 0);
  for (int k = 0; k < 2; k++)
    {
      Call *call = call_new (30);

      g_assert_true (
          ipl_abandonable_call_run (be_long, call, call_free, k == 0 ? NULL : cancellable));
      g_assert_cmpuint (call->result, ==, 7);
      g_free (call);
    }
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 0);
  g_assert_false (ipl_abandonable_call_is_running ());
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* The call goes on when nobody waits any more, and a second one waits for it. */
TEST (test_left, "/alone/left")
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GCancellable) patient = g_cancellable_new ();
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
  Call *second = call_new (1);

  g_atomic_int_set (&n_freed, 0);
  g_atomic_int_set (&n_ended, 0);
  g_assert_false (ipl_abandonable_call_run (be_long, call_new (600), call_free, cancellable));
  g_assert_cmpint (g_atomic_int_get (&n_ended), ==, 0);
  g_assert_true (ipl_abandonable_call_is_running ());

  g_assert_true (ipl_abandonable_call_run (be_long, second, call_free, patient));
  g_assert_cmpint (g_atomic_int_get (&n_ended), ==, 2);
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 1);
  g_assert_false (ipl_abandonable_call_is_running ());
  g_free (second);
  g_thread_join (thread);
}

/* Nobody waits from the beginning: it is not begun. */
TEST (test_not_begun, "/alone/not-begun")
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_atomic_int_set (&n_freed, 0);
  g_atomic_int_set (&n_ended, 0);
  g_cancellable_cancel (cancellable);
  g_assert_false (ipl_abandonable_call_run (be_long, call_new (1), call_free, cancellable));
  g_assert_cmpint (g_atomic_int_get (&n_ended), ==, 0);
  g_assert_cmpint (g_atomic_int_get (&n_freed), ==, 1);
}
