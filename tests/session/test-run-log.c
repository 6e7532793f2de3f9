/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log of what was computed: which entries take the place of the last, and how many there are.
 */
#include "session/run-log.h"

#include <json-glib/json-glib.h>

/* At so many seconds past noon. */
static IplRunLogEntry *
entry_new (const char *what, guint seconds, const char *command)
{
  IplRunLogEntry *self = g_new0 (IplRunLogEntry, 1);

  self->what = g_strdup (what);
  self->when = g_strdup_printf ("2026-01-01T12:%02u:%02u+01:00", seconds / 60, seconds % 60);
  self->title = g_strdup ("a case");
  self->command = g_strdup (command);
  self->seed = g_strdup ("27");
  self->note = g_strdup ("");
  self->version = g_strdup ("1");
  self->machine = g_strdup ("node7");
  self->seconds = 0.5;
  return self;
}

/* Runs of the theory within half a minute are one, as while parameters are tried; so is the same
 * command, whenever it is run again. */
static void
test_joined (void)
{
  const struct
  {
    const char *what;
    guint seconds;
    const char *command;
    guint entries; /* after it */
  } steps[] = {
    { "theory", 0, "a", 1 },    { "theory", 29, "b", 1 },    { "theory", 60, "c", 2 },
    { "theory", 1000, "c", 2 }, { "samples", 1001, "d", 3 }, { "samples", 1002, "d", 4 },
    { "theory", 1003, "e", 5 }, { "theory", 1033, "f", 6 },  { "theory", 1062, "g", 6 },
  };
  g_autoptr (GPtrArray) log = ipl_run_log_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const IplRunLogEntry *last;

      ipl_run_log_add (log, entry_new (steps[i].what, steps[i].seconds, steps[i].command));
      g_assert_cmpuint (log->len, ==, steps[i].entries);
      last = log->pdata[log->len - 1];
      g_assert_cmpstr (last->command, ==, steps[i].command);
    }
}

/* Of too many the oldest goes. */
static void
test_most (void)
{
  g_autoptr (GPtrArray) log = ipl_run_log_new ();

  for (guint i = 0; i < IPL_RUN_LOG_MOST + 3; i++)
    {
      g_autofree char *command = g_strdup_printf ("%u", i);

      ipl_run_log_add (log, entry_new ("samples", 0, command));
    }
  g_assert_cmpuint (log->len, ==, IPL_RUN_LOG_MOST);
  g_assert_cmpstr (((const IplRunLogEntry *)log->pdata[0])->command, ==, "3");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-log/joined", test_joined);
  g_test_add_func ("/run-log/most", test_most);
  return g_test_run ();
}
