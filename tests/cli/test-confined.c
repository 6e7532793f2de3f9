/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reader that was taken over opens nothing but what the command line names. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <linux/landlock.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli-run.h"

/* Every foreign format; IN is the folder of inputs, which is not DIR, where is written. */
static const char *const lines[] = {
  "CLI inspect IN/case.npz",
  "CLI sweep IN/case.npz --widths 10 --out DIR/rows.npz",
  "CLI inspect IN/case.safetensors",
  "CLI train --omniglot IN/images.zip --steps 1 --network-width 16 --heads 2 --qk 4 --batch 8 "
  "--out DIR/net.safetensors",
  "CLI figure IN/rows.npz --panel sweep --out DIR/figures",
};

static char *inputs;

static gboolean
is_confined (void)
{
#ifdef SYS_landlock_create_ruleset
  return syscall (SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 2;
#else
  return FALSE;
#endif
}

static char *
in_inputs (const char *line)
{
  GString *text = g_string_new (line);

  g_string_replace (text, "IN/", inputs, 0);
  return g_string_free (text, FALSE);
}

static void
run_planted (const char *line)
{
  g_autofree char *full = in_inputs (line), *neighbour = in_inputs ("IN/neighbour"),
                  *made = in_inputs ("IN/made");
  g_autofree char *planted
      = g_strdup_printf ("sh -c \"LD_PRELOAD=%s PLANTED_NEIGHBOUR=%s PLANTED_MADE=%s "
                         "exec %s\"",
                         PLANTED_READER, neighbour, made, full);
  g_auto (CliRun) run = cli_run (planted);

  g_test_message ("%s", run.err);
  g_assert_nonnull (strstr (run.err, "planted: read /etc/passwd: Permission denied"));
  g_assert_nonnull (strstr (run.err, "neighbour: Permission denied"));
  g_assert_nonnull (strstr (run.err, "made: Permission denied"));
  g_assert_nonnull (strstr (run.err, "planted: start: refused"));
  g_assert_null (strstr (run.err, ": done"));
  g_assert_false (g_file_test (made, G_FILE_TEST_EXISTS));
}

static void
test_planted (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip ("Sanitizers look at other threads: nothing is confined there.");
  return;
#endif
  if (!is_confined ())
    {
      g_test_skip ("This kernel has no Landlock, or one that is too old.");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    run_planted (lines[i]);
}

static void
make_inputs (void)
{
  static const char *const made[] = {
    "CLI export-case hmc2 --n-train 20 --n-test 20 --out IN/case.npz",
    "CLI sweep IN/case.npz --widths 10,20 --out IN/rows.npz",
  };
  g_autofree char *neighbour = NULL;

  inputs = g_strconcat (cli_folder (), "-inputs/", NULL);
  neighbour = in_inputs ("IN/neighbour");
  g_assert_cmpint (g_mkdir (inputs, 0700), ==, 0);
  g_assert_true (g_file_set_contents (neighbour, "secret", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      g_autofree char *line = in_inputs (made[i]);
      g_auto (CliRun) run = cli_run (line);

      g_assert_cmpint (run.status, ==, 0);
    }
  {
    /* Whether they can be read to the end is not the question. */
    g_autofree char *images = in_inputs ("IN/images.zip"),
                    *tensors = in_inputs ("IN/case.safetensors");

    g_assert_true (g_file_set_contents (images, "PK\x05\x06 no images", -1, NULL));
    g_assert_true (g_file_set_contents (tensors, "\x02\0\0\0\0\0\0\0{}", 10, NULL));
  }
}

static void
remove_inputs (void)
{
  g_autofree char *line = g_strdup_printf ("rm -r %s", inputs);
  g_auto (CliRun) run = cli_run (line);

  g_clear_pointer (&inputs, g_free);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  make_inputs ();
  g_test_add_func ("/confined/planted", test_planted);
  status = g_test_run ();
  remove_inputs ();
  cli_run_end ();
  return status;
}
