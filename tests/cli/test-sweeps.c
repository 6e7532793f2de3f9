/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps in folders: whoever computes a row, in whatever order, the merged file is what one command
 * writes; and whatever happens to a task, the next one goes on. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli-run.h"

#define SAME PYTHON " -B " SCRIPT " DIR/"

#define CHAINS "hmc2 --widths 10 --chains 2 --warmup 100 --seed 3 "
#define SMALL "hmc4 --n-train 40 --n-test 60 "

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

/* Runs a line, which must end with @status and say @word, on either stream. */
static void
expect (const char *line, int status, const char *word)
{
  g_auto (CliRun) run = cli_run (line);
  g_autofree char *both = g_strconcat (run.out, run.err, NULL);

  g_test_message ("%s -> %d\n%s", line, run.status, both);
  g_assert_cmpint (run.status, ==, status);
  g_assert_nonnull (strstr (both, word));
}

static void G_GNUC_PRINTF (3, 4) expect_of (int status, const char *word, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  expect (line, status, word);
}

/* Plans @what in DIR/@name and runs its tasks one by one, from the last to the first, on changing
 * numbers of threads. */
static void
run_backwards (const char *name, const char *what, guint n_tasks)
{
  expect_of (0, "is planned", "CLI plan %s --tasks %u --out DIR/%s", what, n_tasks, name);
  for (guint k = n_tasks; k >= 1; k--)
    expect_of (0, "rows are there", "CLI run DIR/%s --task %u/%u -j %u", name, k, n_tasks,
               1 + k % 3);
}

/* Every row its own temperature: nothing continues, and all is the same to the last bit. */
static void
test_without_continuation (void)
{
  const char *what = SMALL "-w 7 -t 0.01,0.3,0.02,0.1,0.05";

  run_backwards ("single", what, 5);
  expect ("CLI merge DIR/single --out DIR/single.npz", 0, "5 rows");
  expect_of (0, "", "CLI sweep %s --out DIR/single-here.npz", what);
  expect (SAME "single-here.npz DIR/single.npz", 0, "");
}

/* Cut anywhere, the rows begin anew where sweep goes on; whole, they are the same to the last bit.
 */
static void
test_with_continuation (void)
{
  const char *what = SMALL "-w 5,80,gp,20,10,40,3:9:27 -t 0.01,0.1";

  run_backwards ("cut", what, 6);
  expect ("CLI merge DIR/cut --out DIR/cut.npz", 0, "14 rows");
  expect_of (0, "", "CLI sweep %s --out DIR/cut-here.npz", what);
  expect (SAME "cut-here.npz DIR/cut.npz continued", 0, "");
  expect_of (0, "is planned", "CLI plan %s --out DIR/whole", what);
  expect ("CLI run DIR/whole -j 2", 0, "14 of 14");
  expect ("CLI merge DIR/whole --out DIR/whole.npz", 0, "14 rows");
  expect (SAME "cut-here.npz DIR/whole.npz", 0, "");
}

/* Seeds, widths and temperatures with some twice, of each width the best temperature. */
static void
test_seeds (void)
{
  const char *what = SMALL "-w 20,10,20 -t 0.1,0.02,0.1 --best --seed 5 --seeds 4-7 "
                           "--gp-paths 1,2;3";

  run_backwards ("seeds", what, 4);
  expect ("CLI merge DIR/seeds --out DIR/seeds.npz", 0, "mean over 4 seeds");
  expect_of (0, "", "CLI sweep %s --out DIR/seeds-here.npz", what);
  expect (SAME "seeds-here.npz DIR/seeds.npz continued", 0, "");
  expect_of (0, "is planned", "CLI plan %s --out DIR/seeds-whole", what);
  expect ("CLI run DIR/seeds-whole", 0, "36 of 36");
  expect ("CLI merge DIR/seeds-whole --out DIR/seeds-whole.npz", 0, "mean over 4 seeds");
  expect (SAME "seeds-here.npz DIR/seeds-whole.npz", 0, "");
}

