/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep of many rows, simulated: its packs hold one solved row a thousand times each. Ten times
 * the rows may not take ten times the memory, nor may a folder have more entries than a file system
 * is glad of. As a benchmark, with a million rows, it says how long status and merge take.
 *
 * Rows that are not packed yet are files of their own: as many as shards are incomplete. With
 * --loose N that many are written, of shards that each lack one row, and looked at.
 *
 * usage: test-scale [--million | --loose N] */
#include <dirent.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/parameters/parameters.h"
#include "core/results/results.h"
#include "core/theory/sweep.h"
#include "support.h"
#include "sweeps/folder-merge.h"
#include "sweeps/folder-status.h"
#include "sweeps/row-files.h"

#define WIDTHS 1000
#define SEEDS 10
/* What a row may take in memory while many are merged: its state, three accuracies and those of the
 * mean, its widths; and as much again for what a heap rounds up. In the files it takes ten times
 * that. */
#define BYTES_A_ROW (2.0 * (1 + 3 * 8 + 3 * 8 + 3 * 4))

typedef struct
{
  char *path;
  IplSweepFolder *folder;
  guint n;
  guint there;
} Simulated;

/* One row, solved, as its file would be. */
static IplNpz *
solve_row (IplCase *the_case, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "row.npz", NULL);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplSweep) sweep = NULL;
  IplSetting setting;
  IplNpz *npz;

  ipl_setting_init_for_case (&setting, the_case, 100);
  sweep = ipl_sweep_run_row (the_case, kernel, &setting, NULL, FALSE, 1, NULL, NULL);
  g_assert_true (ipl_results_save_npz (sweep, NULL, NULL, "{}", path, NULL));
  npz = ipl_npz_read (path, NULL, NULL);
  g_unlink (path);
  return npz;
}

static IplSweepPlan *
make_plan (IplCase *the_case, guint n_rows)
{
  guint n_temperatures = n_rows / (WIDTHS * SEEDS);
  g_autofree IplSetting *widths = g_new (IplSetting, WIDTHS);
  g_autofree double *temperatures = g_new (double, n_temperatures);
  IplParameters parameters;
  IplRunSettings run;
  IplSweepPlan *plan;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_parameters_set_seed (&parameters, 1);
  ipl_run_settings_init (&run, "sweep", &parameters);
  for (guint i = 0; i < WIDTHS; i++)
    ipl_setting_init_for_case (&widths[i], the_case, 10 + i);
  for (guint i = 0; i < n_temperatures; i++)
    temperatures[i] = 0.01 + 0.001 * i;
  ipl_run_settings_set_axes (&run, WIDTHS, widths, n_temperatures, temperatures);
  run.listed = TRUE;
  run.seeds.first = 1;
  run.seeds.n = SEEDS;
  plan = ipl_sweep_plan_new (&run, the_case, NULL);
  g_assert_cmpuint (plan->n_rows, ==, n_rows);
  return plan;
}

static void
write_packs (const IplSweepFolder *folder, IplNpz *row)
{
  const IplResultsPart part = { row, 1, FALSE };
  g_autofree char *settings = g_strdup_printf ("{\"hash\": \"%s\"}", folder->plan->hash);

  for (guint shard = 0; shard < ipl_sweep_folder_n_shards (folder); shard++)
    {
      g_autofree char *path = ipl_sweep_folder_pack_path (folder, shard);
      g_autoptr (IplResultsMerge) merge = ipl_results_merge_new (path, TRUE);
      guint first, end;

      ipl_sweep_folder_shard (folder, shard, &first, &end);
      for (guint i = first; i < end; i++)
        {
          IplSetting setting = ipl_sweep_plan_setting (folder->plan, i);

          g_assert_true (ipl_results_merge_add (merge, &part, 0, &setting, NULL));
        }
      g_assert_true (ipl_sweep_folder_make_parent (path, NULL));
      g_assert_true (ipl_results_merge_write (merge, settings, NULL, NULL));
    }
}

