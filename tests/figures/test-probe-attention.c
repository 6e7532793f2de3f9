/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attention of a probed head on an example: texts in the place of numbers, no padding, the selected
 * head, one that is hovered in its place, and a sentence where there is none. */

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/files/npz.h"
#include "core/parameters/parameters.h"
#include "core/probe/probe-attention.h"
#include "core/probe/probe.h"
#include "figures/output/describe.h"
#include "figures/output/figure-command.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot-panel.h"
#include "figures/view/solved-view.h"
#include "figures/view/trajectory-words.h"
#include "figure-once.h"

#define LAYERS 2
#define HEADS 2
#define EXAMPLES 2
#define TOKENS 4
#define WIDTH 300
#define HEIGHT 220

/* The last token of the second example is padding. */
static const char *const words[EXAMPLES * TOKENS]
    = { "[CLS]", " a<b", "\n", "an extraordinarily long token", "[CLS]", " cat", "שלום", "" };

static double
weight (guint layer, gsize head, gsize example, gsize query, gsize key)
{
  if (example == 1 && (query == TOKENS - 1 || key == TOKENS - 1))
    return NAN;
  return (double)(1 + layer * 37 + head * 17 + example * 11 + query * 5 + key * key) / 100;
}

static char *
write_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("interplay-XXXXXX", NULL);
  char *path = g_build_filename (folder, "probes.npz", NULL);
  const double y[EXAMPLES] = { 1, -1 };
  IplNpzWriter *writer = ipl_npz_writer_new (path, NULL);

  for (guint l = 0; l < LAYERS; l++)
    {
      double values[EXAMPLES * HEADS * TOKENS * TOKENS];
      g_autofree char *name = g_strdup_printf ("attn_test_%u", l + 1);

      for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
        values[i] = weight (l, i / (TOKENS * TOKENS) % HEADS, i / (TOKENS * TOKENS * HEADS),
                            i / TOKENS % TOKENS, i % TOKENS);
      ipl_npz_writer_add_doubles (writer, name, values, 4,
                                  (gsize[]){ EXAMPLES, HEADS, TOKENS, TOKENS });
    }
  ipl_npz_writer_add_text_array (writer, "tokens_test", words, 2, (gsize[]){ EXAMPLES, TOKENS });
  ipl_npz_writer_add_doubles (writer, "y_test", y, 1, (gsize[]){ EXAMPLES });
  g_assert_true (ipl_npz_writer_close (writer, NULL));
  return path;
}

static void
unref_attention (gpointer attention)
{
  ipl_probe_attention_unref (attention);
}

/* The first head has the higher score. */
static IplExperimentResult *
make (const char *path)
{
  IplTrajectory *trajectory = ipl_trajectory_new (IPL_CLOCK_LAYERS);
  const gsize lengths[] = { HEADS, IPL_PROBE_N_RANKS, 3 };

  for (const IplRecordedArray *at = ipl_probe_recorded; at->name != NULL; at++)
    {
      IplRecordedArray one[] = { *at, { NULL } };

      if (!at->is_optional && !at->is_constant)
        ipl_trajectory_add_recorded (trajectory, one, "HMI", lengths);
    }
  for (guint l = 0; l < LAYERS; l++)
    {
      g_assert_true (ipl_trajectory_append (trajectory, l + 1.0, NULL));
      for (gsize h = 0; h < HEADS; h++)
        ipl_trajectory_edit (trajectory, "score")[h] = h == 0 ? 1 : 0.5;
    }
  return ipl_experiment_result_new_dynamics (&ipl_experiment_probe, trajectory, TRUE,
                                             ipl_probe_attention_open (path, NULL),
                                             unref_attention);
}

typedef struct
{
  char *path;
  IplExperimentResult *own;
  IplParameters parameters;
  IplView view;
  IplStyle style;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->path = write_file ();
  self->own = make (self->path);
  ipl_parameters_init (&self->parameters, "probe");
  ipl_view_init (&self->view, &self->parameters);
  ipl_view_set_own (&self->view, self->own, -1);
  ipl_style_init (&self->style, IPL_THEME_LIGHT, 8);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  ipl_experiment_result_unref (self->own);
  g_unlink (self->path);
  g_rmdir (folder);
  g_free (self->path);
}

static IplTarget
cell_at (const Fixture *self, guint layer, int head, int query, int key)
{
  IplTarget target = IPL_TARGET_NONE;

  target.step = ipl_target_of_moment (&self->view, layer);
  target.layer = (int)layer;
  target.head = head;
  target.token = query;
  target.row = key;
  return target;
}

static void
assert_has (char *text_take, const char *words_of_it)
{
  if (strstr (text_take, words_of_it) == NULL)
    g_error ("“%s” is not in: %s", words_of_it, text_take);
  g_free (text_take);
}

static void
test_said (Fixture *self, gconstpointer data)
{
  const IplPanel *panel = &ipl_panel_probe_attention;
  IplTarget cell = cell_at (self, 1, 0, 1, 3);

  assert_has (ipl_figure_describe (panel, &self->view),
              "layer 2, head 1 on test example 1 of 2 (label 1), “[CLS] ␣a<b ↵ an␣extraordinarily␣"
              "long␣token”.");
  assert_has (ipl_figure_say (panel, &cell, &self->view),
              "Token 2 “␣a<b” looks at token 4 “an␣extraordinarily␣long␣token”, weight 0.520; "
              "layer 2, head 1 "
              "on test example 1 of 2 (label 1)");
  self->view.display.shown_example = 2;
  assert_has (ipl_figure_table (panel, &self->view), "2\t1\t2\t2\t␣cat\t3\tשלום\t0.58\n");
  assert_has (ipl_figure_describe (panel, &self->view),
              "test example 2 of 2 (label −1), “[CLS] ␣cat שלום”");
  /* Further examples are not there: the last is shown. */
  self->view.display.shown_example = 90;
  assert_has (ipl_figure_describe (panel, &self->view), "test example 2 of 2");
}

