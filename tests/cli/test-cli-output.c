/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What interplay-cli does to the files and streams that it writes to. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli-run.h"

#define TRAIN                                                                                      \
  "CLI train " SMALL_GLYPHS                                                                        \
  " steps=2 network-width=8 heads=2,2 qk=4 batch=4 --out DIR/net.safetensors"
/* What is in the files is other tests' business. */
#define HMC2 "hmc2 n-train=20 n-test=20"
#define SAMPLE "CLI sample " HMC2 " --widths 10 --draws 8 --chains 1 --warmup 20"
#define PRUNE                                                                                      \
  "CLI prune DIR/net.safetensors n-train=40 n-test=40 -t 0.5 --random 0 --no-resolve "             \
  "--remove 1"

/* Every kind of output: a command and the file it writes. */
static const struct
{
  const char *line;
  const char *name;
} outputs[] = {
  { "CLI sweep " HMC2 " --widths 10 --out DIR/out/sweep.npz", "sweep.npz" },
  { "CLI sweep " HMC2 " --widths 10 --out DIR/out/sweep.csv", "sweep.csv" },
  { SAMPLE " --out DIR/out/sample.npz", "sample.npz" },
  { "CLI export-case " HMC2 " --out DIR/out/case.npz", "case.npz" },
  { "CLI figure " HMC2 " --widths 10 --panel u --format svg --out DIR/out", "hmc2-u.svg" },
  { "CLI figure " HMC2 " --widths 10 --panel u --format pdf --out DIR/out", "hmc2-u.pdf" },
  { "CLI figure " HMC2 " --widths 10 --panel u --format png --dpi 72 --out DIR/out", "hmc2-u.png" },
  { "CLI train " SMALL_GLYPHS
    " steps=2 network-width=8 heads=2,2 qk=4 batch=4 --out DIR/out/net.safetensors",
    "net.safetensors" },
  { PRUNE " --out DIR/out/prune.npz", "prune.npz" },
  { PRUNE " --save DIR/out/pruned.safetensors", "pruned.safetensors" },
  { PRUNE " --save-case DIR/out/pruned.npz", "pruned.npz" },
  { "CLI kernels " HMC2 " --width 10 --out DIR/out/kernels.npz", "kernels.npz" },
  { "CLI figure " HMC2 " --widths 10 --panel u --frames 2 --hold 0 --dpi 30 --out DIR/out/u.gif",
    "u.gif" },
  { "CLI figure " HMC2 " --widths 10 --panel u --out DIR/out/u.html", "u.html" },
  { "CLI story DIR/story.json --out DIR/out/story.html", "story.html" },
  { "CLI story DIR/story.json --out DIR/out/story.pdf", "story.pdf" },
  { "CLI story DIR/story.json --out DIR/out/story.gif", "story.gif" },
  { "CLI story DIR/story.json --out DIR/out/stops.png", "stops-1.png" },
};

static void
make_network (void)
{
  if (!cli_exists ("net.safetensors"))
    cli_expect (TRAIN, 0, "");
}

/* A story of one stop, which is soon solved. */
static void
make_story (void)
{
  cli_write (
      "story.json",
      "{\"format\": \"interplay story 1\", \"title\": \"One\", \"settings\": {\"experiment\": "
      "\"hmc2\"}, \"stops\": [{\"caption\": \"U\", \"panels\": [\"u\"]}]}");
}

/* The mode of an old file and the link to it stay, and nothing is left beside them. */
TEST (test_old_file_stays, "/cli-output/keeps")
{
  g_autofree char *folder = cli_path ("out");
  g_autofree char *kept = cli_path ("kept");

  make_network ();
  make_story ();
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autofree char *link = g_build_filename (folder, outputs[i].name, NULL);
      struct stat status;

      g_assert_true (g_file_set_contents (kept, "old", -1, NULL));
      g_assert_cmpint (g_chmod (kept, 0640), ==, 0);
      g_assert_cmpint (symlink ("../kept", link), ==, 0);

      g_auto (CliRun) run = cli_run (outputs[i].line);

      g_assert_true (run.status == 0 || run.status == 3);
      g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
      g_assert_cmpint (stat (kept, &status), ==, 0);
      g_assert_cmpint (status.st_mode & 07777, ==, 0640);
      g_assert_cmpint (status.st_size, >, 100);
      g_assert_cmpuint (test_count_files (folder, "*"), ==, 1);
      g_assert_cmpuint (test_count_files (cli_folder (), "*"), ==, 4);
      g_assert_cmpint (g_unlink (link), ==, 0);
    }
}

