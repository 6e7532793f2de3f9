/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The theory of a transformer's attention while it learns a text: U of the heads of a layer, traced
 * over the next words, at the step shown and in time, and accuracies. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

static const char *const course_names[] = { "head_score", NULL };
static const char *const accuracy_names[] = { "accuracy", "accuracy_gp", "accuracy_head", NULL };

static gsize
count_heads (const IplView *view)
{
  return ipl_trajectory_find (view->trajectory, "head_score")->size;
}

static IplMark *
add_head (IplPlotAxes *axes, const IplView *view, const char *array, gsize component, gsize head)
{
  gsize H = count_heads (view);
  IplMark *mark = ipl_axes_add_number (axes, view->trajectory, array, component,
                                       IPL_ROLE_OF_N (ORDERED, head, H),
                                       g_strdup_printf ("head %" G_GSIZE_FORMAT, head + 1));

  mark->dash = head % IPL_N_DASHES;
  return mark;
}

/* The weight of each head, which in the GP limit is the number of next words. */
static void
build_course (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_log_time_axes (plot);
  gsize H = count_heads (view);

  for (gsize h = 0; h < H; h++)
    add_head (axes, view, "U", h * H + h, h);
  axes->y.lo = 0;
  axes->y.title = "<i>U</i><sub>hh</sub>, traced over next words";
  axes->y.brief = "<i>U</i><sub>hh</sub>";
}

static void
build_accuracy (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_log_time_axes (plot);

  ipl_axes_add_number (axes, view->trajectory, "accuracy", 0, IPL_ROLE (THEORY),
                       g_strdup ("theory"))
      ->weight
      = 1.3;
  ipl_axes_add_number (axes, view->trajectory, "accuracy_gp", 0, IPL_ROLE_OF (GP, 0),
                       g_strdup ("GP"))
      ->dash
      = IPL_DASH_DASHED;
  for (gsize h = 0; h < count_heads (view); h++)
    add_head (axes, view, "accuracy_head", h, h)->weight = 0.7;
  axes->y.title = "test accuracy of the next word";
  axes->y.brief = "accuracy";
}

static void
build_u (IplPlot *plot, const IplView *view)
{
  ipl_plot_add_head_order (plot, count_heads (view));
}

static char *
say_u (const IplTarget *target, const IplView *view)
{
  gsize H = count_heads (view), p = (gsize)target->row, q = (gsize)target->component;

  if (target->row < 0 || target->component < 0 || p >= H || q >= H)
    return NULL;
  g_autofree char *value
      = ipl_number_text (ipl_trajectory_get (view->trajectory, "U", view->moment)[p * H + q], 4);
  return p == q ? g_strdup_printf ("Head %" G_GSIZE_FORMAT ": U = %s", p + 1, value)
                : g_strdup_printf ("Heads %" G_GSIZE_FORMAT " and %" G_GSIZE_FORMAT ": U = %s",
                                   p + 1, q + 1, value);
}

const IplPanel ipl_panel_text_u = {
  .id = "text-u",
  .title = "Order parameter",
  .label = "Order parameter of a transformer’s heads",
  .experiment = "text-paths",
  .build = build_u,
  .say = say_u,
  .sentence = "Order parameter U over the heads of a layer, traced over next words, as they are at "
              "the step shown.",
  .numbers = course_names,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};

const IplPanel ipl_panel_text_u_course = {
  .id = "text-u-course",
  .title = "U while a text is learned",
  .experiment = "text-paths",
  .build = build_course,
  .sentence = "Weights U_hh of the heads of a layer, traced over next words, against the logarithm "
              "of steps.",
  .numbers = course_names,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};

const IplPanel ipl_panel_text_path_accuracy = {
  .id = "text-path-accuracy",
  .title = "Accuracy of the next word",
  .experiment = "text-paths",
  .build = build_accuracy,
  .sentence = "Test accuracy of the next word against the logarithm of steps: of the theory at "
              "finite width, of the GP limit with all heads, and of the GP of each head alone.",
  .numbers = accuracy_names,
  .ranges = IPL_RANGE_XY,
  IPL_AGAINST_TIME,
};
