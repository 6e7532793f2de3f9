/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels with matrices at a moment. A new one is an entry here and a line in panel-table.h. */

#include "figures/plot/matrix.h"

#include <math.h>

#include "core/experiments/experiment-table.h"
#include "figures/panels/dynamics/joint-view.h"
#include "figures/panels/hierarchy/latent-tree-view.h"

/* A target without a column belongs to the class whose weights are drawn as curves. */
static void
choose_class (IplPlot *plot, IplPlotAxes *map, const IplView *view)
{
  IplJointView shown;

  ipl_joint_view_init (&shown, view);
  map->shown_column = (int)shown.shown_class;
}

/* Adds a rule at the first common token, and a triangle above the class whose weights are drawn
 * as curves. */
static void
mark_class (IplPlot *plot, IplPlotAxes *map, const IplView *view)
{
  double *x = ipl_plot_new_numbers (plot, 1), *y = ipl_plot_new_numbers (plot, 1);
  IplJointView shown;

  choose_class (plot, map, view);
  ipl_joint_view_init (&shown, view);
  if (shown.n_distinct > 0 && shown.n_distinct < shown.M)
    ipl_axes_add_rule (map, 0, (double)shown.n_distinct, IPL_ROLE (PAPER), NULL)->weight = 0.5;
  *x = (double)shown.shown_class + 0.5;
  ipl_axes_add (map, (IplMark){ IPL_MARK_POINTS, .x = ipl_numbers (x, 1), .y = ipl_numbers (y, 1),
                                .role = IPL_ROLE (ACCENT), .marker = IPL_MARKER_TRIANGLE_DOWN,
                                .shift_up = 0.35 });
}

/* Selects a class for the curves of weights. */
static gboolean
choose_shown_class (const IplView *view, gsize row, gsize column, IplParameters *parameters)
{
  if (parameters->experiment != &ipl_experiment_joma_joint)
    return FALSE;
  ((IplJointParameters *)ipl_parameters_edit_specific (parameters))->shown_class
      = (guint)column + 1;
  return TRUE;
}

const IplPanel ipl_panel_joint_attention = {
  .id = "joint-attention",
  .title = "Attention by class",
  .experiment = "joma-joint",
  .choose_cell = choose_shown_class,
  .sentence = "Attention of the query of each class to tokens.",
  .height_narrow = 0.85,
  .height_wide = 0.5,
  IPL_MATRIX{ .array = "attention",
              .row = "token",
              .column = "class",
              .bar = "attention <i>b</i>",
              .listed = { { "X", "frequency" }, { "V", "weight" } },
              .more = mark_class },
};

const IplPanel ipl_panel_joint_weights = {
  .id = "joint-weights",
  .title = "All weights",
  .experiment = "joma-joint",
  .sentence = "Weights of hidden units over tokens, at the start and at the time shown.",
  .height_narrow = 1.3,
  .height_wide = 0.5,
  IPL_MATRIX{ .array = "V",
              .row = "token",
              .column = "hidden unit",
              .bar = "<i>V</i>",
              .is_signed = TRUE,
              .has_first = TRUE,
              .more = choose_class },
};

static IplTarget
make_token_and_head (const IplPlotAxes *axes, gsize row, gsize column)
{
  return IPL_TARGET (IPL_TARGET_TOKEN, row, column);
}

static gboolean
find_token_and_head (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  *row = (gsize)MAX (target->number[0], 0);
  *column = (gsize)MAX (target->number[1], 0);
  return target->kind == IPL_TARGET_TOKEN;
}

static const IplCellItems tokens_and_heads = { make_token_and_head, find_token_and_head };

const IplPanel ipl_panel_learned_attention = {
  .id = "learned-attention",
  .title = "Attention of the heads",
  .experiment = "joma-paths",
  .sentence = "Attention of each head to tokens, averaged over classes.",
  .height_narrow = 0.85,
  .height_wide = 0.5,
  IPL_MATRIX{ .array = "attention",
              .row = "token",
              .column = "head",
              .bar = "attention, mean over classes",
              .items = &tokens_and_heads,
              .is_transposed = TRUE },
};

const IplPanel ipl_panel_birth_attention = {
  .id = "birth-attention",
  .title = "Learned attention",
  .experiment = "learned-attention",
  .sentence = "Attention of the most probable heads, the mean over test sequences.",
  .height_narrow = 0.85,
  .height_wide = 0.5,
  IPL_MATRIX{
      .array = "attention", .row = "query", .column = "key", .bar = "attention", .each = "head" },
};

/* Maximum number of rows of the attention map: the start, and later moments, each at twice the
 * step. */
#define MAX_ROWS 9

/* Returns the attention on token @t at a moment, averaged over next tokens. */
static double
get_mean_attention (const IplTrajectory *trajectory, guint moment, gsize t)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (trajectory, "attention");
  const double *c = ipl_trajectory_get (trajectory, "attention", moment);
  double sum = 0;

  for (gsize f = 0; f < array->shape[0]; f++)
    sum += c[f * array->shape[1] + t];
  return sum / (double)array->shape[0];
}

