/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Of many paths which are shown, in what order and by what names, how they are found, and the
 * colours of what lies beside U's diagonal. */

#include "core/files/npz.h"
#include "core/results/results.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/view/shown-paths.h"
#include "figures/view/target.h"
#include "figures/view/target-sentence.h"

#include "figure-fixture.h"
#include "places.h"
#include "document/path-search.h"
#include "figure-once.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static double
weight (const IplView *view, gsize p)
{
  return view->current->U[p * (view->the_case->Pi + 1)];
}

/* By counting: a path is shown if fewer than @most are stronger, or as strong and listed before. */
static gboolean
is_strong (const IplView *view, gsize p, gsize most, double share)
{
  gsize before = 0;
  double largest = 0;

  for (gsize q = 0; q < view->the_case->Pi; q++)
    {
      double more = weight (view, q) - weight (view, p);

      largest = fmax (largest, weight (view, q));
      before += more > 0
                || (more == 0
                    && ipl_case_display_rank (view->the_case, q)
                           < ipl_case_display_rank (view->the_case, p));
    }
  return before < most && weight (view, p) >= share * largest;
}

static void
check_shown (const IplView *view)
{
  g_auto (IplShownPaths) shown = { 0 };
  gsize Pi = view->the_case->Pi, n = 0;
  gsize most = view->display.paths_shown > 0 ? view->display.paths_shown : Pi;

  ipl_shown_paths_init (&shown, view);
  for (gsize i = 0; i < Pi; i++)
    {
      gsize p = view->the_case->display_order[i];
      gboolean kept = view->has_pinned && ipl_target_get (&view->pinned, IPL_PART_PATH) >= 0
                      && ipl_target_has_path (&view->pinned, view->the_case, p);
      gboolean expected = kept || is_strong (view, p, most, view->display.paths_share);

      g_assert_true (expected == (shown.place[p] >= 0));
      if (!expected)
        continue;
      /* In the order of all. */
      g_assert_cmpuint (shown.path[n], ==, p);
      g_assert_cmpuint ((gsize)shown.place[p], ==, n++);
    }
  g_assert_cmpuint (shown.n, ==, n);
}

TEST (test_strongest, "/figures/many-paths/strongest")
{
  static const FixtureKind kinds[]
      = { FIXTURE_HMC4,      FIXTURE_DEEP,  FIXTURE_MIDDLE, FIXTURE_ONE_PATH,
          FIXTURE_ONE_LAYER, FIXTURE_EQUAL, FIXTURE_GP,     FIXTURE_MANY_HEADS };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);
      IplView *view = &fixture->view;

      for (guint most = 0; most <= 70; most += most < 6 ? 1 : 16)
        for (double share = 0; share <= 1; share += 0.25)
          {
            view->display.paths_shown = most;
            view->display.paths_share = share;
            view->has_pinned = FALSE;
            check_shown (view);
            view->has_pinned = TRUE;
            view->pinned
                = ipl_target_pair ((int)view->the_case->Pi - 1, (int)view->the_case->Pi / 2);
            check_shown (view);
          }
    }
}

/* Of the paths through a selected head as many are kept as are shown of all: the strongest. */
FIXTURE_TEST (test_pinned_heads, "/figures/many-paths/keeps-heads", FIXTURE_DEEP)
{
  g_auto (IplShownPaths) shown = { 0 };
  IplView *view = &fixture->view;
  IplTarget head = IPL_TARGET_NONE;
  gsize kept = 0;

  head = ipl_target_head (1, 2);
  view->display.paths_shown = 5;
  ipl_view_pin_paths (view, &head);
  g_assert_true (view->has_pinned);
  ipl_shown_paths_init (&shown, view);
  for (gsize p = 0; p < view->the_case->Pi; p++)
    {
      gsize before = 0;

      if (!ipl_case_path_uses_head (view->the_case, p, 1, 2))
        continue;
      for (gsize q = 0; q < view->the_case->Pi; q++)
        before += ipl_case_path_uses_head (view->the_case, q, 1, 2)
                  && (weight (view, q) > weight (view, p)
                      || (weight (view, q) == weight (view, p) && q < p));
      if (before < 5)
        g_assert_cmpint (shown.place[p], >=, 0);
      kept += shown.place[p] >= 0;
    }
  g_assert_cmpuint (kept, ==, 5);
  /* Where all are shown nothing is laid out anew for what is selected. */
  view->display.paths_shown = 64;
  ipl_view_pin_paths (view, &head);
  g_assert_false (view->has_pinned);
}

