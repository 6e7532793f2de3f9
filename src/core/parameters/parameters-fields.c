/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parameters/parameters-fields.h"

#include "core/base/units.h"
#include "core/heads/pruning.h"
#include "core/posterior/posterior-options.h"
#include <stddef.h>
#include <string.h>

#define MAX_COMPONENTS 1000000
#define MAX_FINE_TUNE 1000000
#define MAX_PATHS_SHOWN 100000
#define MAX_DRAW (IPL_MAX_CHAINS * IPL_MAX_DRAWS)

#define AT(field) .offset = offsetof (IplParameters, field)

static const IplField sampler[] = {
  { "chains", .json = "chains", .label = "Chains", .kind = IPL_FIELD_INTEGER, AT (sampler_chains),
    .minimum = 1, .maximum = IPL_MAX_CHAINS, .step = 1,
    .sentence = "Independent chains, run side by side; whether they agree tells whether they can "
                "be trusted" },
  { "warmup", .json = "warmup", .label = "Warm-up", .kind = IPL_FIELD_INTEGER, AT (warmup),
    .minimum = IPL_MIN_WARMUP, .maximum = IPL_MAX_DRAWS, .low = IPL_MIN_WARMUP, .high = 10000,
    .step = 50,
    .sentence = "Transitions of each chain in which step size and metric adapt; they are thrown "
                "away" },
  { "draws", .json = "draws", .label = "Draws per chain", .kind = IPL_FIELD_INTEGER, AT (draws),
    .minimum = IPL_MIN_DRAWS, .maximum = IPL_MAX_DRAWS, .low = IPL_MIN_DRAWS, .high = 100000,
    .step = 100, .sentence = "Draws that each chain is to give, and that “Add Draws” adds" },
  { "target-acceptance", .json = "target_acceptance", .label = "Target acceptance",
    .kind = IPL_FIELD_REAL, AT (target_acceptance), .minimum = IPL_POSTERIOR_LEAST_ACCEPTANCE,
    .maximum = IPL_POSTERIOR_MOST_ACCEPTANCE, .step = 0.05,
    .sentence = "Mean acceptance to which the step size adapts: nearer to 1, as 0.95, where "
                "transitions diverge" },
  { "method", .json = "sampler_method", .label = "Method", .kind = IPL_FIELD_CHOICE,
    AT (sampler_method), .choices = ipl_posterior_method_names,
    .sentence = "How chains are moved: “tempered” finds several modes, “auto” takes what fits the "
                "widths" },
};

/* The names of #IplRemovalOrder, but for the random ones, which are many. */
static const char *const removal_orders[] = { "score", "reverse", "entropy", "gradient", NULL };

static const IplField pruning[] = {
  { "removal-order", .json = "removal_order", .label = "Order", .kind = IPL_FIELD_CHOICE,
    AT (removal_order), .choices = removal_orders,
    .sentence
    = "The curve on which a point is chosen and saved: heads of least score first, of "
      "greatest score first, of greatest attention entropy first, or of least gradient of "
      "the loss first" },
  { "random-orders", .json = "random_orders", .label = "Random orders", .kind = IPL_FIELD_INTEGER,
    AT (random_orders), .minimum = 0, .maximum = IPL_PRUNING_MAX_RANDOM, .step = 10,
    .sentence = "Random orders of removing heads, whose band the curves are seen against" },
  { "fine-tune-steps", .json = "fine_tune_steps", .label = "Fine-tune", .unit = IPL_STEPS,
    .kind = IPL_FIELD_INTEGER, AT (fine_tune_steps), .minimum = 0, .maximum = MAX_FINE_TUNE,
    .low = 0, .high = 100000, .step = 50,
    .sentence = "Training steps after each removal when “Prune” is pressed, 0 for none" },
};

/* The names of #IplHeatmapMode. */
static const char *const heatmaps[]
    = { "theory", "sampled", "difference", "sd", "side-by-side", "trained", NULL };

/* The names of #IplAccuracyLines, #IplPathScale and #IplHeatmapScale. */
static const char *const accuracy_lines[] = { "full", "diagonal", "levelled", "all", NULL };
static const char *const path_scales[] = { "own", "linear", "log", NULL };

static const char *const heatmap_scales[] = { "linear", "symlog", "off-diagonal", NULL };

