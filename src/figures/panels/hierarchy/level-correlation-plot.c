/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How well the best neuron of the lowest block tells the latents of each level, against time: mean
 * over seeds with its standard deviation, beside what shuffled classes give. */

#include "figures/kit/number.h"
#include "figures/panels/time/time-panel.h"
#include "figures/view/words.h"

#include <math.h>

/* What is drawn of each level at each moment. */
enum
{
  MEAN,
  LOW,
  HIGH,
  CHANCE,
  N_KINDS,
};

typedef struct
{
  IplTimePlot plot; /* first: it is the layout of a panel of time */
  gsize levels;
  double *values; /* [S x levels x N_KINDS] */
} Layout;

/* Mean and standard deviation over seeds of one level at the lowest block. */
static void
summarize (const IplView *view, const char *name, guint moment, gsize level, double *mean,
           double *sd)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, name);
  gsize seeds = array->shape[0], levels = array->shape[2], seed_size = array->shape[1] * levels;
  const double *values = array->values + moment * array->size + level;
  double squares = 0;

  *mean = 0;
  for (gsize s = 0; s < seeds; s++)
    *mean += values[s * seed_size] / (double)seeds;
  for (gsize s = 0; s < seeds; s++)
    squares += pow (values[s * seed_size] - *mean, 2);
  *sd = seeds > 1 ? sqrt (squares / (double)(seeds - 1)) : 0;
}

static void
fill (Layout *self, const IplView *view)
{
  for (guint moment = 0; moment < view->trajectory->S; moment++)
    for (gsize level = 0; level < self->levels; level++)
      {
        double *values = self->values + (moment * self->levels + level) * N_KINDS;
        double sd;

        summarize (view, "level_chance", moment, level, &values[CHANCE], &sd);
        summarize (view, "level_correlation", moment, level, &values[MEAN], &sd);
        values[LOW] = values[MEAN] - sd;
        values[HIGH] = values[MEAN] + sd;
      }
}

static IplTimeCurve *
add (Layout *self, const IplView *view, const IplStyle *style, gsize level, gsize kind,
     char *label_take)
{
  return ipl_time_plot_add (&self->plot, view->trajectory->time,
                            self->values + level * N_KINDS + kind, view->trajectory->S,
                            self->levels * N_KINDS, label_take,
                            ipl_time_plot_color (style, level, MAX (self->levels, 2)));
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "level_correlation");
  gboolean several = array->shape[0] > 1;
  Layout *self = g_new0 (Layout, 1);

  self->levels = array->shape[2];
  self->values = g_new (double, view->trajectory->S * self->levels * N_KINDS);
  fill (self, view);
  ipl_time_plot_init (&self->plot, view);
  for (gsize level = 0; level < self->levels; level++)
    for (gsize kind = several ? LOW : CHANCE; kind < N_KINDS; kind++)
      {
        IplTimeCurve *curve = add (self, view, style, level, kind, NULL);

        curve->weight = kind == CHANCE ? 0.7 : 0.4;
        curve->dash = kind == CHANCE ? IPL_DASH_DOTTED : IPL_DASH_SOLID;
      }
  for (gsize level = 0; level < self->levels; level++)
    add (self, view, style, level, MEAN,
         g_strdup_printf (level == 0 ? "level %" G_GSIZE_FORMAT : "%" G_GSIZE_FORMAT, level + 1));
  ipl_legend_add (&self->plot.legend, IPL_KEY_LINE, g_strdup ("classes shuffled"), style->faint,
                  0.7 * style->line_pt, IPL_DASH_DOTTED);
  if (several)
    ipl_legend_add (&self->plot.legend, IPL_KEY_LINE,
                    g_strdup_printf ("± sd of %" G_GSIZE_FORMAT " seeds", array->shape[0]),
                    style->faint, 0.4 * style->line_pt, IPL_DASH_SOLID);
  self->plot.hi = 1;
  self->plot.y_title = "correlation of the best neuron";
  self->plot.y_title_short = "correlation";
  return ipl_time_panel_end (&self->plot, style, width, height);
}

static void
layout_free (gpointer layout)
{
  g_free (((Layout *)layout)->values);
  ipl_time_panel_free (layout);
}

/* Every level at the moment that is pointed at. */
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
        g_string_append_c (text, '\t');
        ipl_table_number (text, ipl_trajectory_get (view->trajectory, "level_chance", moment)[i]);
        g_string_append_c (text, '\n');
      }
}

const IplPanel ipl_panel_level_correlation = {
  .id = "level-correlation",
  .ranges = IPL_RANGE_XY,
  .title = "Levels learned",
  .experiment = "joma-hierarchy",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = ipl_time_panel_draw,
  .overlay = ipl_time_panel_overlay,
  .pick = ipl_time_panel_pick,
  .edit = ipl_time_panel_edit,
  .say = say,
  .step = ipl_time_plot_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.62,
  .height_wide = 0.36,
};