/* Padding has neither a row nor a column, and every other pair of tokens a cell. */
static void
test_pointed (Fixture *self, gconstpointer data)
{
  for (guint example = 0; example < EXAMPLES; example++)
    {
      gboolean seen[TOKENS][TOKENS] = { { FALSE } };

      self->view.display.shown_example = example + 1;
      for (double y = 0; y < HEIGHT; y += 2)
        for (double x = 0; x < WIDTH; x += 2)
          {
            IplTarget target = IPL_TARGET_NONE;

            if (ipl_figure_pick (&ipl_panel_probe_attention, &self->view, &self->style, WIDTH,
                                 HEIGHT, x, y, &target))
              {
                g_assert_cmpint (target.layer, ==, 1);
                g_assert_cmpint (target.head, ==, 0);
                seen[target.token][target.row] = TRUE;
              }
          }
      for (gsize q = 0; q < TOKENS; q++)
        for (gsize k = 0; k < TOKENS; k++)
          g_assert_cmpint (seen[q][k], ==, !isnan (weight (1, 0, example, q, k)));
    }
}

static void
test_steps (Fixture *self, gconstpointer data)
{
  const IplPanel *panel = &ipl_panel_probe_attention;
  const IplTarget none = IPL_TARGET_NONE, first = cell_at (self, 1, 0, 0, 0),
                  last = cell_at (self, 1, 0, 2, 2), right = cell_at (self, 1, 0, 0, 1);
  IplTarget target;

  self->view.display.shown_example = 2;
  target = ipl_panel_step (panel, &none, &self->view, 1, 0);
  g_assert_true (ipl_target_equal (&target, &first));
  target = ipl_panel_step (panel, &first, &self->view, 1, 0);
  g_assert_true (ipl_target_equal (&target, &right));
  target = ipl_panel_step (panel, &last, &self->view, 0, 1);
  g_assert_cmpint (target.token, <=, 2);
}

/* The pixels of the figure with what is hovered. */
static guchar *
paint (const Fixture *self, const IplView *view, const IplTarget *hovered, gsize *size)
{
  const IplTarget none = IPL_TARGET_NONE;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  guchar *pixels;

  ipl_set_color (cr, self->style.paper, 1);
  cairo_paint (cr);
  ipl_figure_draw (&ipl_panel_probe_attention, view, &self->style, cr, WIDTH, HEIGHT);
  if (hovered != NULL)
    ipl_figure_draw_overlay (&ipl_panel_probe_attention, view, &self->style, &none, hovered, cr,
                             WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  *size = (gsize)cairo_image_surface_get_stride (surface) * HEIGHT;
  pixels = g_memdup2 (cairo_image_surface_get_data (surface), *size);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pixels;
}

/* A head that is hovered is shown as it would be where it was selected. */
static void
test_hovered (Fixture *self, gconstpointer data)
{
  IplTarget head = cell_at (self, 0, 1, -1, -1);
  IplView selected = self->view;
  gsize size;

  ipl_view_keep (&selected, &head);
  assert_has (ipl_figure_describe (&ipl_panel_probe_attention, &selected), "layer 1, head 2 on");
  g_autofree guchar *plain = paint (self, &self->view, NULL, &size);
  g_autofree guchar *hovered = paint (self, &self->view, &head, &size);
  g_autofree guchar *shown = paint (self, &selected, NULL, &size);

  g_assert_cmpmem (hovered, size, shown, size);
  g_assert_true (memcmp (plain, shown, size) != 0);
}

static void
test_command (Fixture *self, gconstpointer data)
{
  IplFigureFile file = { .panel = &ipl_panel_probe_attention, .size = "neurips", .format = "pdf" };
  IplTarget head = cell_at (self, 0, 1, -1, -1);

  ipl_view_keep (&self->view, &head);
  assert_has (ipl_figure_command (&file, &self->parameters, &self->view, NULL), " --head 1.2");
  file.panel = &ipl_panel_probe_scores;
  g_autofree char *of_scores = ipl_figure_command (&file, &self->parameters, &self->view, NULL);
  g_assert_null (strstr (of_scores, "--head"));
}

/* A sentence where the file is gone, and of heads that it has not. */
static void
test_missing (Fixture *self, gconstpointer data)
{
  g_autoptr (IplExperimentResult) gone = make ("/nowhere/probes.npz");
  IplView view = self->view;
  gsize size;
  IplTarget head = cell_at (self, 0, 1, -1, -1), beyond = cell_at (self, 0, 7, -1, -1);

  ipl_view_set_own (&view, gone, -1);
  assert_has (ipl_figure_describe (&ipl_panel_probe_attention, &view),
              "the file of probes, “probes.npz”, which is not where it was");
  g_free (paint (self, &view, &head, &size));
  g_assert_cmpuint (ipl_experiment_probe.count_examples (gone), ==, 0);
  g_assert_cmpuint (ipl_experiment_probe.count_examples (self->own), ==, EXAMPLES);
  ipl_view_keep (&self->view, &beyond);
  g_free (paint (self, &self->view, &head, &size));
}

#define ADD(name, function)                                                                        \
  g_test_add ("/figures/probe-attention/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("said", test_said);
  ADD ("pointed", test_pointed);
  ADD ("steps", test_steps);
  ADD ("hovered", test_hovered);
  ADD ("command", test_command);
  ADD ("missing", test_missing);
  return g_test_run ();
}
