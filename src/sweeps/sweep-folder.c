/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything of a sweep stands in its folder. */
#include "sweeps/sweep-folder.h"

#include "core/base/error.h"
#include "core/base/file-hash.h"
#include "core/base/file-read.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "core/base/memory.h"
#include "core/base/shown-text.h"
#include "core/images/image-set.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Shards of one folder: each is a folder at first and then a file, for a moment both. */
#define SHARDS_TOGETHER 500
/* Nobody writes a longer sentence. */
#define MAX_SENTENCE 65536

static const char *const folders[] = { "case", "rows", "running", "checkpoints", "logs" };

static gboolean
make_folder (const char *path, GError **error)
{
  if (g_mkdir_with_parents (path, 0777) == 0)
    return TRUE;
  ipl_set_io_error (error, "made", path, errno);
  return FALSE;
}

/* The files that a case is made from: a case file, images, a trained network. A sweep has copies of
 * its own, so that its folder is all that a node needs. */
typedef struct
{
  IplSweepPlan *plan;
  const char *folder;
  GCancellable *cancellable;
} Copy;

/* "case/2/mine.npz": a case is called after its file. */
static char *
copy_name (const char *from, guint number)
{
  g_autofree char *base = g_path_get_basename (from);
  g_auto (GStrv) parts = g_strsplit (base, "..", -1); /* which a plan may not hold */
  g_autofree char *plain = g_strjoinv ("_", parts);

  return g_strdup_printf ("case/%u/%s", number, plain);
}

/* (nullable): the folder's copy of a file */
static const IplSweepFile *
find_copy (const IplSweepPlan *plan, const char *from)
{
  for (guint i = 0; i < plan->n_files; i++)
    if (strcmp (plan->files[i].from, from) == 0)
      return &plan->files[i];
  return NULL;
}

/* Files of one @number lie beside each other. */
static gboolean
copy_to (const Copy *copy, const char *from, guint number, GError **error)
{
  IplSweepPlan *plan = copy->plan;
  g_autofree char *name = copy_name (from, number), *sha256 = NULL;
  g_autofree char *path = g_build_filename (copy->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  if (!make_folder (parent, error))
    return FALSE;
  sha256 = ipl_file_copy (from, path, copy->cancellable, error);
  if (sha256 == NULL)
    return FALSE;
  plan->files = g_renew (IplSweepFile, plan->files, plan->n_files + 1);
  plan->files[plan->n_files++]
      = (IplSweepFile){ g_strdup (from), g_steal_pointer (&name), g_steal_pointer (&sha256) };
  return TRUE;
}

/* Labels are looked for beside their images. */
static gboolean
copy_file (const char **place, gpointer data, GError **error)
{
  const Copy *copy = data;
  g_autofree char *companion = ipl_image_file_companion (*place);
  guint number = copy->plan->n_files + 1;

  return find_copy (copy->plan, *place) != NULL
         || (copy_to (copy, *place, number, error)
             && (companion == NULL || copy_to (copy, companion, number, error)));
}

/* Nothing but what a plan of before may have left. */
static gboolean
check_empty (const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autofree char *shown = ipl_path_shown (path);

  if (dir == NULL || g_dir_read_name (dir) == NULL)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "“%s” is not empty: give a folder that is not there yet.", shown);
}

/* The files of a plan; folders that are empty, and no others, are removed. */
static void
remove_plan (const char *path, const IplSweepPlan *plan)
{
  static const char *const files[] = { "plan.json", "job.sh" };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *file = g_build_filename (path, files[i], NULL);

      g_unlink (file);
    }
  for (guint i = 0; i < plan->n_files; i++)
    {
      g_autofree char *file = g_build_filename (path, plan->files[i].name, NULL);

      g_unlink (file);
    }
  /* One more: the folder of a file whose copy was stopped. */
  for (guint i = 1; i <= plan->n_files + 1; i++)
    {
      g_autofree char *folder = g_strdup_printf ("%s/case/%u", path, i);

      g_rmdir (folder);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (path, folders[i], NULL);

      g_rmdir (folder);
    }
}

/* Removes what ipl_sweep_folder_create() made, and job.sh; nothing else. */
void
ipl_sweep_folder_undo (const IplSweepFolder *self)
{
  remove_plan (self->path, self->plan);
  g_rmdir (self->path);
}

static gboolean
fill (const char *path, IplSweepPlan *plan, GCancellable *cancellable, GError **error)
{
  g_autofree char *json = NULL, *file = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (path, folders[i], NULL);

      if (!make_folder (folder, error))
        return FALSE;
    }
  if (!ipl_parameters_each_file (&plan->run.parameters, copy_file,
                                 &(Copy){ plan, path, cancellable }, error))
    return FALSE;
  json = ipl_sweep_plan_to_json (plan);
  file = g_build_filename (path, "plan.json", NULL);
  return ipl_file_save_bytes (file, json, strlen (json), error);
}

