/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Curves against time: where they lie, what is passed over, the moment that is shown, pointed at
 * and dragged; the panels of loss and entropy of any trajectory. */

#include <math.h>
#include <string.h>

#include "../test.h"
#include "figures/kit/recorder.h"
#include "figures/plot/panel-calls.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot.h"
#include "figures/view/target-sentence.h"
#include "figure-once.h"

#define WIDTH 300.0
#define HEIGHT 200.0
#define LAYERS 3

static const IplExperiment growth = { .id = "growth", .title = "Growth" };

/* Loss 3 / (1 + s), entropy of three layers that falls to its least at s = 4 and rises again. */
static IplExperimentResult *
recorded (guint S, gboolean complete)
{
  IplTrajectory *trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  gsize layers = LAYERS;

  ipl_trajectory_add (trajectory, "loss", 0, NULL);
  ipl_trajectory_add (trajectory, "validation_loss", 0, NULL);
  ipl_trajectory_add (trajectory, "entropy", 1, &layers);
  ipl_trajectory_set_words (trajectory, "loss", "loss", "nats");
  ipl_trajectory_set_words (trajectory, "entropy", "entropy of attention", "nats");
  for (guint s = 0; s < S; s++)
    {
      g_assert_true (ipl_trajectory_append (trajectory, 100.0 * s, NULL));
      *ipl_trajectory_edit (trajectory, "loss") = 3.0 / (1 + s);
      if (s % 2 == 0)
        *ipl_trajectory_edit (trajectory, "validation_loss") = 3.5 / (1 + s);
      for (guint l = 0; l < LAYERS; l++)
        ipl_trajectory_edit (trajectory, "entropy")[l] = 1 + l + 0.1 * fabs ((double)s - 4);
    }
  return ipl_experiment_result_new_dynamics (&growth, trajectory, complete, NULL, NULL);
}

static const IplPanel no_panel = { .id = "none" };

/* A plot of one curve against time. */
static IplPlot *
plot_of (const IplView *view, const double *time, const double *values, gsize n)
{
  IplPlot *plot = ipl_plot_new (&no_panel, view);
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (time, n), .y = ipl_numbers (values, n) });
  return plot;
}

static void
append_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_string_append_printf (data, "|%s", markup);
}

TEST (test_ranges, "/time-plot/ranges")
{
  const double time[] = { 0, 1, 2, 3, 4 }, values[] = { 1, NAN, 3, INFINITY, -1 };
  IplView view = { 0 };
  g_autoptr (IplPlot) plot = plot_of (&view, time, values, 5);
  const IplFrame *frame = &ipl_plot_get_axes (plot, 0)->frame;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_plot_layout (plot, &style, WIDTH, HEIGHT);
  g_assert_cmpfloat (frame->x.lo, ==, 0);
  g_assert_cmpfloat (frame->x.hi, ==, 4);
  g_assert_cmpfloat_with_epsilon (frame->y.lo, -1.2, 1e-12);
  g_assert_cmpfloat_with_epsilon (frame->y.hi, 3.2, 1e-12);
  g_assert_cmpfloat (frame->plot.x, >, 0);
  g_assert_cmpfloat (frame->plot.x + frame->plot.w, <=, WIDTH);
  g_assert_cmpfloat (frame->plot.y + frame->plot.h, <, HEIGHT);
}

/* The title of an axis has the words and the unit of what is drawn. */
TEST (test_title, "/time-plot/title")
{
  g_autoptr (IplExperimentResult) own = recorded (3, TRUE);
  IplView view = view_of_dynamics (own, -1);
  g_autoptr (IplPlot) plot = ipl_plot_new (&no_panel, &view);
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

  ipl_plot_title_by_array (plot, axes, own->trajectory, "entropy", "entropy");
  g_assert_cmpstr (axes->y.title, ==, "entropy of attention (nats)");
  g_assert_cmpstr (axes->y.brief, ==, "entropy (nats)");
  ipl_plot_title_by_array (plot, axes, own->trajectory, "validation_loss", "loss");
  g_assert_cmpstr (axes->y.title, ==, "validation loss");
}

