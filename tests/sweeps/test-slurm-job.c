/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sbatch and squeue of SLURM 22.05.8 printed is read, and so is what they might. */
#include "sweeps/job-script.h"
#include "sweeps/slurm-job.h"
#include <string.h>

static void
test_number (void)
{
  static const char *const none[]
      = { "", "\n", "Submitted batch job 3\n", "7x", "0\n", "-7", "7;c\nx" };
  g_auto (IplSlurmJob) job = { 0 };

  g_assert_true (ipl_slurm_job_parse (&job, "2\n"));
  g_assert_cmpuint (job.number, ==, 2);
  g_assert_null (job.cluster);
  g_assert_true (ipl_slurm_job_parse (&job, "Welcome to the cluster.\n7;cluster\n"));
  g_assert_cmpuint (job.number, ==, 7);
  g_assert_cmpstr (job.cluster, ==, "cluster");
  for (guint i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_auto (IplSlurmJob) no_job = { 0 };

      g_assert_false (ipl_slurm_job_parse (&no_job, none[i]));
    }
}

static void
assert_words (char **words, const char *expected)
{
  g_autofree char *joined = g_strjoinv (" ", words);

  g_assert_cmpstr (joined, ==, expected);
  g_strfreev (words);
}

static void
test_words (void)
{
  char cluster[] = "east";
  const IplSlurmJob job = { .number = 7 }, there = { .number = 7, .cluster = cluster };

  assert_words (ipl_slurm_job_submit_words ("/a b/job.sh"), "sbatch --parsable /a b/job.sh");
  assert_words (ipl_slurm_job_queue_words (&job),
                "squeue --noheader --states=all --format=%i|%T|%r --jobs=7");
  assert_words (ipl_slurm_job_queue_words (&there),
                "squeue --noheader --states=all --format=%i|%T|%r --clusters=east --jobs=7");
  assert_words (ipl_slurm_job_cancel_words (&there), "scancel --clusters=east 7");
}

