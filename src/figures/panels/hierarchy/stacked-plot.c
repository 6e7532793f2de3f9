/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stacked blocks in two runs against time: with the gradient from above as it is, and with what it
 * was at the start, dashed. */

#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static const IplTrajectoryArray *
find (const IplView *view, const char *name)
{
  return ipl_trajectory_find (view->trajectory, name);
}

static gsize
n_blocks (const IplView *view)
{
  return find (view, "distance")->size;
}

static char *
block_name (gsize block)
{
  return g_strdup_printf (block == 0 ? "block %" G_GSIZE_FORMAT : "%" G_GSIZE_FORMAT, block + 1);
}

static void
add_dash_key (IplPlotAxes *axes)
{
  ipl_axes_add_key (axes, IPL_KEY_LINE, IPL_ROLE (FAINT), g_strdup ("stationary"))->dash
      = IPL_DASH_DASHED;
}

/* One curve a block; @stationary: of that run, where the array has both or @name is its own. */
static void
add_blocks (IplPlotAxes *axes, const IplView *view, const char *name, gboolean stationary)
{
  const IplTrajectoryArray *array = find (view, name);
  gsize blocks = n_blocks (view), first = array->ndim > 1 && stationary ? blocks : 0;

  for (gsize l = 0; l < blocks; l++)
    {
      IplMark *mark = ipl_axes_add_number (axes, view->trajectory, name, first + l,
                                           IPL_ROLE_OF_N (ORDERED, l, MAX (blocks, 2)),
                                           stationary ? NULL : block_name (l));

      mark->dash = stationary ? IPL_DASH_DASHED : IPL_DASH_SOLID;
      mark->weight = stationary ? 0.7 : 1;
    }
}

static void
build_loss (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  double least = *ipl_trajectory_get (view->trajectory, "loss_least", 0);
  IplMark *mark
      = ipl_axes_add_rule (axes, 0, least, IPL_ROLE (FAINT), g_strdup ("best prediction"));

  mark->dash = IPL_DASH_DOTTED;
  mark->in_range = TRUE;
  ipl_axes_add_number (axes, view->trajectory, "loss", 0, IPL_ROLE (INK), g_strdup ("as it is"));
  ipl_axes_add_number (axes, view->trajectory, "loss_stationary", 0, IPL_ROLE (INK),
                       g_strdup ("stationary"))
      ->dash
      = IPL_DASH_DASHED;
  axes->y.log = TRUE;
  axes->y.title = "loss";
}

const IplPanel ipl_panel_stack_loss = {
  .id = "stack-loss",
  .title = "Loss of both runs",
  .experiment = "joma-stack",
  .build = build_loss,
  .sentence
  = "Loss against time with the gradient from above as it is, and, dashed, with what it was "
    "at the start; a dotted line is the loss of the best prediction.",
  .ranges = IPL_RANGE_XY | IPL_RANGE_LOG_Y,
  IPL_AGAINST_TIME,
};

static void
build_gradient (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *cosine = ipl_plot_add_time_axes (plot), *size = ipl_plot_add_time_axes (plot);
  IplMark *one = ipl_axes_add_rule (cosine, 0, 0, IPL_ROLE (FAINT), NULL);

  one->weight = 0.6;
  plot->keys_of_all = TRUE;
  add_blocks (cosine, view, "gradient_cosine", FALSE);
  cosine->y = (IplPlotAxis){ "cosine", NULL, NAN, 1, .pad = 0.05 };
  for (gsize l = 0; l < n_blocks (view); l++)
    ipl_axes_add_number (size, view->trajectory, "gradient_size", l,
                         IPL_ROLE_OF_N (ORDERED, l, MAX (n_blocks (view), 2)), NULL);
  ipl_axes_tell_array (cosine, view->trajectory, "gradient_cosine", IPL_TOLD_IN_TABLE);
  ipl_axes_tell_array (size, view->trajectory, "gradient_size", IPL_TOLD_IN_TABLE);
  size->y = (IplPlotAxis){ "size", NULL, NAN, NAN, .log = TRUE };
}

const IplPanel ipl_panel_stack_gradient = {
  .id = "stack-gradient",
  .title = "Is the gradient stationary?",
  .experiment = "joma-stack",
  .build = build_gradient,
  .sentence
  = "The gradient that comes from above to the units of every block, against time, where "
    "all blocks learn: the cosine of the angle to what it was at the start, and below its "
    "size over that.",
  .height_narrow = 0.95,
  .height_wide = 0.5,
};

static void
build_entropy (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  add_blocks (axes, view, "entropy", FALSE);
  add_blocks (axes, view, "entropy_stationary", TRUE);
  add_dash_key (axes);
  axes->y.title = "entropy of attention";
  axes->y.brief = "entropy";
}

const IplPanel ipl_panel_stack_entropy = {
  .id = "stack-entropy",
  .title = "Entropy of both runs",
  .experiment = "joma-stack",
  .build = build_entropy,
  .sentence = "Entropy of the attention of every block against time, dashed with stationary "
              "gradients.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

static void
build_correlation (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  add_blocks (axes, view, "correlation", FALSE);
  add_blocks (axes, view, "correlation", TRUE);
  add_dash_key (axes);
  axes->y
      = (IplPlotAxis){ "correlation of <i>z</i>, <i>ẑ</i>", "correlation", NAN, 1, .pad = 0.05 };
}

const IplPanel ipl_panel_stack_correlation = {
  .id = "stack-correlation",
  .title = "Logits from weights, by block",
  .experiment = "joma-stack",
  .build = build_correlation,
  .sentence
  = "Correlation of the logits of attention with what the weights predict for them, the mean "
    "over the queries of a block, against time, dashed with stationary gradients.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

/* Of the lowest block, a curve for each level. */
static void
build_latents (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  gsize levels = find (view, "latents")->shape[2], blocks = n_blocks (view);

  for (guint r = 0; r < 2; r++)
    for (gsize level = 0; level < levels; level++)
      {
        IplMark *mark
            = ipl_axes_add_number (axes, view->trajectory, "latents",
                                   (r * blocks + blocks - 1) * levels + level,
                                   IPL_ROLE_OF_N (ORDERED, level, MAX (levels, 2)),
                                   r > 0        ? NULL
                                   : level == 0 ? g_strdup ("level 1")
                                                : g_strdup_printf ("%" G_GSIZE_FORMAT, level + 1));

        mark->dash = r > 0 ? IPL_DASH_DASHED : IPL_DASH_SOLID;
        mark->weight = r > 0 ? 0.7 : 1;
      }
  ipl_axes_tell_array (axes, view->trajectory, "latents", IPL_TOLD_IN_TABLE);
  add_dash_key (axes);
  axes->y = (IplPlotAxis){ "correlation of the best unit", "correlation", 0, 1, .pad = 0.03 };
}

const IplPanel ipl_panel_stack_latents = {
  .id = "stack-latents",
  .title = "Latents told",
  .experiment = "joma-stack",
  .build = build_latents,
  .sentence
  = "How far the units of the last block tell the latents of every level, from those above "
    "the tokens to the root: the best unit's correlation with the bit of a latent, mean over "
    "the latents of a level, against time, dashed with stationary gradients.",
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
