/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every command with each of its allocations of 64 kB or more refused, one in a run: it is done all
 * the same, or ends in one sentence. What ends it otherwise is in a table, with the reason. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cli-run.h"

/* Every one of the first, then every so many, up to the last that is tried. */
#define EVERY_ONE 12
#define STEP 7
#define LAST 60

#define GLYPHS                                                                                     \
  SMALL_GLYPHS " --steps 2 --network-width 8 --heads 2,2 --qk 4 --batch 4 -j 1 --out DIR/"

static const char *const commands[] = {
  "CLI cases",
  "CLI inspect DIR/case.npz",
  "CLI export-case DIR/case.npz --out DIR/o.npz",
  "CLI sweep DIR/case.npz --widths 10 --out DIR/o.npz",
  "CLI sweep DIR/case.npz --widths 10 --out DIR/o.csv",
  "CLI kernels DIR/case.npz --out DIR/o.npz",
  "CLI sample DIR/case.npz --widths 10 --draws 8 --chains 1 --warmup 20 --out DIR/o.npz",
  "CLI train " GLYPHS "o.safetensors",
  "CLI prune DIR/net.safetensors -t 0.5 --random 0 --no-resolve --remove 1 --out DIR/o.npz",
  "CLI dynamics joma-joint --steps 60 --out DIR/o.npz",
  "CLI plan DIR/case.npz --widths 10,20 --out DIR/new",
  "CLI run DIR/new",
  "CLI status DIR/plan",
  "CLI merge DIR/plan --out DIR/o.npz",
  "CLI rerun DIR/rows.npz --out DIR/o.npz",
  "CLI figure DIR/rows.npz --panel u --format png,svg,pdf --dpi 72 --out DIR/figures",
  "CLI animate DIR/case.npz --widths 10 --panel u --frames 2 --out DIR/o.gif",
  "CLI html DIR/rows.npz --panel u --out DIR/o.html",
  "CLI story paper --size 5.5x3in --out DIR/o.svg",
};

/* What no caller can do anything about: the library that asked. */
static const struct
{
  const char *caller;
  int status; /* as shells count them: 139 is a segmentation fault */
  const char *reason;
} known[] = {
  { "libarchive.so", 139, "writes into the block of its list of entries without a look at it" },
};

/* What the last run refused: who asked for it. */
static char *
read_trace (const char *path)
{
  char *text = NULL;

  if (g_file_get_contents (path, &text, NULL, NULL))
    g_remove (path);
  return text;
}

static gboolean
is_known (const char *trace, int status)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (status == known[i].status && strstr (trace, known[i].caller) != NULL)
      {
        g_test_message ("known: %s %s", known[i].caller, known[i].reason);
        return TRUE;
      }
  return FALSE;
}

/* How a line is run anew: what it makes is not there. */
static void
remove_outputs (void)
{
  g_auto (CliRun) run = cli_run ("sh -c \"cd DIR; rm -rf o.* new figures; cp -r plan new; "
                                 "rm -rf new/rows* new/done*\"");

  g_assert_cmpint (run.status, ==, 0);
}

/* FALSE: there are fewer allocations. */
static gboolean
refuse (const char *command, guint k, guint *n_known, guint *n_bad)
{
  g_autofree char *trace_path = g_build_filename (cli_folder (), "trace", NULL);
  g_autofree char *line = g_strdup_printf ("sh -c \"ulimit -c 0; export REFUSED=%u REFUSED_TRACE=9 "
                                           "LD_PRELOAD=%s; %s 9>%s; exit \\$?\"",
                                           k, REFUSED_MEMORY, command, trace_path);
  g_autofree char *trace = NULL;
  gboolean is_plan = g_str_has_prefix (command, "CLI plan");

  remove_outputs ();
  if (is_plan)
    {
      g_auto (CliRun) run = cli_run ("rm -r DIR/new");
    }

  g_auto (CliRun) run = cli_run (line);

  trace = read_trace (trace_path);
  if (trace == NULL || trace[0] == '\0')
    return FALSE;
  if (run.status != 0 && run.status != 1 && run.status != 3)
    {
      if (is_known (trace, run.status))
        (*n_known)++;
      else
        {
          (*n_bad)++;
          g_printerr ("# %s, allocation %u: ended with %d, %s# refused to:\n%s", command, k,
                      run.status, run.err, trace);
        }
    }
  else if (run.status == 1 && strstr (run.err, "interplay-cli") == NULL)
    {
      (*n_bad)++;
      g_printerr ("# %s, allocation %u: no sentence: %s\n", command, k, run.err);
    }
  return TRUE;
}

static void
test_refused (gconstpointer data)
{
  const char *command = data;
  guint n = 0, n_known = 0, n_bad = 0;

  for (guint k = 1; k <= LAST && refuse (command, k, &n_known, &n_bad);
       k += k < EVERY_ONE ? 1 : STEP)
    n++;
  g_test_message ("%u refused, %u of them known", n, n_known);
  g_assert_cmpuint (n_bad, ==, 0);
  g_assert_cmpuint (n, >, 0);
}

static void
make_inputs (void)
{
  static const char *const lines[] = {
    "CLI export-case hmc2 --n-train 20 --n-test 20 --out DIR/case.npz",
    "CLI sweep DIR/case.npz --widths 10,20 --out DIR/rows.npz",
    "CLI plan DIR/case.npz --widths 10,20 --out DIR/plan",
    "CLI run DIR/plan",
    "CLI train " GLYPHS "net.safetensors",
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (CliRun) run = cli_run (lines[i]);

      g_assert_cmpint (run.status, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  make_inputs ();
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (GStrv) words = g_strsplit (commands[i], " ", 3);
      g_autofree char *path = g_strdup_printf ("/memory-refused/%s-%u", words[1], i);

      g_test_add_data_func (path, commands[i], test_refused);
    }
  status = g_test_run ();
  cli_run_end ();
  return status;
}
