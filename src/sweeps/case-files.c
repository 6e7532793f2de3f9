/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a case is made from: a case file, images, a trained network. A sweep has copies of
 * its own, so that its folder is all that a node needs. */
#include "sweeps/case-files.h"

#include "core/base/error.h"
#include "core/base/file-hash.h"
#include "core/base/io-error.h"
#include "core/base/shown-text.h"
#include "core/images/image-set-load.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/run-settings.h"
#include <errno.h>
#include <string.h>

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

static gboolean
is_copied (const IplSweepPlan *plan, const char *from)
{
  for (guint i = 0; i < plan->n_files; i++)
    if (strcmp (plan->files[i].from, from) == 0)
      return TRUE;
  return FALSE;
}

/* Files of one @number lie beside each other. */
static gboolean
copy_to (const Copy *copy, const char *from, guint number, GError **error)
{
  IplSweepPlan *plan = copy->plan;
  g_autofree char *name = copy_name (from, number), *sha256 = NULL;
  g_autofree char *path = g_build_filename (copy->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  if (g_mkdir_with_parents (parent, 0777) != 0)
    {
      ipl_set_io_error (error, "made", parent, errno);
      return FALSE;
    }
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

  return is_copied (copy->plan, *place)
         || (copy_to (copy, *place, number, error)
             && (companion == NULL || copy_to (copy, companion, number, error)));
}

/* Copies all files into the folder, and notes them with their hashes in the plan. */
gboolean
ipl_case_files_copy (IplSweepPlan *plan, const char *folder, GCancellable *cancellable,
                     GError **error)
{
  return ipl_parameters_each_file (&plan->run.parameters, copy_file,
                                   &(Copy){ plan, folder, cancellable }, error);
}

/* Returns: whether the copies are what was planned, byte for byte */
gboolean
ipl_case_files_check (const IplSweepPlan *plan, const char *folder, GCancellable *cancellable,
                      GError **error)
{
  for (guint i = 0; i < plan->n_files; i++)
    {
      g_autofree char *path = g_build_filename (folder, plan->files[i].name, NULL);
      g_autofree char *sha256 = ipl_file_hash (path, NULL, cancellable, error);
      g_autofree char *shown = NULL;

      if (sha256 == NULL)
        return FALSE;
      if (strcmp (sha256, plan->files[i].sha256) == 0)
        continue;
      shown = ipl_path_shown (path);
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” was changed after the sweep was planned: its hash is another one. Bring "
                   "the file back, or plan the sweep anew in another folder.",
                   shown);
      return FALSE;
    }
  return TRUE;
}

typedef struct
{
  const IplSweepPlan *plan;
  const char *folder;
} Use;

static gboolean
use_file (const char **place, gpointer data, GError **error)
{
  const Use *use = data;
  g_autofree char *shown = NULL;

  for (guint i = 0; i < use->plan->n_files; i++)
    if (strcmp (use->plan->files[i].from, *place) == 0)
      {
        g_autofree char *path = g_build_filename (use->folder, use->plan->files[i].name, NULL);

        *place = g_intern_string (path);
        return TRUE;
      }
  shown = ipl_path_shown (*place);
  g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
               "The plan has no copy of “%s”: plan the sweep anew.", shown);
  return FALSE;
}

/* Returns: whether there is a copy of each */
gboolean
ipl_case_files_use (const IplSweepPlan *plan, const char *folder, IplParameters *parameters,
                    GError **error)
{
  return ipl_parameters_each_file (parameters, use_file, &(Use){ plan, folder }, error);
}

/* Returns: (transfer full): what results say that they were computed from, with the hashes of the
 *   folder's copies */
char *
ipl_case_files_settings (const IplSweepPlan *plan, const char *folder, const IplRunSettings *run)
{
  IplRunSettings leaving = *run; /* borrows its lists */

  ipl_case_files_use (plan, folder, &leaving.parameters, NULL);
  return ipl_run_files_to_json (&leaving, FALSE);
}
