/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How well the best neuron of the lowest block tells the latents of each level, against time: mean
 * over seeds with its standard deviation, beside what shuffled classes give. */

#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"
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
build (IplPlot *plot, const IplView *view)
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
say (const IplTarget *target, const IplView *view)
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
describe (GString *text, const IplView *view)
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
table (GString *text, const IplView *view)
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
  .build = build,
  .say = say,
  .describe = describe,
  .table = table,
  IPL_AGAINST_TIME,
};
