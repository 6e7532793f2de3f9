/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One-shot networks as probes: features of each layer's heads to slow loops over tokens and to the
 * network itself, drops to those of its heads' report, gradients to differences; files of them say
 * the same. */
#include "core/experiments/probe-source.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/case/features.h"
#include "core/experiments/training.h"
#include "core/heads/head-report.h"
#include "core/network/trained-network.h"
#include "core/probe/probe.h"
#include "core/tasks/one-shot-task.h"

#define TOKENS IPL_ONE_SHOT_T
#define WIDTH IPL_ONE_SHOT_N0
#define P_TEST 40
#define LAYERS 2

static const guint heads[LAYERS] = { 3, 2 };
static const gsize widths[LAYERS + 1] = { 7, 6, 5 };

typedef struct
{
  char *folder, *path, *probes;
  IplTrainedNetwork *network;
  IplTrainedLayout layout;
  IplCase *the_case;
  IplNpz *arrays;
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  IplTrainedShape shape = {
    .L = LAYERS, .G = 4, .N0 = WIDTH, .T = TOKENS, .readout = IPL_READOUT_MEAN, .outputs = 1
  };
  g_autoptr (IplOneShotTask) task = NULL;
  g_autoptr (GError) error = NULL;
  IplProbeModel model;
  IplImageTask asked;

  memcpy (shape.H, heads, sizeof heads);
  memcpy (shape.N, widths, sizeof widths);
  self->folder = g_dir_make_tmp ("interplay-probe-source-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "net.safetensors", NULL);
  self->probes = g_build_filename (self->folder, "probes.npz", NULL);
  ipl_image_task_init (&asked);
  asked.n_train = 30;
  asked.n_test = P_TEST;
  self->network = ipl_trained_network_new (&shape, 2, 5, &error);
  g_assert_no_error (error);
  self->network->task = ipl_image_task_to_json (&asked);
  g_assert_true (ipl_trained_network_save (self->network, self->path, &error));
  ipl_trained_layout_init (&self->layout, &shape);
  task = ipl_one_shot_task_get (&asked, 1, NULL, &error);
  self->the_case
      = ipl_one_shot_task_make_case (task, "net", self->network, TRUE, TRUE, 1, NULL, &error);
  g_assert_no_error (error);
  self->arrays = ipl_npz_new ();
  g_assert_true (ipl_probe_of_one_shot (self->path, self->arrays, &model, 1, NULL, &error));
  g_assert_true (ipl_probe_model_add_drops (&model, self->arrays, 1, NULL, &error));
  ipl_probe_model_clear (&model);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_remove (self->path);
  g_remove (self->probes);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->probes);
  ipl_npz_free (self->arrays);
  ipl_case_unref (self->the_case);
  ipl_trained_network_unref (self->network);
  ipl_one_shot_task_forget ();
}

static const double *
get (const Fixture *self, const char *name)
{
  return ipl_npz_lookup (self->arrays, name)->values;
}

/* Row-major W [to x from] of the network on each of TOKENS tokens, times the scale. */
static void
apply (const Fixture *self, gsize W, gsize from, gsize to, double scale, const double *x, double *y)
{
  for (gsize t = 0; t < TOKENS; t++)
    for (gsize i = 0; i < to; i++)
      {
        y[t * to + i] = 0;
        for (gsize k = 0; k < from; k++)
          y[t * to + i]
              += scale * (double)self->network->parameters[W + i * from + k] * x[t * from + k];
      }
}

/* What every query of a head gets: sum over keys of O[key, query] z_key. */
static void
attend (const double *O, gsize n, const double *z, double *out)
{
  for (gsize t = 0; t < TOKENS; t++)
    for (gsize i = 0; i < n; i++)
      {
        out[t * n + i] = 0;
        for (gsize s = 0; s < TOKENS; s++)
          out[t * n + i] += O[s * TOKENS + t] * z[s * n + i];
      }
}

static double
mean_token (const double *x, gsize n, gsize i)
{
  double sum = 0;

  for (gsize t = 0; t < TOKENS; t++)
    sum += x[t * n + i] / TOKENS;
  return sum;
}

/* The hidden states of one sequence, token by token, and what the heads' features and outputs are.
 */
static void
test_features (Fixture *self, gconstpointer unused)
{
  g_autofree double *space = g_new (double, 4 * TOKENS * WIDTH + TOKENS * TOKENS);
  double *z = space, *got = z + TOKENS * WIDTH, *out = got + TOKENS * WIDTH,
         *next = out + TOKENS * WIDTH;
  double *O = next + TOKENS * WIDTH;

  for (gsize e = 0; e < 3; e++)
    {
      const double *x = self->the_case->tests[0].x + e * TOKENS * WIDTH;
      double f = 0;

      apply (self, self->layout.V0, WIDTH, widths[0], 1 / sqrt (WIDTH), x, z);
      for (guint l = 0; l < LAYERS; l++)
        {
          g_autofree char *name = g_strdup_printf ("xi_test_%u", l + 1);
          const double *xi = get (self, name) + e * heads[l] * widths[l];
          gsize from = widths[l], to = widths[l + 1];

          memset (next, 0, TOKENS * to * sizeof *next);
          for (guint h = 0; h < heads[l]; h++)
            {
              ipl_features_attention_matrix (&self->the_case->weights[l], h, TOKENS, WIDTH, x, O);
              attend (O, from, z, got);
              for (gsize i = 0; i < from; i++)
                g_assert_cmpfloat_with_epsilon (xi[h * from + i], mean_token (got, from, i), 1e-9);
              apply (self, self->layout.V[l] + h * to * from, from, to,
                     1 / sqrt ((double)(from * heads[l])), got, out);
              for (gsize i = 0; i < TOKENS * to; i++)
                next[i] += out[i];
            }
          memcpy (z, next, TOKENS * to * sizeof *z);
        }
      for (gsize i = 0; i < widths[LAYERS]; i++)
        f += (double)self->network->parameters[self->layout.a + i]
             * mean_token (z, widths[LAYERS], i) / sqrt ((double)widths[LAYERS]);
      for (gsize i = 0; i < self->the_case->Pi * WIDTH; i++)
        f -= self->the_case->trained->readout[i]
             * self->the_case->tests[0].xi[e * self->the_case->Pi * WIDTH + i];
      g_assert_cmpfloat_with_epsilon (f, 0, 1e-6);
    }
}

