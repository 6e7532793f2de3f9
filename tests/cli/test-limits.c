/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Too little address space is refused with figures; with what was asked for, all is done. */
#include <gio/gio.h>
#include <signal.h>
#include <string.h>

#include "cli-run.h"

/* Its matrix products take seconds, and none of them is interrupted. */
#define LONG_LOOP "CLI sweep hmc4 --n-features 8000 --out DIR/long.npz"
#define SWEEP "exec CLI sweep hmc4 --widths 10,20 -j 8 --out DIR/rows.npz"

/* Runs a command under a limit; timeout kills what does not end, which is -9 or 137 here. */
static CliRun
run_under (const char *option, double kilobytes, const char *command)
{
  g_autofree char *line = g_strdup_printf (
      "sh -c \"ulimit %s %.0f; timeout -s KILL 60 sh -c '%s'\"", option, kilobytes, command);

  return cli_run (line);
}

/* The limit that a sentence tells to set. */
static double
told_limit (const char *sentence, const char *option)
{
  g_autofree char *word = g_strdup_printf ("ulimit %s ", option);
  const char *at = strstr (sentence, word);

  g_assert_nonnull (at);
  return g_ascii_strtod (at + strlen (word), NULL);
}

static void
assert_refused (const char *option, const char *command, const char *begin)
{
  g_auto (CliRun) run = run_under (option, 400000, command);
  g_auto (GStrv) lines = NULL;

  g_assert_cmpint (run.status, ==, 1);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_true (g_str_has_prefix (run.err, begin));
  g_assert_nonnull (strstr (run.err, "may use 410 MB of "));
  lines = g_strsplit (g_strchomp (run.err), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1);
  g_assert_cmpfloat (told_limit (run.err, option), >, 400000);
}

static void
test_refused (void)
{
  static const char *const options[] = { "-v", "-d" };

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip ("The sanitizer takes more address space than any limit.");
  return;
#endif
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      assert_refused (options[i], SWEEP, "interplay-cli sweep: ");
      assert_refused (options[i], "exec " CLI_DIR "/interplay", "interplay: ");
    }
}

/* From what was refused in 20 MB steps: it ends, and is done with the limit that it told. */
static void
test_enough (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip ("The sanitizer takes more address space than any limit.");
  return;
#endif
  g_auto (CliRun) refused = run_under ("-v", 400000, SWEEP);
  double limit = told_limit (refused.err, "-v");

  for (double at = limit - 100000; at < limit + 400000; at += 50000)
    {
      g_auto (CliRun) run = run_under ("-v", at, SWEEP);

      g_assert_cmpint (run.status, ==, at < limit ? 1 : 0);
    }

  g_auto (CliRun) enough = run_under ("-v", limit + 1000, SWEEP);

  g_assert_cmpint (enough.status, ==, 0);
}

/* Matrix products of a large case are not interrupted: the second signal ends them. */
static void
test_second_signal (void)
{
  g_autoptr (GSubprocess) process = cli_start (LONG_LOOP);
  gint64 begin;

  g_usleep (1500000);
  g_subprocess_send_signal (process, SIGTERM);
  g_usleep (100000);
  begin = g_get_monotonic_time ();
  g_subprocess_send_signal (process, SIGHUP);
  g_subprocess_wait (process, NULL, NULL);
  g_test_message ("ended after %" G_GINT64_FORMAT " ms", (g_get_monotonic_time () - begin) / 1000);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 1000000);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 128 + SIGHUP);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/limits/refused", test_refused);
  g_test_add_func ("/limits/enough", test_enough);
  g_test_add_func ("/limits/second-signal", test_second_signal);
  status = g_test_run ();
  cli_run_end ();
  return status;
}