/* Those whose GP limit was asked for, beside the case's own groups. */
FIXTURE_TEST (test_ticked, "/figures/many-paths/ticked", FIXTURE_DEEP)
{
  IplView *view = &fixture->view;
  g_auto (IplShownPaths) before = { 0 }, shown = { 0 };
  IplSweep sweep = *view->sweep;
  guint paths[] = { 0, 0 };
  gsize n = 0;

  view->display.paths_shown = 3;
  ipl_shown_paths_init (&before, view);
  for (guint p = 0; n < 2; p++)
    if (before.place[p] < 0)
      paths[n++] = p;
  g_assert_cmpuint (sweep.the_case->n_groups, ==, 0);
  IplGpLine lines[] = { sweep.groups[0].lines[0], { .n_paths = 2, .paths = paths } };
  IplSweepGroup group = { 2, lines };
  sweep.groups = &group;
  sweep.n_groups = 1;
  view->sweep = &sweep;
  ipl_shown_paths_init (&shown, view);
  g_assert_cmpuint (shown.n, ==, 5);
  g_assert_cmpuint (shown.n_pinned, ==, 2);
  g_assert_cmpint (shown.place[paths[0]], >=, 0);
  g_assert_cmpint (shown.place[paths[1]], >=, 0);
}

TEST (test_described, "/figures/many-paths/said")
{
  g_autoptr (Fixture) deep = fixture_new (FIXTURE_DEEP), gp = fixture_new (FIXTURE_GP);
  g_auto (IplShownPaths) some = { 0 }, all = { 0 }, alike = { 0 };
  g_autofree char *text = NULL, *none = NULL, *first = NULL, *words = NULL;

  deep->view.display.paths_shown = 24;
  ipl_shown_paths_init (&some, &deep->view);
  text = ipl_shown_paths_markup (&some);
  g_assert_cmpstr (text, ==, "24 of 64 paths, by <i>U</i>");
  words = ipl_figure_describe (&ipl_panel_u, &deep->view);
  g_assert_nonnull (strstr (words, " U (24 of 64 paths, by U) from "));
  /* Those that are there only because they are selected are not counted among the strongest. */
  g_autofree char *table = NULL;
  gsize left_out = 0;
  while (some.place[left_out] >= 0)
    left_out++;
  IplTarget hidden = ipl_target_path (left_out);
  ipl_view_pin_paths (&deep->view, &hidden);
  table = ipl_figure_table (&ipl_panel_paths, &deep->view);
  g_assert_true (g_str_has_prefix (table, "path (24 of 64 paths, by U, and 1 chosen)\t"));
  deep->view.display.paths_shown = 64;
  ipl_shown_paths_init (&all, &deep->view);
  none = ipl_shown_paths_markup (&all);
  g_assert_null (none);
  /* Where all are alike the first are shown, and no rank is claimed. */
  gp->view.display.paths_shown = 2;
  ipl_shown_paths_init (&alike, &gp->view);
  first = ipl_shown_paths_markup (&alike);
  g_assert_cmpstr (first, ==, "first 2 of 4 paths");
}

/* Every name of @shown in turn: at the head of rows, from line @skip on, in column @column. */
static void
check_rows (const IplPanel *panel, const IplView *view, const IplShownPaths *shown, guint column)
{
  g_autofree char *table = ipl_figure_table (panel, view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);

  for (gsize i = 0; i < shown->n; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i + 1], "\t", -1);

      g_assert_cmpstr (cells[column], ==, view->the_case->path_names[shown->path[i]]);
    }
}