/* A logarithmic axis passes over what is not above 0, bounds that are given are kept to. */
TEST (test_log_and_bounds, "/time-plot/log-and-bounds")
{
  const double time[] = { 0, 1, 2 }, values[] = { 0, 1e-6, 1e-2 }, share[] = { 0.2, 0.4, 0.9 };
  IplView view = { 0 };
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (int log = 0; log < 2; log++)
    {
      g_autoptr (IplPlot) plot = plot_of (&view, time, log ? values : share, 3);
      IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);

      axes->y.log = log;
      if (!log)
        {
          axes->y.lo = 0;
          axes->y.hi = 1;
        }
      ipl_plot_layout (plot, &style, WIDTH, HEIGHT);
      g_assert_cmpfloat_with_epsilon (axes->frame.y.lo, log ? 1e-6 / pow (1e4, 0.04) : 0, 1e-12);
      g_assert_cmpfloat_with_epsilon (axes->frame.y.hi, log ? 1e-2 * pow (1e4, 0.04) : 1, 1e-12);
    }
}

/* Nothing, one moment, nothing finite, a panel of no size: none of it fails. */
TEST (test_edges, "/time-plot/edges")
{
  g_autoptr (IplExperimentResult) one = recorded (1, FALSE);
  const double time[] = { 5 }, values[] = { NAN };
  IplView view = view_of_dynamics (one, -1), none = { 0 };
  IplStyle style;
  IplTarget target = IPL_TARGET_NONE;

  ipl_style_init (&style, IPL_THEME_DARK, 8);
  for (int k = 0; k < 4; k++)
    {
      g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 30, 20);
      g_autoptr (IplPlot) plot = ipl_plot_new (&no_panel, k < 2 ? &view : &none);
      IplPlotAxes *axes = ipl_plot_add_time_axes (plot);

      if (k == 1)
        g_assert_cmpuint (ipl_axes_add_array (axes, view.trajectory, "entropy", "layer"), ==,
                          LAYERS);
      if (k == 2)
        ipl_axes_add (axes, (IplMark){ .x = ipl_numbers (time, 1), .y = ipl_numbers (values, 1),
                                       .items = &ipl_items_component });
      g_assert_cmpuint (ipl_axes_add_array (axes, view.trajectory, "v", ""), ==, 0);
      g_assert_null (
          ipl_axes_add_number (axes, view.trajectory, "v", 0, IPL_ROLE (INK), g_strdup ("key")));
      ipl_plot_layout (plot, &style, k == 3 ? 1 : WIDTH, 1);
      ipl_plot_draw (plot, &style, cr);
      target = ipl_target_moment (7);
      ipl_plot_highlight (plot, &style, &target, &target, cr);
      ipl_plot_pick (plot, &style, 10, 10, &target);
      target = IPL_TARGET_NONE;
      g_assert_false (ipl_plot_pick (plot, &style, -100, 10, &target));
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
    }
}

/* Every moment is found where it is drawn, and a drag to it shows it; one to the end follows it. */
TEST (test_pointed_at, "/time-plot/pointed-at")
{
  g_autoptr (IplExperimentResult) own = recorded (11, TRUE);
  IplView view = view_of_dynamics (own, 300);
  const IplPanel *panel = ipl_panel_find ("loss");
  IplParameters parameters = { .shown_time = 300 };
  const IplPlotAxes *axes;
  const IplRect *area;
  gpointer layout;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_assert_cmpuint (view.moment, ==, 3);
  layout = ipl_panel_layout (panel, &view, &style, WIDTH, HEIGHT);
  axes = ipl_plot_get_axes (layout, 0);
  area = &axes->frame.plot;
  g_assert_cmpfloat (axes->now, ==, 300);
  for (guint s = 0; s < 11; s++)
    {
      double x = ipl_axes_x (axes, 100.0 * s), y = area->y + 5;
      IplTarget target = IPL_TARGET_NONE;

      g_assert_true (ipl_panel_pick (panel, layout, &view, &style, WIDTH, HEIGHT, x, y, &target));
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_MOMENT), ==, (int)s);
      g_assert_true (ipl_panel_edit (panel, layout, &view, &style, x, y, x, y, &parameters));
      g_assert_cmpfloat (parameters.shown_time, ==, s == 10 ? -1 : 100.0 * s);
    }
  /* A drag may leave the plot, it may not begin elsewhere. */
  g_assert_true (ipl_panel_edit (panel, layout, &view, &style, area->x + 5, area->y + 5, -50, 900,
                                 &parameters));
  g_assert_cmpfloat (parameters.shown_time, ==, 0);
  g_assert_false (ipl_panel_edit (panel, layout, &view, &style, 1, 1, 100, 100, &parameters));
  ipl_panel_free_layout (panel, layout);
}