/* Several sets of variances: what one command writes, and each set what a sweep at it alone is. */
static void
test_variances (void)
{
  const char *axes = SMALL "-w 30 -t 0.01,0.1 --gp-paths 1,2";
  const char *sets[] = { "1,1,1,1", "2,0.5,1,3" };
  const char *whole = SMALL "-w 20,40,gp -t 0.05 -v '1,1,1,1;1,2,1,1;0.5,1,1,2' --seeds 2-3";

  g_autofree char *both = g_strdup_printf ("%s -v '%s;%s'", axes, sets[0], sets[1]);

  run_backwards ("sets", both, 4);
  expect ("CLI merge DIR/sets --out DIR/sets.npz", 0, "4 rows");
  expect_of (0, "variances 2,0.5,1,3", "CLI sweep %s --out DIR/sets-here.npz", both);
  expect (SAME "sets-here.npz DIR/sets.npz", 0, "");
  for (guint v = 0; v < G_N_ELEMENTS (sets); v++)
    {
      expect_of (0, "", "CLI sweep %s -v %s --out DIR/set.npz", axes, sets[v]);
      expect_of (0, "", SAME "set.npz DIR/sets.npz from %u", 2 * v);
    }
  expect ("CLI rerun DIR/sets.npz --out DIR/sets-again.npz", 0, "");
  expect (SAME "sets.npz DIR/sets-again.npz", 0, "");

  expect_of (0, "18 rows: 2 seeds, 3 sets of variances, 1 temperature, 3 widths",
             "CLI plan %s --seed 2 --out DIR/more", whole);
  expect ("CLI run DIR/more -j 2", 0, "18 of 18");
  expect ("CLI merge DIR/more --out DIR/more.npz", 0, "mean over 2 seeds");
  expect ("CLI sweep " SMALL "-w 20,40,gp -t 0.05 -v 1,2,1,1 --seed 2 --out DIR/set.npz", 0, "");
  expect (SAME "set.npz DIR/more.npz from 3", 0, "");

  /* What samples and heads are found at a set is what they are there. */
  expect ("CLI plan hmc2 -w 10 -t 0.1 -v '1,1,1,1;2,1,1,1' --sample 100 --chains 2 --warmup 60 "
          "--seed 3 --out DIR/drawn",
          0, "2 rows");
  expect ("CLI status DIR/drawn", 0, "missing: row 1 (variances 2,1,1,1, T = 0.1, N = 10)");
  expect ("CLI run DIR/drawn", 0, "2 of 2");
  expect ("sh -c 'CLI merge DIR/drawn --out DIR/drawn.npz; test $? = 0 -o $? = 3'", 0, "");
  expect ("sh -c 'CLI sample hmc2 -w 10 -t 0.1 -v 2,1,1,1 --draws 100 --chains 2 --warmup 60 "
          "--seed 3 --out DIR/draw.npz; test $? = 0 -o $? = 3'",
          0, "");
  expect (SAME "draw.npz DIR/drawn.npz from 1", 0, "");

  cli_assert_refused ("CLI plan " SMALL "-v '1,1,1,1;1,1' --out DIR/x", 2, "--variances has 2");
  cli_assert_refused ("CLI plan " SMALL "-v '1,1,1,1;' --out DIR/x", 2, "--variances is empty");
  cli_assert_refused ("CLI plan " SMALL "-v '1,1,1,1;1,1,1,0' --out DIR/x", 2, "--variances must");
  cli_assert_refused ("CLI plan " SMALL "-v '1,1,1,1;2,1,1,1' --best --out DIR/x", 2,
                      "several sets are solved at every temperature");
  g_assert_false (exists ("x"));
}

/* Rows of a case of several outputs, and of a map of it. */
static void
test_classes (void)
{
  const char *what = "hmc-classes --n-train 24 --n-test 30 --n-features 8 --n-tokens 6 ";
  const char *map = "N=10,40";

  run_backwards ("classes",
                 "hmc-classes --n-train 24 --n-test 30 --n-features 8 --n-tokens 6 "
                 "-w 7 -t 0.01,0.3,0.1 --gp-paths 1,2",
                 3);
  expect ("CLI merge DIR/classes --out DIR/classes.npz", 0, "3 rows");
  expect_of (0, "3 classes",
             "CLI sweep %s-w 7 -t 0.01,0.3,0.1 --gp-paths 1,2 --out DIR/classes-here.npz", what);
  expect (SAME "classes-here.npz DIR/classes.npz", 0, "");
  expect ("CLI rerun DIR/classes.npz --out DIR/classes-again.npz", 0, "");
  expect (SAME "classes.npz DIR/classes-again.npz", 0, "");
  expect_of (0, "4 rows", "CLI plan %s--axis n-classes=3,5 --axis %s --out DIR/classes-map", what,
             map);
  expect ("CLI run DIR/classes-map", 0, "4 of 4");
  expect ("CLI merge DIR/classes-map --out DIR/classes-map.npz", 0, "4 rows");
  expect_of (0, "", "CLI map %s--x n-classes=3,5 --y %s --out DIR/classes-map-here.npz", what, map);
  expect_of (0, "heads removed",
             "CLI plan %s-w 20 --prune score --random 3 --out DIR/classes-prune", what);
  expect ("CLI run DIR/classes-prune", 0, "1 of 1");
}