/* The upper half of the pairs. */
static void
check_pairs (const IplPanel *panel, const IplView *view, const IplShownPaths *shown,
             gboolean both_orders)
{
  g_autofree char *table = ipl_figure_table (panel, view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  guint line = 1;

  for (gsize i = 0; i < shown->n; i++)
    for (gsize j = both_orders ? 0 : i; j < shown->n; j++)
      {
        g_auto (GStrv) cells = g_strsplit (lines[line++], "\t", -1);

        g_assert_cmpstr (cells[0], ==, view->the_case->path_names[shown->path[i]]);
        g_assert_cmpstr (cells[1], ==, view->the_case->path_names[shown->path[j]]);
      }
}

/* The rows and columns of U, down and to the right, by the names in its captions. */
static void
check_heatmap (const IplView *view, const IplShownPaths *shown)
{
  g_autofree char *table = ipl_figure_table (&ipl_panel_u, view);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1), heads = g_strsplit (lines[0], "\t", -1);
  IplStyle style;
  double last = -1;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_assert_cmpuint (g_strv_length (heads), ==, shown->n + 1);
  for (gsize i = 0; i < shown->n; i++)
    {
      IplTarget found = IPL_TARGET_NONE;
      double x, y;

      g_assert_cmpstr (heads[i + 1], ==, view->the_case->path_names[shown->path[i]]);
      g_assert_true (
          places_cell (view, &style, 500, 400, 0, shown->path[i], shown->path[i], &x, &y));
      g_assert_cmpfloat (y, >, last);
      last = y;
      g_assert_true (ipl_figure_pick (&ipl_panel_u, view, &style, 500, 400, x, y, &found));
      g_autofree char *caption = ipl_target_caption (&found, view);
      g_assert_true (g_str_has_prefix (caption, view->the_case->path_names[shown->path[i]]));
    }
}

/* Down by the arrow key, as the figures list them. */
static void
check_steps (const IplPanel *panel, const IplView *view, const IplShownPaths *shown)
{
  IplTarget target = IPL_TARGET_NONE;

  for (gsize i = 0; i < shown->n; i++)
    {
      target = ipl_figure_step (panel, &target, view, 0, i > 0 ? 1 : 0);
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_PATH), ==, (int)shown->path[i]);
    }
}

/* The names of all places, in the order of one. */
TEST (test_order, "/figures/many-paths/order")
{
  static const FixtureKind kinds[]
      = { FIXTURE_SAMPLED, FIXTURE_MIDDLE, FIXTURE_DEEP_SAMPLED, FIXTURE_REGRESSION_SAMPLED };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint most = 3; most < 80; most += 30)
      {
        g_autoptr (Fixture) fixture = fixture_new (kinds[k]);
        IplView *view = &fixture->view;
        g_auto (IplShownPaths) shown = { 0 };

        view->display.paths_shown = most;
        ipl_shown_paths_init (&shown, view);
        g_assert_cmpuint (shown.n, ==, MIN (most, view->the_case->Pi));
        check_rows (&ipl_panel_paths, view, &shown, 0);
        check_rows (&ipl_panel_u, view, &shown, 0);
        if (view->kernels != NULL)
          check_pairs (&ipl_panel_kernel_tiles, view, &shown, TRUE);
        if (view->posterior != NULL)
          check_pairs (&ipl_panel_trace, view, &shown, FALSE);
        check_heatmap (view, &shown);
        check_steps (&ipl_panel_paths, view, &shown);
        for (gsize i = 0; i < shown.n; i++)
          {
            IplTarget path = IPL_TARGET_NONE, found;
            g_autofree char *words = NULL, *start = NULL;
            const char *name = view->the_case->path_names[shown.path[i]];

            /* The status line, and what is typed to find it. */
            path = ipl_target_path ((int)shown.path[i]);
            words = ipl_target_describe (&path, view);
            start = g_strdup_printf ("Path %s,", name);
            g_assert_true (g_str_has_prefix (words, start));
            g_assert_true (ipl_path_search (view->the_case, name, &found, NULL));
            g_assert_true (ipl_target_equal (&found, &path));
          }
      }
}

/* Lines of JSON or CSV where the names of all paths stand, one after the other. */
static void
check_file_names (const IplCase *the_case, const char *text, const char *before)
{
  const char *at = strstr (text, before);

  g_assert_nonnull (at);
  for (gsize p = 0; p < the_case->Pi; p++)
    {
      at = strstr (at, the_case->path_names[p]);
      g_assert_nonnull (at);
      at += strlen (the_case->path_names[p]);
    }
}

/* Files list paths by their index, as U is stored, and name them alike; where paths have no names
 * of the paper's, figures list them so too. */