/* On a logarithmic axis of time what was at time 0 is not drawn, and every other moment lies where
 * its logarithm is, is pointed at and dragged to there; a panel has its own axis else. */
TEST (test_log_time, "/time-plot/log-time")
{
  g_autoptr (IplExperimentResult) own = recorded (11, TRUE);
  IplView view = view_of_dynamics (own, 300);
  const IplPanel *panel = ipl_panel_find ("entropy");
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (IplTimeAxis chosen = IPL_TIME_AXIS_DEFAULT; chosen <= IPL_TIME_AXIS_LOG; chosen++)
    {
      g_autoptr (IplPlot) plot = NULL;
      const IplPlotAxes *axes;
      const IplRect *area;

      view.display.time_axis = chosen;
      plot = ipl_plot_build (panel, &view, IPL_LOOK_INTERPLAY);
      ipl_plot_layout (plot, &style, WIDTH, HEIGHT);
      axes = ipl_plot_get_axes (plot, 0);
      area = &axes->frame.plot;
      g_assert_true (axes->frame.x.log == (chosen == IPL_TIME_AXIS_LOG));
      g_assert_cmpfloat (axes->frame.x.lo, ==, chosen == IPL_TIME_AXIS_LOG ? 100 : 0);
      g_assert_cmpfloat (axes->frame.x.hi, ==, 1000);
      g_assert_cmpuint (axes->n_times, ==, chosen == IPL_TIME_AXIS_LOG ? 10 : 11);
      for (guint s = 1; s < 11; s++)
        {
          double share = chosen == IPL_TIME_AXIS_LOG ? log10 (s) : s / 10.0;
          double x = area->x + share * area->w, y = area->y + 5;
          IplTarget target = IPL_TARGET_NONE;

          g_assert_cmpfloat_with_epsilon (ipl_axes_x (axes, 100.0 * s), x, 1e-9 * WIDTH);
          g_assert_true (ipl_plot_pick (plot, &style, x, y, &target));
          g_assert_cmpint (ipl_target_get (&target, IPL_PART_MOMENT), ==, (int)s);
          g_assert_true (ipl_plot_drag_time (plot, &style, x, y, x, y, parameters));
          g_assert_cmpfloat (parameters->shown_time, ==, s == 10 ? -1 : 100.0 * s);
        }
      if (chosen == IPL_TIME_AXIS_LOG)
        {
          /* Between two moments the nearer is that of the nearer logarithm. */
          IplTarget target = IPL_TARGET_NONE;

          g_assert_true (
              ipl_plot_pick (plot, &style, ipl_axes_x (axes, 145), area->y + 5, &target));
          g_assert_cmpint (ipl_target_get (&target, IPL_PART_MOMENT), ==, 2);
        }
    }
}

/* With a moment after time 0 or none there is no logarithmic axis. */
TEST (test_log_of_few, "/time-plot/log-of-few")
{
  for (guint S = 1; S <= 3; S++)
    {
      g_autoptr (IplExperimentResult) own = recorded (S, TRUE);
      IplView view = view_of_dynamics (own, -1);
      g_autoptr (IplPlot) plot = NULL;

      view.display.time_axis = IPL_TIME_AXIS_LOG;
      plot = ipl_plot_build (ipl_panel_find ("entropy"), &view, IPL_LOOK_INTERPLAY);
      g_assert_true (ipl_plot_get_axes (plot, 0)->x.log == (S == 3));
    }
}

