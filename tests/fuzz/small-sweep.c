/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "small-sweep.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>

#include "core/parameters/parameters.h"
#include "core/results/results-npz.h"
#include "core/theory/sweep-row.h"
#include "core/theory/sweep.h"

#define WIDTHS 2

static IplSweepFolder *folder;
static IplCase *the_case;

static void
fill (IplExamples *examples, const char *name, gsize count, gsize features)
{
  examples->name = g_strdup (name);
  examples->count = count;
  examples->y = g_new (double, count);
  examples->xi = g_new (double, count * features);
  for (gsize m = 0; m < count; m++)
    examples->y[m] = m % 2 == 0 ? 1 : -1;
  for (gsize i = 0; i < count * features; i++)
    examples->xi[i] = sin (1.7 * (double)i + (double)count);
}

/* As hmc4 has it, but small. */
static void
make_case (void)
{
  the_case = ipl_case_alloc ();
  the_case->name = g_strdup ("small");
  the_case->level = IPL_LEVEL_PATHS;
  the_case->L = 2;
  the_case->H[0] = the_case->H[1] = 2;
  the_case->Pi = 4;
  the_case->N0 = 2;
  the_case->temperature = 0.01;
  for (guint l = 0; l < 4; l++)
    the_case->variances[l] = 1;
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  fill (&the_case->train, "train", 4, 8);
  fill (&the_case->tests[0], "test", 3, 8);
  ipl_case_finish_names (the_case);
}

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
  make_case ();
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

  g_assert_true (ipl_results_save_npz (sweep, settings, path, NULL));
}

void
fuzz_sweep_put (const char *path, const guint8 *bytes, gsize n)
{
  g_assert_true (ipl_sweep_folder_make_parent (path, NULL));
  g_assert_true (g_file_set_contents_full (path, (const char *)bytes, (gssize)n,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}