/* Accuracy lost as the heads' report has it. */
static void
test_drops (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (self->the_case, NULL, &error);
  g_autoptr (IplSolution) gp = NULL;
  g_autoptr (IplHeadReport) report = NULL;
  const double *drop = get (self, "drop"), *both = get (self, "pair_drop");
  IplSetting setting;

  ipl_setting_init_for_case (&setting, self->the_case, 10);
  setting.gp = TRUE;
  gp = ipl_solution_gp (self->the_case, kernel, &setting, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  report = ipl_head_report_new (self->the_case, kernel, gp, 0, FALSE, 1, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (get (self, "model_accuracy")[0], report->trained.accuracy, 1e-12);
  for (guint i = 0; i < report->n_heads; i++)
    {
      gsize at = report->layer[i] * heads[0] + report->head[i];

      g_assert_cmpfloat_with_epsilon (drop[at], report->trained.drop[i], 1e-12);
      g_assert_cmpfloat (both[at * heads[0] + report->head[i]], ==, drop[at]);
    }
  g_assert_true (isnan (drop[5]) && isnan (get (self, "gradient")[5]));
  /* Nothing is left of a layer without its two heads. */
  g_assert_true (isnan (both[(heads[0] + 0) * heads[0] + 1]));
  g_assert_true (isfinite (both[1]));
}

/* |d loss / d factor| by differences of the network with the values of a head scaled. */
static void
test_gradient (Fixture *self, gconstpointer unused)
{
  const IplExamples *test = &self->the_case->tests[0];
  g_autofree float *x = g_new (float, P_TEST * TOKENS * WIDTH);
  const double step = 1.0 / 64;

  for (gsize i = 0; i < P_TEST * TOKENS * WIDTH; i++)
    x[i] = (float)test->x[i];
  for (guint l = 0; l < LAYERS; l++)
    for (guint h = 0; h < heads[l]; h++)
      {
        gsize n = widths[l] * widths[l + 1];
        float *V = self->network->parameters + self->layout.V[l] + h * n;
        g_autofree float *kept = g_memdup2 (V, n * sizeof *V);
        float f[2][P_TEST];
        double sum = 0;

        for (guint side = 0; side < 2; side++)
          {
            for (gsize i = 0; i < n; i++)
              V[i] = kept[i] * (float)(side ? 1 + step : 1 - step);
            g_assert_true (
                ipl_trained_network_predict (self->network, P_TEST, x, f[side], 1, NULL, NULL));
          }
        memcpy (V, kept, n * sizeof *V);
        for (gsize e = 0; e < P_TEST; e++)
          sum += fabs (log1p (exp (-test->y[e] * (double)f[1][e]))
                       - log1p (exp (-test->y[e] * (double)f[0][e])))
                 / (2 * step * P_TEST);
        g_assert_cmpfloat_with_epsilon (get (self, "gradient")[l * heads[0] + h], sum, 1e-4);
      }
}

/* A file of its probes is solved as the network, but for what is left without heads. */
static void
test_written (Fixture *self, gconstpointer unused)
{
  const char *paths[] = { self->path, self->probes };
  const IplProbeWork work = { .threads = 1 };
  IplTrajectory *solved[2];

  g_assert_true (ipl_probe_source_write (self->path, self->probes, 1, NULL, NULL));
  for (guint i = 0; i < 2; i++)
    {
      const IplProbe probe = { paths[i], 10, 0.05, 0, 3 };
      g_autoptr (GError) error = NULL;
      g_autoptr (IplProbeFile) file = ipl_probe_source_open (paths[i], 1, NULL, &error);
      gboolean complete;

      g_assert_no_error (error);
      solved[i] = ipl_probe_run (&probe, file, &work, &complete, &error);
      g_assert_no_error (error);
    }
  for (guint a = 0; a < solved[1]->arrays->len; a++)
    {
      const IplTrajectoryArray *array = solved[1]->arrays->pdata[a];
      gsize n = array->size * (array->in_time ? solved[1]->S : 1) * sizeof (double);

      g_assert_cmpmem (array->values, n, ipl_trajectory_find (solved[0], array->name)->values, n);
    }
  g_assert_null (ipl_trajectory_find (solved[1], "prune_accuracy"));
  g_assert_cmpfloat (ipl_trajectory_get (solved[0], "prune_accuracy", 0)[0], ==,
                     *ipl_trajectory_get (solved[0], "model_accuracy", 0));
  for (guint i = 0; i < 2; i++)
    ipl_trajectory_unref (solved[i]);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*run) (Fixture *self, gconstpointer unused);
  } tests[] = { { "/probe-source/features", test_features },
                { "/probe-source/drops", test_drops },
                { "/probe-source/gradient", test_gradient },
                { "/probe-source/written", test_written } };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}
