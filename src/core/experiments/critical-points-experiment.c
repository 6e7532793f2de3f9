/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The origin of the mu of salience: zeros of the gradient of a hidden unit over clusters
 * (THEORY.md sections 12.1 and 12.2). */
#include "core/dynamics/critical-points.h"
#include "core/experiments/experiment-table.h"

#include <stddef.h>
#include <string.h>

#define PLACE(field) .offset = offsetof (IplCriticalPoints, field)

static gboolean
from_file (const IplField *field, gconstpointer own)
{
  return strcmp (((const IplCriticalPoints *)own)->source, "file") == 0;
}

static gboolean
is_drawn (const IplField *field, gconstpointer own)
{
  return !from_file (field, own);
}

static const IplField fields[] = {
  { "source", .label = "Clusters", .kind = IPL_FIELD_CHOICE, PLACE (source),
    .choices = ipl_critical_sources,
    .sentence = "Source of the token frequencies, which are the centers of the clusters: drawn, or "
                "a matrix from a file" },
  { "frequencies", .label = "Frequencies", .kind = IPL_FIELD_FILE, PLACE (file),
    .applies = from_file, .only = "where the source is file",
    .sentence = "An .npz with the array X [tokens x clusters] of frequencies; each column is "
                "divided by its sum" },
  { "tokens", .label = "Tokens", .symbol = "M", .kind = IPL_FIELD_INTEGER, PLACE (tokens),
    .minimum = 2, .maximum = IPL_SALIENCE_MAX, .step = 1, .applies = is_drawn,
    .only = "without a file of frequencies", .sentence = "Tokens, each with a weight" },
  { "clusters", .label = "Number of clusters", .kind = IPL_FIELD_INTEGER, PLACE (clusters),
    .minimum = 1, .maximum = IPL_CRITICAL_MAX_CLUSTERS, .high = 8, .step = 1, .applies = is_drawn,
    .only = "without a file of frequencies",
    .sentence
    = "Number of clusters that drive the hidden unit, in addition to a background around 0" },
  { "noise", .label = "Noise", .symbol = "σ", .kind = IPL_FIELD_REAL, PLACE (noise), .minimum = 0,
    .positive = TRUE, .maximum = 10, .low = 0.01, .high = 0.5, .step = 0.01, .digits = 3,
    .sentence = "Standard deviation of every cluster and of the background in all directions" },
  { "background", .label = "Background", .kind = IPL_FIELD_REAL, PLACE (background), .minimum = 0,
    .positive = TRUE, .maximum = 1000, .low = 1, .high = 50, .step = 1, .digits = 2,
    .sentence = "Ratio of the gradient of the background to that of all clusters" },
  { "attention-temperature", .json = "temperature", .label = "Attention temperature", .symbol = "T",
    .kind = IPL_FIELD_REAL, PLACE (temperature), .minimum = 0.25, .maximum = 100, .low = 0.25,
    .high = 10, .step = 0.25, .digits = 2, .sentence = "Temperature of attention, e to the v²/T" },
  { "start", .label = "Start", .symbol = "v(0)", .kind = IPL_FIELD_REAL, PLACE (start),
    .minimum = -2, .maximum = 2, .step = 0.05, .digits = 3,
    .sentence = "Weight of every token at time 0" },
  { "rate", .label = "Step size", .symbol = "η", .kind = IPL_FIELD_REAL, PLACE (rate), .minimum = 0,
    .positive = TRUE, .maximum = 10, .low = 0.001, .high = 1, .step = 0.01, .digits = 3,
    .sentence = "Step size of gradient descent, in units of the curvature at the critical point" },
  { "steps", .label = "Steps", .kind = IPL_FIELD_INTEGER, PLACE (steps), .minimum = 1,
    .maximum = 1000000, .low = 100, .high = 50000, .step = 500,
    .sentence = "Steps of gradient descent" },
  { "samples", .label = "Samples", .kind = IPL_FIELD_INTEGER, PLACE (samples), .minimum = 2,
    .maximum = IPL_CRITICAL_MAX_SAMPLES, .low = 100, .high = 100000, .step = 1000,
    .sentence = "Samples of every cluster, for the gradient by Monte Carlo" },
  { "seed", .label = "Seed", .kind = IPL_FIELD_SEED, PLACE (seed), .high = G_MAXUINT32, .step = 1,
    .sentence
    = "Seed of the frequencies and of the samples: the same seed gives the same numbers" },
};

static const IplFieldGroup groups[]
    = { { "clusters", "Clusters", G_N_ELEMENTS (fields), fields, 0 } };

static void
init (IplParameters *parameters)
{
  ipl_critical_points_init (ipl_parameters_edit_specific (parameters));
}

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  IplTrajectory *trajectory = ipl_critical_points_run (ipl_parameters_get_specific (parameters),
                                                       run->work.cancellable, error);

  return trajectory != NULL ? ipl_experiment_result_new_dynamics (parameters->experiment,
                                                                  trajectory, TRUE, NULL, NULL)
                            : NULL;
}

const IplExperiment ipl_experiment_critical_points = {
  .id = "critical-points",
  .title = "Critical points",
  .about = "Critical points of the dynamics, and how well they predict its course",
  .family = IPL_FAMILY_DYNAMICS,
  .page = "critical-points",
  .generated = TRUE,
  .built_in = TRUE,
  .progress = "Looking for critical points",
  IPL_SPECIFIC (IplCriticalPoints, groups),
  .init = init,
  .validate = ipl_critical_points_validate,
  .source = &fields[1],
  .source_title = "Critical points of ",
  .compute = compute,
  .recorded = ipl_critical_recorded,
};
