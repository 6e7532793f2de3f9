/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Critical points: the gradient's field on the way through its zero, and how far the local form
 * predicts the dynamics. */

#include "figures/kit/number.h"
#include "figures/plot/plot.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

static IplNumbers
constant (const IplView *view, const char *name)
{
  return ipl_numbers_at (view->trajectory, name, 0);
}

static double
number (const IplView *view, const char *name)
{
  return *ipl_trajectory_get (view->trajectory, name, 0);
}

/* Every fourth of the samples, with their errors. */
#define APART 4

static void
add_samples (IplPlot *plot, IplPlotAxes *axes, IplNumbers x, IplNumbers y, IplNumbers error,
             IplRole role, char *label_take)
{
  gsize n = (x.n + APART - 1) / APART;
  double *at = ipl_plot_new_numbers (plot, n), *value = ipl_plot_new_numbers (plot, n);
  double *lo = ipl_plot_new_numbers (plot, n), *hi = ipl_plot_new_numbers (plot, n);
  IplMark *mark;

  for (gsize i = 0; i < n; i++)
    {
      at[i] = x.data[APART * i];
      value[i] = y.data[APART * i];
      lo[i] = value[i] - error.data[APART * i];
      hi[i] = value[i] + error.data[APART * i];
    }
  ipl_axes_add_intervals (axes, ipl_numbers (at, n), ipl_numbers (lo, n), ipl_numbers (hi, n), role,
                          NULL);
  mark = ipl_axes_add_points (axes, ipl_numbers (at, n), ipl_numbers (value, n), role, label_take);
  mark->size = 0.22;
  mark->items = &ipl_items_row;
}

/* Index of the hovered sample along the way; below 0 for none. */
static int
find_sample (const IplTarget *target, const IplView *view)
{
  int i = target->row >= 0 ? APART * target->row : -1;

  return i < (int)constant (view, "way").n ? i : -1;
}

static char *
say_field (const IplTarget *target, const IplView *view)
{
  int i = find_sample (target, view);

  if (i < 0)
    return NULL;
  g_autofree char *at = ipl_number_text (constant (view, "way").data[i], 3);
  g_autofree char *field = ipl_number_text (constant (view, "way_field").data[i], 3);
  g_autofree char *sampled = ipl_number_text (constant (view, "way_sampled").data[i], 3);
  g_autofree char *error = ipl_number_text (constant (view, "way_error").data[i], 2);

  return g_strdup_printf ("At %s of mu: field %s by quadrature, %s ± %s by Monte Carlo", at, field,
                          sampled, error);
}

static void
build_field (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplNumbers way = constant (view, "way"), field = constant (view, "way_field");
  IplNumbers mu = constant (view, "mu");
  double *local = ipl_plot_new_numbers (plot, way.n), length = 0;
  IplMark *mark;

  for (gsize m = 0; m < mu.n; m++)
    length += mu.data[m] * mu.data[m];
  for (gsize i = 0; i < way.n; i++)
    local[i] = number (view, "curvature") * sqrt (length) * (1 - way.data[i]);
  mark = ipl_axes_add_rule (axes, 0, 0, IPL_ROLE (FAINT), NULL);
  mark->weight = 0.6;
  ipl_axes_add_line (axes, way, field, IPL_ROLE (THEORY), g_strdup ("quadrature"))->is_plain = TRUE;
  add_samples (plot, axes, way, constant (view, "way_sampled"), constant (view, "way_error"),
               IPL_ROLE (SAMPLED), g_strdup ("Monte Carlo"));
  mark = ipl_axes_add_line (axes, way, ipl_numbers (local, way.n), IPL_ROLE (ACCENT),
                            g_strdup ("<i>c</i>(<i>μ</i> − <i>v</i>)"));
  mark->dash = IPL_DASH_DASHED;
  mark->is_plain = TRUE;
  axes->x = (IplPlotAxis){ "<i>v</i> over <i>μ</i>", NULL, NAN, NAN };
  axes->y = (IplPlotAxis){ "field along <i>μ</i>", "field", NAN, NAN, .pad = 0.05 };
  ipl_plot_set_rows (plot, NULL, way.n);
  ipl_plot_add_column (plot, g_strdup ("v over mu"), way);
  ipl_plot_add_column (plot, g_strdup ("by quadrature"), field);
  ipl_plot_add_column (plot, g_strdup ("by Monte Carlo"), constant (view, "way_sampled"));
  ipl_plot_add_column (plot, g_strdup ("standard error"), constant (view, "way_error"));
  ipl_plot_add_column (plot, g_strdup ("local form"), ipl_numbers (local, way.n));
}

static void
describe_field (GString *text, const IplView *view)
{
  IplNumbers eigenvalue = constant (view, "zero_eigenvalue");
  IplNumbers field = constant (view, "way_field"), sampled = constant (view, "way_sampled");
  IplNumbers error = constant (view, "way_error");
  double worst = 0;
  guint draws = 0;

  for (gsize i = 0; i < field.n; i++)
    if (error.data[i] > 0)
      worst = fmax (worst, fabs (sampled.data[i] - field.data[i]) / error.data[i]);
  for (gsize i = 0; i < eigenvalue.n; i++)
    draws += eigenvalue.data[i] < 0;
  g_autofree char *off = ipl_number_fixed (worst, 1);
  g_string_append_printf (
      text,
      "The gradient of the unit's weights v, on the straight way from 0 through the zero mu to "
      "twice "
      "of it: its part along mu, by quadrature and by Monte Carlo, which differ by at most %s "
      "standard errors, beside the local form. %" G_GSIZE_FORMAT
      " %s found, %u of which %s weights.",
      off, eigenvalue.n, eigenvalue.n == 1 ? "zero is" : "zeros are", draws,
      draws == 1 ? "draws" : "draw");
}

