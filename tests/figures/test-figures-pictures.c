/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures beside stored pictures: at most 1 % of the pixels may differ by more than 24 of 255 in
 * any channel. IPL_UPDATE_REFERENCE=1 stores what is drawn now, to be looked at before it is
 * committed. */

#include "core/experiments/markov-chain-experiment.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "figure-once.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#define MAX_DIFFERENCE 24
#define MAX_SHARE 0.01

typedef struct
{
  const char *name;
  FixtureKind kind;
  const IplPanel *panel;
  const char *size;
  double font_pt;
  double dpi;
  IplTheme theme;
  gboolean own_limits;
  IplTarget highlighted;
  IplHeatmapMode heatmap;
  IplLook look;
  IplOutputsShown outputs;
  IplPathOrder order;
} Picture;

#define NOTHING IPL_TARGET_NONE

static const Picture pictures[] = {
  { "paths", FIXTURE_HMC4, &ipl_panel_paths, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "u", FIXTURE_HMC4, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "u-shared", FIXTURE_ARRIVING, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_DARK, FALSE, NOTHING },
  { "accuracy", FIXTURE_HMC4, &ipl_panel_accuracy, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "overlap", FIXTURE_HMC4, &ipl_panel_overlap, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "kernels", FIXTURE_HMC4, &ipl_panel_kernels, "4x5in", 8, 72, IPL_THEME_LIGHT, FALSE,
    ipl_target_pair (0, 2) },
  { "kernels-ranked", FIXTURE_ONE_SHOT, &ipl_panel_kernel_tiles, "4x3in", 8, 72, IPL_THEME_DARK,
    FALSE, NOTHING },
  { "sheet-dark-pair", FIXTURE_HMC4, &ipl_panel_all, "nature2", 7, 72, IPL_THEME_DARK, FALSE,
    ipl_target_pair (0, 2) },
  { "sheet-contrast-head", FIXTURE_HMC4, &ipl_panel_all, "nature2", 7, 72, IPL_THEME_CONTRAST,
    FALSE, ipl_target_head (0, 0) },
  { "sheet-row", FIXTURE_BETWEEN, &ipl_panel_all, "nature2", 7, 72, IPL_THEME_LIGHT, FALSE,
    ipl_target_row (3) },
  { "sheet-gp", FIXTURE_GP, &ipl_panel_all, "nature2", 7, 72, IPL_THEME_CONTRAST_DARK, FALSE,
    NOTHING },
  { "sheet-unsolved", FIXTURE_UNSOLVED, &ipl_panel_all, "nature2", 7, 72, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "sheet-column", FIXTURE_ONE_LAYER, &ipl_panel_all, "nature", 7, 72, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "deep-paths", FIXTURE_DEEP, &ipl_panel_paths, "5x3in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "deep-paths-lit", FIXTURE_DEEP, &ipl_panel_paths, "5x3in", 8, 96, IPL_THEME_LIGHT, FALSE,
    ipl_target_path (12) },
  { "residual-paths", FIXTURE_RESIDUAL, &ipl_panel_paths, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "deep-u", FIXTURE_DEEP, &ipl_panel_u, "5x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "middle", FIXTURE_MIDDLE, &ipl_panel_all, "slide", 18, 48, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "sampled-accuracy", FIXTURE_SAMPLED, &ipl_panel_accuracy, "4x2in", 8, 96, IPL_THEME_LIGHT,
    FALSE, NOTHING },
  { "sampled-accuracy-row", FIXTURE_SAMPLING, &ipl_panel_accuracy, "4x2in", 8, 96, IPL_THEME_DARK,
    FALSE, ipl_target_row (2) },
  { "sampled-u", FIXTURE_SAMPLING, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_LIGHT, TRUE, NOTHING,
    IPL_HEATMAP_SAMPLED },
  { "sampled-u-difference", FIXTURE_SAMPLED, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING, IPL_HEATMAP_DIFFERENCE },
  { "sampled-u-sd", FIXTURE_SAMPLED, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING,
    IPL_HEATMAP_SD },
  { "sampled-u-both", FIXTURE_SAMPLED, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_DARK, FALSE,
    ipl_target_pair (0, 2), IPL_HEATMAP_SIDE_BY_SIDE },
  { "sampled-u-both-column", FIXTURE_DEEP_SAMPLED, &ipl_panel_u, "2.5x4in", 7, 96, IPL_THEME_LIGHT,
    FALSE, ipl_target_head (0, 1), IPL_HEATMAP_SIDE_BY_SIDE },
  { "trace", FIXTURE_SAMPLED, &ipl_panel_trace, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "trace-long", FIXTURE_LONG_RUN, &ipl_panel_trace, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "ranks", FIXTURE_SAMPLED, &ipl_panel_ranks, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "ranks-many", FIXTURE_DEEP_SAMPLED, &ipl_panel_ranks, "4x2in", 8, 96, IPL_THEME_CONTRAST, FALSE,
    NOTHING },
  { "marginal", FIXTURE_SAMPLED, &ipl_panel_marginal, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "calibration", FIXTURE_SAMPLED, &ipl_panel_calibration, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "calibration-regression", FIXTURE_REGRESSION_SAMPLED, &ipl_panel_calibration, "3x2in", 8, 96,
    IPL_THEME_LIGHT, FALSE, NOTHING },
  { "posterior", FIXTURE_SAMPLED, &ipl_panel_posterior, "nature2", 7, 72, IPL_THEME_DARK, FALSE,
    ipl_target_pair (0, 2) },
  { "posterior-column", FIXTURE_STUCK, &ipl_panel_posterior, "nature", 7, 72,
    IPL_THEME_CONTRAST_DARK, FALSE, NOTHING },
  { "task", FIXTURE_ONE_SHOT, &ipl_panel_task, "4x2.2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "attention-dark-patch", FIXTURE_ONE_SHOT, &ipl_panel_attention, "4x2.2in", 8, 96,
    IPL_THEME_DARK, FALSE, ipl_target_token (0, 1, 0, 21) },
  { "training", FIXTURE_ONE_SHOT, &ipl_panel_training, "4x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "training-beside", FIXTURE_ONE_SHOT, &ipl_panel_training, "6x2.2in", 8, 96, IPL_THEME_LIGHT,
    FALSE, ipl_target_point (1899) },
  { "heads-many", FIXTURE_MANY_HEADS, &ipl_panel_heads, "4x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "pruning-step", FIXTURE_ONE_SHOT, &ipl_panel_pruning, "4x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE,
    ipl_target_pruned (4) },
  { "network", FIXTURE_ONE_SHOT, &ipl_panel_network, "nature2", 7, 72, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "network-column-path", FIXTURE_ONE_SHOT, &ipl_panel_network, "nature", 7, 72,
    IPL_THEME_CONTRAST_DARK, FALSE, ipl_target_path (5) },
  { "network-partial", FIXTURE_PARTIAL, &ipl_panel_network, "nature2", 7, 72, IPL_THEME_CONTRAST,
    FALSE, NOTHING },
  { "trained-accuracy", FIXTURE_ONE_SHOT, &ipl_panel_accuracy, "4x2in", 8, 96, IPL_THEME_LIGHT,
    FALSE, NOTHING },
  { "trained-u", FIXTURE_ONE_SHOT, &ipl_panel_u, "5x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING,
    IPL_HEATMAP_SIDE_BY_SIDE },
  { "u-paper", FIXTURE_HMC4, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING,
    IPL_HEATMAP_THEORY, IPL_LOOK_PAPER },
  { "heads-paper", FIXTURE_MANY_HEADS, &ipl_panel_heads, "4x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING, IPL_HEATMAP_THEORY, IPL_LOOK_PAPER },
  { "task-card", FIXTURE_HMC4, &ipl_panel_task_card, "6x4.2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "task-card-paper-dark", FIXTURE_HMC4, &ipl_panel_task_card, "6x4.2in", 8, 96, IPL_THEME_DARK,
    FALSE, NOTHING, IPL_HEATMAP_THEORY, IPL_LOOK_PAPER },
  { "classes-u-traced", FIXTURE_CLASSES, &ipl_panel_u, "4x2in", 8, 96, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "classes-u-all", FIXTURE_CLASSES, &ipl_panel_u, "4x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE,
    (IplTarget){ IPL_TARGET_PAIR, { 0, 2, 0, 1 }, { 0 } }, .outputs = IPL_OUTPUTS_ALL },
  { "classes-paths-one", FIXTURE_CLASSES, &ipl_panel_paths, "4x2in", 8, 96, IPL_THEME_DARK, FALSE,
    NOTHING, .outputs = IPL_OUTPUTS_ONE },
  { "classes", FIXTURE_CLASSES, &ipl_panel_outputs, "nature2", 7, 72, IPL_THEME_LIGHT, FALSE,
    NOTHING },
  { "classes-column-path", FIXTURE_CLASSES, &ipl_panel_outputs, "nature", 7, 72,
    IPL_THEME_CONTRAST_DARK, FALSE, (IplTarget){ IPL_TARGET_PATH, { 2, -1, 1, -1 }, { 0 } } },
  { "classes-served", FIXTURE_CLASSES, &ipl_panel_path_outputs, "4x2.6in", 8, 96, IPL_THEME_LIGHT,
    FALSE, (IplTarget){ IPL_TARGET_PATH, { 2, -1, 1, -1 }, { 0 } },
    .order = IPL_PATH_ORDER_OUTPUT },
  { "classes-confused", FIXTURE_CLASSES, &ipl_panel_confusion, "5x2.2in", 8, 96, IPL_THEME_DARK,
    FALSE, ipl_target_output (0, 2) },
  { "classes-probable", FIXTURE_CLASSES, &ipl_panel_class_probability, "4x2.2in", 8, 96,
    IPL_THEME_LIGHT, FALSE, ipl_target_output (2, -1) },
  { "posterior-empty", FIXTURE_HMC4, &ipl_panel_posterior, "nature2", 7, 72, IPL_THEME_LIGHT, FALSE,
    NOTHING },
};

/* The sequences of a hidden Markov chain as the paper has it. */
static IplTaskCard *
add_card (Fixture *fixture)
{
  IplMarkovChain chain;
  IplTaskCard *card;

  ipl_markov_chain_init_hmc4 (&chain);
  chain.n_test = 20;
  card = ipl_task_card_new_of_chain (&chain, 2, NULL);
  fixture->the_case->level = IPL_LEVEL_WEIGHTS;
  fixture->the_case->T = card->T;
  fixture->view.card = card;
  return card;
}

static cairo_surface_t *
draw (const Picture *picture)
{
  g_autoptr (Fixture) fixture = fixture_new (picture->kind);
  g_autoptr (IplTaskCard) card = picture->panel == &ipl_panel_task_card ? add_card (fixture) : NULL;
  g_autoptr (GError) error = NULL;
  IplPaper page;
  IplStyle style;
  fixture->view.display.shared_limits = !picture->own_limits;
  fixture->view.display.heatmap = picture->heatmap;
  fixture->view.display.outputs = picture->outputs;
  fixture->view.display.shown_output = 2;
  fixture->view.display.path_order = picture->order;
  ipl_style_init (&style, picture->theme, picture->font_pt);
  style.look = picture->look;
  g_strlcpy (style.font_family, "DejaVu Sans", sizeof style.font_family);
  ipl_paper_init (&page, picture->size, picture->panel, &fixture->view, picture->font_pt,
                  picture->dpi, &error);
  g_assert_no_error (error);
  cairo_surface_t *surface = ipl_figure_render (picture->panel, &fixture->view, &style, &page);
  cairo_t *cr = cairo_create (surface);
  cairo_scale (cr, page.dpi / 72, page.dpi / 72);
  ipl_paper_apply (&page, &style, &style);
  ipl_figure_draw_overlay (picture->panel, &fixture->view, &style, &picture->highlighted, NULL, cr,
                           page.width_pt, page.height_pt);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Share of pixels that differ by more than MAX_DIFFERENCE in some channel. */
static double
compare (cairo_surface_t *a, cairo_surface_t *b)
{
  int w = cairo_image_surface_get_width (a), h = cairo_image_surface_get_height (a);
  gsize different = 0;
  g_assert_cmpint (w, ==, cairo_image_surface_get_width (b));
  g_assert_cmpint (h, ==, cairo_image_surface_get_height (b));
  for (int y = 0; y < h; y++)
    {
      const guchar *p = cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a);
      const guchar *q = cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b);
      for (int x = 0; x < w; x++)
        {
          gboolean differs = FALSE;
          guint32 u = ((const guint32 *)p)[x], v = ((const guint32 *)q)[x];
          for (int shift = 0; shift < 24; shift += 8)
            differs = differs
                      || abs ((int)(u >> shift & 255) - (int)(v >> shift & 255)) > MAX_DIFFERENCE;
          different += differs;
        }
    }
  return (double)different / ((double)w * h);
}