/* Makes the folder, copies into it what the case is made from, and writes plan.json, last. Where
 * that fails what it made is removed.
 * Returns: (transfer full) (nullable): the folder */
IplSweepFolder *
ipl_sweep_folder_create (const char *path, IplSweepPlan *plan, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (IplSweepFolder) self = g_new0 (IplSweepFolder, 1);
  gboolean was_there;

  self->path = g_canonicalize_filename (path, NULL);
  self->plan = plan;
  if (!check_empty (self->path, error))
    return NULL;
  was_there = g_file_test (self->path, G_FILE_TEST_IS_DIR);
  if (fill (self->path, plan, cancellable, error))
    return ipl_sweep_folder_open (path, error);
  remove_plan (self->path, plan);
  if (!was_there)
    g_rmdir (self->path);
  return NULL;
}

/* Returns: (transfer full) (nullable): the sweep in it */
IplSweepFolder *
ipl_sweep_folder_open (const char *path, GError **error)
{
  g_autoptr (IplSweepFolder) self = g_new0 (IplSweepFolder, 1);
  g_autofree char *file = NULL, *json = NULL, *shown = NULL;
  gsize length;

  self->path = g_canonicalize_filename (path, NULL);
  file = g_build_filename (self->path, "plan.json", NULL);
  shown = ipl_path_shown (file);
  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR))
    {
      g_autofree char *folder = ipl_path_shown (path);

      return ipl_fail_null (
          error, IPL_ERROR_MISSING,
          "“%s” is no sweep: there is no plan.json in it. interplay-cli plan makes one.", folder);
    }
  json = ipl_file_read (file, IPL_JSON_MAX_SIZE, &length, error);
  if (json == NULL)
    return NULL;
  self->plan = ipl_sweep_plan_from_json (json, length, shown, error);
  return self->plan != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_sweep_folder_free (IplSweepFolder *self)
{
  g_clear_pointer (&self->plan, ipl_sweep_plan_free);
  g_free (self->path);
  g_free (self);
}

/* Returns: whether the copies are what was planned, byte for byte */
gboolean
ipl_sweep_folder_check_files (const IplSweepFolder *self, GCancellable *cancellable, GError **error)
{
  const IplSweepPlan *plan = self->plan;

  for (guint i = 0; i < plan->n_files; i++)
    {
      g_autofree char *path = g_build_filename (self->path, plan->files[i].name, NULL);
      g_autofree char *sha256 = ipl_file_hash (path, NULL, cancellable, error);
      g_autofree char *shown = NULL;

      if (sha256 == NULL)
        return FALSE;
      if (strcmp (sha256, plan->files[i].sha256) == 0)
        continue;
      shown = ipl_path_shown (path);
      return ipl_fail (error, IPL_ERROR_FORMAT,
                       "“%s” was changed after the sweep was planned: its hash is another one. "
                       "Bring the file back, or plan the sweep anew in another folder.",
                       shown);
    }
  return TRUE;
}

/* In the place of a file its copy. */
static gboolean
use_file (const char **place, gpointer data, GError **error)
{
  const IplSweepFolder *self = data;
  const IplSweepFile *copied = find_copy (self->plan, *place);
  g_autofree char *shown = ipl_path_shown (*place), *path = NULL;

  if (copied == NULL)
    return ipl_fail (error, IPL_ERROR_MISSING, "The plan has no copy of “%s”: plan the sweep anew.",
                     shown);
  path = g_build_filename (self->path, copied->name, NULL);
  *place = g_intern_string (path);
  return TRUE;
}

/* Returns: whether the plan names the files that the parameters need */
gboolean
ipl_sweep_folder_get_parameters (const IplSweepFolder *self, guint seed, IplParameters *parameters,
                                 GError **error)
{
  *parameters = ipl_sweep_plan_parameters (self->plan, seed);
  return ipl_parameters_each_file (parameters, use_file, (gpointer)self, error);
}

/* Returns: (transfer full): what results say that they were computed from, with the hashes of the
 *   folder's copies */
char *
ipl_sweep_folder_settings (const IplSweepFolder *self, const IplRunSettings *run)
{
  IplRunSettings leaving = *run; /* borrows its lists */

  ipl_parameters_each_file (&leaving.parameters, use_file, (gpointer)self, NULL);
  return ipl_run_files_to_json (&leaving, FALSE);
}

guint
ipl_sweep_folder_n_shards (const IplSweepFolder *self)
{
  return (self->plan->n_rows - 1) / self->plan->shard + 1;
}

/* The rows of a shard, from @first on and below @end. */
void
ipl_sweep_folder_shard (const IplSweepFolder *self, guint shard, guint *first, guint *end)
{
  *first = shard * self->plan->shard;
  *end = MIN (*first + self->plan->shard, self->plan->n_rows);
}

