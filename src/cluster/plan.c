/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder of a plan: plan.json with the settings, job.sh, and later a file for each slice.
 * job.sh is a SLURM array with a task for each slice; any shell can run it too. */
#include "cluster/plan.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/maps/map-plan.h"
#include "core/parameters/parameters.h"

/* Path of the running program if it is interplay-cli, else of the one on the PATH. */
static char *
find_program (void)
{
  g_autofree char *link = g_file_read_link ("/proc/self/exe", NULL);

  return link != NULL && g_str_has_suffix (link, "/interplay-cli") ? g_steal_pointer (&link)
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
static char *
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
                          "# A second run solves the missing slices.\n"
                          "program=${INTERPLAY_CLI:-%s}\n"
                          "exec \"$program\" run %s --threads \"${SLURM_CPUS_PER_TASK:-%u}\"\n",
                          plan->n_rows, plan->n_slices, quoted_program, quoted_folder, job->cores);
  return g_string_free (text, FALSE);
}

/* Writes job.sh into the plan's folder. */
static gboolean
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

IplPlanKind
ipl_plan_get_kind (const IplPlan *self)
{
  if (strcmp (self->run.command, "dynamics") == 0)
    return IPL_PLAN_PARTS;
  if (self->run.x.n > 0)
    return IPL_PLAN_CELLS;
  return self->run.seeds.n > 0 ? IPL_PLAN_SEEDS : IPL_PLAN_SETTINGS;
}

static guint
count_rows (const IplPlan *self)
{
  const IplRunSettings *run = &self->run;
  const IplExperimentParts *parts = run->parameters.experiment->parts;

  switch (ipl_plan_get_kind (self))
    {
    case IPL_PLAN_PARTS:
      return parts != NULL ? parts->count (ipl_parameters_get_specific (&run->parameters)) : 0;
    case IPL_PLAN_CELLS:
      return (guint)ipl_map_plan_n_cells (run);
    case IPL_PLAN_SEEDS:
      return 1 + run->seeds.n;
    case IPL_PLAN_SETTINGS:
    default:
      return run->widths.n * (run->best ? 1 : ipl_run_settings_n_priors (run));
    }
}

static char *
compute_hash (const IplPlan *self)
{
  g_autofree char *settings = ipl_run_files_to_json (&self->run, FALSE);
  g_autofree char *text = g_strdup_printf ("%u %s", self->n_slices, settings);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

static gboolean
check_seeds (const IplRunSettings *run, GError **error)
{
  guint64 link;

  if (!ipl_parameters_get_seed (&run->parameters, &link)
      || ipl_parameters_get_network (&run->parameters)[0] != '\0')
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "A mean over seeds needs a case that is generated from a seed, not a file or "
                     "a trained network.");
  if (strcmp (run->command, "sweep") != 0)
    return ipl_fail (error, IPL_ERROR_VALUE, "The posterior is sampled for one seed only.");
  return run->best || ipl_run_settings_n_priors (run) == 1
         || ipl_fail (error, IPL_ERROR_VALUE,
                      "A mean over seeds is at one temperature and one set of variances: give one, "
                      "or --best.");
}

/* Refuses a repeated width in a sweep of best temperatures, where each width has a single row. */
static gboolean
check_widths (const IplRunSettings *run, GError **error)
{
  for (guint i = 0; i < run->widths.n; i++)
    for (guint k = 0; k < i; k++)
      {
        IplSetting a = ipl_run_settings_get (run, i), b = ipl_run_settings_get (run, k);

        if (ipl_setting_same_widths (&a, &b))
          return ipl_fail (error, IPL_ERROR_VALUE, "With --best each width is listed once.");
      }
  return TRUE;
}

static gboolean
check (const IplPlan *self, GError **error)
{
  switch (ipl_plan_get_kind (self))
    {
    case IPL_PLAN_CELLS:
      return ipl_map_plan_check (&self->run, error);
    case IPL_PLAN_SEEDS:
      return check_seeds (&self->run, error);
    case IPL_PLAN_SETTINGS:
      return !self->run.best || check_widths (&self->run, error);
    case IPL_PLAN_PARTS:
    default:
      return TRUE;
    }
}

/* @run: settings of the computation; ownership is taken, also on error
 * @n_slices: at most one for each row
 * Returns: (transfer full) (nullable): the plan, not yet written */
IplPlan *
ipl_plan_new (const char *path, IplRunSettings *run, guint n_slices, GError **error)
{
  g_autoptr (IplPlan) self = g_new0 (IplPlan, 1);

  self->path = g_canonicalize_filename (path, NULL);
  self->run = *run;
  *run = (IplRunSettings){ .command = NULL };
  if (!check (self, error))
    return NULL;
  self->n_rows = count_rows (self);
  if (self->n_rows == 0)
    return ipl_fail_null (error, IPL_ERROR_VALUE, "There is nothing to plan.");
  self->n_slices = MIN (n_slices, MIN (self->n_rows, IPL_PLAN_MOST_SLICES));
  self->hash = compute_hash (self);
  return g_steal_pointer (&self);
}

void
ipl_plan_free (IplPlan *self)
{
  ipl_run_settings_clear (&self->run);
  g_free (self->path);
  g_free (self->hash);
  g_free (self);
}

/* Returns: (transfer full): the text of plan.json */
char *
ipl_plan_to_json (const IplPlan *self)
{
  g_autofree char *settings = ipl_run_settings_to_json (&self->run);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "interplay_plan", self->hash);
  ipl_json_add_int (builder, "rows", self->n_rows);
  ipl_json_add_int (builder, "slices", self->n_slices);
  json_builder_set_member_name (builder, "settings");
  json_builder_add_value (builder, ipl_json_parse (settings, strlen (settings), NULL));
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}

