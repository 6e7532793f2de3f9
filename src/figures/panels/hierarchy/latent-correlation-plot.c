/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The correlation of each neuron with each latent variable of a tree. */

#include "figures/kit/number.h"
#include "figures/kit/sort-by-key.h"

#include <math.h>

#include "figures/plot/matrix.h"
#include "figures/view/target.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view.h"
#include "figures/view/view-words.h"

/* Correlations of neurons of the lowest block with latent variables, borrowed from a view.
 * @level: [latents] level of each latent, from 1. @correlations: [latents x neurons] of the
 * first seed, at the moment shown. */
typedef struct
{
  gsize latents, neurons;
  const double *level;
  const double *correlations;
} IplLatentView;

static void
latent_view_init (IplLatentView *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const IplTrajectoryArray *all = ipl_trajectory_find (trajectory, "latent_correlation");

  *self = (IplLatentView){
    .latents = all->shape[0],
    .neurons = all->shape[1],
    .level = ipl_trajectory_get (trajectory, "latent_level", 0),
    .correlations = ipl_trajectory_get (trajectory, "latent_correlation", view->moment),
  };
}

/* Orders neurons by the latent with which they correlate most, then by decreasing correlation. */
static gsize *
make_order (const IplLatentView *shown)
{
  g_autofree IplRank *places = g_new (IplRank, shown->neurons);
  gsize *order = g_new (gsize, shown->neurons);

  for (gsize i = 0; i < shown->neurons; i++)
    {
      places[i] = (IplRank){ i, { 0, INFINITY } };
      for (gsize k = 0; k < shown->latents; k++)
        if (-shown->correlations[k * shown->neurons + i] < places[i].key[1])
          places[i] = (IplRank){ i, { (double)k, -shown->correlations[k * shown->neurons + i] } };
    }
  ipl_ranks_sort (places, shown->neurons);
  for (gsize i = 0; i < shown->neurons; i++)
    order[i] = places[i].item;
  return order;
}

static IplTarget
make_latent (const IplPlotAxes *axes, gsize row, gsize column)
{
  return ipl_target_component (row);
}

static gboolean
find_latent (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  int latent = ipl_target_get (target, IPL_PART_COMPONENT);

  *row = (gsize)MAX (latent, 0);
  *column = 0;
  return latent >= 0;
}

static const IplCellItems latents = { make_latent, find_latent, TRUE };

static IplMatrixCells
fill_latents (IplPlot *plot, const IplView *view)
{
  IplLatentView shown;

  latent_view_init (&shown, view);
  gsize n = shown.latents * shown.neurons;
  g_autofree gsize *order = make_order (&shown);
  double *numbers = ipl_plot_new_numbers (plot, n);
  IplNumbers cells = ipl_numbers (numbers, n);

  for (gsize i = 0; i < n; i++)
    numbers[i] = shown.correlations[i - i % shown.neurons + order[i % shown.neurons]];
  cells.source = ipl_plot_adopt_text (plot, ipl_numbers_choose ("latent_correlation", view->moment,
                                                                NULL, 0, order, shown.neurons));
  return (IplMatrixCells){ shown.latents, shown.neurons, cells };
}

/* Adds rules between the levels, and for each cell the level of its latent and the index of its
 * neuron in the network. */
static void
add_latent_numbers (IplPlot *plot, IplPlotAxes *map, const IplView *view)
{
  gsize n = map->cells.n;
  double *level = ipl_plot_new_numbers (plot, n), *neuron = ipl_plot_new_numbers (plot, n);
  g_autofree gsize *order = NULL;
  IplLatentView shown;

  latent_view_init (&shown, view);
  order = make_order (&shown);
  for (gsize i = 0; i < n; i++)
    {
      level[i] = shown.level[i / shown.neurons];
      neuron[i] = (double)order[i % shown.neurons] + 1;
    }
  for (gsize k = 1; k < shown.latents; k++)
    if (shown.level[k] != shown.level[k - 1])
      ipl_axes_add_rule (map, 0, (double)k, IPL_ROLE (INK), NULL);
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (level, n), "level");
  ipl_axes_list_numbers (map, map->cells, ipl_numbers (neuron, n), "neuron");
}

const IplPanel ipl_panel_latent_correlation = {
  .id = "latent-correlation",
  .title = "Neurons and latents",
  .experiment = "joma-hierarchy",
  .sentence = "Correlations of neurons of the lowest block with latents, of the first seed.",
  .height_narrow = 0.75,
  .height_wide = 0.45,
  IPL_MATRIX{ .fill = fill_latents,
              .row = "latent",
              .column = "neuron, by the latent it recovers best",
              .bar = "correlation",
              .column_each = "column",
              .items = &latents,
              .hi = 1,
              .is_signed = TRUE,
              .more = add_latent_numbers },
};