const IplPanel ipl_panel_critical_field = {
  .id = "critical-field",
  .title = "Gradient and its zero",
  .experiment = "critical-points",
  .build = build_field,
  .say = say_field,
  .describe = describe_field,
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.62,
  .height_wide = 0.4,
};

/* Of a token that is hovered: its target and when it comes there. */
static char *
say_token (const IplTarget *target, const IplView *view)
{
  gsize token = (gsize)target->component;
  IplNumbers mu = constant (view, "mu");

  if (target->component < 0 || token >= mu.n)
    return NULL;
  g_autofree char *value = ipl_number_text (mu.data[token], 3);
  double time = constant (view, "time_to_90").data[token];
  double local = constant (view, "time_to_90_local").data[token];
  g_autofree char *when
      = isfinite (time) ? g_strdup_printf ("at step %g", time) : g_strdup ("not in this run");
  g_autofree char *predicted
      = isfinite (local) ? g_strdup_printf ("at step %g", local) : g_strdup ("not in this run");

  return g_strdup_printf ("Token %" G_GSIZE_FORMAT
                          ": target %s, nine tenths of it %s, by the local form %s",
                          token + 1, value, when, predicted);
}

static const char *const course_names[] = { "entropy", "entropy_local", NULL };

static void
build_course (IplPlot *plot, const IplView *view)
{
  static const char *const names[2][2] = { { "v", "entropy" }, { "v_local", "entropy_local" } };
  const IplTrajectory *trajectory = view->trajectory;
  IplPlotAxes *weights = ipl_plot_add_time_axes (plot), *entropy = ipl_plot_add_time_axes (plot);
  gsize M = constant (view, "mu").n;

  for (guint local = 0; local < 2; local++)
    {
      IplDash dash = local ? IPL_DASH_DASHED : IPL_DASH_SOLID;

      for (gsize m = 0; m < M; m++)
        {
          IplMark *mark = ipl_axes_add_number (weights, trajectory, names[local][0], m,
                                               IPL_ROLE_OF_N (ORDERED, m, M), NULL);

          mark->dash = dash;
          mark->weight = local ? 0.6 : 0.9;
          mark->items = &ipl_items_component;
          mark->first = m;
        }
      ipl_axes_add_number (entropy, trajectory, names[local][1], 0, IPL_ROLE (THEORY),
                           g_strdup (local ? "local form" : "gradient"))
          ->dash
          = dash;
    }
  plot->keys_of_all = TRUE;
  weights->y = (IplPlotAxis){ "weight <i>v</i>", "<i>v</i>", NAN, NAN };
  entropy->y = (IplPlotAxis){ "entropy", NULL, NAN, NAN };
}

static char *
say_course (const IplTarget *target, const IplView *view)
{
  guint moment;

  return ipl_target_get_moment (target, view, &moment)
             ? ipl_target_describe_numbers (target, view, course_names)
             : say_token (target, view);
}

const IplPanel ipl_panel_critical_course = {
  .id = "critical-course",
  .title = "Gradient and local form",
  .experiment = "critical-points",
  .build = build_course,
  .say = say_course,
  .sentence
  = "Weights of all tokens against time, and below the entropy of attention: by the gradient "
    "of the mixture, and dashed by its local form.",
  .numbers = course_names,
  .height_narrow = 0.95,
  .height_wide = 0.5,
};

static void
build_times (IplPlot *plot, const IplView *view)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  IplNumbers time = constant (view, "time_to_90"), local = constant (view, "time_to_90_local");
  g_autofree char *order = ipl_number_fixed (number (view, "order_correlation"), 3);
  g_autofree char *factor = ipl_number_fixed (number (view, "time_factor"), 2);
  IplMark *mark = ipl_axes_add_rule (axes, 1, 0, IPL_ROLE (FAINT), NULL);

  mark->dash = IPL_DASH_DASHED;
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), g_strdup_printf ("order %s", order));
  ipl_axes_add_key (axes, IPL_KEY_NONE, IPL_ROLE (INK), g_strdup_printf ("times × %s", factor));
  mark = ipl_axes_add_points (axes, local, time, IPL_ROLE_OF_N (ORDERED, 0, time.n), NULL);
  mark->items = &ipl_items_component;
  mark->by_item = TRUE;
  mark->unclipped = TRUE;
  axes->x = (IplPlotAxis){ "by the local form", NULL, 0, NAN, .pad = 0.06 };
  axes->y = (IplPlotAxis){ "steps to 90 % of <i>μ</i>", "steps", 0, NAN, .pad = 0.06 };
  ipl_plot_set_rows (plot, "token", time.n);
  ipl_plot_add_column (plot, g_strdup ("mu"), constant (view, "mu"));
  ipl_plot_add_column (plot, g_strdup ("time to 90 %"), time);
  ipl_plot_add_column (plot, g_strdup ("by the local form"), local);
}

static void
describe_times (GString *text, const IplView *view)
{
  g_autofree char *order = ipl_number_fixed (number (view, "order_correlation"), 3);
  g_autofree char *factor = ipl_number_fixed (number (view, "time_factor"), 2);

  g_string_append_printf (text,
                          "When every token comes to 90 %% of its target by the gradient of the "
                          "mixture, against when it does by the local form. Rank correlation %s; "
                          "times are off by a factor of %s on average, up or down.",
                          order, factor);
}

const IplPanel ipl_panel_critical_times = {
  .id = "critical-times",
  .title = "Times, predicted",
  .experiment = "critical-points",
  .build = build_times,
  .say = say_token,
  .describe = describe_times,
  .ranges = IPL_RANGE_XY,
  .height_narrow = 0.75,
  .height_wide = 0.45,
};
