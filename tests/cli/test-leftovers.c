/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What killed tasks leave in a sweep's folder is named by status and removed by the next run, and
 * nothing else is; also where the file system knows no locks and where the clock is set back. */
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include "cli-run.h"

#define SMALL "hmc4 --n-train 40 --n-test 60 "
#define CHAINS "hmc2 --widths 10 --chains 2 --warmup 100 --seed 3 --sample 20000 "
#define ELSEWHERE "00000000"
#define HOUR 3600

static char *
in_folder (const char *name)
{
  return g_build_filename (cli_folder (), name, NULL);
}

static gboolean
exists (const char *name)
{
  g_autofree char *path = in_folder (name);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Runs a line that ends with @status; @word: what it says, or, begun by a "-", does not. */
static void
expect (const char *line, int status, const char *word)
{
  g_auto (CliRun) run = cli_run (line);
  g_autofree char *both = g_strconcat (run.out, run.err, NULL);

  g_test_message ("%s -> %d\n%s", line, run.status, both);
  g_assert_cmpint (run.status, ==, status);
  if (word[0] == '-')
    g_assert_null (strstr (both, word + 1));
  else
    g_assert_nonnull (strstr (both, word));
}

static long
dead_process (void)
{
  pid_t child = fork ();

  if (child == 0)
    _exit (0);
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
  return (long)child;
}

static void
make_note (const char *name, const char *host, long process, const char *start, gint64 seen)
{
  g_autofree char *path = in_folder (name);
  g_autofree char *text
      = g_strdup_printf ("{\"host\": \"%s\", \"pid\": \"%ld\", \"start\": \"%s\", \"seen\": "
                         "\"%" G_GINT64_FORMAT "\", \"elapsed\": 1, \"planned\": 1, \"rows\": [0]}",
                         host, process, start, seen);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Who is at work, by notes of this machine and of another. */
static void
test_notes (void)
{
  const char *here = g_get_host_name ();
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  expect ("CLI plan " SMALL "-w 5,10 --out DIR/notes", 0, "2 rows");
  make_note ("notes/running/1-of-9.json", here, (long)getpid (), "0", now - HOUR);
  expect ("CLI status DIR/notes", 0, "1 running");
  /* The number of a process that came after it. */
  make_note ("notes/running/1-of-9.json", here, (long)getpid (), "1", now);
  expect ("CLI status DIR/notes", 0, "left behind: running/1-of-9.json");
  make_note ("notes/running/1-of-9.json", here, dead_process (), "0", now);
  expect ("CLI status DIR/notes", 0, "left behind: running/1-of-9.json");
  make_note ("notes/running/1-of-9.json", "elsewhere", 1, "0", now - 10);
  expect ("CLI status DIR/notes", 0, "1 running");
  make_note ("notes/running/1-of-9.json", "elsewhere", 1, "0", now - 200);
  expect ("CLI status DIR/notes", 0, "left behind: running/1-of-9.json");
  /* Killed before its clock was set back an hour. */
  make_note ("notes/running/1-of-9.json", "elsewhere", 1, "0", now + HOUR);
  expect ("CLI status DIR/notes", 0, "0 running");
  expect ("CLI run DIR/notes", 0, "2 of 2 rows are there");
  g_assert_false (exists ("notes/running/1-of-9.json"));
}

static GStatBuf
wait_for_note (const char *name, ino_t before, guint seconds)
{
  g_autofree char *path = in_folder (name);
  GStatBuf now = { 0 };

  for (guint i = 0; i < 100 * seconds; i++)
    {
      if (g_stat (path, &now) == 0 && now.st_ino != before)
        return now;
      g_usleep (10000);
    }
  g_error ("%s is not renewed", name);
}

/* A task whose clock is set back while it works is at work all the same, and goes on renewing its
 * note, every 20 seconds; killed, it is not at work. */
static void
test_clock (void)
{
  g_autoptr (GSubprocess) task = NULL;
  g_autofree char *back = in_folder ("back");
  GStatBuf note, later;

  expect ("CLI plan " CHAINS "--out DIR/clock", 0, "1 row");
  task = cli_start ("sh -c 'LD_PRELOAD=" SHIM " SHIM_CLOCK_BACK=DIR/back exec CLI run DIR/clock'");
  wait_for_note ("clock/running/1-of-1.json", 0, 20);
  g_usleep (1000000);
  note = wait_for_note ("clock/running/1-of-1.json", 0, 1);
  g_assert_true (g_file_set_contents (back, "", 0, NULL));
  expect ("CLI status DIR/clock", 0, "1 running");
  expect ("sh -c 'LD_PRELOAD=" SHIM " SHIM_CLOCK_BACK=DIR/back CLI status DIR/clock'", 0,
          "1 running");
  if (g_test_slow ())
    {
      later = wait_for_note ("clock/running/1-of-1.json", note.st_ino, 40);
      g_test_message ("renewed, and %ld s old", (long)(later.st_mtime - note.st_mtime));
    }
  g_subprocess_send_signal (task, SIGKILL);
  g_subprocess_wait (task, NULL, NULL);
  expect ("CLI status DIR/clock", 0, "left behind: running/1-of-1.json");
  expect ("CLI status DIR/clock", 0, "0 running");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/cli/leftovers/notes", test_notes);
  g_test_add_func ("/cli/leftovers/clock", test_clock);
  status = g_test_run ();
  cli_run_end ();
  return status;
}
