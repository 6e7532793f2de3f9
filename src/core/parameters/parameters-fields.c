/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parameters/parameters-fields.h"

#include "core/base/units.h"
#include "core/heads/pruning.h"
#include "core/posterior/posterior-options.h"
#include <stddef.h>

#define MAX_FINE_TUNE 1000000

#define AT(field) .offset = offsetof (IplParameters, field)

static const IplField sampler[] = {
  { "chains", .json = "chains", .label = "Chains", .kind = IPL_FIELD_INTEGER, AT (sampler_chains),
    .minimum = 1, .maximum = IPL_MAX_CHAINS, .step = 1,
    .sentence = "Number of independent chains; their agreement is a diagnostic" },
  { "warmup", .json = "warmup", .label = "Warm-up", .kind = IPL_FIELD_INTEGER, AT (warmup),
    .minimum = IPL_MIN_WARMUP, .maximum = IPL_MAX_DRAWS, .low = IPL_MIN_WARMUP, .high = 10000,
    .step = 50,
    .sentence = "Transitions of each chain that adapt step size and metric; they are discarded" },
  { "draws", .json = "draws", .label = "Draws per chain", .kind = IPL_FIELD_INTEGER, AT (draws),
    .minimum = IPL_MIN_DRAWS, .maximum = IPL_MAX_DRAWS, .low = IPL_MIN_DRAWS, .high = 100000,
    .step = 100, .sentence = "Draws of each chain, and draws that “Add Draws” adds" },
  { "target-acceptance", .json = "target_acceptance", .label = "Target acceptance",
    .kind = IPL_FIELD_REAL, AT (target_acceptance), .minimum = IPL_POSTERIOR_LEAST_ACCEPTANCE,
    .maximum = IPL_POSTERIOR_MOST_ACCEPTANCE, .step = 0.05,
    .sentence = "Mean acceptance to which the step size adapts: nearer to 1, as 0.95, where "
                "transitions diverge" },
  { "method", .json = "sampler_method", .label = "Method", .kind = IPL_FIELD_CHOICE,
    AT (sampler_method), .choices = ipl_posterior_method_names,
    .sentence = "Sampling method: “tempered” finds several modes, “auto” chooses by the widths" },
};

/* The names of #IplRemovalOrder, but for the random ones, which are many. */
static const char *const removal_orders[] = { "score", "reverse", "entropy", "gradient", NULL };

static const IplField pruning[] = {
  { "removal-order", .json = "removal_order", .label = "Order", .kind = IPL_FIELD_CHOICE,
    AT (removal_order), .choices = removal_orders,
    .sentence = "Curve on which a point is chosen and saved: lowest score first, highest score "
                "first, highest attention entropy first, or lowest gradient of the loss first" },
  { "random-orders", .json = "random_orders", .label = "Random orders", .kind = IPL_FIELD_INTEGER,
    AT (random_orders), .minimum = 0, .maximum = IPL_PRUNING_MAX_RANDOM, .step = 10,
    .sentence = "Number of random orders of removal, which give a band for comparison" },
  { "fine-tune-steps", .json = "fine_tune_steps", .label = "Fine-tune", .unit = IPL_STEPS,
    .kind = IPL_FIELD_INTEGER, AT (fine_tune_steps), .minimum = 0, .maximum = MAX_FINE_TUNE,
    .low = 0, .high = 100000, .step = 50,
    .sentence = "Training steps after each removal when “Prune” is pressed, 0 for none" },
};

static const IplField curves[] = {
  { "gp-paths", .json = "gp_paths", .label = "GP limits of paths", .kind = IPL_FIELD_TEXT,
    AT (gp_paths),
    .sentence = "Additional GP limits of chosen paths: names or numbers from 1 separated by "
                "commas, subsets separated by semicolons" },
  { "n-seeds", .json = "n_seeds", .label = "Seeds", .kind = IPL_FIELD_INTEGER, AT (n_seeds),
    .minimum = 2, .maximum = IPL_MAX_SEEDS, .low = 2, .high = 200, .step = 1,
    .sentence
    = "Number of seeds, from 1 on, for the mean and standard deviation of “Mean over Seeds”" },
};

#define MAX_TIME 1e15

static const IplField shown_time[] = {
  { "shown-time", .json = "shown_time", .label = "Time shown", .kind = IPL_FIELD_REAL,
    AT (shown_time), .minimum = -1, .maximum = MAX_TIME,
    .sentence = "The time at which a trajectory is shown; negative for its end" },
};

static const IplField map[] = {
  { "map-axis-x", .json = "map_axis_x", .label = "Map along x", .kind = IPL_FIELD_TEXT,
    AT (map_axis_x),
    .sentence = "First axis of the map with its values: N=10,100,gp or P=50:800:5" },
  { "map-axis-y", .json = "map_axis_y", .label = "Map along y", .kind = IPL_FIELD_TEXT,
    AT (map_axis_y), .sentence = "Second axis of the map with its values; empty for a curve" },
  { "map-seeds", .json = "map_seeds", .label = "Seeds of the map", .kind = IPL_FIELD_TEXT,
    AT (map_seeds), .sentence = "Seeds of the mean of the map, such as 1-8; empty for none" },
};

static const IplField temperature[] = {
  { "temperature", .json = "temperature", .label = "Temperature", .symbol = "T",
    .kind = IPL_FIELD_REAL, AT (current.temperature), .minimum = 0, .maximum = IPL_MAX_TEMPERATURE,
    .sentence = "Temperature of the posterior: 0 fits the training labels exactly" },
};

const IplFieldGroup ipl_sampler_group
    = { NULL, "Posterior samples", G_N_ELEMENTS (sampler), sampler, 0 };
const IplFieldGroup ipl_pruning_group = { NULL, "Pruning", G_N_ELEMENTS (pruning), pruning, 0 };
const IplFieldGroup ipl_display_group = { NULL, "Display", IPL_N_DISPLAY_FIELDS, ipl_display_fields,
                                          offsetof (IplParameters, display) };
const IplFieldGroup ipl_curves_group = { NULL, "Curves", G_N_ELEMENTS (curves), curves, 0 };
const IplFieldGroup ipl_map_group = { NULL, "Map", G_N_ELEMENTS (map), map, 0 };
const IplFieldGroup ipl_temperature_group
    = { NULL, "Temperature", G_N_ELEMENTS (temperature), temperature, 0 };
const IplFieldGroup ipl_shown_time_group
    = { NULL, "Time", G_N_ELEMENTS (shown_time), shown_time, 0 };