/* Heads removed at every row: each is what prune finds, and together they have an axis of rows. */
static void
test_prune (void)
{
  const char *what = SMALL "--seed 4 ";
  const char *how = "--random 7 --no-resolve ";

  expect_of (0, "heads removed", "CLI plan %s-w 20 -t 0.05 --prune reverse %s--out DIR/one", what,
             how);
  expect ("CLI run DIR/one", 0, "1 of 1");
  expect ("CLI merge DIR/one --out DIR/one.npz", 0, "1 row");
  expect_of (0, "",
             "CLI prune %s--width 20 --temperature 0.05 --order reverse %s--out DIR/pruned.npz",
             what, how);
  expect (SAME "pruned.npz DIR/one.npz stacked", 0, "");
  expect_of (0, "8 rows",
             "CLI plan %s-w 20,40 -t 0.05,0.1 --seeds 4-5 --prune score %s--out "
             "DIR/prune",
             what, how);
  for (guint k = 4; k >= 1; k--)
    expect_of (0, "2 of 2", "CLI run DIR/prune --task %u/4", k);
  expect ("CLI merge DIR/prune --out DIR/prune.npz", 0, "8 rows");
}

#define NETWORK "glyphs " SMALL_GLYPHS " --network-width 16 --heads 2,2 --qk 8 --batch 32 "

/* A network for every seed, as train makes it; one that is told to end goes on. */
static void
test_train (void)
{
  g_autoptr (GSubprocess) process = NULL;

  expect ("CLI plan " NETWORK "--train 20 --seed 3 --seeds 3-4 --out DIR/train", 0, "2 rows");
  expect ("CLI run DIR/train", 0, "2 of 2");
  expect ("CLI merge DIR/train --out DIR/train.npz", 0, "2 rows");
  expect ("CLI train " NETWORK "--steps 20 --seed 4 --out DIR/net.safetensors", 0, "20 steps");
  /* The times in them differ. */
  expect ("CLI export-case DIR/net.safetensors --out DIR/net.npz", 0, "");
  expect ("CLI export-case DIR/train/networks/00000/00000001.safetensors --out DIR/row.npz", 0, "");
  expect (SAME "net.npz DIR/row.npz few", 0, "");

  expect ("CLI plan " NETWORK "--train 1500 --seed 3 --out DIR/longer", 0, "trained");
  process = cli_start ("CLI run DIR/longer -j 1");
  for (guint i = 0; i < 600 && !exists ("longer/checkpoints/row-0"); i++)
    g_usleep (20000);
  g_assert_true (exists ("longer/checkpoints/row-0"));
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 75);
  expect ("CLI status DIR/longer", 0, "0 done, 0 running, 0 failed, 1 missing");
  expect ("CLI run DIR/longer", 0, "goes on");
  g_assert_false (exists ("longer/checkpoints/row-0"));
  expect ("CLI merge DIR/longer --out DIR/longer.npz", 0, "1 row");
}

/* A case of a file is copied: the file itself is not needed any more. */
static void
test_file (void)
{
  expect ("CLI export-case " SMALL "--out DIR/case.npz", 0, "");
  expect ("CLI sweep DIR/case.npz -w 40,20 --out DIR/file-here.npz", 0, "");
  expect ("CLI plan DIR/case.npz -w 40,20 --out DIR/file", 0, "is planned");
  expect ("sh -c 'mv DIR/case.npz DIR/moved.npz'", 0, "");
  expect ("CLI run DIR/file", 0, "2 of 2");
  expect ("CLI merge DIR/file --out DIR/file.npz", 0, "2 rows");
  expect (SAME "file-here.npz DIR/file.npz", 0, "");
  /* What was copied is what was planned, or nothing is computed. */
  expect ("CLI plan DIR/moved.npz -w 40,20 --out DIR/changed", 0, "is planned");
  expect ("sh -c 'printf x >> DIR/changed/case/1/moved.npz'", 0, "");
  expect ("CLI run DIR/changed", 1, "was changed after the sweep was planned");
}