/* What a device refuses is an error of one sentence, and the device stays. */
TEST (test_full, "/cli-output/full")
{
  g_autofree char *folder = cli_path ("out");

  make_network ();
  make_story ();
  g_mkdir (folder, 0700);
  for (gsize i = 0; i < G_N_ELEMENTS (outputs); i++)
    {
      g_autofree char *path = g_build_filename (folder, outputs[i].name, NULL);

      g_assert_cmpint (symlink ("/dev/full", path), ==, 0);

      g_auto (CliRun) run = cli_run (outputs[i].line);
      struct stat status;

      g_assert_cmpint (run.status, ==, 1);
      g_assert_nonnull (strstr (run.err, "no space is left"));
      g_assert_cmpint (lstat ("/dev/full", &status), ==, 0);
      g_assert_true (S_ISCHR (status.st_mode));
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

/* Before any work, which would take hours here. */
TEST (test_tried, "/cli-output/tried")
{
  static const CliRefusal refused[] = {
    { "CLI sweep hmc4 --widths 10 --out DIR/none/x.npz", 1, "none" },
    { "CLI sweep hmc4 --widths 10 --out DIR", 1, "folder" },
    { "CLI sweep hmc4 --widths 10 --out DIR/x.json", 2, ".npz|.csv" },
    { "CLI sample hmc4 --draws 1000000 --out DIR/none/x.npz", 1, "none" },
    { "CLI sample hmc4 --draws 1000000 --out DIR/x.csv", 2, ".npz" },
    { "CLI train minutes=10000 --out DIR/none/x.safetensors", 1, "none" },
    { "CLI train minutes=10000 --out DIR/x.npz", 2, ".safetensors" },
    { "CLI prune hmc4 --random 1000 --out DIR/none/x.npz", 1, "none" },
    { "CLI prune DIR/net.safetensors --remove 1 --save DIR/none/x.safetensors", 1, "none" },
    { "CLI prune DIR/net.safetensors --remove 1 --save-case DIR/none/x.npz", 1, "none" },
    { "CLI figure hmc4 --draws 1000000 --out DIR/net.safetensors/x", 1, "file" },
    { "CLI export-case hmc4 --out DIR/none/x.npz", 1, "none" },
    { "CLI export-case hmc4 --out DIR/x.csv", 2, ".npz" },
  };

  make_network ();
  make_story ();
  cli_assert_all_refused (refused, G_N_ELEMENTS (refused));
}

static void
assert_output_lost (const char *line)
{
  g_auto (CliRun) run = cli_run (line);

  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "Standard output could not be written"));
  g_assert_true (strstr (run.err, "Standard") == g_strrstr (run.err, "Standard"));
}

TEST (test_standard_output, "/cli-output/standard-output")
{
  const char *lines[] = { "CLI --help",
                          "CLI help",
                          "CLI --version",
                          "CLI cases",
                          "CLI cases --help",
                          "CLI sweep --help",
                          "CLI train --help-all",
                          "CLI sweep hmc2 --widths 10",
                          "CLI sweep hmc2 --widths 10 --json",
                          "CLI export-case hmc2 --out DIR/x.npz",
                          "CLI figure hmc2 --widths 10 --panel u --format svg --out DIR",
                          SAMPLE,
                          SAMPLE " --json",
                          TRAIN,
                          PRUNE,
                          PRUNE " --json" };
  const char *const streams[] = { "> /dev/full", ">&-" };

  make_network ();
  make_story ();
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *line = g_strdup_printf ("sh -c 'exec %s %s'", lines[i], streams[i % 2]);

      assert_output_lost (line);
    }
  /* A reader that goes away. */
  assert_output_lost ("sh -c '{ sleep 0.2; CLI cases; echo $? > DIR/status; } | true; exit "
                      "$(cat DIR/status)'");
}

/* With a closed standard output, no file gets its descriptor and what is printed. */
TEST (test_closed, "/cli-output/closed")
{
  g_auto (CliRun) run = cli_run ("sh -c 'CLI sweep hmc2 --widths 10 --out DIR/closed.csv >&-'");
  g_autofree char *out = cli_succeed ("CLI sweep hmc2 --widths 10 --out DIR/open.csv");
  g_autofree char *a = cli_read ("closed.csv", NULL), *b = cli_read ("open.csv", NULL);

  g_assert_cmpint (run.status, ==, 1);
  /* All but the time it took. */
  g_assert_cmpint (strcspn (a, "\n"), ==, strcspn (b, "\n"));
  g_assert_null (strstr (a, "accuracy  "));
}

TEST (test_piped, "/cli-output/piped")
{
  g_auto (CliRun) run = cli_run ("sh -c 'CLI export-case hmc2 --out /dev/stdout | "
                                 "head -c 2'");
  g_auto (CliRun) fifo
      = cli_run ("sh -c 'mkfifo DIR/fifo; timeout 20 cat DIR/fifo > DIR/copy.npz & "
                 "CLI export-case hmc2 --out DIR/fifo && wait && test -p DIR/fifo "
                 "&& CLI sweep DIR/copy.npz --widths 10'");

  g_assert_cmpstr (run.out, ==, "PK");
  g_assert_cmpint (fifo.status, ==, 0);
}