/* Lists the moments of the rows after the start, each at about twice the step. */
static guint
list_moments (const IplTrajectory *trajectory, guint moments[MAX_ROWS])
{
  double end = trajectory->time[trajectory->S - 1];
  guint n = 0;

  for (int k = MAX_ROWS - 2; k >= 0; k--)
    {
      guint moment = ipl_trajectory_find_moment (trajectory, MAX (ldexp (end, -k), 1));

      if (n == 0 || moment != moments[n - 1])
        moments[n++] = moment;
    }
  return n;
}

static IplMatrixCells
fill_scan (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplNumbers frequency = ipl_numbers_at (trajectory, "frequency", 0);
  double *cells = ipl_plot_new_numbers (plot, MAX_ROWS * frequency.n);
  const char **names = ipl_plot_new_names (plot, MAX_ROWS);
  guint moments[MAX_ROWS], rows = list_moments (trajectory, moments) + 1;

  for (guint i = 0; i < rows; i++)
    {
      names[i] = i == 0 ? "start" : ipl_plot_format (plot, "%g", trajectory->time[moments[i - 1]]);
      for (gsize t = 0; t < frequency.n; t++)
        cells[i * frequency.n + t]
            = i == 0 ? frequency.data[t] : get_mean_attention (trajectory, moments[i - 1], t);
    }
  return (IplMatrixCells){ rows, frequency.n, ipl_numbers (cells, rows * frequency.n), names };
}

/* Adds a rule between common tokens, which come first, and distinct ones. */
static void
part_common (IplPlot *plot, IplPlotAxes *map, const IplView *view)
{
  double n_common = *ipl_trajectory_get (view->trajectory, "n_common", 0);

  if (n_common > 0)
    ipl_axes_add_rule_at_x (map, n_common, IPL_ROLE (PAPER), NULL)->weight = 0.5;
}

const IplPanel ipl_panel_scan_snap_attention = {
  .id = "scan-snap-attention",
  .title = "Attention on every token",
  .experiment = "scan-snap",
  .sentence = "Attention on every token before a next token, at the start and at later steps: "
              "common tokens first, then the distinct ones, the rarest first. Means over next "
              "tokens, in the limit of long sequences.",
  .height_narrow = 0.6,
  .height_wide = 0.36,
  IPL_MATRIX{ .fill = fill_scan,
              .row = "step",
              .column = "token: common, then distinct",
              .bar = "attention <i>c</i>",
              .column_each = "token",
              .more = part_common },
};

/* Fills cells on and below the diagonal by the formula, and cells above it by counts. */
static IplMatrixCells
fill_cooccurrence (IplPlot *plot, const IplView *view)
{
  IplTreeView shown;
  IplNumbers cells;
  double *numbers;

  ipl_tree_view_init (&shown, view);
  numbers = ipl_plot_new_numbers (plot, (gsize)shown.M * shown.M);
  cells = ipl_numbers (numbers, (gsize)shown.M * shown.M);
  for (gsize i = 0; i < cells.n; i++)
    numbers[i] = (i % shown.M > i / shown.M ? shown.counted : shown.P)[i];
  cells.source = "(np.tril(results[\"cooccurrence\"])\n        "
                 "+ np.triu(results[\"cooccurrence_sampled\"], 1))";
  return (IplMatrixCells){ shown.M, shown.M, cells };
}

/* Adds formula, count and height of the common ancestor of each cell to text and table. Begins
 * the scale at the multiple of 0.1 below the smallest probability of the formula. */
static void
add_pair_numbers (IplPlot *plot, IplPlotAxes *map, const IplView *view)
{
  gsize n = map->cells.n;
  double *levels = ipl_plot_new_numbers (plot, n);
  IplTreeView shown;

  ipl_tree_view_init (&shown, view);
  for (gsize i = 0; i < n; i++)
    levels[i] = ipl_latent_tree_height ((guint)(i % shown.M), (guint)(i / shown.M));
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (shown.P, n), "by formula");
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (shown.counted, n), "counted");
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (levels, n),
                         "levels up to the common ancestor");
  map->map_spec.lo
      = MIN (floor (10 * ipl_latent_tree_cooccurrence (&shown.tree, shown.tree.depth)) / 10, 0.9);
  map->map_spec.square = TRUE;
  map->y.title = "probability";
  map->shown_row = IPL_TREE_QUERY;
  map->shown_column = IPL_TREE_QUERY + 1;
  ipl_axes_add_rule (map, 1, 0, IPL_ROLE (INK), NULL)->weight = 0.55;
}

const IplPanel ipl_panel_cooccurrence = {
  .id = "cooccurrence",
  .title = "Co-occurrence",
  .experiment = "joma-tree",
  .sentence = "Probability of each token given another one: by formula below the diagonal, counted "
              "in samples above it.",
  .height_narrow = 0.85,
  .height_wide = 0.5,
  IPL_MATRIX{ .fill = fill_cooccurrence,
              .row = "token",
              .column = "token",
              .bar = "<i>P</i>(column | row); above the diagonal counted",
              .hi = 1,
              .more = add_pair_numbers },
};