/* Any program that starts others shares the work. */
static void
test_xargs (void)
{
  expect ("CLI plan " SMALL "-w 5,10,20,40 -t 0.02,0.1 --rows-per-task 1 --out DIR/xargs", 0,
          "8 tasks");
  expect ("sh -c 'seq 8 | xargs -P 2 -I @ CLI run DIR/xargs --task @/8'", 0, "1 of 1");
  expect ("CLI status DIR/xargs", 0, "8 done, 0 running, 0 failed, 0 missing");
  expect ("CLI merge DIR/xargs --out DIR/xargs.npz", 0, "8 rows");
  expect ("CLI sweep " SMALL "-w 5,10,20,40 -t 0.02,0.1 --out DIR/xargs-here.npz", 0, "");
  expect (SAME "xargs-here.npz DIR/xargs.npz continued", 0, "");
}

/* Who the task is, as schedulers say it, and the script that they start. */
static void
test_schedulers (void)
{
  expect ("CLI plan " SMALL "-w 5,10,20 -t 0.02,0.1 --rows-per-task 1 --max-array 6 --time 1:30:00 "
          "--memory 2G --cores 2 --partition long --account theory --sbatch=--qos=low "
          "--out DIR/jobs",
          0, "5 tasks");
  expect ("sh -c 'bash -n DIR/jobs/job.sh && test -x DIR/jobs/job.sh && cat DIR/jobs/job.sh'", 0,
          "#SBATCH --array=1-5\n#SBATCH --time=01:30:00\n#SBATCH --mem=2048M\n"
          "#SBATCH --cpus-per-task=2\n");
  expect ("sh -c 'cat DIR/jobs/job.sh'", 0,
          "#SBATCH --partition=long\n#SBATCH --account=theory\n#SBATCH --qos=low\n");
  expect ("sh -c 'SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=5 SLURM_ARRAY_TASK_MIN=1 "
          "SLURM_ARRAY_TASK_MAX=5 DIR/jobs/job.sh'",
          0, "1 of 1 rows");
  /* Some tasks of the plan, submitted again. */
  expect ("sh -c 'SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=3 "
          "SLURM_ARRAY_TASK_MAX=5 DIR/jobs/job.sh'",
          0, "2 of 2 rows");
  expect ("sh -c 'PBS_ARRAY_INDEX=1 CLI run DIR/jobs'", 0, "1 of 1 rows");
  expect ("sh -c 'SGE_TASK_ID=3 SGE_TASK_FIRST=1 SGE_TASK_LAST=5 CLI run DIR/jobs'", 0,
          "1 of 1 rows");
  expect ("CLI status DIR/jobs --json", 0, "\"done\" : 5");
  /* The numbers of another array share all rows among themselves. */
  expect ("sh -c 'SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=0 "
          "SLURM_ARRAY_TASK_MAX=1 DIR/jobs/job.sh'",
          0, "3 of 3 rows are there, 1 computed now");
  expect ("CLI status DIR/jobs", 0, "6 done");
  cli_assert_refused ("sh -c 'PBS_ARRAY_INDEX=6 CLI run DIR/jobs'", 2, "no task 6 of 5");
  cli_assert_refused ("sh -c 'PBS_ARRAY_INDEX=0 CLI run DIR/jobs'", 2, "no task 0 of 5");
}

static gboolean
says (const char *line, const char *word)
{
  g_auto (CliRun) run = cli_run (line);

  return strstr (run.out, word) != NULL;
}

/* Runs job.sh as SLURM does, with a stand-in of scontrol that notes its words, and sends it a
 * signal when the row is under way; it exits with 75. */
static void
run_job_until (const char *restarts, int number)
{
  g_autofree char *line = g_strdup_printf (
      "sh -c 'PATH=DIR/bin:$PATH SLURM_JOB_ID=77 SLURM_RESTART_COUNT=%s SLURM_ARRAY_TASK_ID=1 "
      "SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=1 exec "
      "DIR/limit/job.sh'",
      restarts);
  g_autoptr (GSubprocess) process = cli_start (line);

  for (guint i = 0; i < 600 && !says ("CLI status DIR/limit", "0 done, 1 running"); i++)
    g_usleep (20000);
  g_subprocess_send_signal (process, number);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 75);
}

/* At its time limit a task goes back into the queue; where it is cancelled, or was put back often
 * enough, it does not. */
