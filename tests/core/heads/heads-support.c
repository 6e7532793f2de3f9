/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "heads/heads-support.h"

#include "core/case/features.h"
#include "core/heads/head-entropy.h"
#include "core/network/trained-network.h"
#include <math.h>
#include <string.h>

#include "support.h"
#include "network/trained-example.h"

const IplTrainedShape heads_shape
    = { 3, { 3, 1, 2 }, 4, { 6, 5, 4, 7 }, 5, 6, IPL_READOUT_MEAN, 1 };
const IplTrainedShape heads_two_layers = { 2, { 3, 3 }, 3, { 8, 8, 8 }, 6, 5, IPL_READOUT_MEAN, 1 };
const IplTrainedShape heads_classes
    = { 3, { 3, 1, 2 }, 4, { 6, 5, 4, 7 }, 5, 6, IPL_READOUT_MEAN, 3 };

/* That of the network's answer, but for one of ten. @y: [K] */
static void
draw_label (const IplLabels *labels, GRand *rand, const float *f, double *y)
{
  double answer[8];
  guint class;

  if (labels->outputs == 1)
    {
      y[0] = (f[0] > 0) != (g_rand_double (rand) < 0.1) ? 1 : -1;
      return;
    }
  for (guint k = 0; k < labels->outputs; k++)
    answer[k] = f[k];
  class = ipl_labels_find_class (labels, answer);
  if (g_rand_double (rand) < 0.1)
    class = (class + 1) % labels->outputs;
  ipl_labels_code_class (labels, class, y);
}

static void
fill (IplExamples *examples, const char *name, gsize count, const HeadsExample *self, GRand *rand)
{
  const IplTrainedShape *shape = &self->network->shape;
  gsize size = count * shape->T * shape->N0, Pi = ipl_trained_shape_n_paths (shape);
  const IplLabels *labels = &self->the_case->labels;
  g_autofree float *f = g_new (float, count * shape->outputs), *x = NULL;

  examples->name = g_strdup (name);
  examples->count = count;
  examples->x = trained_gaussians (rand, size, 1);
  x = trained_to_floats (examples->x, size);
  for (gsize i = 0; i < size; i++)
    examples->x[i] = x[i];
  examples->xi = g_new (double, count * Pi * shape->N0);
  TEST_OK (ipl_features_compute (self->the_case->weights, NULL, shape->L, shape->H, NULL, shape->T,
                                 shape->N0, shape->readout, count, examples->x, examples->xi, 1,
                                 NULL, &error));
  TEST_OK (ipl_trained_network_predict (self->network, count, x, f, 1, NULL, &error));
  examples->y = g_new (double, count * shape->outputs);
  for (gsize i = 0; i < count; i++)
    draw_label (labels, rand, f + i * shape->outputs, examples->y + i * shape->outputs);
}

HeadsExample *
heads_example_new (const IplTrainedShape *shape, gsize P, gsize P_test, guint32 seed)
{
  HeadsExample *self = g_new0 (HeadsExample, 1);
  IplCase *the_case = self->the_case = ipl_case_alloc ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  self->network = ipl_trained_network_new (shape, 1, seed, NULL);
  the_case->level = IPL_LEVEL_WEIGHTS;
  if (shape->outputs > 1)
    the_case->labels = (IplLabels){ IPL_LABELS_CLASSES, shape->outputs };
  the_case->L = shape->L;
  memcpy (the_case->H, shape->H, sizeof the_case->H);
  the_case->Pi = ipl_trained_shape_n_paths (shape);
  the_case->N0 = shape->N0;
  the_case->T = shape->T;
  the_case->readout = shape->readout;
  the_case->temperature = 0.1;
  the_case->seed = seed;
  g_assert_true (ipl_trained_network_export_attention (self->network, the_case->weights, NULL));
  the_case->trained = ipl_trained_network_for_case (self->network, NULL);
  fill (&the_case->train, "train", P, self, rand);
  the_case->n_tests = 2;
  the_case->tests = g_new0 (IplExamples, 2);
  fill (&the_case->tests[0], "test", P_test, self, rand);
  fill (&the_case->tests[1], "other", P_test / 2 + 1, self, rand);
  ipl_case_finish_names (the_case);
  self->test_x = trained_to_floats (the_case->tests[0].x, P_test * shape->T * shape->N0);
  return self;
}

void
heads_example_free (HeadsExample *self)
{
  ipl_trained_network_unref (self->network);
  ipl_case_unref (self->the_case);
  g_free (self->test_x);
  g_free (self);
}

