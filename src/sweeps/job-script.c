/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.sh: what SLURM is asked for, from what the plan predicts. */
#include "sweeps/job-script.h"

#include "core/base/file-save.h"
#include "core/base/error.h"
#include "core/base/shown-text.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* A task should take so long, that beginning it is worth while. */
#define TASK_SECONDS 300.0
/* A prediction is right within a factor of two, and nodes begin slowly. */
#define SAFETY 2.0
#define BEGIN_SECONDS 600.0
#define BEGIN_MEGABYTES 300.0
/* Before a task is ended it is told, so that it keeps what it has. */
#define WARN_SECONDS 60
/* Shorter tasks are warned when a quarter of their time is left. */
#define WARN_SHARE 4

/* SLURM warns up to a minute early: of less time than this nothing may be left. */
#define SHORT_SECONDS 300

/* Returns: how many tasks the rows are shared among: no more than the site's limit, nor rows */
guint
ipl_job_tasks (const IplSweepPlan *plan, const IplJobOptions *options)
{
  guint most = MIN (plan->n_rows, MAX (options->max_array, 2) - 1);
  double wanted;

  if (options->tasks > 0)
    wanted = options->tasks;
  else if (options->rows_per_task > 0)
    wanted = ceil ((double)plan->n_rows / options->rows_per_task);
  else
    wanted = ceil (ipl_sweep_plan_seconds (plan) / TASK_SECONDS);
  return (guint)CLAMP (wanted, 1, most);
}

double
ipl_job_seconds (const IplSweepPlan *plan, const IplJobOptions *options)
{
  double seconds = options->seconds;

  if (seconds <= 0)
    seconds = SAFETY * ipl_sweep_plan_task_seconds (plan, plan->n_tasks) + BEGIN_SECONDS;
  return 60 * ceil (seconds / 60);
}

/* Before its time limit a task is told so long before. */
static int
warn_seconds (const IplSweepPlan *plan, const IplJobOptions *options)
{
  return (int)MIN (WARN_SECONDS, ipl_job_seconds (plan, options) / WARN_SHARE);
}

/* Returns: whether SLURM, which warns up to a minute early, may leave a task hardly any time */
gboolean
ipl_job_is_short (const IplSweepPlan *plan, const IplJobOptions *options)
{
  return ipl_job_seconds (plan, options) < SHORT_SECONDS;
}

double
ipl_job_megabytes (const IplSweepPlan *plan, const IplJobOptions *options)
{
  double megabytes = options->megabytes;

  if (megabytes <= 0)
    megabytes = 100 * ceil ((1.2 * plan->bytes / 1048576 + BEGIN_MEGABYTES) / 100);
  return megabytes;
}

/* Letters, digits and a few signs, for the list of jobs. */
static char *
job_name (const char *folder)
{
  g_autofree char *base = g_path_get_basename (folder);

  g_strcanon (base, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_.", '-');
  return g_strdup (base);
}

/* A percent sign begins a pattern of sbatch's. */
static char *
log_path (const char *folder)
{
  g_auto (GStrv) parts = g_strsplit (folder, "%", -1);
  g_autofree char *doubled = g_strjoinv ("%%", parts);

  return g_strdup_printf ("%s/logs/%%A_%%a.txt", doubled);
}

static void
add_option (GString *text, const char *name, const char *value)
{
  gboolean plain = strpbrk (value, " \t\"'\\#") == NULL;
  g_auto (GStrv) parts = g_strsplit (value, "\"", -1);
  g_autofree char *escaped = g_strjoinv ("\\\"", parts);

  g_string_append_printf (text, "#SBATCH --%s=%s%s%s\n", name, plain ? "" : "\"",
                          plain ? value : escaped, plain ? "" : "\"");
}

/* Returns: (transfer full): the script */
char *
ipl_job_script (const IplSweepPlan *plan, const char *folder, const IplJobOptions *options)
{
  GString *text = g_string_new ("#!/bin/bash\n");
  g_autofree char *name = job_name (folder), *log = log_path (folder);
  g_autofree char *quoted_folder = g_shell_quote (folder);
  g_autofree char *quoted_program = g_shell_quote (options->program);
  int minutes = (int)(ipl_job_seconds (plan, options) / 60);

  g_autofree char *time = g_strdup_printf ("%02d:%02d:00", minutes / 60, minutes % 60);
  g_autofree char *memory = g_strdup_printf ("%.0fM", ipl_job_megabytes (plan, options));

  add_option (text, "job-name", name);
  g_string_append_printf (text, "#SBATCH --array=1-%u\n", plan->n_tasks);
  add_option (text, "time", time);
  add_option (text, "mem", memory);
  g_string_append_printf (text, "#SBATCH --cpus-per-task=%u\n", options->cores);
  add_option (text, "output", log);
  g_string_append_printf (text,
                          "#SBATCH --open-mode=append\n#SBATCH --requeue\n"
                          "#SBATCH --signal=B:USR1@%d\n",
                          warn_seconds (plan, options));
  if (options->partition != NULL)
    add_option (text, "partition", options->partition);
  if (options->account != NULL)
    add_option (text, "account", options->account);
  for (char **extra = options->extra; extra != NULL && *extra != NULL; extra++)
    g_string_append_printf (text, "#SBATCH %s\n", *extra);
  g_string_append_printf (
      text,
      "\n# %u rows in %u tasks. Submit this with sbatch; the same again goes on where something is "
      "missing.\n"
      "# A task that is told to end keeps what it has and exits with 75.\n"
      "# When the folder has moved, its path is to be changed here and at --output above.\n"
      "sweep=%s\n"
      "program=${INTERPLAY_CLI:-%s}\n\n"
      "# Which task this is it reads from SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT.\n"
      "\"$program\" run \"$sweep\" --threads \"${SLURM_CPUS_PER_TASK:-%u}\" &\n"
      "task=$! told= limit=\n"
      "trap 'told=1; kill -TERM \"$task\"' TERM\n"
      "# SLURM sends USR1 before the time limit: the task goes back into the queue, up to %d "
      "times.\n"
      "trap 'told=1; limit=1; kill -TERM \"$task\"' USR1\n"
      "until told=; wait \"$task\"; code=$?; [ -z \"$told\" ]; do :; done\n"
      "if [ \"$code\" = 75 ] && [ -n \"$limit\" ] && [ -n \"$SLURM_JOB_ID\" ] &&\n"
      "   [ \"${SLURM_RESTART_COUNT:-0}\" -lt %d ]; then\n"
      "  scontrol requeue \"$SLURM_JOB_ID\"\n"
      "fi\n"
      "exit \"$code\"\n",
      plan->n_rows, plan->n_tasks, quoted_folder, quoted_program, options->cores,
      IPL_JOB_MOST_RESTARTS, IPL_JOB_MOST_RESTARTS);
  return g_string_free (text, FALSE);
}

/* Returns: whether job.sh is in the folder */
gboolean
ipl_job_script_write (const IplSweepFolder *folder, const IplJobOptions *options, GError **error)
{
  g_autofree char *path = ipl_sweep_folder_get_file (folder, "job.sh");
  g_autofree char *text = ipl_job_script (folder->plan, folder->path, options);

  if (!ipl_file_save_bytes (path, text, strlen (text), error))
    return FALSE;
  if (g_chmod (path, 0755) == 0)
    return TRUE;
  ipl_set_io_error (error, "made executable", path, errno);
  return FALSE;
}