static void
test_time_limit (void)
{
  expect ("CLI plan " CHAINS "--sample 20000 --time 1 --out DIR/limit", 0,
          "ask for 5 minutes or more");
  expect ("sh -c 'cat DIR/limit/job.sh'", 0, "#SBATCH --signal=B:USR1@15\n");
  expect ("CLI plan " CHAINS "--sample 2000 --time 10 --out DIR/longer-limit", 0,
          "goes back into the queue");
  expect ("sh -c 'cat DIR/longer-limit/job.sh'", 0, "#SBATCH --signal=B:USR1@60\n");
  expect ("sh -c 'mkdir DIR/bin && printf \"#!/bin/sh\\necho \\$* >> DIR/requeued\\n\" > "
          "DIR/bin/scontrol && chmod +x DIR/bin/scontrol'",
          0, "");
  run_job_until ("0", SIGTERM);
  g_assert_false (exists ("requeued"));
  run_job_until ("10", SIGUSR1);
  g_assert_false (exists ("requeued"));
  run_job_until ("9", SIGUSR1);
  expect ("sh -c 'cat DIR/requeued'", 0, "requeue 77\n");
}

static void
test_dry_run (void)
{
  expect ("CLI plan hmc4 -w 10,20 --seeds 1-9 --dry-run", 0, "20 rows: 10 seeds");
  expect ("CLI plan hmc4 -w 10,20 --dry-run --out DIR/dry", 0, "2 rows");
  g_assert_false (exists ("dry"));
}

#define BIRTH                                                                                      \
  "--task-options='n-test=10; n-tokens=5; n-features=4; noise=0; heads=previous' --p 6,12 "        \
  "--line-points 5"

/* The parts of an experiment in time: the table of hierarchies, byte for byte what one command
 * writes; a part that is not there is named, and the file of another table's part thrown away. */
static void
test_parts (void)
{
  expect ("CLI dynamics joma-table --seeds 1 --out DIR/table-here.npz", 0, "");
  expect ("CLI plan joma-table --seeds 1 --tasks 3 --cores 2 --out DIR/table", 0,
          "12 rows: parts of joma-table, the last of them row 11 (setting 12, seed 1)");
  expect ("sh -c 'cat DIR/table/job.sh'", 0, "#SBATCH --array=1-3\n");
  expect ("CLI run DIR/table --task 3/3 -j 2", 0, "4 of 4 rows are there");
  expect ("CLI merge DIR/table --out DIR/table.npz", 1, "row 0 (setting 1, seed 1)");
  expect ("CLI figure DIR/table.npz --panel table-grid -f svg --out DIR", 0, "");
  /* The part of another table. */
  expect ("CLI plan joma-table --seeds 1 --seed 2 --out DIR/other-table", 0, "");
  expect ("sh -c 'mkdir -p DIR/other-table/rows/000/00000 && cp DIR/table/rows/000/00000/0009.npz "
          "DIR/other-table/rows/000/00000/0009.npz'",
          0, "");
  expect ("CLI merge DIR/other-table --out DIR/other-table.npz", 1, "holds other rows");
  expect ("sh -c 'SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=1 "
          "SLURM_ARRAY_TASK_MAX=1 DIR/table/job.sh'",
          0, "12 of 12 rows are there, 8 computed now");
  expect ("CLI merge DIR/table --out DIR/table.npz", 0, "12 rows");
  expect ("cmp DIR/table.npz DIR/table-here.npz", 0, "");
  cli_assert_refused ("CLI plan joma-table --widths 10 --dry-run", 2, "is of attention paths");
  cli_assert_refused ("CLI plan joma-table --seeds 1-4 --dry-run", 2,
                      "a whole number from 1 to 20");
  cli_assert_refused ("CLI plan joma-joint --dry-run", 1, "has no attention paths");
  /* Learned attention: a row for every number of examples. */
  expect ("CLI dynamics learned-attention " BIRTH " --out DIR/birth-here.npz", 0, "");
  expect ("CLI plan learned-attention " BIRTH " --out DIR/birth", 0,
          "2 rows: parts of learned-attention, the last of them row 1 (12 examples)");
  expect ("CLI run DIR/birth", 0, "2 of 2 rows are there");
  expect ("CLI merge DIR/birth --out DIR/birth.npz", 0, "2 rows");
  expect ("cmp DIR/birth.npz DIR/birth-here.npz", 0, "");
}

