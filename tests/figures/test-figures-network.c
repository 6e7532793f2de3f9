/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The panels of the trained network: picking is the inverse of drawing, arrow keys reach
 * everything, and what is drawn is what is there. */

#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot.h"
#include "figures/view/trained-network-view.h"
#include "figure-fixture.h"
#include "places.h"
#include "figure-once.h"

#include <math.h>
#include <string.h>

#define TRAINED                                                                                    \
  FIXTURE_ONE_SHOT, FIXTURE_TWO_HEADS, FIXTURE_MANY_HEADS, FIXTURE_LAYERS, FIXTURE_PARTIAL
static const IplPanel *const panels[]
    = { &ipl_panel_task, &ipl_panel_attention, &ipl_panel_training, &ipl_panel_heads,
        &ipl_panel_pruning };
static const double sizes[][2] = { { 420, 260 }, { 700, 420 }, { 300, 330 }, { 252, 210 } };

static void
check (const IplPanel *panel, const Fixture *fixture, const IplStyle *style, double w, double h,
       double x, double y, IplTarget expected)
{
  IplTarget target;
  g_assert_true (ipl_figure_pick (panel, &fixture->view, style, w, h, x, y, &target));
  if (!ipl_target_equal (&target, &expected))
    g_error ("%s at %.1f %.1f: picked %d (%d, %d), expected %d (%d, %d)", panel->id, x, y,
             target.kind, target.number[0], target.number[1], expected.kind, expected.number[0],
             expected.number[1]);
}

/* The middle of the first axes at x. */
static void
find_place (const IplPanel *panel, const IplView *view, const IplStyle *style, double w, double h,
            double value, double *x, double *y)
{
  IplView usable = ipl_view_usable (view);
  g_autoptr (IplPlot) plot = ipl_panel_layout (panel, &usable, style, w, h);
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);

  *x = ipl_axes_x (axes, value);
  *y = axes->frame.plot.y + axes->frame.plot.h / 2;
}

FIXTURE_TEST (test_pick, "/figures/network/pick", TRAINED)
{
  const IplView *view = &fixture->view;
  const IplCase *the_case = fixture->the_case;
  IplView usable = ipl_view_usable (view);
  IplTarget target;
  double x, y;
  guint n_small = 0, n_sequences = 0;
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      double w = sizes[s][0], h = sizes[s][1];
      for (guint l = 0; l < the_case->L; l++)
        for (guint k = 0; k < the_case->H[l]; k++)
          {
            IplTarget head = ipl_target_head (l, k);
            g_assert_true (
                fixture_find_item (&ipl_panel_heads, &usable, &fixture->style, w, h, head, &x, &y));
            check (&ipl_panel_heads, fixture, &fixture->style, w, h, x, y, head);
            if (places_token (&ipl_panel_attention, view, &fixture->style, w, h, &head, &x, &y))
              {
                n_small++;
                check (&ipl_panel_attention, fixture, &fixture->style, w, h, x, y, head);
              }
          }
      for (int token = 0; token < IPL_ONE_SHOT_T; token++)
        {
          IplTarget patch = ipl_target_token (usable.shown_layer, usable.shown_head, 0, token);
          g_assert_true (
              places_token (&ipl_panel_attention, view, &fixture->style, w, h, &patch, &x, &y));
          check (&ipl_panel_attention, fixture, &fixture->style, w, h, x, y, patch);
        }
      for (guint i = 0; i < view->gallery->n; i++)
        {
          IplTarget sequence = ipl_target_sequence (i, -1);
          if (!places_token (&ipl_panel_task, view, &fixture->style, w, h, &sequence, &x, &y))
            continue;
          n_sequences++;
          check (&ipl_panel_task, fixture, &fixture->style, w, h, x, y, sequence);
        }
      for (guint i = 0; i < view->pruning->n_points; i++)
        {
          IplTarget step = ipl_target_pruned (i);
          find_place (&ipl_panel_pruning, view, &fixture->style, w, h, i, &x, &y);
          check (&ipl_panel_pruning, fixture, &fixture->style, w, h, x, y, step);
        }
      gsize n = view->training->n_points;
      for (gsize i = 0; i < n; i += MAX (1, n / 7))
        {
          IplTarget point = ipl_target_point (i);
          find_place (&ipl_panel_training, view, &fixture->style, w, h,
                      (double)view->training->points[i].step, &x, &y);
          check (&ipl_panel_training, fixture, &fixture->style, w, h, x, y, point);
        }
      for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
        g_assert_false (
            ipl_figure_pick (panels[p], view, &fixture->style, w, h, -50, 1e6, &target));
    }
  g_assert_cmpuint (n_small, >, 0);
  g_assert_cmpuint (n_sequences, >=, 4 * G_N_ELEMENTS (sizes));
}

