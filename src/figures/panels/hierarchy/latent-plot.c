/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Two panels of the latents of a tree: the correlation of each neuron with each latent, and that of
 * the best neurons with the latents of each level against time: mean over seeds with its standard
 * deviation, beside shuffled classes. */

#include "figures/kit/number.h"

#include <math.h>

#include "figures/plot/plot.h"
#include "figures/view/target.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view.h"
#include "figures/view/words.h"

/* Mean and standard deviation over seeds of one level at the lowest block. */
static void
summarize (const IplView *view, const char *name, guint moment, gsize level, double *mean,
           double *sd)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, name);

  *mean = ipl_trajectory_array_mean (array, moment, level, array->shape[1] * array->shape[2],
                                     array->shape[0], sd);
}

static void
add_level (IplPlot *plot, IplPlotAxes *axes, const IplView *view, gsize level, gsize levels)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "level_correlation");
  guint S = view->trajectory->S;
  IplRole role = IPL_ROLE_OF_N (ORDERED, level, MAX (levels, 2));
  double *chance = ipl_plot_new_numbers (plot, S), sd;
  IplMark *mark;

  for (guint s = 0; s < S; s++)
    summarize (view, "level_chance", s, level, &chance[s], &sd);
  mark = ipl_axes_add_line (axes, ipl_numbers (view->trajectory->time, S), ipl_numbers (chance, S),
                            role, NULL);
  mark->weight = 0.7;
  mark->dash = IPL_DASH_DOTTED;
  ipl_plot_add_mean (plot, axes, array, level, array->shape[1] * levels, array->shape[0], role,
                     g_strdup_printf (level == 0 ? "level %" G_GSIZE_FORMAT : "%" G_GSIZE_FORMAT,
                                      level + 1));
}

static void
build_levels (IplPlot *plot, const IplView *view)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "level_correlation");
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplMark *key
      = ipl_axes_add_key (axes, IPL_KEY_LINE, IPL_ROLE (FAINT), g_strdup ("classes shuffled"));

  key->weight = 0.7;
  key->dash = IPL_DASH_DOTTED;
  ipl_axes_add_seeds_key (axes, array->shape[0]);
  for (gsize level = 0; level < array->shape[2]; level++)
    add_level (plot, axes, view, level, array->shape[2]);
  axes->y.hi = 1;
  axes->y.title = "correlation of the best neuron";
  axes->y.brief = "correlation";
}

/* Every level at the moment that is hovered. */
static char *
say_levels (const IplTarget *target, const IplView *view)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "level_correlation");
  GString *text;
  guint moment;

  if (!ipl_target_get_moment (target, view, &moment))
    return NULL;
  text = g_string_new (NULL);
  for (gsize level = 0; level < array->shape[2]; level++)
    {
      double mean, sd, chance, chance_sd;

      summarize (view, "level_correlation", moment, level, &mean, &sd);
      summarize (view, "level_chance", moment, level, &chance, &chance_sd);
      g_string_append_printf (text,
                              level == 0 ? "correlation at level %" G_GSIZE_FORMAT " %.3f"
                                         : ", at %" G_GSIZE_FORMAT " %.3f",
                              level + 1, mean);
      if (array->shape[0] > 1)
        g_string_append_printf (text, " ± %.3f", sd);
      g_string_append_printf (text, " (classes shuffled %.3f)", chance);
    }
  return ipl_trajectory_begin_sentence (view->trajectory, moment, text);
}

static void
describe_levels (GString *text, const IplView *view)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "level_correlation");

  g_string_append (text, "Correlation of latents with the neuron of the lowest block that tells "
                         "each best, mean over the latents of a level.");
  ipl_describe_moment (text, view);
  for (gsize level = 0; level < array->shape[2]; level++)
    {
      double mean, sd, chance, chance_sd, first, first_sd;

      summarize (view, "level_correlation", view->moment, level, &mean, &sd);
      summarize (view, "level_correlation", 0, level, &first, &first_sd);
      summarize (view, "level_chance", view->moment, level, &chance, &chance_sd);
      g_string_append_printf (text,
                              " Level %" G_GSIZE_FORMAT ": %.3f, sd over seeds %.3f; before "
                              "training %.3f, with classes shuffled %.3f.",
                              level + 1, mean, sd, first, chance);
    }
}

/* All moments, seeds, blocks and levels. */
static void
table_levels (GString *text, const IplView *view)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "level_correlation");
  gsize seeds = array->shape[0], layers = array->shape[1], levels = array->shape[2];

  g_string_append (text, "step\tseed\tblock\tlevel\tcorrelation\twith classes shuffled\n");
  for (guint moment = 0; moment < view->trajectory->S; moment++)
    for (gsize i = 0; i < array->size; i++)
      {
        g_string_append_printf (text,
                                "%.0f\t%" G_GSIZE_FORMAT "\t%" G_GSIZE_FORMAT "\t%" G_GSIZE_FORMAT
                                "\t",
                                view->trajectory->time[moment], i / (layers * levels) % seeds + 1,
                                i / levels % layers + 1, i % levels + 1);
        ipl_table_number (text, array->values[moment * array->size + i]);
        ipl_table_cell (text, ipl_trajectory_get (view->trajectory, "level_chance", moment)[i]);
        g_string_append_c (text, '\n');
      }
}

const IplPanel ipl_panel_level_correlation = {
  .id = "level-correlation",
  .ranges = IPL_RANGE_XY,
  .title = "Levels learned",
  .experiment = "joma-hierarchy",
  .build = build_levels,
  .say = say_levels,
  .describe = describe_levels,
  .table = table_levels,
  IPL_AGAINST_TIME,
};

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