double
heads_slow_accuracy (const HeadsExample *self, const gboolean *removed)
{
  const IplExamples *test = &self->the_case->tests[0];
  guint K = self->the_case->labels.outputs;
  g_autofree float *f = g_new (float, test->count * K);
  g_autofree float *y = trained_to_floats (test->y, test->count * K);

  g_autoptr (IplTrainedNetwork) left
      = TEST_OK (ipl_trained_network_prune (self->network, removed, &error));

  TEST_OK (ipl_trained_network_predict (left, test->count, self->test_x, f, 1, NULL, &error));
  return ipl_trained_accuracy (K, test->count, f, y, NULL);
}

double
heads_slow_spearman (gsize n, const double *a, const double *b)
{
  double xx = 0, yy = 0, xy = 0, middle = ((double)n + 1) / 2;

  for (gsize i = 0; i < n; i++)
    {
      double x = 0.5, y = 0.5;

      for (gsize k = 0; k < n; k++)
        {
          x += (a[k] < a[i]) + 0.5 * (a[k] == a[i]);
          y += (b[k] < b[i]) + 0.5 * (b[k] == b[i]);
        }
      xx += (x - middle) * (x - middle);
      yy += (y - middle) * (y - middle);
      xy += (x - middle) * (y - middle);
    }
  return xy / sqrt (xx * yy);
}

/* Path by path. */
double
heads_masked (const IplCase *the_case, const double *readout, gsize output, const double *factor,
              const double *xi)
{
  double f = 0;

  readout += output * the_case->Pi * the_case->N0;
  for (gsize p = 0; p < the_case->Pi; p++)
    {
      double of_path = 0;
      guint head = 0;

      for (gsize k = 0; k < the_case->N0; k++)
        of_path += readout[p * the_case->N0 + k] * xi[p * the_case->N0 + k];
      for (guint l = 0; l < the_case->L; head += the_case->H[l++])
        of_path *= factor[head + ipl_case_path_head (the_case, p, l)];
      f += of_path;
    }
  return f;
}

void
heads_slow_gradient (const IplCase *the_case, const double *readout, double *importance)
{
  const IplExamples *train = &the_case->train;
  guint n = ipl_case_n_heads (the_case), head = 0;
  gsize D = the_case->Pi * the_case->N0, K = the_case->labels.outputs;
  const double step = 1e-4;
  double factor[64];

  for (guint h = 0; h < n; h++)
    {
      importance[h] = 0;
      for (gsize i = 0; i < train->count; i++)
        {
          double loss[2] = { 0 };

          for (gsize k = 0; k < 2 * K; k++)
            {
              guint side = k % 2;
              double miss;

              for (guint j = 0; j < n; j++)
                factor[j] = j == h ? 1 + (side ? step : -step) : 1;
              miss = heads_masked (the_case, readout, k / 2, factor, train->xi + i * D)
                     - train->y[i * K + k / 2];
              loss[side] += miss * miss;
            }
          importance[h] += fabs (loss[1] - loss[0]) / (2 * step) / (double)train->count;
        }
    }
  for (guint l = 0; l < the_case->L; head += the_case->H[l++])
    {
      double squares = 0;

      for (guint h = 0; h < the_case->H[l]; h++)
        squares += importance[head + h] * importance[head + h];
      for (guint h = 0; h < the_case->H[l]; h++)
        importance[head + h] /= sqrt (squares);
    }
}

HeadsTheory
heads_theory_new (IplCase *the_case)
{
  HeadsTheory self;
  g_autoptr (IplHeadReport) report = NULL;
  g_autofree double *entropy = NULL;

  IplSetting setting = test_setting (the_case, 8);
  self.kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));
  self.solution = test_solve (the_case, &setting);
  report = TEST_OK (
      ipl_head_report_new (the_case, self.kernel, self.solution, 0, FALSE, NULL, &error));
  if (the_case->tests[0].x != NULL)
    entropy = TEST_OK (ipl_head_entropy (the_case, 0, NULL, NULL, 1, NULL, &error));
  self.report = ipl_head_report_with_entropy (report, entropy, entropy != NULL ? NULL : "Unknown.");
  return self;
}

void
heads_theory_clear (HeadsTheory *self)
{
  ipl_kernel_unref (self->kernel);
  ipl_solution_unref (self->solution);
  ipl_head_report_unref (self->report);
}

IplPruning *
heads_prune (const HeadsTheory *theory, const IplPruningOptions *options, guint threads)
{
  return TEST_OK (ipl_pruning_run (theory->report, theory->solution, options,
                                   &(IplWork){ .threads = threads }, &error));
}