/* Waiting, running, done, failed, cancelled; NULL: nothing is told. */
static void
test_states (void)
{
  static const struct
  {
    guint64 job;
    const char *output;
    const char *words;
    gboolean over;
  } cases[] = {
    { 2, "2_[1-6%2]|PENDING|Resources|0:00|10:00|2027-11-23T00:52:16\n",
      "6 tasks: 6 waiting (Resources)", FALSE },
    { 2,
      "2_1|COMPLETED|None|0:00|10:00|2026-11-23T00:52:19\n"
      "2_3|FAILED|JobLaunchFailure|0:02|10:00|2026-11-23T00:52:19\n"
      "2_2|FAILED|NonZeroExitCode|0:00|10:00|2026-11-23T00:52:19\n"
      "2_6|PENDING|JobArrayTaskLimit|0:00|10:00|N/A\n"
      "2_5|RUNNING|None|0:01|10:00|2026-11-23T00:52:21\n"
      "2_4|RUNNING|None|0:03|10:00|2026-11-23T00:52:19\n",
      "6 tasks: 1 waiting (JobArrayTaskLimit), 2 running, 1 done, 2 failed", FALSE },
    { 2,
      "2_6|CANCELLED|None|0:00|10:00|2026-11-23T00:52:22\n"
      "2_4|CANCELLED|None|0:00|10:00|2026-11-23T00:52:22\n"
      "2_5|CANCELLED|None|0:01|10:00|2026-11-23T00:52:21\n"
      "2_1|COMPLETED|None|0:00|10:00|2026-11-23T00:52:19\n"
      "2_3|FAILED|JobLaunchFailure|0:02|10:00|2026-11-23T00:52:19\n",
      "5 tasks: 1 done, 1 failed, 3 cancelled", TRUE },
    { 11,
      "11_4|COMPLETED|None|0:01|10:00|2026-11-23T00:52:26\n"
      "11_3|COMPLETED|None|0:01|10:00|2026-11-23T00:52:26\n",
      "2 tasks: 2 done", TRUE },
    { 5, "5|TIMEOUT|TimeLimit|1:26|1:00|2026-11-23T00:52:19\n", "1 task: 1 failed", TRUE },
    { 4, "4|PENDING|DependencyNeverSatisfied|0:00|UNLIMITED|N/A\n",
      "1 task: 1 waiting (DependencyNeverSatisfied)", FALSE },
    /* A task that was put back, with states that end nothing. */
    { 2, "2_4|REQUEUED|BeginTime|\n2_5|COMPLETING|None|\n",
      "2 tasks: 1 waiting (BeginTime), 1 running", FALSE },
    { 2, "2_[1,3-5,10-19:3%2]|PENDING|Priority\n2_20|RUNNING|None\n",
      "9 tasks: 8 waiting (Priority), 1 running", FALSE },
    /* Others' lines are none of its own. */
    { 2, "CLUSTER: east\n21_1|RUNNING|None\n3|FAILED|None\n2_7|RUNNING|None\n", "1 task: 1 running",
      FALSE },
    { 2, "", NULL, FALSE },
    { 2, "2_[9-1]|PENDING|None\n2_x|RUNNING|None\n2|\n|||\n2_1-|RUNNING|None\n", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const IplSlurmJob job = { .number = cases[i].job };
      g_auto (IplSlurmState) state = { 0 };
      g_autofree char *words = NULL;

      g_assert_cmpint (ipl_slurm_state_parse (&state, &job, cases[i].output), ==,
                       cases[i].words != NULL);
      if (cases[i].words == NULL)
        continue;
      words = ipl_slurm_state_describe (&state);
      g_assert_cmpstr (words, ==, cases[i].words);
      g_assert_cmpint (ipl_slurm_state_is_over (&state), ==, cases[i].over);
    }
}

static void
test_errors (void)
{
  static const char *const pairs[][2] = {
    { "sbatch: error: invalid partition specified: nowhere\n"
      "sbatch: error: Batch job submission failed: Invalid partition name specified\n",
      "invalid partition specified: nowhere; Batch job submission failed: Invalid partition name "
      "specified" },
    { "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n",
      "slurm_load_jobs error: Unable to contact slurm controller (connect failure)" },
    { "squeue: error: ClusterName needs to be specified\n"
      "squeue: fatal: Unable to process configuration file\n",
      "ClusterName needs to be specified; Unable to process configuration file" },
    { "\033[31mno\n", "\\x1b[31mno" },
    { "", "" },
  };
  g_autofree char *much = g_strnfill (100000, 'x'), *cut = ipl_slurm_error_line (much);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *line = ipl_slurm_error_line (pairs[i][0]);

      g_assert_cmpstr (line, ==, pairs[i][1]);
    }
  g_assert_cmpuint (strlen (cut), <, 500);
  g_assert_true (ipl_slurm_is_forgotten ("slurm_load_jobs error: Invalid job id specified\n"));
  g_assert_false (ipl_slurm_is_forgotten (pairs[1][0]));
}

static void
test_times (void)
{
  static const struct
  {
    const char *text;
    double seconds; /* 0: none */
  } cases[] = { { "90", 5400 },
                { "1:30", 90 },
                { "1:30:00", 5400 },
                { "2-12", 216000 },
                { "2-12:00:01", 216001 },
                { "", 0 },
                { "0", 0 },
                { "1:2:3:4", 0 },
                { "-5", 0 },
                { "x", 0 },
                { "1-2-3", 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double seconds = 0;

      g_assert_cmpint (ipl_job_parse_time (cases[i].text, &seconds), ==, cases[i].seconds > 0);
      if (cases[i].seconds > 0)
        g_assert_cmpfloat (seconds, ==, cases[i].seconds);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slurm-job/number", test_number);
  g_test_add_func ("/slurm-job/words", test_words);
  g_test_add_func ("/slurm-job/states", test_states);
  g_test_add_func ("/slurm-job/errors", test_errors);
  g_test_add_func ("/slurm-job/times", test_times);
  return g_test_run ();
}
