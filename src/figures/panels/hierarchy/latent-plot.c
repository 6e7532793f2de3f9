/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How neurons follow latents of the tree. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/target.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view.h"

#include <math.h>

/**
 * IplLatentView:
 * @latents: how many
 * @neurons: of the lowest block
 * @level: [latents] the level of each, from 1
 * @correlations: [latents x neurons] of the first seed, at the moment shown
 * @best, @first, @chance: [latents] of the first seed: the largest correlation of each at the
 * moment shown, before training, and with classes shuffled
 *
 * What a view holds of neurons that tell latents: borrowed.
 */
typedef struct
{
  gsize latents, neurons;
  const double *level;
  const double *correlations;
  const double *best, *first, *chance;
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
    .best = ipl_trajectory_get (trajectory, "best_correlation", view->moment),
    .first = ipl_trajectory_get (trajectory, "best_correlation", 0),
    .chance = ipl_trajectory_get (trajectory, "best_chance", view->moment),
  };
}

/* The first latent of the next level. */
static gsize
latent_view_level_end (const IplLatentView *self, gsize latent)
{
  gsize end = latent;

  while (end < self->latents && self->level[end] == self->level[latent])
    end++;
  return end;
}

/* The neuron that tells a latent best. */
static gsize
latent_view_best_neuron (const IplLatentView *self, gsize latent)
{
  const double *row = self->correlations + latent * self->neurons;
  gsize at = 0;

  for (gsize i = 1; i < self->neurons; i++)
    if (row[i] > row[at])
      at = i;
  return at;
}

/* One line on the latent that is hovered, plain text. */
static char *
latent_view_say (const IplTarget *target, const IplView *view)
{
  IplLatentView self;
  gsize latent = (gsize)target->component, begin = latent;

  latent_view_init (&self, view);
  if (target->component < 0 || latent >= self.latents)
    return NULL;
  while (begin > 0 && self.level[begin - 1] == self.level[latent])
    begin--;
  g_autofree char *best = ipl_number_fixed (self.best[latent], 3);
  g_autofree char *first = ipl_number_fixed (self.first[latent], 3);
  g_autofree char *chance = ipl_number_fixed (self.chance[latent], 3);
  if (isnan (self.best[latent]))
    return g_strdup_printf ("Level %.0f, latent %" G_GSIZE_FORMAT
                            ": in every class or in none, so that nothing can tell it",
                            self.level[latent], latent - begin + 1);
  return g_strdup_printf ("Level %.0f, latent %" G_GSIZE_FORMAT ": neuron %" G_GSIZE_FORMAT
                          " %s; before training %s, classes shuffled %s",
                          self.level[latent], latent - begin + 1,
                          latent_view_best_neuron (&self, latent) + 1, best, first, chance);
}

/* A neuron with the latent it tells best. */
typedef struct
{
  gsize neuron, latent;
  double correlation;
} Place;

static int
compare (gconstpointer a, gconstpointer b)
{
  const Place *one = a, *other = b;

  if (one->latent != other->latent)
    return one->latent < other->latent ? -1 : 1;
  if (one->correlation != other->correlation)
    return one->correlation > other->correlation ? -1 : 1;
  return one->neuron < other->neuron ? -1 : one->neuron > other->neuron;
}

/* Neurons by the latent that they tell best, those that tell it better first. */
static gsize *
make_order (const IplLatentView *shown)
{
  g_autofree Place *places = g_new (Place, shown->neurons);
  gsize *order = g_new (gsize, shown->neurons);

  for (gsize i = 0; i < shown->neurons; i++)
    {
      places[i] = (Place){ i, 0, -INFINITY };
      for (gsize k = 0; k < shown->latents; k++)
        if (shown->correlations[k * shown->neurons + i] > places[i].correlation)
          {
            places[i].latent = k;
            places[i].correlation = shown->correlations[k * shown->neurons + i];
          }
    }
  qsort (places, shown->neurons, sizeof *places, compare);
  for (gsize i = 0; i < shown->neurons; i++)
    order[i] = places[i].neuron;
  return order;
}

static void
set_latent (const IplPlotAxes *axes, gsize row, gsize column, IplTarget *target)
{
  target->component = (int)row;
}

static gboolean
find_latent (const IplPlotAxes *axes, const IplTarget *target, gsize *row, gsize *column)
{
  *row = (gsize)MAX (target->component, 0);
  *column = 0;
  return target->component >= 0;
}

static const IplCellItems latents = { set_latent, find_latent, TRUE };

/* A row for every latent and neuron, these in their own order. */
static void
add_columns_map (IplPlot *plot, const IplLatentView *shown)
{
  gsize n = shown->latents * shown->neurons;
  double *latent = ipl_plot_new_numbers (plot, n), *level = ipl_plot_new_numbers (plot, n);
  double *neuron = ipl_plot_new_numbers (plot, n);

  for (gsize i = 0; i < n; i++)
    {
      latent[i] = (double)(i / shown->neurons + 1);
      level[i] = shown->level[i / shown->neurons];
      neuron[i] = (double)(i % shown->neurons + 1);
    }
  ipl_plot_set_rows (plot, NULL, n);
  ipl_plot_add_column (plot, g_strdup ("latent"), ipl_numbers (latent, n));
  ipl_plot_add_column (plot, g_strdup ("level"), ipl_numbers (level, n));
  ipl_plot_add_column (plot, g_strdup ("neuron"), ipl_numbers (neuron, n));
  ipl_plot_add_column (plot, g_strdup ("correlation"), ipl_numbers (shown->correlations, n));
}

static void
build_map (IplPlot *plot, const IplView *view)
{
  g_autofree gsize *order = NULL;
  IplLatentView shown;
  IplPlotAxes *map;
  double *cells;
  gsize n;

  latent_view_init (&shown, view);
  n = shown.latents * shown.neurons;
  order = make_order (&shown);
  cells = ipl_plot_new_numbers (plot, n);
  for (gsize i = 0; i < n; i++)
    cells[i] = shown.correlations[i - i % shown.neurons + order[i % shown.neurons]];
  map = ipl_plot_add_map (plot, shown.latents, shown.neurons, ipl_numbers (cells, n));
  map->cells.source = ipl_plot_keep (plot, ipl_numbers_choose ("latent_correlation", view->moment,
                                                               NULL, 0, order, shown.neurons));
  map->map_spec.hi = 1;
  map->map_spec.diverging = TRUE;
  map->map_spec.bar_title = "correlation";
  map->map_spec.row_title = "latent";
  map->map_spec.column_title = "neuron, by the latent it tells best";
  map->cell_items = &latents;
  for (gsize k = latent_view_level_end (&shown, 0); k < shown.latents;
       k = latent_view_level_end (&shown, k))
    ipl_axes_add_rule (map, 0, (double)k, IPL_ROLE (INK), NULL);
  add_columns_map (plot, &shown);
}

static void
describe_map (GString *text, const IplView *view)
{
  IplLatentView shown;

  latent_view_init (&shown, view);
  g_string_append_printf (text,
                          "Correlations of %" G_GSIZE_FORMAT " neurons of the lowest block with "
                          "%" G_GSIZE_FORMAT " latents, of the first seed.",
                          shown.neurons, shown.latents);
  ipl_describe_moment (text, view);
}

const IplPanel ipl_panel_latent_correlation = {
  .id = "latent-correlation",
  .title = "Neurons and latents",
  .experiment = "joma-hierarchy",
  .build = build_map,
  .say = latent_view_say,
  .describe = describe_map,
  .height_narrow = 0.75,
  .height_wide = 0.45,
};
