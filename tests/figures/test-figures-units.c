/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the ticks of an axis say is in the unit that its title says. */
#include <math.h>
#include <string.h>

#include "figures/kit/number.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot-words.h"
#include "figures/plot/plot.h"
#include "figure-fixture.h"

/* The paper's look has accuracies in per cent, the program's own has fractions. */
FIXTURE_TEST (test_accuracy, "/figures-units/accuracy", FIXTURE_HMC4)
{
  for (guint paper = 0; paper < 2; paper++)
    {
      g_autoptr (IplPlot) plot = NULL;
      const IplFrame *frame;
      IplStyle style;

      ipl_style_init (&style, IPL_THEME_LIGHT, 8);
      style.look = paper ? IPL_LOOK_PAPER : IPL_LOOK_INTERPLAY;
      plot = ipl_panel_layout (&ipl_panel_accuracy, &fixture->view, &style, 400, 300);
      frame = &ipl_plot_get_axes (plot, 0)->frame;
      g_assert_cmpstr (frame->y_title, ==, paper ? "test accuracy (%)" : "test accuracy");
      g_assert_cmpuint (frame->y.n, >, 2);
      for (guint i = 0; i < frame->y.n; i++)
        g_assert_cmpfloat (
            fabs (g_ascii_strtod (frame->y.label[i], NULL) - (paper ? 100 : 1) * frame->y.at[i]), <,
            1e-5);
    }
}

/* A run of a thousand steps at an even rate: a tick lies at the step that was reached then. */
static void
check_time (double seconds, const char *title, double unit)
{
  enum
  {
    N = 11
  };
  IplTrainerPoint points[N] = { { 0 } };
  IplLearningCurve training = { .n_points = N, .points = points };
  IplView view = { .timeless = FALSE };
  g_autoptr (IplPlot) plot = NULL;
  const IplPlotAxes *axes;
  IplStyle style;

  view.training = &training;
  for (guint i = 0; i < N; i++)
    {
      points[i].step = 100 * i;
      points[i].seconds = seconds / (N - 1) * i;
      points[i].loss = 1;
      points[i].accuracy_train = 0.5 + 0.01 * i;
      points[i].accuracy_holdout = points[i].standard_error = NAN;
    }
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  plot = ipl_panel_layout (&ipl_panel_training, &view, &style, 500, 300);
  axes = ipl_plot_get_axes (plot, 0);
  g_assert_cmpstr (axes->above[0].title, ==, title);
  g_assert_cmpuint (axes->above_axis.n, >, 2);
  for (guint i = 0; i < axes->above_axis.n; i++)
    {
      double said = g_ascii_strtod (axes->above_axis.label[i], NULL) * unit;

      g_assert_cmpfloat (fabs (axes->above_axis.at[i] / 1000 * seconds - said), <, 1e-6 * seconds);
    }
}

TEST (test_time, "/figures-units/time")
{
  check_time (90, "time (s)", 1);
  check_time (3600, "time (min)", 60);
  check_time (36000, "time (h)", 3600);
}

/* A value and its error end at the same place. */
TEST (test_errors, "/figures-units/errors")
{
  static const struct
  {
    double value, error;
    const char *text;
  } cases[] = {
    { 0.98036, 0.01812, "0.980 ± 0.018" },
    { 1, 0.018, "1.000 ± 0.018" },
    { -0.0032, 0.12, "0.00 ± 0.12" },
    { 12.3456, 0.0996, "12.35 ± 0.10" },
    { 1234.5, 210, "1234 ± 210" },
    { 5.432e-7, 1.04e-8, "(5.43 ± 0.10)e−7" },
    { 0.5, 0, "0.500 ± 0" },
    { 0.5, NAN, "0.500" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = ipl_number_with_error (cases[i].value, cases[i].error, 3);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* A level among curves is told in their unit. */
TEST (test_level, "/figures-units/level")
{
  static const IplTrajectoryArray loss = { .unit = "nats" };
  const IplView view = { .timeless = FALSE };
  const double x[] = { 0, 1 }, y[] = { 3.5, 0.25 };
  g_autoptr (IplPlot) plot = ipl_plot_new (&ipl_panel_stack_loss, &view);
  g_autoptr (GString) text = g_string_new (NULL);
  IplPlotAxes *axes = ipl_plot_add_axes (plot);

  ipl_axes_add_rule (axes, 0, 0.30126, IPL_ROLE (FAINT), g_strdup ("best prediction"));
  ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (x, 2), .y = ipl_numbers (y, 2),
                                 .role = IPL_ROLE (THEORY), .array = &loss });
  ipl_plot_describe (plot, text);
  g_assert_nonnull (strstr (text->str, " Best prediction at 0.3013 nats."));
}
