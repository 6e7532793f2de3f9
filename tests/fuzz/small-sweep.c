/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "small-sweep.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#include "core/parameters/parameters.h"
#include "core/results/results.h"
#include "core/theory/sweep.h"
#include "small-case.h"

#define WIDTHS 2

static IplSweepFolder *folder;
static IplCase *the_case;

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_unlink (child) != 0)
        remove_tree (child);
    }
  g_rmdir (path);
}

static void
remove_folder (void)
{
  remove_tree (folder->path);
  g_clear_pointer (&folder, ipl_sweep_folder_free);
  ipl_case_unref (the_case);
}

const IplSweepFolder *
fuzz_sweep_get (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  IplSetting widths[WIDTHS];
  IplParameters parameters;
  IplRunSettings run;
  IplSweepPlan *plan;

  if (folder != NULL)
    return folder;
  the_case = fuzz_small_case (2, (guint[]){ 2, 2 }, 0.01, 3);
  ipl_parameters_init (&parameters, "hmc4");
  ipl_parameters_set_seed (&parameters, 1);
  ipl_run_settings_init (&run, "sweep", &parameters);
  for (guint i = 0; i < WIDTHS; i++)
    ipl_setting_init_for_case (&widths[i], the_case, 10 * (i + 1));
  ipl_run_settings_set_axes (&run, WIDTHS, widths, 2, (const double[]){ 0.01, 0.1 });
  run.listed = TRUE;
  plan = ipl_sweep_plan_new (&run, the_case, &error);
  g_assert_no_error (error);
  path = g_dir_make_tmp ("fuzz-sweep-XXXXXX", NULL);
  folder = ipl_sweep_folder_create (path, plan, NULL, &error);
  g_assert_no_error (error);
  atexit (remove_folder);
  return folder;
}

void
fuzz_sweep_solve_row (const char *path)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autofree char *hash = ipl_sweep_plan_row_hash (fuzz_sweep_get ()->plan, 0);
  g_autofree char *settings = g_strdup_printf ("{\"hash\": \"%s\"}", hash);
  IplSetting setting = ipl_sweep_plan_setting (folder->plan, 0);
  g_autoptr (IplSweep) sweep
      = ipl_sweep_run_row (the_case, kernel, &setting, NULL, FALSE, 1, NULL, NULL);

  g_assert_true (ipl_results_save_npz (sweep, NULL, NULL, settings, path, NULL));
}

void
fuzz_sweep_put (const char *path, const guint8 *bytes, gsize n)
{
  g_assert_true (ipl_sweep_folder_make_parent (path, NULL));
  g_assert_true (g_file_set_contents_full (path, (const char *)bytes, (gssize)n,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}