/* Chains that are killed or told to end go on from where they were, to the same draws. */
static void
stop_chains (const char *name, int number, int status)
{
  g_autofree char *run = g_strdup_printf ("CLI run DIR/%s -j 1", name);
  g_autofree char *checkpoint = g_strdup_printf ("%s/checkpoints/row-0-1", name);
  g_autofree char *plain = g_strdup_printf ("%s/checkpoints/row-0", name);
  g_autofree char *status_line = g_strdup_printf ("CLI status DIR/%s", name);
  g_autoptr (GSubprocess) process = NULL;

  expect_of (0, "sampled", "CLI plan " CHAINS "--sample 2000 --out DIR/%s", name);
  process = cli_start (run);
  for (guint i = 0; i < 600 && !exists (checkpoint) && !exists (plain); i++)
    g_usleep (20000);
  g_assert_true (exists (checkpoint) || exists (plain));
  /* Who is at work notes a row at most a third of a second later. */
  for (guint i = 0; i < 40 && !says (status_line, "0 done, 1 running"); i++)
    g_usleep (10000);
  expect (status_line, 0, "0 done, 1 running");
  g_subprocess_send_signal (process, number);
  g_subprocess_wait (process, NULL, NULL);
  if (number == SIGKILL)
    g_assert_true (g_subprocess_get_if_signaled (process));
  else
    g_assert_cmpint (g_subprocess_get_exit_status (process), ==, status);
  expect_of (0, "0 done, 0 running, 0 failed, 1 missing", "CLI status DIR/%s", name);
  expect_of (0, "goes on", "%s", run);
  g_assert_false (exists (checkpoint) || exists (plain));
  /* 3 where a diagnostic fails, of both alike. */
  expect_of (0, "", "sh -c 'CLI merge DIR/%s --out DIR/%s.npz; test $? = 0 -o $? = 3'", name, name);
  expect_of (0, "", SAME "chains-here.npz DIR/%s.npz stopped", name);
}

static void
test_stops (void)
{
  expect ("sh -c 'CLI sample " CHAINS "--draws 2000 --out DIR/chains-here.npz; test $? = 0 -o $? = "
          "3'",
          0, "");
  stop_chains ("killed", SIGKILL, 0);
  stop_chains ("ended", SIGTERM, 75);
  stop_chains ("interrupted", SIGINT, 130);
}

/* kill -9 at any moment of many small rows: nothing is damaged, and nothing is computed in vain but
 * what was not written. */
static void
test_kills (void)
{
  const char *widths = "11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34";

  expect_of (0, "24 rows", "CLI plan " SMALL "-w %s --out DIR/kills", widths);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (GSubprocess) process = cli_start ("CLI run DIR/kills -j 2");

      g_usleep (60000 + 40000 * i);
      g_subprocess_send_signal (process, SIGKILL);
      g_subprocess_wait (process, NULL, NULL);
    }
  expect ("CLI run DIR/kills", 0, "24 of 24");
  expect ("CLI status DIR/kills", 0, "24 done, 0 running, 0 failed, 0 missing");
  expect ("CLI merge DIR/kills --out DIR/kills.npz", 0, "24 rows");
  expect_of (0, "", "CLI sweep " SMALL "-w %s --out DIR/kills-here.npz", widths);
  expect (SAME "kills-here.npz DIR/kills.npz continued", 0, "");
}

/* Both compute; whoever is last has only lost time. */
static void
test_two_on_one_row (void)
{
  g_autoptr (GSubprocess) a = NULL, b = NULL;

  expect ("CLI plan " SMALL "-w 10,20,40 -t 0.01,0.02,0.03 --out DIR/two", 0, "9 rows");
  a = cli_start ("CLI run DIR/two -j 1");
  b = cli_start ("CLI run DIR/two --task 1/1 -j 1");
  g_subprocess_wait (a, NULL, NULL);
  g_subprocess_wait (b, NULL, NULL);
  g_assert_cmpint (g_subprocess_get_exit_status (a), ==, 0);
  g_assert_cmpint (g_subprocess_get_exit_status (b), ==, 0);
  expect ("CLI status DIR/two", 0, "9 done, 0 running, 0 failed, 0 missing");
  expect ("CLI merge DIR/two --out DIR/two.npz", 0, "9 rows");
  expect ("CLI sweep " SMALL "-w 10,20,40 -t 0.01,0.02,0.03 --out DIR/two-here.npz", 0, "");
  expect (SAME "two-here.npz DIR/two.npz continued", 0, "");
}

