/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kill -9 at any moment of writing: what stands under the name is all of the old file or all of the
 * new one. Beside it there is at most the file that was half written, and a save that ends leaves
 * no other. INTERPLAY_KILLS says how many rounds. Every command writes by this function:
 * test-synced.py. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli-run.h"
#include "core/base/file-save.h"

#define ROUNDS 30
#define SEED 20240511

/* Two contents of different sizes: every kind of file is written by the one function. */
static const gsize sizes[] = { 3000000, 1000000 };

static gboolean
write_content (guint which, const char *path)
{
  g_autofree char *bytes = g_strnfill (sizes[which], (char)('x' + which));

  return ipl_file_save_bytes (path, bytes, sizes[which], NULL);
}

static GBytes *
read_bytes (const char *path)
{
  char *bytes;
  gsize n;

  if (!g_file_get_contents (path, &bytes, &n, NULL))
    return NULL;
  return g_bytes_new_take (bytes, n);
}

/* @temporary: whether those are counted that have not taken their name, or the others */
static guint
count_files (const char *folder, gboolean temporary)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_prefix (name, ".interplay-") == temporary;
  return n;
}

/* Whether there is more than one file and @n_temporary of those that were killed. */
static gboolean
has_leavings (const char *folder, guint n_temporary)
{
  return count_files (folder, FALSE) != 1 || count_files (folder, TRUE) != n_temporary;
}

/* Writes one content over the other until it is killed. */
static pid_t
begin_writing (const char *path)
{
  pid_t process = fork ();

  if (process == 0)
    for (guint i = 0;; i++)
      if (!write_content (i % 2, path))
        _exit (1);
  g_assert_cmpint (process, >, 0);
  return process;
}

typedef struct
{
  guint rounds;
  guint losses;   /* neither the old file nor the new one */
  guint leavings; /* more than the file, and what was half written, after the next save */
  guint cut;      /* kills that found a file half written beside it */
} Tally;

static void
kill_write (GRand *random, Tally *tally)
{
  g_autofree char *folder = cli_path ("written");
  g_autofree char *path = g_build_filename (folder, "bytes", NULL);
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) second = NULL;
  g_autoptr (GBytes) found = NULL;
  gint64 begin_usec;
  double took_usec;
  guint n_before, n_left;
  int status;

  g_mkdir (folder, 0700);
  g_assert_true (write_content (0, path));
  first = read_bytes (path);
  begin_usec = g_get_monotonic_time ();
  g_assert_true (write_content (1, path));
  took_usec = (double)(g_get_monotonic_time () - begin_usec);
  second = read_bytes (path);
  n_before = count_files (folder, TRUE);

  pid_t process = begin_writing (path);

  /* In the first write, between two, or in the second. */
  g_usleep ((gulong)(g_rand_double (random) * 2.5 * took_usec));
  kill (process, SIGKILL);
  g_assert_cmpint (waitpid (process, &status, 0), ==, process);
  g_assert_true (WIFSIGNALED (status));
  n_left = count_files (folder, TRUE);
  g_assert_cmpuint (n_left, <=, n_before + 1);
  tally->cut += n_left > n_before;
  found = read_bytes (path);
  if (found == NULL || (!g_bytes_equal (found, first) && !g_bytes_equal (found, second)))
    tally->losses++;
  g_assert_true (write_content (0, path));
  tally->leavings += has_leavings (folder, n_left);
  tally->rounds++;
}

static void
test_kill (void)
{
  const char *text = g_getenv ("INTERPLAY_KILLS");
  guint rounds = text != NULL ? (guint)g_ascii_strtoull (text, NULL, 10) : ROUNDS;
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);
  Tally tally = { 0 };

  for (guint i = 0; i < rounds; i++)
    kill_write (random, &tally);
  g_test_message ("seed %d: %u rounds, %u cut half way, %u losses, %u leavings", SEED, tally.rounds,
                  tally.cut, tally.losses, tally.leavings);
  g_assert_cmpuint (tally.losses, ==, 0);
  g_assert_cmpuint (tally.leavings, ==, 0);
  g_assert_cmpuint (tally.cut, >, 0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/cli-kill/rounds", test_kill);
  status = g_test_run ();
  cli_run_end ();
  return status;
}