/* TRUE for a file that an interrupted run of the same command can leave: its output, or a
 * temporary file. */
static gboolean
is_of_this_plan (const char *folder, const char *name, const char *json, const char *script)
{
  const char *expected = strcmp (name, "plan.json") == 0 ? json
                         : strcmp (name, "job.sh") == 0  ? script
                                                         : NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
  gsize length;

  if (expected == NULL)
    return g_str_has_prefix (name, IPL_FILE_SAVE_TEMPORARY);
  text = ipl_file_read (path, IPL_JSON_MAX_SIZE, &length, NULL);
  return text != NULL && length == strlen (expected) && memcmp (text, expected, length) == 0;
}

static gboolean
make_folder (const char *path, const char *json, const char *script, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *shown = ipl_path_shown (path);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (!is_of_this_plan (path, name, json, script))
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "“%s” is not empty: give a folder that does not exist yet.", shown);
  if (g_mkdir_with_parents (path, 0777) == 0)
    return TRUE;
  ipl_set_io_error (error, "made", path, errno);
  return FALSE;
}

/* Makes the folder with job.sh and, last, plan.json. After an interruption the same call
 * completes it. */
gboolean
ipl_plan_save (const IplPlan *self, const IplJobOptions *job, GError **error)
{
  g_autofree char *file = g_build_filename (self->path, "plan.json", NULL);
  g_autofree char *json = ipl_plan_to_json (self), *script = ipl_job_script_make (self, job);

  return make_folder (self->path, json, script, error) && ipl_job_script_save (self, script, error)
         && ipl_file_save_bytes (file, json, strlen (json), error);
}

static gboolean
read_plan (IplPlan *self, JsonObject *root, const char *shown, GError **error)
{
  JsonNode *settings = json_object_get_member (root, "settings");
  const char *hash = "";
  g_autofree char *text = NULL;

  if (!ipl_json_get_text (root, "interplay_plan", &hash, error)
      || !ipl_json_get_uint (root, "rows", 1, G_MAXINT, &self->n_rows, error)
      || !ipl_json_get_uint (root, "slices", 1, IPL_PLAN_MOST_SLICES, &self->n_slices, error))
    return FALSE;
  self->hash = g_strdup (hash);
  if (settings == NULL || !JSON_NODE_HOLDS_OBJECT (settings))
    return ipl_json_wrong_type ("settings", "an object", error);
  text = ipl_json_write (settings, FALSE);
  if (!ipl_run_settings_from_json (&self->run, text, error) || !check (self, error))
    return FALSE;
  return (self->n_slices > 0 && self->n_slices <= self->n_rows && self->n_rows == count_rows (self))
         || ipl_fail (error, IPL_ERROR_FORMAT,
                      "The plan.json in “%s” has other rows than its settings give: plan again, in "
                      "another folder.",
                      shown);
}

/* @path: the folder
 * Returns: (transfer full) (nullable): the plan of a plan.json */
IplPlan *
ipl_plan_from_json (const char *path, const char *json, gsize length, GError **error)
{
  g_autoptr (IplPlan) self = g_new0 (IplPlan, 1);
  g_autofree char *shown = ipl_path_shown (path), *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, length, &why);

  self->path = g_canonicalize_filename (path, NULL);
  if (root == NULL)
    return ipl_fail_null (error, IPL_ERROR_FORMAT,
                          "The plan.json in “%s” cannot be read: its text %s.", shown, why);
  return read_plan (self, root, shown, error) ? g_steal_pointer (&self) : NULL;
}

/* Returns: (transfer full) (nullable): the plan in the folder */
IplPlan *
ipl_plan_open (const char *path, GError **error)
{
  g_autofree char *file = g_build_filename (path, "plan.json", NULL);
  g_autofree char *shown = ipl_path_shown (path), *json = NULL;
  gsize length;

  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "“%s” is not a plan: it has no plan.json. interplay-cli plan makes one.",
                          shown);
  json = ipl_file_read (file, IPL_JSON_MAX_SIZE, &length, error);
  return json != NULL ? ipl_plan_from_json (path, json, length, error) : NULL;
}

/* TRUE if settings and input files agree with the hash of the plan. */
gboolean
ipl_plan_check_inputs (const IplPlan *self, GError **error)
{
  g_autofree char *hash = compute_hash (self), *shown = ipl_path_shown (self->path);

  return strcmp (hash, self->hash) == 0
         || ipl_fail (error, IPL_ERROR_FORMAT,
                      "The plan in “%s”, or a file that it is computed from, has changed since it "
                      "was planned: restore it, or plan again in another folder.",
                      shown);
}

char *
ipl_plan_slice_path (const IplPlan *self, guint slice)
{
  return g_strdup_printf ("%s/slice-%u.npz", self->path, slice);
}

/* Returns: (transfer full): the text that identifies the file of a slice */
char *
ipl_plan_slice_mark (const IplPlan *self, guint slice)
{
  return g_strdup_printf ("%s %u", self->hash, slice);
}

/* Returns: (transfer full): "settings" of the file of a slice: those of the results with a
 *   member "slice" */
char *
ipl_plan_slice_settings (const IplPlan *self, guint slice)
{
  g_autofree char *text = ipl_run_files_to_json (&self->run, FALSE);
  g_autofree char *mark = ipl_plan_slice_mark (self, slice);
  g_autoptr (JsonNode) node = ipl_json_parse (text, strlen (text), NULL);

  json_object_set_string_member (json_node_get_object (node), "slice", mark);
  return ipl_json_write (node, TRUE);
}