/* Curves that are items are found between their points. */
TEST (test_curves_found, "/time-plot/curves-found")
{
  g_autoptr (IplExperimentResult) own = recorded (11, TRUE);
  IplView view = view_of_dynamics (own, -1);
  g_autoptr (IplPlot) plot = ipl_plot_new (&no_panel, &view);
  IplPlotAxes *axes = ipl_plot_add_time_axes (plot);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_assert_cmpuint (ipl_axes_add_array (axes, own->trajectory, "entropy", "layer"), ==, LAYERS);
  for (guint l = 0; l < LAYERS; l++)
    {
      IplMark *mark = &g_array_index (axes->marks, IplMark, l);

      mark->items = &ipl_items_component;
      mark->first = l;
    }
  ipl_plot_layout (plot, &style, WIDTH, HEIGHT);
  for (int l = 0; l < LAYERS; l++)
    {
      IplTarget target = IPL_TARGET_NONE;

      g_assert_true (ipl_plot_pick (plot, &style, ipl_axes_x (axes, 450),
                                    ipl_axes_y (axes, 1 + l + 0.05), &target));
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_COMPONENT), ==, l);
    }
}

/* A run that goes on has an axis with a round end. */
TEST (test_growing, "/time-plot/growing")
{
  const guint S[] = { 2, 5, 8, 12 };
  const double ends[] = { 100, 400, 800, 1500 };
  const IplPanel *panel = ipl_panel_find ("loss");
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (guint i = 0; i < G_N_ELEMENTS (S); i++)
    for (int complete = 0; complete < 2; complete++)
      {
        g_autoptr (IplExperimentResult) own = recorded (S[i], complete);
        IplView view = view_of_dynamics (own, -1);
        gpointer layout = ipl_panel_layout (panel, &view, &style, WIDTH, HEIGHT);

        g_assert_cmpfloat_with_epsilon (ipl_plot_get_axes (layout, 0)->frame.x.hi,
                                        complete ? 100.0 * (S[i] - 1) : ends[i], 1e-6);
        ipl_panel_free_layout (panel, layout);
      }
}

TEST (test_words, "/time-plot/words")
{
  g_autoptr (IplExperimentResult) own = recorded (11, TRUE);
  IplView view = view_of_dynamics (own, 200);
  g_autofree char *loss = ipl_figure_describe (ipl_panel_find ("loss"), &view);
  g_autofree char *entropy = ipl_figure_describe (ipl_panel_find ("entropy"), &view);
  g_autofree char *table = ipl_figure_table (ipl_panel_find ("entropy"), &view);
  g_autofree char *said = NULL, *caption = NULL;
  IplTarget target = IPL_TARGET_NONE;

  g_assert_cmpstr (loss, ==,
                   "Loss against time. Shown at step 200 of 1000. Loss 1 nats, at first 3. "
                   "Validation loss 1.167, at first 3.500.");
  g_assert_nonnull (
      strstr (entropy, " Entropy of attention from 1.200 nats (layer 1) to 3.200 nats (layer 3)."));
  g_assert_true (g_str_has_prefix (table, "step\tentropy of attention 1 (nats)\t"));
  target = ipl_target_moment (1);
  said = ipl_target_describe (&target, &view);
  g_assert_cmpstr (
      said, ==, "Step 100: loss 1.500 nats, entropy of attention 1.300 and 2.300 and 3.300 nats");
  caption = ipl_target_caption (&target, &view);
  g_assert_cmpstr (caption, ==, said);
  target = ipl_figure_step (ipl_panel_find ("loss"), &target, &view, 1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_MOMENT), ==, 2);
  target = ipl_figure_step (ipl_panel_find ("loss"), &target, &view, -9, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_MOMENT), ==, 0);
}