/* The same rows, each in a file, but for the last of every shard: nothing is packed. */
static void
write_loose (const IplSweepFolder *folder, IplNpz *row)
{
  const IplResultsPart part = { row, 1, FALSE };

  for (guint i = 0; i < folder->plan->n_rows; i++)
    {
      g_autofree char *path = ipl_sweep_folder_row_path (folder, i);
      g_autofree char *hash = ipl_sweep_plan_row_hash (folder->plan, i);
      g_autofree char *settings = g_strdup_printf ("{\"hash\": \"%s\"}", hash);
      g_autoptr (IplResultsMerge) merge = ipl_results_merge_new (path, FALSE);
      IplSetting setting = ipl_sweep_plan_setting (folder->plan, i);

      if (i % folder->plan->shard == folder->plan->shard - 1)
        continue;
      g_assert_true (ipl_results_merge_add (merge, &part, 0, &setting, NULL));
      g_assert_true (ipl_sweep_folder_make_parent (path, NULL));
      g_assert_true (ipl_results_merge_write (merge, settings, NULL, NULL));
    }
}

static void
simulate (Simulated *self, guint n, gboolean loose)
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (8, 4, 2, H, 3, 1);
  g_autofree char *folder = g_dir_make_tmp ("interplay-scale-XXXXXX", NULL);
  g_autoptr (IplNpz) row = solve_row (the_case, folder);

  self->n = n;
  self->path = g_steal_pointer (&folder);
  self->folder = ipl_sweep_folder_create (self->path, make_plan (the_case, n), NULL, NULL);
  g_assert_nonnull (self->folder);
  self->there = n;
  if (loose)
    {
      write_loose (self->folder, row);
      self->there -= ipl_sweep_folder_n_shards (self->folder);
    }
  else
    write_packs (self->folder, row);
}

/* The largest number of entries in a folder, which is removed with them. */
static guint
remove_tree (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  guint most = 0, n = 0;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      n++;
      most = MAX (most, remove_tree (child));
    }
  if (dir != NULL)
    g_dir_close (dir);
  g_remove (path);
  return MAX (most, n);
}

static void
look_and_merge (const Simulated *self)
{
  g_autofree char *out = g_build_filename (self->path, "merged.npz", NULL);
  gint64 begin = g_get_monotonic_time (), looked;
  g_auto (IplMergeReport) report = { NULL };
  g_autoptr (IplSweepStatus) status = ipl_sweep_status_new (self->folder, NULL, NULL);

  if (status == NULL || status->done != self->there)
    _exit (1);
  looked = g_get_monotonic_time ();
  if (!ipl_sweep_folder_merge (self->folder, out, NULL, &report, NULL) || report.done != self->there
      || (self->there == self->n && report.seeds != SEEDS)
      || report.written < self->there / SEEDS - 1)
    _exit (2);
  printf ("# %u rows: status %.2f s, merge %.2f s\n", self->n, 1e-6 * (double)(looked - begin),
          1e-6 * (double)(g_get_monotonic_time () - looked));
  fflush (stdout);
}

/* Peak memory of status and merge, in a process of their own. */
static double
measure (const Simulated *self)
{
  struct rusage usage;
  pid_t process;
  int code;

  fflush (stdout);
  process = fork ();
  if (process == 0)
    {
      look_and_merge (self);
      _exit (0);
    }
  g_assert_cmpint (wait4 (process, &code, 0, &usage), ==, process);
  g_assert_true (WIFEXITED (code));
  g_assert_cmpint (WEXITSTATUS (code), ==, 0);
  printf ("# %u rows: %.1f MB at the most\n", self->n, (double)usage.ru_maxrss / 1024);
  return 1024.0 * (double)usage.ru_maxrss;
}

static double
run (guint n, gboolean loose)
{
  Simulated self;
  double bytes;

  simulate (&self, n, loose);
  bytes = measure (&self);
  ipl_sweep_folder_free (self.folder);
  g_assert_cmpuint (remove_tree (self.path), <=, 1000);
  g_free (self.path);
  return bytes;
}

static void
test_growth (void)
{
  /* Both large enough that every array has gone to its file. */
  double few = run (100000, FALSE), many = run (300000, FALSE);

  g_assert_cmpfloat (many - few, <, BYTES_A_ROW * 200000);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "--million") == 0)
    {
      run (1000000, FALSE);
      return 0;
    }
  if (argc > 2 && strcmp (argv[1], "--loose") == 0)
    {
      run ((guint)g_ascii_strtoull (argv[2], NULL, 10), TRUE);
      return 0;
    }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweeps/scale", test_growth);
  return g_test_run ();
}
