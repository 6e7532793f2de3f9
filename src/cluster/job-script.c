/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.sh: a SLURM array with a task for each slice, which any shell runs too. */
#include "cluster/plan.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

/* The program that runs now if it is interplay-cli, else the one on the PATH. */
static char *
find_program (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);

  return own != NULL && g_str_has_suffix (own, "/interplay-cli") ? g_steal_pointer (&own)
                                                                 : g_strdup ("interplay-cli");
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

/* A percent sign begins a pattern of sbatch's. */
static char *
log_path (const char *folder)
{
  g_auto (GStrv) parts = g_strsplit (folder, "%", -1);
  g_autofree char *doubled = g_strjoinv ("%%", parts);

  return g_strdup_printf ("%s/log-%%a.txt", doubled);
}

/* Returns: (transfer full): the text of job.sh */
char *
ipl_job_script_make (const IplPlan *plan, const IplJobOptions *job)
{
  GString *text = g_string_new ("#!/bin/bash\n");
  g_autofree char *name = g_path_get_basename (plan->path), *log = log_path (plan->path);
  g_autofree char *program = find_program (), *quoted_program = g_shell_quote (program);
  g_autofree char *quoted_folder = g_shell_quote (plan->path);

  g_strcanon (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-_.", '-');
  add_option (text, "job-name", name);
  g_string_append_printf (text, "#SBATCH --array=1-%u\n", plan->n_slices);
  add_option (text, "time", job->time);
  if (job->memory != NULL)
    add_option (text, "mem", job->memory);
  g_string_append_printf (text, "#SBATCH --cpus-per-task=%u\n", job->cores);
  add_option (text, "output", log);
  for (char **extra = job->extra; extra != NULL && *extra != NULL; extra++)
    g_string_append_printf (text, "#SBATCH %s\n", *extra);
  g_string_append_printf (text,
                          "\n# %u rows in %u slices. With sbatch each task solves one slice, in a "
                          "plain shell this solves "
                          "them all.\n"
                          "# Run again, it solves what is missing.\n"
                          "program=${INTERPLAY_CLI:-%s}\n"
                          "exec \"$program\" run %s --threads \"${SLURM_CPUS_PER_TASK:-%u}\"\n",
                          plan->n_rows, plan->n_slices, quoted_program, quoted_folder, job->cores);
  return g_string_free (text, FALSE);
}

/* Writes job.sh into the plan's folder. */
gboolean
ipl_job_script_save (const IplPlan *plan, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (plan->path, "job.sh", NULL);

  if (!ipl_file_save_bytes (path, text, strlen (text), error))
    return FALSE;
  if (g_chmod (path, 0755) == 0)
    return TRUE;
  ipl_set_io_error (error, "made executable", path, errno);
  return FALSE;
}