/* The folder of the rows of a shard, until they are packed. */
char *
ipl_sweep_folder_shard_path (const IplSweepFolder *self, guint shard)
{
  return g_strdup_printf ("%s/rows/%03u/%05u", self->path, shard / SHARDS_TOGETHER, shard);
}

char *
ipl_sweep_folder_pack_path (const IplSweepFolder *self, guint shard)
{
  return g_strdup_printf ("%s/rows/%03u/%05u.npz", self->path, shard / SHARDS_TOGETHER, shard);
}

static char *
row_file (const IplSweepFolder *self, guint row, const char *ending)
{
  g_autofree char *folder = ipl_sweep_folder_shard_path (self, row / self->plan->shard);

  return g_strdup_printf ("%s/%04u.%s", folder, row % self->plan->shard, ending);
}

char *
ipl_sweep_folder_row_path (const IplSweepFolder *self, guint row)
{
  return row_file (self, row, "npz");
}

char *
ipl_sweep_folder_failed_path (const IplSweepFolder *self, guint row)
{
  return row_file (self, row, "failed");
}

/* Makes the folder that @path is to stand in. */
gboolean
ipl_sweep_folder_make_parent (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return make_folder (folder, error);
}

/* States of the rows from @first on and below @end. */
typedef struct
{
  guint first;
  guint end;
  guint8 *states;
} Scan;

static void
set_state (const Scan *scan, guint row, IplRowState state)
{
  if (row >= scan->first && row < scan->end && scan->states[row - scan->first] < state)
    scan->states[row - scan->first] = (guint8)state;
}

static gboolean
scan_pack (const IplSweepFolder *self, guint shard, const Scan *scan)
{
  g_autofree char *pack = ipl_sweep_folder_pack_path (self, shard);
  guint first, end;

  if (!g_file_test (pack, G_FILE_TEST_EXISTS))
    return FALSE;
  ipl_sweep_folder_shard (self, shard, &first, &end);
  for (guint row = first; row < end; row++)
    set_state (scan, row, IPL_ROW_DONE);
  return TRUE;
}

/* The files of a shard; the sentence of a row that is done is a leaving. */
static void
scan_shard (const IplSweepFolder *self, guint shard, const Scan *scan)
{
  g_autofree char *path = ipl_sweep_folder_shard_path (self, shard);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint first, end;

  ipl_sweep_folder_shard (self, shard, &first, &end);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *rest = NULL;
      gulong at = g_ascii_isdigit (name[0]) ? strtoul (name, &rest, 10) : G_MAXULONG;

      if (at >= end - first)
        continue;
      if (strcmp (rest, ".npz") == 0)
        set_state (scan, first + (guint)at, IPL_ROW_DONE);
      else if (strcmp (rest, ".failed") == 0)
        set_state (scan, first + (guint)at, IPL_ROW_FAILED);
    }
}

/* Looks at the names of files only: a million rows take seconds.
 * Returns: (transfer full) (nullable): [@end - @first] an IplRowState each */
guint8 *
ipl_sweep_folder_scan (const IplSweepFolder *self, guint first, guint end,
                       GCancellable *cancellable, GError **error)
{
  g_autofree guint8 *states = ipl_try_new0 (guint8, end - first, "The rows", error);
  const Scan scan = { first, end, states };

  if (states == NULL)
    return NULL;
  for (guint shard = first / self->plan->shard; shard * self->plan->shard < end; shard++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (scan_pack (self, shard, &scan))
        continue;
      scan_shard (self, shard, &scan);
      /* It may have been packed meanwhile. */
      scan_pack (self, shard, &scan);
    }
  return g_steal_pointer (&states);
}

/* Removes a pipe, a socket or a device that stands there, for which writing might wait for ever. */
gboolean
ipl_sweep_folder_clear_place (const char *path)
{
  struct stat status;

  return lstat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISLNK (status.st_mode)
         && !S_ISDIR (status.st_mode) && g_unlink (path) == 0;
}

/* @of_machine: (out) (optional): TRUE if it failed for want of memory or of a file, not for its
 *   setting, or could not say why
 * Returns: (transfer full): the sentence that says why */
char *
ipl_sweep_folder_read_failure (const IplSweepFolder *self, guint row, gboolean *of_machine)
{
  g_autofree char *path = ipl_sweep_folder_failed_path (self, row);
  g_autofree char *text = NULL;
  gboolean said, machine;
  gsize length = 0;

  text = ipl_file_read (path, MAX_SENTENCE, &length, NULL);
  said = text != NULL && length > 0;
  machine = !said || g_str_has_suffix (text, IPL_ROW_OF_MACHINE);
  if (of_machine != NULL)
    *of_machine = machine;
  if (!said)
    return g_strdup ("It failed, and could not say why.");
  if (machine)
    text[strlen (text) - strlen (IPL_ROW_OF_MACHINE)] = '\0';
  return ipl_text_escape (g_strstrip (text));
}
