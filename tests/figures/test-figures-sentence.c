/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention over a sentence: whatever its words and however many, every pair of words and every
 * head is picked where it is drawn, and sentence, table and drawing have the same numbers. */

#include "core/experiments/experiment-table.h"
#include "core/experiments/text-result.h"
#include "figures/kit/number.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot-thumbnails.h"
#include "figure-once.h"

#include <math.h>
#include <string.h>

#define MOMENTS 2
#define MOST_WORDS 40

typedef struct
{
  guint words, layers, heads;
} Shape;

static const Shape shapes[]
    = { { 1, 1, 1 }, { 2, 1, 2 }, { 7, 3, 1 }, { MOST_WORDS, 2, 2 }, { 5, 20, 20 } };
static const double sizes[][2]
    = { { 480, 240 }, { 250, 200 }, { 40, 30 }, { 700, 30 }, { 30, 700 } };

typedef struct
{
  IplExperimentResult *dynamics;
  IplTextResult result;
  char *words[MOST_WORDS + 1];
  IplView view;
  IplStyle style;
} Shown;

/* Attention to word s of word t: more the nearer, and other for each head and moment. */
static double
attend (guint moment, guint map, guint t, guint s)
{
  return (1.0 + s) / (1 + t + s + map + moment);
}

static void
set_up (Shown *self, gconstpointer data)
{
  static const char *const words[]
      = { "the", "", "<&>", "שלום", "𒀀𒁀", "antidisestablishmentarianism", "a\tb" };
  const Shape *shape = data;
  gsize size[] = { shape->layers, shape->heads, shape->words, shape->words };
  IplTrajectory *trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);

  *self
      = (Shown){ .view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 } };
  for (guint i = 0; i < shape->words; i++)
    self->words[i] = (char *)words[i % G_N_ELEMENTS (words)];
  self->result = (IplTextResult){ .words = self->words, .n_words = shape->words };
  ipl_trajectory_add (trajectory, "attention", G_N_ELEMENTS (size), size);
  for (guint moment = 0; moment < MOMENTS; moment++)
    {
      double *to;

      g_assert_true (ipl_trajectory_append (trajectory, moment, NULL));
      to = ipl_trajectory_edit (trajectory, "attention");
      for (guint map = 0; map < shape->layers * shape->heads; map++)
        for (guint t = 0; t < shape->words; t++)
          for (guint s = 0; s < shape->words; s++)
            *to++ = s <= t ? attend (moment, map, t, s) : NAN;
    }
  self->dynamics = ipl_experiment_result_new_dynamics (ipl_experiment_find ("joma-text"),
                                                       trajectory, TRUE, &self->result, NULL);
  ipl_view_set_dynamics (&self->view, self->dynamics, -1);
  ipl_style_init (&self->style, IPL_THEME_LIGHT, 8);
}

static void
tear_down (Shown *self, gconstpointer data)
{
  ipl_experiment_result_unref (self->dynamics);
}

/* The map that is shown large. */
static IplRect
find_map (const Shown *self, double width, double height)
{
  g_autoptr (IplPlot) plot
      = ipl_panel_layout (&ipl_panel_text_attention, &self->view, &self->style, width, height);

  return ipl_plot_get_axes (plot, 0)->map.map;
}

