/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An experiment whose result is no case of attention paths: its own panel draws it, every other
 * panel says so, and nothing reads the case that is not there. */

#include <glib/gstdio.h>

#include "../test.h"
#include "core/experiments/experiment.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figure-once.h"

static const IplExperiment growth = { .id = "growth", .title = "Growth" };

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const double *share = view->dynamics->data;

  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_rectangle (cr, 0, 0, *share * width, height);
  cairo_fill (cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  if (x >= *(const double *)view->dynamics->data * width)
    return FALSE;
  *target = ipl_target_pruned (0);
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  g_string_append_printf (text, "Grown to %.2f.", *(const double *)view->dynamics->data);
}

static void
table (GString *text, const IplView *view)
{
  g_string_append_printf (text, "share\n%.2f\n", *(const double *)view->dynamics->data);
}

static const IplPanel panel = {
  .id = "growth",
  .title = "Growth",
  .experiment = "growth",
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .describe = describe,
  .table = table,
  .height_narrow = 0.5,
  .height_wide = 0.5,
};

static IplExperimentResult *
grown (double share)
{
  return ipl_experiment_result_new (&growth, g_memdup2 (&share, sizeof share), g_free);
}

/* Share of the pixels of a panel that are not paper. */
static double
inked (const IplPanel *drawn, const IplView *view)
{
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 300, 200);
  const guint8 *data;
  IplStyle style;
  guint dark = 0;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  ipl_figure_draw (drawn, view, &style, cr, 300, 200);
  cairo_surface_flush (cairo_get_target (cr));
  data = cairo_image_surface_get_data (cairo_get_target (cr));
  for (guint i = 0; i < 300 * 200; i++)
    dark += data[4 * i] < 200 && data[4 * i + 1] < 200 && data[4 * i + 2] < 200;
  return dark / (300.0 * 200.0);
}

TEST (test_drawn, "/own-result/drawn")
{
  g_autoptr (IplExperimentResult) own = grown (0.25);
  IplView view = view_of_dynamics (own, -1);
  IplTarget target = IPL_TARGET_NONE;
  IplStyle style;

  g_assert_cmpfloat_with_epsilon (inked (&panel, &view), 0.25, 1e-3);
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_assert_true (ipl_figure_pick (&panel, &view, &style, 300, 200, 50, 50, &target));
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_PRUNED), ==, 0);
  g_assert_false (ipl_figure_pick (&panel, &view, &style, 300, 200, 150, 50, &target));
}

TEST (test_words, "/own-result/words")
{
  g_autoptr (IplExperimentResult) own = grown (0.5);
  IplView view = view_of_dynamics (own, -1);
  g_autofree char *words = ipl_figure_describe (&panel, &view);
  g_autofree char *numbers = ipl_figure_table (&panel, &view);

  g_assert_cmpstr (words, ==, "Grown to 0.50.");
  g_assert_cmpstr (numbers, ==, "share\n0.50\n");
}

/* The panels of attention paths have a sentence, and nothing to point at, step to or tabulate. */
TEST (test_others, "/own-result/others")
{
  g_autoptr (IplExperimentResult) own = grown (0.5);
  IplView view = view_of_dynamics (own, -1);
  IplTarget target = ipl_target_path (1);
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (const IplPanel *const *other = ipl_panels (NULL); *other != NULL; other++)
    {
      g_autofree char *numbers = ipl_figure_table (*other, &view);
      IplTarget found, next;

      g_free (ipl_figure_describe (*other, &view));
      g_assert_cmpfloat (inked (*other, &view), >, 1e-4);
      /* Sentences alone, at most four of them. */
      g_assert_cmpfloat (inked (*other, &view), <, 0.1);
      g_assert_false (ipl_figure_pick (*other, &view, &style, 300, 200, 150, 100, &found));
      next = ipl_figure_step (*other, &target, &view, 1, 0);
      g_assert_true (ipl_target_is_none (&next));
      g_assert_false (g_utf8_strchr (numbers, -1, '\t') != NULL);
    }
}

/* And the other way round: the panel has nothing of another experiment's result. */
TEST (test_foreign, "/own-result/foreign")
{
  static const IplExperiment decay = { .id = "decay", .title = "Decay" };
  double nothing = 0.5;
  g_autoptr (IplExperimentResult) own = ipl_experiment_result_new (&decay, &nothing, NULL);
  IplView view = view_of_dynamics (own, -1);

  g_assert_cmpfloat (inked (&panel, &view), <, 0.05);
}

TEST (test_exported, "/own-result/exported")
{
  g_autoptr (IplExperimentResult) own = grown (0.5);
  IplView view = view_of_dynamics (own, -1);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = test_path ("growth.svg"), *text = NULL;
  IplPaper paper;
  IplStyle style;

  g_assert_true (ipl_paper_init (&paper, "neurips", &panel, &view, 0, 0, &error));
  ipl_style_init (&style, IPL_THEME_LIGHT, paper.font_pt);
  ipl_figure_export (&panel, &view, &style, &paper, NULL, &ipl_format_svg, path, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
}
