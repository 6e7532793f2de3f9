/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a job asks for, in words: those that sbatch takes, and those that say what a plan costs. */
#include "sweeps/job-words.h"

#include "core/base/memory.h"
#include "core/base/number-text.h"
#include "runs/duration.h"
#include <string.h>

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

/* Whether it can stand on a line of the script. */
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

/* Returns: (transfer full): three lines: what the rows are, what they cost, and what a task asks
 *   for; and a fourth where the time asked for is too short */
char *
ipl_job_describe (const IplSweepPlan *plan, const IplJobOptions *options)
{
  g_autofree char *all = ipl_duration_text (ipl_sweep_plan_seconds (plan));
  g_autofree char *task = ipl_duration_text (ipl_sweep_plan_task_seconds (plan, plan->n_tasks));
  g_autofree char *limit = ipl_duration_text (ipl_job_seconds (plan, options));
  g_autofree char *memory = ipl_memory_describe (plan->bytes);
  guint rows = (plan->n_rows + plan->n_tasks - 1) / plan->n_tasks;
  const char *what = ipl_sweep_plan_samples (plan)  ? ", sampled"
                     : ipl_sweep_plan_prunes (plan) ? ", heads removed"
                     : ipl_sweep_plan_trains (plan) ? ", trained"
                                                    : "";

  g_autofree char *sets = plan->run.variances.n > 0
                              ? g_strdup_printf ("%u sets of variances, ", plan->run.variances.n)
                              : g_strdup ("");

  return g_strdup_printf (
      "%u row%s: %u seed%s, %s%u temperature%s, %u width%s%s\n"
      "about %s on %u core%s of a machine like this one, and %s of memory\n"
      "%u task%s of up to %u row%s: about %s each, and asked for: %s, %.0f MB, %u core%s%s",
      plan->n_rows, plural (plan->n_rows), plan->n_seeds, plural (plan->n_seeds), sets,
      plan->run.temperatures.n, plural (plan->run.temperatures.n), plan->run.widths.n,
      plural (plan->run.widths.n), what, all, plan->cores, plural (plan->cores), memory,
      plan->n_tasks, plural (plan->n_tasks), rows, plural (rows), task, limit,
      ipl_job_megabytes (plan, options), options->cores, plural (options->cores),
      ipl_job_is_short (plan, options) ? "\nSLURM tells a task up to two minutes before its time "
                                         "is over: ask for 5 minutes or more"
                                       : "");
}