static void
test_pick (Shown *self, gconstpointer data)
{
  const IplPanel *panel = &ipl_panel_text_attention;
  const Shape *shape = data;
  const double w = sizes[0][0], h = sizes[0][1];
  IplRect map = find_map (self, w, h);
  g_autoptr (IplPlot) plot = NULL;
  guint n = shape->words, n_small = 0;
  IplTarget target;

  for (guint t = 0; t < n; t++)
    for (guint s = 0; s < n; s++)
      {
        double x = map.x + (s + 0.5) * map.w / n, y = map.y + (t + 0.5) * map.h / n;

        g_assert_cmpint (ipl_figure_pick (panel, &self->view, &self->style, w, h, x, y, &target),
                         ==, s <= t);
        if (s > t)
          continue;
        g_assert_cmpint (ipl_target_get (&target, IPL_PART_ROW), ==, (int)t);
        g_assert_cmpint (ipl_target_get (&target, IPL_PART_COMPONENT), ==, (int)s);
      }
  plot = ipl_panel_layout (panel, &self->view, &self->style, w, h);
  for (guint i = 0; plot->thumbnails->has_small && i < plot->thumbnails->n_small; i++)
    {
      const IplPlotAxes *axes = ipl_thumbnails_get_small (plot, i, 0);
      const IplRect *at = &axes->map.map;

      n_small++;
      g_assert_cmpint (ipl_target_get (&axes->caption.item, IPL_PART_LAYER), ==,
                       (int)(i / shape->heads));
      g_assert_cmpint (ipl_target_get (&axes->caption.item, IPL_PART_HEAD), ==,
                       (int)(i % shape->heads));
      g_assert_true (ipl_figure_pick (panel, &self->view, &self->style, w, h, at->x + at->w / 2,
                                      at->y + at->h / 2, &target));
      g_assert_true (ipl_target_equal (&target, &axes->caption.item));
    }
  /* All, or none where they are too many to be legible. */
  g_assert_true (n_small == 0 || n_small == shape->layers * shape->heads);
  if (shape->words == MOST_WORDS)
    g_assert_cmpuint (n_small, ==, 4);
}

/* At every size, with everything hovered. */
static void
test_draw (Shown *self, gconstpointer data)
{
  const Shape *shape = data;
  IplTarget target = ipl_target_entry (shape->words - 1, 0);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
      cairo_t *cr = cairo_create (surface);

      ipl_figure_draw (&ipl_panel_text_attention, &self->view, &self->style, cr, sizes[i][0],
                       sizes[i][1]);
      ipl_figure_draw_overlay (&ipl_panel_text_attention, &self->view, &self->style, &target,
                               &target, cr, sizes[i][0], sizes[i][1]);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* The arrow keys reach every pair; its number is that of the table and of the array. */
static void
test_words (Shown *self, gconstpointer data)
{
  const IplPanel *panel = &ipl_panel_text_attention;
  const Shape *shape = data;
  g_autofree char *table = ipl_figure_table (panel, &self->view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  IplTarget target = ipl_figure_step (panel, &IPL_TARGET_NONE, &self->view, 0, 0);

  /* A matrix a head, below a line with its words, and an empty line between each two. */
  g_assert_cmpuint (g_strv_length (lines), ==, shape->layers * shape->heads * (shape->words + 2));
  for (guint t = shape->words; t-- > 0;)
    {
      g_auto (GStrv) cells = g_strsplit (lines[1 + t], "\t", -1);
      guint n_cells = g_strv_length (cells);

      for (guint s = 0; s <= t; s++)
        {
          double value = attend (MOMENTS - 1, 0, t, s);
          g_autofree char *text = ipl_figure_describe_target (panel, &target, &self->view);
          g_autofree char *number = value == 1 ? g_strdup ("1") : ipl_number_text (value, 4);
          g_autofree char *said = g_strdup_printf ("(%u), to ", t + 1);
          g_autofree char *end = g_strdup_printf ("(%u): layer 1, head 1 = %s", s + 1, number);

          g_assert_cmpint (ipl_target_get (&target, IPL_PART_ROW), ==, (int)t);
          g_assert_cmpint (ipl_target_get (&target, IPL_PART_COMPONENT), ==, (int)s);
          g_assert_true (g_str_has_prefix (text, "From "));
          g_assert_nonnull (strstr (text, said));
          g_assert_true (g_str_has_suffix (text, end));
          g_assert_cmpfloat (g_ascii_strtod (cells[n_cells - shape->words + s], NULL), ==, value);
          target
              = ipl_figure_step (panel, &target, &self->view, s < t ? 1 : -(int)t, s < t ? 0 : -1);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      const Shape *shape = &shapes[i];
      g_autofree char *pick = g_strdup_printf ("/sentence/pick/%u", shape->words);
      g_autofree char *draw = g_strdup_printf ("/sentence/draw/%u", shape->words);
      g_autofree char *words = g_strdup_printf ("/sentence/words/%u", shape->words);

      g_test_add (pick, Shown, shape, set_up, test_pick, tear_down);
      g_test_add (draw, Shown, shape, set_up, test_draw, tear_down);
      g_test_add (words, Shown, shape, set_up, test_words, tear_down);
    }
  return g_test_run ();
}
