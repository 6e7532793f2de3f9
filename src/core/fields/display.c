/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/fields/display.h"

#include "core/case/score.h"

#include <stddef.h>

#define DEFAULT_COMPONENTS 30
#define DEFAULT_PATHS_SHOWN 64
#define MAX_COMPONENTS 1000000
#define MAX_PATHS_SHOWN 100000
#define MAX_CELLS 100000
#define MAX_EXAMPLES 100000000

#define AT(field) .offset = offsetof (IplDisplay, field)

/* The names of #IplHeatmapMode. */
static const char *const heatmaps[]
    = { "theory", "sampled", "difference", "sd", "side-by-side", "trained", NULL };

/* The names of #IplAccuracyLines, #IplPathScale and #IplHeatmapScale. */
static const char *const accuracy_lines[] = { "full", "diagonal", "levelled", "all", NULL };
static const char *const path_scales[] = { "own", "linear", "log", NULL };

/* The names of #IplMapShown. */
static const char *const map_quantities[]
    = { "accuracy", "gain", "gp", "off-diagonal", "alignment", "residual", "action",
        "starts",   "u",    NULL };

/* The names of #IplOutputsShown, #IplPathOrder and #IplTimeAxis. */
static const char *const outputs[] = { "traced", "one", "all", NULL };
static const char *const path_orders[] = { "paths", "weight", "output", NULL };
static const char *const time_axes[] = { "own", "linear", "log", NULL };

static const char *const heatmap_scales[] = { "linear", "symlog", "off-diagonal", NULL };