/* On the sheet, through the panels' places. */
FIXTURE_TEST (test_sheet, "/figures/network/sheet", FIXTURE_ONE_SHOT)
{
  IplComposite sheet;
  double x, y;
  g_assert_true (ipl_panel_is_composite (&ipl_panel_network));
  g_assert_false (ipl_panel_is_composite (&ipl_panel_heads));
  ipl_composite_layout (&sheet, &ipl_panel_network, &fixture->style, 520, 420);
  const IplRect *r = &sheet.panel[3];
  g_assert_true (ipl_panel_network.parts[3].panel == &ipl_panel_pruning);
  find_place (&ipl_panel_pruning, &fixture->view, &fixture->style, r->w, r->h, 2, &x, &y);
  IplTarget step = ipl_target_pruned (2);
  check (&ipl_panel_network, fixture, &fixture->style, 520, 420, r->x + x, r->y + y, step);
  r = &sheet.panel[2];
  IplTarget head = ipl_target_head (1, 3);
  g_assert_true (fixture_find_item (&ipl_panel_heads, &fixture->view, &fixture->style, r->w, r->h,
                                    head, &x, &y));
  check (&ipl_panel_network, fixture, &fixture->style, 520, 420, r->x + x, r->y + y, head);
}

/* While a new case is being made a window holds the old one's numbers. */
TEST (test_stale, "/figures/network/stale")
{
  g_autoptr (Fixture) old = fixture_new (FIXTURE_ONE_SHOT);
  g_autoptr (Fixture) fresh = fixture_new (FIXTURE_MANY_HEADS);
  IplView view = old->view;
  view.the_case = &fresh->the_case->info;
  view.pruned = 5;
  IplView usable = ipl_view_usable (&view);
  g_assert_null (usable.heads);
  g_assert_null (usable.pruning);
  g_assert_null (usable.gallery);
  g_assert_cmpint (usable.pruned, ==, -1);
  /* The head shown is that of the highest score, and never one that is not there. */
  g_assert_cmpint (ipl_view_usable (&old->view).shown_layer, ==, 0);
  g_assert_cmpint (ipl_view_usable (&old->view).shown_head, ==, 1);
  old->view.shown_layer = 1;
  old->view.shown_head = 2;
  old->view.shown_example = 99;
  old->view.shown_token = 48;
  usable = ipl_view_usable (&old->view);
  g_assert_cmpint (usable.shown_layer, ==, 1);
  g_assert_cmpint (usable.shown_head, ==, 2);
  g_assert_cmpint (usable.shown_example, ==, 0);
  g_assert_cmpint (usable.shown_token, ==, -1);
}

/* The arrow keys reach everything and never leave. */
FIXTURE_TEST (test_step, "/figures/network/step", TRAINED)
{
  const IplView *view = &fixture->view;
  const IplCase *the_case = fixture->the_case;
  IplTarget target = IPL_TARGET_NONE;
  guint n_heads = ipl_case_n_heads (the_case);
  for (guint i = 0; i < n_heads + 2; i++)
    target = ipl_figure_step (&ipl_panel_heads, &target, view, -1, 0);
  for (guint k = 0; k < n_heads; k++)
    {
      g_assert_cmpuint (ipl_case_head_index (the_case, ipl_target_get (&target, IPL_PART_LAYER),
                                             ipl_target_get (&target, IPL_PART_HEAD)),
                        ==, k);
      target = ipl_figure_step (&ipl_panel_heads, &target, view, 1, 0);
    }
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_LAYER), ==, the_case->L - 1);
  for (guint i = 0; i < 20; i++)
    {
      target = ipl_figure_step (&ipl_panel_task, &target, view, 1, 0);
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_SEQUENCE), ==,
                       MIN (i, view->gallery->n - 1));
    }
  gboolean seen[IPL_ONE_SHOT_T] = { FALSE };
  target = IPL_TARGET_NONE;
  for (guint i = 0; i < 40; i++)
    target = ipl_figure_step (&ipl_panel_attention, &target, view, i % 2 ? -1 : 0, i % 2 ? 0 : -1);
  IplTarget line = target;
  for (guint row = 0; row < 4; row++)
    {
      target = line;
      for (guint column = 0; column < 12; column++)
        {
          g_assert_false (seen[ipl_target_get (&target, IPL_PART_TOKEN)]);
          seen[ipl_target_get (&target, IPL_PART_TOKEN)] = TRUE;
          g_assert_cmpint (ipl_target_get (&target, IPL_PART_SEQUENCE), ==, 0);
          target = ipl_figure_step (&ipl_panel_attention, &target, view, 1, 0);
        }
      line = ipl_figure_step (&ipl_panel_attention, &line, view, 0, 1);
    }
  target = IPL_TARGET_NONE;
  for (guint i = 0; i < view->pruning->n_points + 5; i++)
    target = ipl_figure_step (&ipl_panel_pruning, &target, view, 1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_PRUNED), ==, view->pruning->n_points - 1);
  target = ipl_figure_step (&ipl_panel_training, &target, view, 1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_POINT), ==, view->training->n_points - 1);
  target = ipl_figure_step (&ipl_panel_training, &target, view, -1, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_POINT), ==, view->training->n_points - 2);
}

