/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.sh: what SLURM is asked for, from what the plan predicts; and the same in words. */
#include "sweeps/job-script.h"

#include "core/base/file-save.h"
#include "core/base/memory.h"
#include "core/base/number-text.h"
#include "core/base/error.h"
#include "runs/duration.h"
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

static double
seconds_of (const IplSweepPlan *plan, const IplJobOptions *options)
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
  return (int)MIN (WARN_SECONDS, seconds_of (plan, options) / WARN_SHARE);
}

static double
megabytes_of (const IplSweepPlan *plan, const IplJobOptions *options)
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
static char *
make_script (const IplSweepPlan *plan, const char *folder, const IplJobOptions *options)
{
  GString *text = g_string_new ("#!/bin/bash\n");
  g_autofree char *name = job_name (folder), *log = log_path (folder);
  g_autofree char *quoted_folder = g_shell_quote (folder);
  g_autofree char *quoted_program = g_shell_quote (options->program);
  int minutes = (int)(seconds_of (plan, options) / 60);

  g_autofree char *time = g_strdup_printf ("%02d:%02d:00", minutes / 60, minutes % 60);
  g_autofree char *memory = g_strdup_printf ("%.0fM", megabytes_of (plan, options));

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
  g_autofree char *path = g_build_filename (folder->path, "job.sh", NULL);
  g_autofree char *text = make_script (folder->plan, folder->path, options);

  if (!ipl_file_save_bytes (path, text, strlen (text), error))
    return FALSE;
  if (g_chmod (path, 0755) == 0)
    return TRUE;
  ipl_set_io_error (error, "made executable", path, errno);
  return FALSE;
}

/* @seconds: (out): it
 * Returns: whether @text is one */
gboolean
ipl_job_parse_time (const char *text, double *seconds)
{
  g_auto (GStrv) days = g_strsplit (text, "-", -1), parts = NULL;
  guint n_days = g_strv_length (days), n;
  guint64 value, numbers[3] = { 0 };

  if (n_days < 1 || n_days > 2)
    return FALSE;
  parts = g_strsplit (days[n_days - 1], ":", -1);
  n = g_strv_length (parts);
  for (guint i = 0; i < n; i++)
    if (n > 3 || !ipl_number_parse_whole (parts[i], &numbers[i]) || numbers[i] > 1000000)
      return FALSE;
  if (n == 1)
    *seconds = n_days == 1 ? 60.0 * (double)numbers[0] : 3600.0 * (double)numbers[0];
  else
    *seconds = n == 2
                   ? 60.0 * (double)numbers[0] + (double)numbers[1]
                   : 3600.0 * (double)numbers[0] + 60.0 * (double)numbers[1] + (double)numbers[2];
  if (n_days == 2 && (!ipl_number_parse_whole (days[0], &value) || value > 10000))
    return FALSE;
  if (n_days == 2)
    *seconds += 86400.0 * (double)value;
  return *seconds > 0;
}

/* @text: a size as sbatch has it: "800M", "4G", "1T", or megabytes
 * @megabytes: (out): it
 * Returns: whether @text is one */
gboolean
ipl_job_parse_memory (const char *text, double *megabytes)
{
  gsize length = strlen (text);
  char unit
      = length > 0 && g_ascii_isalpha (text[length - 1]) ? g_ascii_toupper (text[length - 1]) : 'M';
  g_autofree char *digits
      = g_strndup (text, length - (length > 0 && g_ascii_isalpha (text[length - 1]) ? 1 : 0));
  guint64 value;

  if (strchr ("MGT", unit) == NULL || !ipl_number_parse_whole (digits, &value) || value < 1
      || value > 100000000)
    return FALSE;
  *megabytes = (double)value * (unit == 'G' ? 1024 : unit == 'T' ? 1048576 : 1);
  return TRUE;
}

/* TRUE if it can stand on a line of the script. */
gboolean
ipl_job_is_line (const char *text)
{
  return text[0] != '\0' && strpbrk (text, "\n\r") == NULL;
}

static const char *
plural (guint n)
{
  return n == 1 ? "" : "s";
}

/* "1 seed, 2 temperatures, 4 widths, sampled" */
static char *
describe_axes (const IplSweepPlan *plan)
{
  const IplRunSettings *run = &plan->run;
  const char *what = ipl_sweep_plan_computes (plan, "sample")  ? ", sampled"
                     : ipl_sweep_plan_computes (plan, "prune") ? ", heads removed"
                     : ipl_sweep_plan_computes (plan, "train") ? ", trained"
                                                               : "";
  g_autofree char *sets = run->variances.n > 0
                              ? g_strdup_printf ("%u sets of variances, ", run->variances.n)
                              : g_strdup ("");

  if (ipl_sweep_plan_has_parts (plan))
    {
      g_autofree char *last = ipl_sweep_plan_row_name (plan, plan->n_rows - 1);

      return g_strdup_printf ("parts of %s, the last of them %s", run->parameters.experiment->id,
                              last);
    }
  if (ipl_sweep_plan_is_map (plan))
    return g_strdup_printf ("%u case%s", plan->n_seeds, plural (plan->n_seeds));
  return g_strdup_printf ("%u seed%s, %s%u temperature%s, %u width%s%s", plan->n_seeds,
                          plural (plan->n_seeds), sets, run->temperatures.n,
                          plural (run->temperatures.n), run->widths.n, plural (run->widths.n),
                          what);
}

/* Returns: (transfer full): three lines: what the rows are, what they cost, and what a task asks
 *   for; and a fourth where the time asked for is too short */
char *
ipl_job_describe (const IplSweepPlan *plan, const IplJobOptions *options)
{
  g_autofree char *all = ipl_duration_text (ipl_sweep_plan_seconds (plan));
  g_autofree char *task = ipl_duration_text (ipl_sweep_plan_task_seconds (plan, plan->n_tasks));
  g_autofree char *limit = ipl_duration_text (seconds_of (plan, options));
  g_autofree char *memory = ipl_memory_describe (plan->bytes);
  guint rows = (plan->n_rows + plan->n_tasks - 1) / plan->n_tasks;
  g_autofree char *axes = describe_axes (plan);

  return g_strdup_printf (
      "%u row%s: %s\n"
      "about %s on %u core%s of a machine like this one, and %s of memory\n"
      "%u task%s of up to %u row%s: about %s each, and asked for: %s, %.0f MB, %u core%s%s",
      plan->n_rows, plural (plan->n_rows), axes, all, plan->cores, plural (plan->cores), memory,
      plan->n_tasks, plural (plan->n_tasks), rows, plural (rows), task, limit,
      megabytes_of (plan, options), options->cores, plural (options->cores),
      seconds_of (plan, options) < SHORT_SECONDS
          ? "\nSLURM tells a task up to two minutes before its time "
            "is over: ask for 5 minutes or more"
          : "");
}
