/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "probe/probe-support.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/case/case-io.h"
#include "core/files/npz.h"
#include "core/probe/probe-file.h"

#define WIDTH 5

void
probe_files_set_up (ProbeFixture *self, gconstpointer unused)
{
  self->folder = g_dir_make_tmp ("interplay-probe-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "probes.npz", NULL);
}

void
probe_files_tear_down (ProbeFixture *self, gconstpointer unused)
{
  g_remove (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static void
add (IplNpzWriter *writer, const ProbeFiles *probes, const char *name, const double *values,
     guint ndim, const gsize *shape)
{
  if (g_strcmp0 (probes->without, name) == 0)
    return;
  ipl_npz_writer_add_doubles (writer, name, values, ndim,
                              g_strcmp0 (probes->other, name) == 0 ? probes->shape : shape);
}

/* Labels, and path features of the first heads of which some tell them. */
static void
add_layers (IplNpzWriter *writer, const ProbeFiles *probes, GRand *rand)
{
  static const char *const sets[] = { "train", "test" };

  for (guint t = 0; t < 2; t++)
    {
      gsize P = t == 0 ? probes->P : probes->P_test, room = P * 80 * WIDTH;
      g_autofree double *y = g_new (double, P), *xi = g_new (double, room);
      g_autofree char *labels = g_strdup_printf ("y_%s", sets[t]);

      for (gsize m = 0; m < P; m++)
        y[m] = probes->classes > 0 ? (double)(m % probes->classes) : m % 2 ? 1 : -1;
      add (writer, probes, labels, y, 1, &P);
      for (guint l = 0; l < probes->n_layers; l++)
        {
          g_autofree char *name = g_strdup_printf ("xi_%s_%u", sets[t], l + 1);
          const gsize shape[] = { P, probes->H[l], WIDTH };

          for (gsize i = 0; i < room; i++)
            {
              gsize m = MIN (i / (probes->H[l] * WIDTH), P - 1), h = i / WIDTH % probes->H[l];

              xi[i] = g_rand_double_range (rand, -1, 1)
                      + 0.7 * (double)h * (y[m] - 0.5 * (probes->classes > 0)) * (i % WIDTH == l);
            }
          add (writer, probes, name, xi, 3, shape);
        }
    }
}

/* Numbers of all heads, NaN beyond those of their layers. */
static void
add_measures (IplNpzWriter *writer, const ProbeFiles *probes, GRand *rand)
{
  gsize L = probes->n_layers, H = probes->most;
  const gsize shape[] = { L, H, H };
  const double model = 0.75;
  double of_heads[PROBE_MAX_LAYERS * 80], of_pairs[PROBE_MAX_LAYERS * 80 * 4];

  for (guint i = 0; i < IPL_PROBE_N_MEASURES; i++)
    {
      for (gsize k = 0; k < L * H; k++)
        of_heads[k] = k % H < probes->H[k / H] ? g_rand_double (rand) : NAN;
      add (writer, probes, ipl_probe_measure_names[i], of_heads, 2, shape);
    }
  for (gsize k = 0; k < L * H * H; k++)
    of_pairs[k] = k % H < probes->H[k / H / H] && k / H % H < probes->H[k / H / H]
                      ? g_rand_double (rand)
                      : NAN;
  add (writer, probes, "pair_drop", of_pairs, 3, shape);
  add (writer, probes, "model_accuracy", &model, 0, NULL);
}

void
probe_files_write (const ProbeFixture *self, const ProbeFiles *probes)
{
  g_autoptr (GError) error = NULL;
  IplNpzWriter *writer = ipl_npz_writer_new (self->path, &error);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const double classes = 1;

  g_assert_no_error (error);
  add_layers (writer, probes, rand);
  if (probes->classes > 0)
    ipl_npz_writer_add_doubles (writer, "classes", &classes, 0, NULL);
  if (probes->measures)
    add_measures (writer, probes, rand);
  g_assert_true (ipl_npz_writer_close (writer, &error));
}

IplTrajectory *
probe_files_run (const ProbeFixture *self, guint draws, guint threads, GCancellable *stop,
                 gboolean *complete, GError **error)
{
  const IplProbe probe = { self->path, 10, 0.05, draws, 3 };
  const IplProbeWork work = { .threads = threads, .stop = stop };

  g_autoptr (IplProbeFile) file = ipl_probe_file_open (self->path, NULL, error);

  return file != NULL ? ipl_probe_run (&probe, file, &work, complete, error) : NULL;
}

IplTrajectory *
probe_files_run_plain (const ProbeFixture *self)
{
  g_autoptr (GError) error = NULL;
  gboolean complete;
  IplTrajectory *trajectory = probe_files_run (self, 0, 1, NULL, &complete, &error);

  g_assert_no_error (error);
  g_assert_true (complete);
  return trajectory;
}

/* The same layer, written as a case and solved as any other. */
IplSolution *
probe_files_solve (const ProbeFixture *self, guint layer, gboolean gp, IplCase **the_case)
{
  static const char *const shared[] = { "y_train", "y_test", "classes" };
  g_autofree char *path = g_build_filename (self->folder, "case.npz", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) npz = ipl_npz_read (self->path, NULL, &error);
  IplNpzWriter *writer = ipl_npz_writer_new (path, &error);
  const double T = 0.05, one = 1;
  IplSetting setting;
  IplSolution *solution;

  for (guint i = 0; i < 5; i++)
    {
      const char *as[] = { "xi_train", "xi_test" };
      g_autofree char *name
          = i < 3 ? g_strdup (shared[i]) : g_strdup_printf ("%s_%u", as[i - 3], layer + 1);
      const IplArray *array = ipl_npz_lookup (npz, name);

      if (array != NULL)
        ipl_npz_writer_add_doubles (writer, i < 3 ? name : as[i - 3], array->values, array->ndim,
                                    array->shape);
      if (i == 3)
        {
          double heads = (double)array->shape[1];

          ipl_npz_writer_add_doubles (writer, "heads", &heads, 1, (gsize[]){ (gsize)one });
        }
    }
  ipl_npz_writer_add_doubles (writer, "temperature", &T, 0, NULL);
  g_assert_true (ipl_npz_writer_close (writer, &error));
  *the_case = ipl_case_load (path, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (*the_case, NULL, &error);
  ipl_setting_init_for_case (&setting, *the_case, 10);
  setting.gp = gp;
  solution = gp ? ipl_solution_gp (*the_case, kernel, &setting, NULL, 0, NULL, &error)
                : ipl_solution_solve (*the_case, kernel, &setting, NULL, NULL, &error);
  g_assert_no_error (error);
  g_remove (path);
  return solution;
}

/* How many are below, and half of those that are alike. */
static double
slow_rank (gsize n, const double *x, gsize i)
{
  double rank = 0;

  for (gsize k = 0; k < n; k++)
    rank += x[k] < x[i] ? 1 : x[k] == x[i] ? 0.5 : 0;
  return rank;
}

double
probe_slow_spearman (gsize n, const double *x, const double *y)
{
  double xy = 0, xx = 0, yy = 0, mean = (double)n / 2;

  for (gsize i = 0; i < n; i++)
    {
      double a = slow_rank (n, x, i) - mean, b = slow_rank (n, y, i) - mean;

      xy += a * b;
      xx += a * a;
      yy += b * b;
    }
  return xy / sqrt (xx * yy);
}