TEST (test_files, "/figures/many-paths/files")
{
  static const FixtureKind kinds[] = { FIXTURE_HMC4, FIXTURE_MIDDLE, FIXTURE_MANY_HEADS };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (Fixture) fixture = fixture_new (kinds[k]);
      const IplCase *the_case = fixture->the_case;
      g_autofree char *json = ipl_results_to_json (fixture->sweep, NULL, NULL, NULL);
      g_autofree char *path = test_path ("all.npz");
      g_auto (IplShownPaths) shown = { 0 };
      g_autoptr (IplNpz) npz = NULL;
      g_auto (GStrv) names = NULL;
      GError *error = NULL;

      check_file_names (the_case, json, "\"path_names\"");
      g_assert_true (ipl_results_save_npz (fixture->sweep, NULL, NULL, "{}", path, &error));
      g_assert_no_error (error);
      npz = ipl_npz_read (path, NULL, &error);
      g_assert_no_error (error);
      IplArray *array = ipl_npz_lookup (npz, "path_names");
      g_assert_nonnull (array);
      g_assert_cmpuint (array->size, ==, the_case->Pi);
      for (gsize p = 0; p < the_case->Pi; p++)
        g_assert_cmpstr (array->texts[p], ==, the_case->path_names[p]);
      ipl_shown_paths_init (&shown, &fixture->view);
      for (gsize i = 0; kinds[k] != FIXTURE_HMC4 && i < the_case->Pi; i++)
        g_assert_cmpuint (shown.path[i], ==, i);
    }
}

/* What is left out can be pointed at elsewhere, and is drawn then. */
FIXTURE_TEST (test_left_out, "/figures/many-paths/left-out", FIXTURE_DEEP)
{
  IplView *view = &fixture->view;
  g_auto (IplShownPaths) shown = { 0 };
  IplTarget none = IPL_TARGET_NONE, hidden = IPL_TARGET_NONE;
  gsize left_out = 0;
  cairo_surface_t *surfaces[2];

  view->display.paths_shown = 4;
  ipl_shown_paths_init (&shown, view);
  while (shown.place[left_out] >= 0)
    left_out++;
  for (guint i = 0; i < 2; i++)
    {
      cairo_t *cr;

      surfaces[i] = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
      cr = cairo_create (surfaces[i]);
      hidden = i == 0 ? ipl_target_path (left_out) : ipl_target_pair (left_out, shown.path[0]);
      ipl_figure_draw (&ipl_panel_paths, view, &fixture->style, cr, 400, 300);
      ipl_figure_draw_overlay (&ipl_panel_paths, view, &fixture->style, &none, &hidden, cr, 400,
                               300);
      /* And nothing else of the same view fails with it. */
      for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
        if (ipl_panel_fits (*at, view) && !ipl_panel_is_composite (*at))
          {
            IplTarget next = ipl_figure_step (*at, &hidden, view, 1, 0);

            ipl_figure_draw_overlay (*at, view, &fixture->style, &next, &hidden, cr, 400, 300);
          }
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_destroy (surfaces[i]);
    }
  double x, y;
  g_assert_false (places_path (view, &fixture->style, 400, 300, left_out, 2, &x, &y));
  ipl_view_pin_paths (view, &hidden);
  g_assert_true (places_path (view, &fixture->style, 400, 300, left_out, 2, &x, &y));
}

/* An entry of U between two outputs in documents and in words; none that is not there. */
FIXTURE_TEST (test_outputs, "/figures/many-paths/outputs", FIXTURE_CLASSES)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  IplTarget target = { IPL_TARGET_PAIR, { 0, 2, 0, 1 }, { 0 } }, read;
  g_autofree char *words = NULL, *beyond = NULL;

  ipl_target_add_json (&target, builder);
  node = json_builder_get_root (builder);
  g_assert_null (ipl_target_read_json (&read, json_node_get_object (node)));
  g_assert_true (ipl_target_equal (&target, &read));
  words = ipl_target_describe (&target, &fixture->view);
  g_assert_nonnull (strstr (words, " traced, of cat with dog & fox "));
  ipl_target_set (&target, IPL_PART_OUTPUT, 3);
  beyond = ipl_target_describe (&target, &fixture->view);
  g_assert_nonnull (strstr (beyond, " traced"));
  g_assert_null (strstr (beyond, ", of "));
}