/* A long curve that jumps keeps both of its edges: what is drawn is what every point would be. */
TEST (test_long, "/time-plot/long")
{
  enum
  {
    N = 20000
  };
  g_autofree double *time = g_new (double, N);
  g_autofree double *values = g_new (double, N);
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_surface_t *surface = cairo_get_target (cr);
  IplView view = { 0 };
  g_autoptr (IplPlot) plot = plot_of (&view, time, values, N);
  const IplRect *area = &ipl_plot_get_axes (plot, 0)->frame.plot;
  IplStyle style;
  const guint8 *data;
  guint middle = 0;

  for (guint i = 0; i < N; i++)
    {
      time[i] = i;
      values[i] = i % 2;
    }
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_plot_layout (plot, &style, WIDTH, HEIGHT);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  ipl_plot_draw (plot, &style, cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface)
         + (gsize)(area->y + area->h / 2) * cairo_image_surface_get_stride (surface);
  for (guint x = (guint)area->x + 2; x < area->x + area->w - 2; x++)
    middle += data[4 * x] < 128;
  g_assert_cmpfloat (middle, >, 0.95 * (area->w - 4));
}

/* With INTERPLAY_LOOK a folder, the panels are written there, to look at. */
TEST (test_drawn, "/time-plot/drawn")
{
  static const char *const ids[] = { "loss", "entropy" };
  const char *folder = g_getenv ("INTERPLAY_LOOK");
  g_autoptr (IplExperimentResult) own = recorded (21, TRUE);
  IplView view = view_of_dynamics (own, 900);

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 900, 500);
      IplTarget hovered = IPL_TARGET_NONE;
      IplStyle style;

      hovered = ipl_target_moment (14);
      cairo_scale (cr, 2.5, 2.5);
      ipl_style_init (&style, i < 2 ? IPL_THEME_LIGHT : IPL_THEME_DARK, 8);
      ipl_figure_draw (ipl_panel_find (ids[i % 2]), &view, &style, cr, i < 2 ? 360 : 180, 200);
      if (i >= 2)
        ipl_figure_draw_overlay (ipl_panel_find (ids[i % 2]), &view, &style, NULL, &hovered, cr,
                                 180, 200);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      if (folder != NULL)
        {
          g_autofree char *name = g_strdup_printf ("%s/time-%u.png", folder, i);

          cairo_surface_write_to_png (cairo_get_target (cr), name);
        }
    }
}

/* A level rule far beyond the rest leaves the axis to the rest, and an arrow says its number; a
 * near one is taken in. */
TEST (test_distant_rule, "/time-plot/far-rule")
{
  const double time[] = { 0, 1, 2 }, values[] = { 0.93, 0.9, 0.85 };
  static const struct
  {
    double offset;
    gboolean is_far;
  } rules[] = { { 0.8, FALSE }, { 0.21, TRUE }, { 1.7, TRUE }, { 0.9, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    for (guint held = 0; held < 2; held++)
      {
        IplView view = { 0 };
        g_autoptr (IplPlot) plot = plot_of (&view, time, values, 3);
        IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);
        IplMark *rule = ipl_axes_add_rule (axes, 0, rules[i].offset, IPL_ROLE (INK), NULL);
        g_autoptr (GString) texts = g_string_new (NULL);
        g_autofree char *number = g_strdup_printf ("%.2g", rules[i].offset);
        g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_A8, 300, 200);
        gboolean is_far = rules[i].is_far && held;
        IplStyle style;

        rule->in_range = TRUE;
        rule->clamp_to_axis = held;
        ipl_style_init (&style, IPL_THEME_LIGHT, 8);
        ipl_plot_layout (plot, &style, WIDTH, HEIGHT);
        g_assert_true (
            is_far != (rules[i].offset >= axes->frame.y.lo && rules[i].offset <= axes->frame.y.hi));
        if (is_far)
          g_assert_cmpfloat (axes->frame.y.hi - axes->frame.y.lo, <, 0.12);
        ipl_recorder_set (cr, &(IplRecorder){ .on_text = append_text, .on_data = texts });
        ipl_plot_draw (plot, &style, cr);
        g_assert_cmpint (strstr (texts->str, number) != NULL && is_far, ==, is_far);
      }
}