/* Attention is what the gallery holds: a row of it, or the mean of sixteen. */
FIXTURE_TEST (test_attention, "/figures/network/attention", FIXTURE_LAYERS)
{
  const IplTaskGallery *gallery = fixture->view.gallery;
  IplView view = fixture->view;
  view.shown_example = 3;
  for (int token = -1; token < IPL_ONE_SHOT_T; token += 7)
    {
      view.shown_token = token;
      g_autofree double *weights = ipl_view_attention (&view, 4, 1);
      /* Layers of 2 1 2 1 heads come before. */
      const float *a = gallery->attention + (3 * 12 + 7) * IPL_ONE_SHOT_T * IPL_ONE_SHOT_T;
      double sum = 0;
      for (int s = 0; s < IPL_ONE_SHOT_T; s++)
        {
          double expected = token < 0 ? 0 : a[token * IPL_ONE_SHOT_T + s];
          for (int t = 32; t < IPL_ONE_SHOT_T && token < 0; t++)
            expected += a[t * IPL_ONE_SHOT_T + s] / 16.0;
          g_assert_cmpfloat_with_epsilon (weights[s], expected, 1e-14);
          sum += weights[s];
        }
      /* Single precision in the gallery. */
      g_assert_cmpfloat_with_epsilon (sum, 1, 48 * 6e-8);
    }
}

/* A long curve in few places keeps its points: counted, averaged and bounded as one by one. */
FIXTURE_TEST (test_places, "/figures/network/places", FIXTURE_ONE_SHOT)
{
  static const guint bins[] = { 1, 2, 7, 100, 333, 3999, 4000, 100000 };
  static const gsize offsets[] = { G_STRUCT_OFFSET (IplTrainerPoint, loss),
                                   G_STRUCT_OFFSET (IplTrainerPoint, accuracy_train),
                                   G_STRUCT_OFFSET (IplTrainerPoint, accuracy_holdout) };
  const IplLearningCurve *training = fixture->view.training;
  gsize n_points = training->n_points;
  g_autofree double *steps = g_new (double, n_points);

  for (gsize i = 0; i < n_points; i++)
    steps[i] = (double)training->points[i].step;
  for (guint k = 0; k < G_N_ELEMENTS (offsets) * G_N_ELEMENTS (bins); k++)
    {
      guint n_bins = bins[k / G_N_ELEMENTS (offsets)];
      const IplMark mark
          = { .x = ipl_numbers (steps, n_points),
              .y = { G_STRUCT_MEMBER_P (training->points, offsets[k % G_N_ELEMENTS (offsets)]),
                     n_points, sizeof (IplTrainerPoint) / sizeof (double), NULL } };
      g_autoptr (GArray) places = ipl_mark_places (&mark, 20000, n_bins);
      gsize i = 0;

      if (n_points > n_bins)
        g_assert_cmpuint (places->len, <=, n_bins);
      for (guint p = 0; p < places->len; p++)
        {
          const IplPlotPlace *place = &g_array_index (places, IplPlotPlace, p);
          double sum = 0, low = INFINITY, high = -INFINITY;

          for (guint n = 0; n < place->n; i++)
            {
              g_assert_cmpuint (i, <, n_points);
              double value = ipl_numbers_get (&mark.y, i);
              if (!isfinite (value))
                continue;
              sum += value;
              low = fmin (low, value);
              high = fmax (high, value);
              n++;
            }
          g_assert_cmpfloat_with_epsilon (place->mean, sum / place->n, 1e-12);
          g_assert_cmpfloat (place->low, ==, low);
          g_assert_cmpfloat (place->high, ==, high);
        }
      for (; i < n_points; i++)
        g_assert_false (isfinite (ipl_numbers_get (&mark.y, i)));
    }
}

/* Lighting leaves marks on the panel that is pointed at, and words on the others. */
FIXTURE_TEST (test_answers, "/figures/network/answers", FIXTURE_ONE_SHOT)
{
  const IplTarget focuses[] = {
    ipl_target_sequence (1, -1),
    ipl_target_token (0, 1, 0, 21),
    ipl_target_pruned (2),
    ipl_target_point (77),
  };
  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    for (guint i = 0; i < G_N_ELEMENTS (focuses) && ipl_panel_fits (panel, &fixture->view); i++)
      {
        double x, y, w, h;
        cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
        cairo_t *cr = cairo_create (surface);
        ipl_figure_draw_overlay (panel, &fixture->view, &fixture->style, NULL, &focuses[i], cr, 400,
                                 300);
        cairo_recording_surface_ink_extents (surface, &x, &y, &w, &h);
        g_assert_cmpfloat (w * h, >, 0);
        g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}
