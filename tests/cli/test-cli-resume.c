/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that is killed or stopped goes on from where it was, and nothing of it is lost. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli-run.h"

#define SAMPLE                                                                                     \
  "CLI sample hmc2 --widths 10,20 --draws 400 --chains 2 --warmup 100 --seed 3 -j 1 --out DIR/"
#define TRAIN                                                                                      \
  "CLI train " SMALL_GLYPHS                                                                        \
  " steps=1000 network-width=16 heads=2,2 qk=8 batch=32 -j 1 --seed 3 --out DIR/"

/* All arrays that do not say how long it took are the same to the last bit. */
static void
assert_same_arrays (const char *a_name, const char *b_name)
{
  g_autoptr (IplNpz) a = cli_read_npz (a_name), b = cli_read_npz (b_name);
  g_autoptr (GList) names = NULL;
  guint n = 0;

  g_assert_nonnull (a);
  g_assert_nonnull (b);
  names = ipl_npz_names (a);
  for (GList *at = names; at != NULL; at = at->next)
    {
      const IplArray *x = ipl_npz_lookup (a, at->data), *y = ipl_npz_lookup (b, at->data);

      g_assert_nonnull (y);
      if (strstr (at->data, "seconds") != NULL || x->values == NULL)
        continue;
      g_test_message ("%s", (const char *)at->data);
      g_assert_cmpmem (x->values, x->size * sizeof (double), y->values, y->size * sizeof (double));
      n++;
    }
  g_assert_cmpuint (n, >, 10);
}

/* So few draws may leave a diagnostic unhappy. */
static void
assert_done (int status)
{
  if (status != 0 && status != 3)
    g_error ("exit code %d", status);
}

/* Killed again and again when there is something new to go on from, until it comes to its end. */
static guint
kill_until_done (const char *line, const char *checkpoint)
{
  g_autofree char *path = cli_path (checkpoint);
  guint kills = 0;

  for (gboolean done = FALSE; !done;)
    {
      g_autoptr (GSubprocess) process = cli_start (line);
      GStatBuf before = { 0 }, now;
      gboolean existed = g_stat (path, &before) == 0;

      while (g_subprocess_get_identifier (process) != NULL)
        {
          g_main_context_iteration (NULL, FALSE);
          if (g_stat (path, &now) == 0 && (!existed || now.st_ino != before.st_ino) && kills < 2)
            {
              g_subprocess_send_signal (process, SIGKILL);
              kills++;
              break;
            }
          g_usleep (2000);
        }
      g_subprocess_wait (process, NULL, NULL);
      done = g_subprocess_get_if_exited (process);
      if (done)
        assert_done (g_subprocess_get_exit_status (process));
    }
  return kills;
}

TEST (test_sample_killed, "/cli-keep/sample-killed")
{
  g_auto (CliRun) whole = cli_run (SAMPLE "whole.npz");
  guint kills;

  assert_done (whole.status);
  g_assert_false (cli_exists ("whole.npz.checkpoint-1"));
  kills = kill_until_done (SAMPLE "broken.npz", "broken.npz.checkpoint-1");
  kills += kill_until_done (SAMPLE "broken.npz", "broken.npz.checkpoint-2");
  g_test_message ("killed %u times", kills);
  g_assert_cmpuint (kills, >=, 2);
  assert_same_arrays ("whole.npz", "broken.npz");
  g_assert_false (cli_exists ("broken.npz.checkpoint-1"));
  g_assert_false (cli_exists ("broken.npz.checkpoint-2"));
}

/* Runs until @checkpoint is there, and stops it by a signal. */
static void
stop (const char *line, const char *checkpoint, int number)
{
  g_autofree char *path = cli_path (checkpoint);
  g_autoptr (GSubprocess) process = NULL;

  g_remove (path);
  process = cli_start (line);
  for (guint i = 0; i < 10000 && !cli_exists (checkpoint); i++)
    g_usleep (2000);
  g_subprocess_send_signal (process, number);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 128 + number);
  g_assert_true (cli_exists (checkpoint));
}

#define LONG_SAMPLE "CLI sample hmc2 --widths 10 --draws 100000 --chains 2 --warmup 50 --out DIR/"
#define LONG_TRAIN                                                                                 \
  "CLI train " SMALL_GLYPHS " steps=1000000 network-width=16 heads=2,2 qk=8 batch=32 --out DIR/"

TEST (test_signals, "/cli-keep/signals")
{
  const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    stop (LONG_SAMPLE "long.npz", "long.npz.checkpoint-1", numbers[i]);
}

/* Rows that are solved when a sweep is stopped are written. */
TEST (test_sweep_stopped, "/cli-keep/sweep-stopped")
{
  g_autoptr (GString) line = g_string_new ("CLI sweep hmc4 --out DIR/rows.csv --widths 10");
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 3000, stopped = 0;

  for (guint i = 1; i < n; i++)
    g_string_append_printf (line, ",%u", 10 + i);
  for (guint wait_ms = 300; stopped == 0 && wait_ms < 20000; wait_ms *= 2)
    {
      g_autoptr (GSubprocess) process = cli_start (line->str);

      g_usleep (wait_ms * 1000);
      g_subprocess_send_signal (process, SIGINT);
      g_subprocess_wait (process, NULL, NULL);
      /* Too early for the handler, or for a row. */
      if (!cli_exists ("rows.csv"))
        continue;
      g_assert_true (g_subprocess_get_if_exited (process));
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
      stopped = wait_ms;
    }
  text = cli_read ("rows.csv", NULL);
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_test_message ("%u of %u rows after %u ms", g_strv_length (lines) - 1, n, stopped);
  g_assert_cmpuint (g_strv_length (lines), >, 1);
  g_assert_cmpuint (g_strv_length (lines), <, n + 1);
}

/* A checkpoint of other work is neither used nor lost. */
TEST (test_other_work, "/cli-keep/other-work")
{
  stop (LONG_SAMPLE "other.npz", "other.npz.checkpoint-1", SIGTERM);
  cli_assert_refused (LONG_SAMPLE "other.npz --seed 9", 1, "checkpoint-1");
  cli_assert_refused ("CLI sample hmc2 --widths 11 --warmup 50 --chains 2 --out DIR/other.npz", 1,
                      "checkpoint-1");
  g_assert_true (cli_exists ("other.npz.checkpoint-1"));
  stop (LONG_TRAIN "other.safetensors", "other.safetensors.checkpoint", SIGTERM);
  cli_assert_refused (LONG_TRAIN "other.safetensors --seed 9", 1, "safetensors.checkpoint");
  g_assert_true (cli_exists ("other.safetensors.checkpoint"));

  /* From the file that a stopped run left one can go on, too. */
  cli_expect ("CLI train --resume DIR/other.safetensors steps=2 --out DIR/other.safetensors", 0,
              "");
  g_assert_false (cli_exists ("other.safetensors.checkpoint"));
}

TEST (test_damaged, "/cli-keep/damaged")
{
  stop (SAMPLE "damaged.npz --draws 100000", "damaged.npz.checkpoint-1", SIGTERM);
  cli_expect ("truncate -s 3000 DIR/damaged.npz.checkpoint-1", 0, "");

  g_auto (CliRun) sample = cli_run (SAMPLE "damaged.npz");

  assert_done (sample.status);
  g_assert_nonnull (strstr (sample.err, "is damaged"));
  g_assert_true (cli_exists ("damaged.npz.checkpoint-1.damaged"));
  assert_same_arrays ("whole.npz", "damaged.npz");
}