const IplField ipl_display_fields[IPL_N_DISPLAY_FIELDS] = {
  { "components", .json = "components", .label = "Principal components", .kind = IPL_FIELD_INTEGER,
    AT (n_components), .minimum = 1, .maximum = MAX_COMPONENTS, .low = 1, .high = 500, .step = 5,
    .sentence = "Number of principal components in the overlap panel" },
  { "paths-shown", .json = "paths_shown", .label = "Paths shown", .kind = IPL_FIELD_INTEGER,
    AT (paths_shown), .minimum = 1, .maximum = MAX_PATHS_SHOWN, .low = 1, .high = 512, .step = 1,
    .sentence = "Number of paths in figures and tables: those with the largest U_pp at the current "
                "width, and selected ones" },
  { "paths-share", .json = "paths_share", .label = "Least share of U_pp", .kind = IPL_FIELD_REAL,
    AT (paths_share), .minimum = 0, .maximum = 1, .step = 0.01, .digits = 3,
    .sentence = "Paths with a smaller share of the largest U_pp at the current width are left out, "
                "except for selected ones; 0 shows all" },
  { "shared-limits", .json = "shared_limits", .label = "Shared colour limits",
    .kind = IPL_FIELD_BOOLEAN, AT (shared_limits),
    .sentence = "Use one colour scale for the heatmaps of all widths or moments" },
  { "normalised-kernels", .json = "normalised_kernels", .label = "Kernels over mean diagonal",
    .kind = IPL_FIELD_BOOLEAN, AT (normalised_kernels),
    .sentence = "Divide kernels by their mean diagonals (normalised trace)" },
  { "heatmap", .json = "heatmap", .label = "Heatmap", .kind = IPL_FIELD_OPTION, AT (heatmap),
    .choices = heatmaps, .sentence = "Quantity in the heatmaps of U" },
  { "heatmap-scale", .json = "heatmap_scale", .label = "Colours of U", .kind = IPL_FIELD_OPTION,
    AT (heatmap_scale), .choices = heatmap_scales,
    .sentence = "Colour scale of U: “linear”, “symlog” for both small and large entries, or "
                "“off-diagonal” for the range of the entries off the diagonal" },
  { "accuracy-lines", .json = "accuracy_lines", .label = "Accuracy lines", .kind = IPL_FIELD_OPTION,
    AT (accuracy_lines), .choices = accuracy_lines,
    .sentence = "Parts of U for the accuracy: “full”, also the “diagonal” only, also “levelled” to "
                "equal path weights, or “all” three" },
  { "path-scale", .json = "path_scale", .label = "Thickness of paths", .kind = IPL_FIELD_OPTION,
    AT (path_scale), .choices = path_scales,
    .sentence = "Scale of the thickness of paths: “own” for each width, or common to all widths, "
                "“linear” or “log”" },
  { "map-quantity", .json = "map_quantity", .label = "Map", .kind = IPL_FIELD_OPTION,
    AT (map_quantity), .choices = map_quantities,
    .sentence = "Quantity in maps and their curves: “accuracy”, its “gain” over the “gp” "
                "limit or that limit itself, the share of U “off-diagonal”, centred “alignment”, "
                "the “residual” of the training examples, “action”, how many “starts” agree, or "
                "“u”, U_pp of the selected path" },
  { "map-load", .json = "map_load", .label = "Widths as P/N", .kind = IPL_FIELD_BOOLEAN,
    AT (map_load),
    .sentence = "Show curves over widths or P against P/N, those of several P in one figure; maps "
                "show it along an axis or as lines" },
  { "map-inverse", .json = "map_inverse", .label = "N/P instead", .kind = IPL_FIELD_BOOLEAN,
    AT (map_inverse), .sentence = "Show N/P instead of P/N" },
  { "outputs", .json = "outputs", .label = "Outputs shown", .kind = IPL_FIELD_OPTION, AT (outputs),
    .choices = outputs,
    .sentence = "Outputs or classes for which U is shown: “traced” over all, “one”, or “all”" },
  { "shown-output", .json = "shown_output", .label = "Output shown", .kind = IPL_FIELD_INTEGER,
    AT (shown_output), .minimum = 1, .maximum = IPL_MAX_OUTPUTS, .low = 1, .high = 10, .step = 1,
    .sentence = "Output or class for which U is shown if it is one, from 1" },
  { "shown-example", .json = "shown_example", .label = "Test example shown",
    .kind = IPL_FIELD_INTEGER, AT (shown_example), .minimum = 1, .maximum = MAX_EXAMPLES, .low = 1,
    .high = 1000, .step = 1,
    .sentence = "Test example whose class probabilities are shown, from 1" },
  { "path-order", .json = "path_order", .label = "Paths next to outputs", .kind = IPL_FIELD_OPTION,
    AT (path_order), .choices = path_orders,
    .sentence = "Order of paths next to outputs or classes: “paths” as everywhere, by “weight”, or "
                "by the “output” with the largest weight" },
  { "time-axis", .json = "time_axis", .label = "Axis of time", .kind = IPL_FIELD_OPTION,
    AT (time_axis), .choices = time_axes,
    .sentence
    = "Time axis of panels: each panel’s “own”, “linear”, or “log” without times up to 0" },
  { "map-x", .json = "map_x", .label = "Cursor along x", .kind = IPL_FIELD_INTEGER, AT (map_x),
    .maximum = MAX_CELLS, .high = 100, .step = 1,
    .sentence
    = "Position of the cursor on the first axis of a map, from 1; 0 for the first value" },
  { "map-y", .json = "map_y", .label = "Cursor along y", .kind = IPL_FIELD_INTEGER, AT (map_y),
    .maximum = MAX_CELLS, .high = 100, .step = 1,
    .sentence
    = "Position of the cursor on the second axis of a map, from 1; 0 for the first value" },
};

/* @self: (out): the default display options */
void
ipl_display_init (IplDisplay *self)
{
  *self = (IplDisplay){ .n_components = DEFAULT_COMPONENTS,
                        .paths_shown = DEFAULT_PATHS_SHOWN,
                        .shared_limits = TRUE,
                        .path_scale = IPL_PATHS_LINEAR,
                        .shown_output = 1,
                        .shown_example = 1 };
}

gboolean
ipl_display_equal (const IplDisplay *a, const IplDisplay *b)
{
  return ipl_fields_equal (IPL_N_DISPLAY_FIELDS, ipl_display_fields, a, b);
}
