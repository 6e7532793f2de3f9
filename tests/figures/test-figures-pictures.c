/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures of cases beside stored pictures. */

#include "core/maps/map.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figure-fixture.h"
#include "figure-once.h"
#include "stored-picture.h"

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
  { "map", FIXTURE_HMC4, &ipl_panel_map, "4x2.6in", 8, 96, IPL_THEME_LIGHT, FALSE, NOTHING },
  { "map-curve", FIXTURE_HMC4, &ipl_panel_map_curve, "4x2.2in", 8, 96, IPL_THEME_DARK, FALSE,
    NOTHING },
  { "posterior-empty", FIXTURE_HMC4, &ipl_panel_posterior, "nature2", 7, 72, IPL_THEME_LIGHT, FALSE,
    NOTHING },
};

static cairo_surface_t *
draw (const Picture *picture)
{
  g_autoptr (Fixture) fixture = fixture_new (picture->kind);
  g_autoptr (IplMap) map = fixture_map_new ();
  g_autoptr (IplTaskCard) card
      = picture->panel == &ipl_panel_task_card ? fixture_add_card (fixture) : NULL;
  g_autoptr (GError) error = NULL;
  IplPaper page;
  IplStyle style;
  fixture->view.map = map;
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

static void
test_picture (gconstpointer data)
{
  const Picture *picture = data;
  cairo_surface_t *drawn = draw (picture);

  assert_stored_picture (drawn, "figures", picture->name);
  cairo_surface_destroy (drawn);
}

static gboolean
shows (const IplPanel *drawn, const IplPanel *panel)
{
  for (guint i = 0; i < drawn->n_parts; i++)
    if (drawn->parts[i].panel == panel)
      return TRUE;
  return drawn == panel;
}

/* Every panel of a case is in a picture; those of results in time are in those of tests/cli. */
TEST (test_all_panels, "/figures/pictures/all-panels")
{
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    {
      gboolean found = (*panel)->experiment != NULL || (*panel)->fits == ipl_panel_has_arrays;

      for (guint i = 0; i < G_N_ELEMENTS (pictures) && !found; i++)
        found = shows (pictures[i].panel, *panel);
      if (!found)
        g_error ("%s has no picture", (*panel)->id);
    }
}

TEST_ROWS (add_pictures)
{
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    test_add_row (test_picture, &pictures[i], "/figures/pictures/%s", pictures[i].name);
}
