/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stable rank of every lower MLP matrix, and its largest singular value, against checkpoints, and
 * stable rank against layers. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static const char *const rank_names[] = { "stable_rank", NULL };
static const char *const spectral_names[] = { "spectral", "frobenius", NULL };

static void
build_rank (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add_array (axes, view->trajectory, "stable_rank", "layer");
  axes->y.title = "stable rank";
}

static void
build_spectral (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add_array (axes, view->trajectory, "spectral", "layer");
  axes->y.title = "largest singular value";
  axes->y.brief = "|<i>W</i>|<sub>2</sub>";
}

const IplPanel ipl_panel_stable_rank = {
  .id = "stable-rank",
  .title = "Stable rank",
  .experiment = "stable-rank",
  .build = build_rank,
  .sentence = "Stable rank of the lower MLP matrix of every layer against the steps of the "
              "checkpoints: its squared Frobenius norm over its squared largest singular value.",
  .numbers = rank_names,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

const IplPanel ipl_panel_spectral_norm = {
  .id = "spectral-norm",
  .title = "Largest singular value",
  .experiment = "stable-rank",
  .build = build_spectral,
  .sentence = "Largest singular value of the lower MLP matrix of every layer against the steps of "
              "the checkpoints.",
  .numbers = spectral_names,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

static const char *const names[] = { "stable_rank", "frobenius", "spectral", NULL };

/* The layers at a moment. */
static void
add_moment (IplPlot *plot, const IplView *view, guint moment, IplRole role, const char *words,
            gboolean first)
{
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);
  IplNumbers layer = ipl_numbers_at (trajectory, "layer", 0);
  IplNumbers ranks = ipl_numbers_at (trajectory, "stable_rank", moment);
  double *x = ipl_plot_new_numbers (plot, layer.n);
  g_autofree char *time = ipl_trajectory_time_text (trajectory, trajectory->time[moment]);
  IplMark *mark;

  for (gsize l = 0; l < layer.n; l++)
    x[l] = layer.data[l] + 1;
  mark = ipl_axes_add_line (axes, ipl_numbers (x, layer.n), ranks, role,
                            g_strdup_printf ("%s%s", words, time));
  mark->key = IPL_KEY_LINE_MARKER;
  mark->marker = IPL_MARKER_DOT;
  mark->hollow = first;
  mark->dash = first ? IPL_DASH_DASHED : IPL_DASH_SOLID;
  mark->is_plain = TRUE;
  mark = ipl_axes_add_points (axes, ipl_numbers (x, layer.n), ranks, role, NULL);
  mark->items = &ipl_items_component;
  mark->step = ipl_target_of_moment (view, moment);
  mark->hollow = first;
  mark->size = 0.26;
}

static void
add_columns (IplPlot *plot, const IplView *view, const double *layer, gsize n)
{
  static const char *const titles[] = { "stable rank", "Frobenius norm", "largest singular value" };
  double *number = ipl_plot_new_numbers (plot, n);

  for (gsize l = 0; l < n; l++)
    number[l] = layer[l] + 1;
  ipl_plot_set_rows (plot, NULL, n);
  ipl_plot_add_column (plot, g_strdup ("layer"), ipl_numbers (number, n));
  for (guint k = 0; k < G_N_ELEMENTS (titles); k++)
    ipl_plot_add_column (plot, g_strdup (titles[k]),
                         ipl_numbers_at (view->trajectory, names[k], view->moment));
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *ranks = ipl_trajectory_find (trajectory, "stable_rank");
  const double *layer = ipl_trajectory_get (trajectory, "layer", 0);
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  double hi = 1;

  for (gsize i = 0; i < trajectory->S * ranks->size; i++)
    hi = isfinite (ranks->values[i]) ? MAX (hi, ranks->values[i]) : hi;
  axes->x
      = (IplPlotAxis){ "layer",          NULL,         layer[0] + 0.5, layer[ranks->size - 1] + 1.5,
                       .is_fixed = TRUE, .whole = TRUE };
  axes->y = (IplPlotAxis){ "stable rank", NULL, 0, 1.05 * hi, .is_fixed = TRUE };
  if (trajectory->S > 1)
    {
      add_moment (plot, view, 0, IPL_ROLE_OF (SERIES, 5), "", TRUE);
      add_moment (plot, view, trajectory->S - 1, IPL_ROLE_OF (SERIES, 1), "", FALSE);
    }
  add_moment (plot, view, view->moment, IPL_ROLE (ACCENT), "shown: ", FALSE);
  add_columns (plot, view, layer, ranks->size);
}

/* The layer and the checkpoint that are hovered. */
static gboolean
get_layer (const IplTarget *target, const IplView *view, gsize *layer, guint *moment)
{
  if (target->component < 0
      || (gsize)target->component >= ipl_trajectory_find (view->trajectory, "layer")->size)
    return FALSE;
  *layer = (gsize)target->component;
  return ipl_target_get_moment (target, view, moment);
}

/* A layer is highlighted at the checkpoint hovered, whether that has a line here or not. */
static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (layout, 0);
  const IplTarget *targets[] = { selected, hovered };
  gsize layer;
  guint moment;

  for (guint f = 0; f < 2; f++)
    if (get_layer (targets[f], view, &layer, &moment))
      {
        double rank = ipl_trajectory_get (view->trajectory, "stable_rank", moment)[layer];

        if (isfinite (rank))
          ipl_draw_dot (cr, style, style->accent,
                        ipl_axes_x (axes,
                                    ipl_trajectory_get (view->trajectory, "layer", 0)[layer] + 1),
                        ipl_axes_y (axes, rank), 0.45 * style->font_pt, TRUE);
      }
}

static char *
say (const IplTarget *target, const IplView *view)
{
  static const char *const words[] = { "stable rank", "Frobenius norm", "largest singular value" };
  GString *text;
  gsize layer;
  guint moment;

  if (!get_layer (target, view, &layer, &moment))
    return ipl_target_describe_numbers (target, view, names);
  text = g_string_new (NULL);
  g_string_printf (text, "layer %.0f",
                   ipl_trajectory_get (view->trajectory, "layer", 0)[layer] + 1);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *value
          = ipl_number_text (ipl_trajectory_get (view->trajectory, names[i], moment)[layer], 4);

      g_string_append_printf (text, ", %s %s", words[i], value);
    }
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

/* Left and right from layer to layer, up and down from checkpoint to checkpoint. */
static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  gsize layer;
  guint moment;

  if (get_layer (from, view, &layer, &moment))
    {
      layer = ipl_step_move (layer, dx, ipl_trajectory_find (view->trajectory, "layer")->size);
      moment = (guint)ipl_step_move (moment, -dy, view->trajectory->S);
    }
  else
    {
      layer = 0;
      moment = view->moment;
    }
  target.component = (int)layer;
  target.step = ipl_target_of_moment (view, moment);
  return target;
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const ranks[] = { "stable_rank", NULL };

  g_string_append (text, "Stable rank of the lower MLP matrix against layers, at the first, the "
                         "last and the checkpoint shown.");
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, ranks);
}

const IplPanel ipl_panel_rank_layers = {
  .id = "rank-layers",
  .ranges = IPL_RANGE_XY,
  .title = "Stable rank by layer",
  .experiment = "stable-rank",
  .build = build,
  .overlay = overlay,
  .say = say,
  .step = step,
  .describe = describe,
  .height_narrow = 0.7,
  .height_wide = 0.45,
};