static void
test_picture (gconstpointer data)
{
  const Picture *picture = data;
  g_autofree char *name = g_strdup_printf ("%s.png", picture->name);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "figures", "reference", name, NULL);
  cairo_surface_t *drawn = draw (picture);
  if (g_strcmp0 (g_getenv ("IPL_UPDATE_REFERENCE"), "1") == 0)
    {
      g_autofree char *directory = g_path_get_dirname (path);
      g_mkdir_with_parents (directory, 0777);
      g_assert_cmpint (cairo_surface_write_to_png (drawn, path), ==, CAIRO_STATUS_SUCCESS);
      g_test_message ("stored %s", path);
    }
  else
    {
      cairo_surface_t *stored = cairo_image_surface_create_from_png (path);
      g_assert_cmpint (cairo_surface_status (stored), ==, CAIRO_STATUS_SUCCESS);
      double share = compare (drawn, stored);
      g_test_message ("%s: %.3f %% of the pixels differ", picture->name, 100 * share);
      if (share > MAX_SHARE)
        {
          g_autofree char *kept = g_strdup_printf ("drawn-%s", name);
          g_autofree char *beside = g_test_build_filename (G_TEST_BUILT, "figures", kept, NULL);
          cairo_surface_write_to_png (drawn, beside);
          g_test_message ("what was drawn is in %s", beside);
        }
      g_assert_cmpfloat (share, <=, MAX_SHARE);
      cairo_surface_destroy (stored);
    }
  cairo_surface_destroy (drawn);
}

TEST_ROWS (add_pictures)
{
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    test_add_row (test_picture, &pictures[i], "/figures/pictures/%s", pictures[i].name);
}