static const IplField display[] = {
  { "components", .json = "components", .label = "Principal components", .kind = IPL_FIELD_INTEGER,
    AT (n_components), .minimum = 1, .maximum = MAX_COMPONENTS, .low = 1, .high = 500, .step = 5,
    .sentence = "How many principal components of the kernel the overlap panel shows" },
  { "paths-shown", .json = "paths_shown", .label = "Paths shown", .kind = IPL_FIELD_INTEGER,
    AT (paths_shown), .minimum = 1, .maximum = MAX_PATHS_SHOWN, .low = 1, .high = 512, .step = 1,
    .sentence = "How many paths figures and their tables show: of more, those of the largest U_pp "
                "at the width shown, and what is selected" },
  { "paths-share", .json = "paths_share", .label = "Least share of U_pp", .kind = IPL_FIELD_REAL,
    AT (paths_share), .minimum = 0, .maximum = 1, .step = 0.01, .digits = 3,
    .sentence = "Paths whose U_pp is a smaller share of the largest at the width shown are left "
                "out, but for what is selected: 0 for none" },
  { "shared-limits", .json = "shared_limits", .label = "Shared limits", .kind = IPL_FIELD_BOOLEAN,
    AT (shared_limits), .sentence = "All heatmaps share one color scale" },
  { "normalised-kernels", .json = "normalised_kernels", .label = "Kernels over mean diagonal",
    .kind = IPL_FIELD_BOOLEAN, AT (normalised_kernels),
    .sentence = "Kernels are shown divided by their mean diagonals (trace normalised)" },
  { "heatmap", .json = "heatmap", .label = "Heatmap", .kind = IPL_FIELD_CHOICE, AT (heatmap),
    .choices = heatmaps, .sentence = "What the heatmaps of U show" },
  { "heatmap-scale", .json = "heatmap_scale", .label = "Colors of U", .kind = IPL_FIELD_CHOICE,
    AT (heatmap_scale), .choices = heatmap_scales,
    .sentence = "How colors stand for entries of U: “linear”, “symlog” for small entries beside "
                "large ones, or “off-diagonal” for the range of what is beside the diagonal" },
  { "accuracy-lines", .json = "accuracy_lines", .label = "Accuracy lines", .kind = IPL_FIELD_CHOICE,
    AT (accuracy_lines), .choices = accuracy_lines,
    .sentence = "For which parts of U the accuracy is shown: “full”, beside it the “diagonal” "
                "alone, or “levelled”, or “all” three" },
  { "path-scale", .json = "path_scale", .label = "Thickness of paths", .kind = IPL_FIELD_CHOICE,
    AT (path_scale), .choices = path_scales,
    .sentence = "What the thickness of a path means: each width’s “own” scale, or one over all "
                "widths, “linear” or “log”" },
  { "shown-draw", .json = "shown_draw", .label = "Draw shown", .kind = IPL_FIELD_INTEGER,
    AT (shown_draw), .minimum = 1, .maximum = MAX_DRAW, .low = 1, .high = 100000, .step = 1,
    .sentence = "Which draw of the posterior the effective weights are of, chain after chain" },
};

static const IplField curves[] = {
  { "gp-paths", .json = "gp_paths", .label = "GP limits of paths", .kind = IPL_FIELD_TEXT,
    AT (gp_paths),
    .sentence = "GP limits of chosen paths, beside those there are: names or numbers from 1 by "
                "commas, subsets by semicolons" },
  { "n-seeds", .json = "n_seeds", .label = "Seeds", .kind = IPL_FIELD_INTEGER, AT (n_seeds),
    .minimum = 2, .maximum = IPL_MAX_SEEDS, .low = 2, .high = 200, .step = 1,
    .sentence = "Seeds, from 1 on, over which “Mean over Seeds” takes mean and standard "
                "deviation" },
};

#define MAX_TIME 1e15

static const IplField shown_time[] = {
  { "shown-time", .json = "shown_time", .label = "Time shown", .kind = IPL_FIELD_REAL,
    AT (shown_time), .minimum = -1, .maximum = MAX_TIME,
    .sentence = "The time at which a trajectory is shown; negative for its end" },
};

static const IplField temperature[] = {
  { "temperature", .json = "temperature", .label = "Temperature", .symbol = "T",
    .kind = IPL_FIELD_REAL, AT (current.temperature), .minimum = 0, .maximum = IPL_MAX_TEMPERATURE,
    .sentence = "Temperature of the posterior: 0 fits the training labels exactly" },
};

const IplFieldGroup ipl_sampler_group
    = { NULL, "Posterior samples", G_N_ELEMENTS (sampler), sampler, 0 };
const IplFieldGroup ipl_pruning_group = { NULL, "Pruning", G_N_ELEMENTS (pruning), pruning, 0 };
const IplFieldGroup ipl_display_group = { NULL, "Display", G_N_ELEMENTS (display), display, 0 };
const IplFieldGroup ipl_curves_group = { NULL, "Curves", G_N_ELEMENTS (curves), curves, 0 };
const IplFieldGroup ipl_temperature_group
    = { NULL, "Temperature", G_N_ELEMENTS (temperature), temperature, 0 };
const IplFieldGroup ipl_shown_time_group
    = { NULL, "Time", G_N_ELEMENTS (shown_time), shown_time, 0 };

static const IplField *
find_display_choice (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (display); i++)
    if (display[i].kind == IPL_FIELD_CHOICE && strcmp (display[i].id, id) == 0)
      return &display[i];
  return NULL;
}

/* @id: a choice of the display group: "heatmap", "heatmap-scale", "accuracy-lines" or "path-scale"
 * Returns: (nullable): what is chosen; NULL where there is no such choice */
const char *
ipl_parameters_get_display (const IplParameters *self, const char *id)
{
  const IplField *field = find_display_choice (id);

  return field != NULL ? *(const char *const *)((const char *)self + field->offset) : NULL;
}

void
ipl_parameters_set_display (IplParameters *self, const char *id, const char *option)
{
  const IplField *field = find_display_choice (id);

  g_return_if_fail (field != NULL);
  ipl_field_set_text (field, self, option, NULL);
}