/* A file that is cut short or spoilt is said, thrown away and computed again; a merge names it. */
static void
test_damage (void)
{
  expect ("CLI plan " SMALL "-w 5,10,20 --out DIR/damage", 0, "3 rows");
  expect ("CLI run DIR/damage --task 2/3", 0, "1 of 1");
  g_assert_true (exists ("damage/rows/000/00000/0001.npz"));
  expect ("sh -c 'truncate -s 3000 DIR/damage/rows/000/00000/0001.npz'", 0, "");
  expect ("CLI merge DIR/damage --out DIR/damage.npz", 1, "0001.npz");
  g_assert_false (exists ("damage.npz"));
  expect ("CLI run DIR/damage --task 2/3", 0, "computed anew");
  /* Of another plan. */
  expect ("CLI plan " SMALL "-w 5,11,20 --out DIR/other", 0, "3 rows");
  expect ("sh -c 'mkdir -p DIR/other/rows/000/00000 && cp DIR/damage/rows/000/00000/0001.npz "
          "DIR/other/rows/000/00000/'",
          0, "");
  expect ("CLI run DIR/other", 0, "computed anew");
  expect ("CLI run DIR/damage", 0, "3 of 3");
  expect ("CLI run DIR/damage", 0, "3 of 3 rows are there, 0 computed now");
  expect (
      "sh -c 'printf XXXXXXXX | dd of=DIR/damage/rows/000/00000.npz bs=1 seek=9000 conv=notrunc'",
      0, "");
  expect ("CLI merge DIR/damage --out DIR/damage.npz", 1, "3 of 3 rows are not there");
  expect ("CLI run DIR/damage", 0, "3 of 3 rows are there, 3 computed now");
  expect ("CLI merge DIR/damage --out DIR/damage.npz", 0, "3 rows");
  expect ("CLI sweep " SMALL "-w 5,10,20 --out DIR/damage-here.npz", 0, "");
  expect (SAME "damage-here.npz DIR/damage.npz", 0, "");
}

/* A file system that takes nothing fails the row with a sentence, and the next run tries again. */
static void
test_full (void)
{
  expect ("CLI plan " SMALL "-w 5,10 --out DIR/full", 0, "2 rows");
  expect ("sh -c 'trap \"\" XFSZ; ulimit -f 8; exec CLI run DIR/full'", 1,
          "2 rows could not be computed");
  expect ("CLI status DIR/full", 0, "0 done, 0 running, 2 failed, 0 missing");
  expect ("CLI status DIR/full", 0, "failed: row 1 (T = 0.01, N = 10): ");
  expect ("CLI status DIR/full --json", 0, "\"why\"");
  expect ("CLI merge DIR/full --out DIR/full.npz", 1, "2 of 2 rows are not there");
  expect ("CLI run DIR/full", 0, "2 of 2");
  expect ("CLI status DIR/full", 0, "2 done, 0 running, 0 failed, 0 missing");
  /* A place that takes nothing at all. */
  expect ("CLI plan " SMALL "-w 5,10,20,40,80 --out DIR/lost", 0, "5 rows");
  expect ("sh -c 'rmdir DIR/lost/rows && touch DIR/lost/rows'", 0, "");
  expect ("CLI run DIR/lost -j 1", 1, "takes no rows any more");
  expect ("CLI status DIR/lost", 0, "0 done, 0 running, 0 failed, 5 missing");
}

/* An incomplete sweep: what is there is written, and the rest is named. */
static void
test_incomplete (void)
{
  expect ("CLI plan " SMALL "-w 5,10,20,40 --seeds 1-2 --out DIR/part", 0, "12 rows");
  expect ("CLI run DIR/part --task 1/2", 0, "6 of 6");
  expect ("CLI merge DIR/part --out DIR/part.npz", 1,
          "6 of 12 rows are not there: row 4 (seed 1, T = 0.01, N = 5), row 5");
  g_assert_true (exists ("part.npz"));
  expect ("CLI status DIR/part", 0, "missing: row 4 (seed 1, T = 0.01, N = 5)");
}

