/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on a text by layers and rates, means over seeds. */
#include "core/base/curve-minimum.h"
#include "core/experiments/text-grid.h"
#include "core/files/npz.h"
#include "core/parameters/parameters.h"

#include <math.h>

#include "support.h"

/* Of each layer of the run that comes with the program, as shares. */
#define LEAST_FALL 0.2
#define LEAST_BACK 0.1

static IplTextParameters *
small (IplParameters *parameters)
{
  IplTextParameters *own;

  ipl_parameters_init (parameters, "joma-text");
  own = ipl_parameters_edit_specific (parameters);
  own->n_words = 3000;
  own->shape.d = 8;
  own->shape.hidden = 8;
  own->shape.L = 6;
  own->batch = 4;
  own->steps = 20;
  own->compare_layers = "1,2,3";
  own->compare_rates = "0.001,0.01";
  own->compare_seeds = 3;
  return own;
}

static const double *
entropy_of (const IplTextCurves *curves)
{
  return ipl_trajectory_find (curves->trajectory, "entropy")->values;
}

/* The mean and the standard deviation of runs, from those that have these layers and this rate. */
TEST (test_means, "/text-grid/means")
{
  IplParameters parameters;
  IplTextParameters *own = small (&parameters);
  IplExperimentRun run = { .work = { .threads = 2 } };
  g_autoptr (IplExperimentResult) result = NULL;
  g_autoptr (IplTextGrid) grid = NULL;
  const IplTextResult *text;

  own->config.learning_rate = 1e-3;
  result = TEST_OK (parameters.experiment->compute (&parameters, &run, &error));
  text = result->data;
  g_assert_cmpuint (text->runs->len, ==, 3 * 2 * 3);
  grid = ipl_text_grid_new (text);
  g_assert_cmpuint (grid->n_layers, ==, 3);
  g_assert_cmpuint (grid->n_rates, ==, 2);
  for (guint i = 0; i < 6; i++)
    {
      const IplTextCell *cell = &grid->cells[i];
      guint layers = i / 2 + 1;

      g_assert_cmpuint (grid->layers[i / 2], ==, layers);
      g_assert_cmpfloat (grid->rates[i % 2], ==, i % 2 == 0 ? 1e-3 : 1e-2);
      g_assert_cmpuint (cell->n_seeds, ==, 3);
      for (gsize at = 0; at < cell->S * layers; at++)
        {
          double values[3], mean;
          guint n = 0;

          for (guint k = 0; k < text->runs->len; k++)
            {
              const IplTextCurves *curves = text->runs->pdata[k];

              if (curves->parameters.shape.layers == layers
                  && curves->parameters.config.learning_rate == grid->rates[i % 2])
                values[n++] = entropy_of (curves)[at];
            }
          g_assert_cmpuint (n, ==, 3);
          g_assert_true (values[0] != values[1] && values[1] != values[2]);
          mean = (values[0] + values[1] + values[2]) / 3;
          test_assert_close (cell->mean[at], mean, 1e-12);
          test_assert_close (cell->sd[at],
                             sqrt ((pow (values[0] - mean, 2) + pow (values[1] - mean, 2)
                                    + pow (values[2] - mean, 2))
                                   / 2),
                             1e-12);
        }
    }
}

/* Runs that differ in more than layers, rates, seeds and steps are left out. */
TEST (test_alike, "/text-grid/alike")
{
  IplParameters parameters;
  IplTextParameters a = *small (&parameters), b = a;

  b.shape.layers++;
  b.config.learning_rate *= 2;
  b.seed++;
  b.steps++;
  g_assert_true (ipl_text_parameters_alike (&a, &b));
  b.shape.d++;
  g_assert_false (ipl_text_parameters_alike (&a, &b));
}

/* The run that comes with the program: attention of every layer becomes sparse, and comes back. */
TEST (test_shipped, "/text-grid/shipped")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "resources", "examples",
                                                 "example-text.npz", NULL);
  g_autoptr (IplNpz) npz = TEST_OK (ipl_npz_read (path, NULL, &error));
  const IplArray *entropy;

  entropy = ipl_npz_lookup (npz, "entropy");
  g_assert_cmpuint (entropy->ndim, ==, 2);
  g_assert_cmpuint (entropy->shape[1], ==, 5);
  for (gsize l = 0; l < 5; l++)
    {
      IplCurveMinimum dip = ipl_curve_minimum_find (entropy->values + l, entropy->shape[0], 5);

      g_test_message ("layer %zu: %.2f, %.2f, %.2f: back %.2f", l + 1, dip.first, dip.least,
                      dip.last, dip.back);
      g_assert_cmpfloat (dip.fall, >, LEAST_FALL);
      g_assert_cmpfloat (dip.back, >, LEAST_BACK);
    }
}
