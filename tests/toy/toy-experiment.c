/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An experiment of a program's own: clouds of points seen through two paths, the second of which
 * is noisier. All it takes is this file and a line in toy-table.c. */

#include "toy-table.h"

#include "core/case/case-io.h"
#include <stddef.h>

#define WIDTH 8 /* N0 */
#define PATHS 2

typedef struct
{
  double spread;
  guint n_points;
} Toy;

#define AT(field) .offset = offsetof (Toy, field)

static const IplField fields[] = {
  { "spread", .json = "spread", .label = "Spread", .symbol = "σ", .kind = IPL_FIELD_REAL,
    AT (spread), .minimum = 0, .maximum = 10, .step = 0.1, .digits = 2,
    .sentence = "Standard deviation of the points of a cloud" },
  { "n-points", .json = "n_points", .label = "Points", .kind = IPL_FIELD_INTEGER, AT (n_points),
    .minimum = 2, .maximum = 1000, .step = 2, .multiple = 2,
    .sentence = "Points of both clouds together" },
};

static const IplFieldGroup groups[] = { { "task", "Task", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  Toy *toy = ipl_parameters_edit_own (parameters);

  toy->spread = 0.5;
  toy->n_points = 20;
}

static guint
get_layers (gconstpointer own)
{
  return 1;
}

static void
fill (IplExamples *examples, const Toy *toy, const char *name, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  gsize size = PATHS * WIDTH;

  examples->name = g_strdup (name);
  examples->count = toy->n_points;
  examples->y = g_new (double, examples->count);
  examples->xi = g_new (double, examples->count * size);
  for (gsize i = 0; i < examples->count; i++)
    {
      examples->y[i] = i % 2 == 0 ? 1 : -1;
      for (gsize k = 0; k < size; k++)
        {
          double noise = (k < WIDTH ? 1 : 3) * toy->spread * g_rand_double_range (rand, -1, 1);

          examples->xi[i * size + k] = (k % WIDTH == 0 ? examples->y[i] : 0) + noise;
        }
    }
}

static IplCase *
make_case (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
           GCancellable *cancellable, GError **error)
{
  const Toy *toy = own;
  IplCase *the_case = ipl_case_alloc ();

  the_case->name = g_strdup ("toy");
  the_case->L = 1;
  the_case->H[0] = the_case->Pi = PATHS;
  the_case->N0 = WIDTH;
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  fill (&the_case->train, toy, "train", 1);
  fill (&the_case->tests[0], toy, "test", 2);
  ipl_case_finish_names (the_case);
  return the_case;
}

const IplExperiment toy_experiment = {
  .id = "toy",
  .title = "Toy clouds",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Scattering points",
  IPL_OWN (Toy, groups),
  .init = init,
  .get_layers = get_layers,
  .make_case = make_case,
};