static void
test_refused (void)
{
  expect ("CLI plan " SMALL "-w 5,10 --out DIR/refused", 0, "2 rows");
  cli_assert_refused ("CLI run DIR/refused --task 3/2", 2, "“3/2” is not the number of a task");
  cli_assert_refused ("CLI run DIR/refused --task 0/2", 2, "counted from 1");
  cli_assert_refused ("CLI run DIR/refused --task two", 2, "as in 3/40");
  expect ("CLI run DIR/refused --task 3/5", 0, "1 of 1");
  expect ("CLI run DIR/refused --task 1/5", 0, "0 of 0");
  cli_assert_refused ("CLI run DIR/nowhere", 1, "is no sweep");
  cli_assert_refused ("CLI status DIR", 1, "is no sweep");
  cli_assert_refused ("CLI merge DIR/refused --out DIR/refused.csv", 2, "must end in .npz");
  cli_assert_refused ("CLI merge DIR/refused", 2, "--out FILE.npz is missing");
  cli_assert_refused ("CLI status", 2, "A SWEEP is missing");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --out DIR/refused", 1, "is not empty");
  cli_assert_refused ("CLI plan " SMALL "-w 5", 2, "--out SWEEP is missing");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --tasks 2 --rows-per-task 1 --out DIR/x", 2,
                      "and not both");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --time soon --out DIR/x", 2, "--time");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --memory much --out DIR/x", 2, "--memory");
  cli_assert_refused ("CLI plan " SMALL "-w 5,gp --sample 100 --out DIR/x", 2, "GP limit");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --train 9 --out DIR/x", 2, "--train is for glyphs");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --prune best --out DIR/x", 2, "--prune");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --prune score --sample 9 --out DIR/x", 2, "not both");
  cli_assert_refused ("CLI plan " SMALL "-w 5 --prune score --fine-tune 9 --out DIR/x", 2,
                      "--fine-tune needs");
  g_assert_false (exists ("x"));
  /* Another version, a changed plan, none, and no JSON. */
  expect ("sh -c 'cp DIR/refused/plan.json DIR/plan.json'", 0, "");
  expect ("sh -c \"sed -i 's/interplay_sweep. : 1/interplay_sweep\\\" : 9/' "
          "DIR/refused/plan.json\"",
          0, "");
  cli_assert_refused ("CLI run DIR/refused", 1, "is of version 9");
  expect ("sh -c \"sed -i 's/interplay_sweep. : 9/interplay_sweep\\\" : 2/' "
          "DIR/refused/plan.json\"",
          0, "");
  cli_assert_refused ("CLI run DIR/refused", 1, "was changed after it was planned");
  expect ("sh -c \"sed 's/n_train. : 40/n_train\\\" : 42/' DIR/plan.json > "
          "DIR/refused/plan.json\"",
          0, "");
  cli_assert_refused ("CLI status DIR/refused", 1, "was changed after it was planned");
  expect ("sh -c \"sed 's/rows. : 2/rows\\\" : 0/' DIR/plan.json > DIR/refused/plan.json\"", 0, "");
  expect ("CLI run DIR/refused", 1, "rows");
  expect ("sh -c 'grep -v cores DIR/plan.json > DIR/refused/plan.json'", 0, "");
  cli_assert_refused ("CLI run DIR/refused", 1, "how many tasks, cores and layers");
  expect ("sh -c 'head -c 300 DIR/plan.json > DIR/refused/plan.json'", 0, "");
  expect ("CLI run DIR/refused", 1, "no plan that can be read");
  expect ("sh -c 'echo {} > DIR/refused/plan.json'", 0, "");
  cli_assert_refused ("CLI run DIR/refused", 1, "is no plan of a sweep");
}

/* Root writes everywhere. */
static void
test_read_only (void)
{
  if (geteuid () == 0)
    {
      g_test_skip ("root writes into folders that are read-only");
      return;
    }
  expect ("CLI plan " SMALL "-w 5 --out DIR/read-only", 0, "1 row");
  expect ("sh -c 'chmod -R a-w DIR/read-only'", 0, "");
  expect ("CLI run DIR/read-only", 1, "failed");
  expect ("sh -c 'chmod -R u+w DIR/read-only'", 0, "");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/cli/sweeps/without-continuation", test_without_continuation);
  g_test_add_func ("/cli/sweeps/with-continuation", test_with_continuation);
  g_test_add_func ("/cli/sweeps/seeds", test_seeds);
  g_test_add_func ("/cli/sweeps/variances", test_variances);
  g_test_add_func ("/cli/sweeps/prune", test_prune);
  g_test_add_func ("/cli/sweeps/classes", test_classes);
  g_test_add_func ("/cli/sweeps/train", test_train);
  g_test_add_func ("/cli/sweeps/file", test_file);
  g_test_add_func ("/cli/sweeps/xargs", test_xargs);
  g_test_add_func ("/cli/sweeps/schedulers", test_schedulers);
  g_test_add_func ("/cli/sweeps/time-limit", test_time_limit);
  g_test_add_func ("/cli/sweeps/dry-run", test_dry_run);
  g_test_add_func ("/cli/sweeps/parts", test_parts);
  g_test_add_func ("/cli/sweeps/stops", test_stops);
  g_test_add_func ("/cli/sweeps/kills", test_kills);
  g_test_add_func ("/cli/sweeps/two-on-one-row", test_two_on_one_row);
  g_test_add_func ("/cli/sweeps/damage", test_damage);
  g_test_add_func ("/cli/sweeps/full", test_full);
  g_test_add_func ("/cli/sweeps/incomplete", test_incomplete);
  g_test_add_func ("/cli/sweeps/refused", test_refused);
  g_test_add_func ("/cli/sweeps/read-only", test_read_only);
  status = g_test_run ();
  cli_run_end ();
  return status;
}
