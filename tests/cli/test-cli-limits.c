/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case that is far too large is refused before anything is allocated; a second signal ends what
 * does not look at the first. */
#include <signal.h>
#include <string.h>

#include "../refuse-threads.h"
#include "cli-run.h"

/* Its matrix products take seconds, and none of them is interrupted. */
#define LONG_LOOP "CLI sweep hmc4 n-features=8000 --out DIR/long.npz"

/* Debian's, which has its NumPy. */
#define PYTHON "/usr/bin/python3"
#define SWEEP_IN_PYTHON                                                                            \
  "import interplay as i; r = i.sweep(i.example(\"hmc2\"), 10); print(r.accuracy)"

TEST (test_refused, "/limits/refused")
{
  static const char *const commands[] = {
    "sweep hmc4 n-train=1000000 --widths 10 --out DIR/rows.npz",
    "sweep hmc4 n-train=1000000 --widths 10 --dry-run",
    "sample hmc4 n-train=1000000 --widths 10 --out DIR/draws.npz",
    "map hmc4 n-train=1000000 --x T=0.1,1 --out DIR/map.npz",
  };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      /* Of processor time, which a busy machine does not use up. */
      g_autofree char *line = g_strdup_printf ("sh -c 'ulimit -t 20; exec CLI %s'", commands[i]);

      cli_assert_refused (line, 1, "1000000 training examples|memory");
    }
}

/* TRUE if a process has a handler of its own for SIGHUP. */
static gboolean
catches_signals (GSubprocess *process)
{
  g_autofree char *path
      = g_strdup_printf ("/proc/%s/status", g_subprocess_get_identifier (process));
  g_autofree char *text = NULL;
  const char *caught;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  caught = strstr (text, "SigCgt:");
  return caught != NULL
         && (g_ascii_strtoull (caught + strlen ("SigCgt:"), NULL, 16) & 1 << (SIGHUP - 1)) != 0;
}

/* Returns: exit status of a long loop that gets two signals so long after it catches them */
static int
end_by_two_signals (gulong wait_usec)
{
  g_autoptr (GSubprocess) process = cli_start (LONG_LOOP);

  while (!catches_signals (process))
    g_usleep (2000);
  g_usleep (wait_usec);
  g_subprocess_send_signal (process, SIGTERM);
  g_usleep (100000);
  g_subprocess_send_signal (process, SIGHUP);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  return g_subprocess_get_exit_status (process);
}

/* Matrix products of a large case are not interrupted: the second signal ends them, of which the
 * exit status tells. Before and after the products the first one does, however fast the machine. */
TEST (test_second_signal, "/limits/second-signal")
{
  int status = 0;

  for (gulong wait_usec = 250000; status != 128 + SIGHUP && wait_usec < 20000000; wait_usec *= 2)
    {
      status = end_by_two_signals (wait_usec);
      g_test_message ("exit status %d after %lu ms", status, wait_usec / 1000);
      g_assert_true (status == 0 || status == 128 + SIGTERM || status == 128 + SIGHUP);
    }
  g_assert_cmpint (status, ==, 128 + SIGHUP);
}

/* Little address space, of which OpenBLAS takes 128 MB a thread: the work is done with fewer
 * threads, or ends in one sentence. */
TEST (test_address_space, "/limits/address-space")
{
  guint n_refused = 0, n_done = 0;

  for (guint kilobytes = 200000; kilobytes <= 600000; kilobytes += 50000)
    {
      g_auto (CliRun) run = cli_runf (
          "sh -c 'ulimit -v %u; exec timeout -s KILL 120 CLI sweep hmc4 -w 10'", kilobytes);
      g_auto (GStrv) lines = g_strsplit (g_strchomp (run.err), "\n", -1);

      g_test_message ("%u: %d, %s", kilobytes, run.status, run.err);
      n_done += run.status == 0 && strstr (run.out, "0.9640 ± 0.0059") != NULL;
      n_refused += run.status == 1 && run.out[0] == '\0' && g_strv_length (lines) == 1
                   && strstr (run.err, "memory") != NULL;
    }
  g_assert_cmpuint (n_done + n_refused, ==, 9);
  g_assert_cmpuint (n_done, >, 0);
  g_assert_cmpuint (n_refused, >, 0);
}

/* Wherever it is that the system gives no memory: one sentence, exit status 1, nothing written. */
TEST (test_no_memory, "/limits/no-memory")
{
  static const char *const commands[] = { "sweep hmc4 n-train=300 -w 10,20 -j 1 --out DIR/none.npz",
                                          "sweep hmc4 n-train=300 -w 10,20 -j 1 --json",
                                          "prune hmc4 --width 10 -j 1 --out DIR/none.npz",
                                          "map hmc4 --x N=5,10 -j 1 --out DIR/none.npz",
                                          "kernels hmc4 --width 10 --out DIR/none.npz",
                                          "dynamics joma-joint --out DIR/none.npz" };
  static const guint sizes[] = { 30000, 400000 }, given[] = { 0, 40 };
  g_autofree char *no_memory = cli_link (NO_MEMORY);
  guint n_failed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (commands) * 4; i++)
    {
      g_auto (CliRun) run = cli_runf ("sh -c 'rm -f DIR/none.npz; LD_PRELOAD=%s NO_MEMORY_FROM=%u "
                                      "NO_MEMORY_AFTER=%u exec CLI %s'",
                                      no_memory, sizes[i / 2 % 2], given[i % 2], commands[i / 4]);
      g_auto (GStrv) lines = g_strsplit (g_strchomp (run.err), "\n", -1);

      g_test_message ("%d: %s", run.status, run.err);
      if (run.status == 0 || run.status == 3)
        continue;
      g_assert_cmpint (run.status, ==, 1);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_cmpuint (g_strv_length (lines), ==, 1);
      g_assert_nonnull (strstr (run.err, "memory"));
      g_assert_false (cli_exists ("none.npz"));
      n_failed++;
    }
  g_assert_cmpuint (n_failed, >, G_N_ELEMENTS (commands) * 2);
}

/* Work goes on without threads. Pango does not: a figure ends in a sentence.
 * The last test: it is so until the end. */
TEST (test_no_threads, "/limits/no-threads")
{
  static const char *const commands[] = {
    "CLI --version",
    "CLI sweep hmc4 --widths 10",
    "CLI map hmc4 --x N=10,20",
    "CLI sample hmc2 --widths 10 --dry-run",
    "CLI dynamics joma-joint --dry-run",
    "CLI prune hmc2 --width 10",
  };

  g_auto (CliRun) numpy = cli_run ("sh -c '" PYTHON " -c \"import numpy\"'");

  if (!refuse_threads ())
    {
      g_test_skip ("no filter of system calls");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (CliRun) run = cli_run (commands[i]);

      g_assert_true (run.status == 0 || run.status == 3);
      g_assert_null (strstr (run.err, "thread"));
    }
  cli_assert_refused ("CLI figure hmc4 --panel u --out DIR/figure", 1, "thread");
  if (numpy.status == 0)
    cli_expect (PYTHON " -c '" SWEEP_IN_PYTHON "'", 0, "[0.94]");
}
