/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of cases of every shape are drawn from their file alone, by every panel, and say what the
 * solved case says: heads, paths, identity heads, GP limits of chosen paths, warnings. */
#include <math.h>
#include <string.h>

#include "cli-run.h"
#include "core/case/case-io.h"
#include "core/results/results-load.h"
#include "core/theory/sweep.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "support.h"
#include "../figures/figure-once.h"

#define WIDTH 340
#define HEIGHT 230
#define WARNING "MLPs are taken as given."
#define OTHER_WARNING "Rotary positions are left out."

/* The last head of a layer is an identity head where it has a residual connection. */
static const struct
{
  const char *name;
  guint L;
  guint H[4];
  double residual[4];
  const char *gp_paths;
  const char *names; /* of the paths; NULL for none */
  gboolean samples;
  gboolean warns;
} shapes[] = {
  { "one", 1, { 1 } },
  { "three", 1, { 3 }, .gp_paths = "1;2,3" },
  { "sixteen", 2, { 4, 4 }, .gp_paths = "1", .warns = TRUE },
  { "named", 2, { 2, 2 }, .names = "good,adversarial 1,denoising,adversarial 2", .gp_paths = "2" },
  { "identity", 2, { 3, 2 }, { 0, 0.5 }, .samples = TRUE, .warns = TRUE },
  { "identities", 2, { 4, 4 }, { 0.5, 2 }, .gp_paths = "16" },
  { "deep", 3, { 2, 3, 2 }, .gp_paths = "1,2,3,4,5,6,7,8,9,10,11;12" },
  { "deepest", 4, { 2, 2, 2, 2 }, { 0, 1, 0, 1 }, .gp_paths = "16;1", .warns = TRUE },
};

static char *
file_of (guint shape, const char *ending)
{
  g_autofree char *name = g_strconcat (shapes[shape].name, ending, NULL);

  return cli_path (name);
}

static void
write_case (guint i)
{
  g_autoptr (IplCase) the_case = test_random_case (30, 12, shapes[i].L, shapes[i].H, 3, 7 + i);
  g_autofree char *path = file_of (i, ".npz");
  g_autoptr (GError) error = NULL;

  g_free (the_case->name);
  the_case->name = g_strdup (shapes[i].name);
  memcpy (the_case->residual, shapes[i].residual, sizeof shapes[i].residual);
  g_clear_pointer (&the_case->head_names, g_strfreev);
  g_clear_pointer (&the_case->path_names, g_strfreev);
  if (shapes[i].names != NULL)
    the_case->path_names = g_strsplit (shapes[i].names, ",", -1);
  ipl_case_finish_names (the_case);
  if (shapes[i].warns)
    {
      ipl_case_warn (the_case, WARNING);
      ipl_case_warn (the_case, OTHER_WARNING);
    }
  g_assert_true (ipl_case_save (the_case, path, &error));
  g_assert_no_error (error);
}

static void
write_results (guint i)
{
  g_auto (CliRun) run
      = cli_runf ("CLI %s DIR/%s.npz -w 5,20 -t 0.1 %s%s%s --out DIR/%s-rows.npz",
                  shapes[i].samples ? "sample --chains 2 --warmup 40 --draws 60 --seed 3" : "sweep",
                  shapes[i].name, shapes[i].gp_paths != NULL ? "--gp-paths '" : "",
                  shapes[i].gp_paths != NULL ? shapes[i].gp_paths : "",
                  shapes[i].gp_paths != NULL ? "'" : "", shapes[i].name);

  g_assert_true (run.status == 0 || (shapes[i].samples && run.status == 3));
}

static IplView
view_of (const IplSweep *sweep, guint row)
{
  return (IplView){
    .the_case = sweep->the_case,
    .sweep = sweep,
    .current = sweep->rows[row],
    .gp = sweep->groups[0].lines[0].solution,
    .display.n_components = 10,
    .display.paths_shown = 4,
    .pruned = -1,
    .shown_layer = -1,
    .shown_head = -1,
    .shown_token = -1,
  };
}

/* Drawn, with every path, head and width highlighted, picked, stepped through and put into words.
 */
static void
use_panel (const IplPanel *panel, const IplView *view)
{
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  g_autoptr (IplFigure) figure = ipl_figure_new (panel);
  g_autofree char *words = ipl_figure_describe (panel, view);
  g_autofree char *table = ipl_figure_table (panel, view);
  IplTarget found, path = IPL_TARGET_NONE, head = IPL_TARGET_NONE;
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  path = ipl_target_pair ((int)view->the_case->Pi - 1, (int)view->the_case->Pi - 1);
  head = ipl_target_head (view->the_case->L - 1, view->the_case->H[view->the_case->L - 1] - 1);
  ipl_figure_draw (panel, view, &style, cr, WIDTH, HEIGHT);
  ipl_figure_draw_overlay (panel, view, &style, &path, &head, cr, WIDTH, HEIGHT);
  ipl_figure_set (figure, view, &style, WIDTH, HEIGHT);
  for (int x = 10; x < WIDTH; x += 60)
    for (int y = 10; y < HEIGHT; y += 40)
      if (ipl_figure_find (figure, x, y, &found))
        g_free (ipl_figure_describe_target (panel, &found, view));
  g_free (ipl_figure_describe_target (panel, &head, view));
  ipl_figure_step (panel, &path, view, 1, 0);
  ipl_figure_step (panel, &head, view, 0, 1);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
}

static void
same_case (const IplCaseInfo *stored, const IplCaseInfo *solved)
{
  g_assert_null (ipl_case_info_get_case (stored));
  g_assert_nonnull (ipl_case_info_get_case (solved));
  g_assert_cmpuint (stored->L, ==, solved->L);
  g_assert_cmpmem (stored->H, sizeof stored->H, solved->H, sizeof solved->H);
  g_assert_cmpmem (stored->residual, sizeof stored->residual, solved->residual,
                   sizeof solved->residual);
  g_assert_cmpuint (stored->Pi, ==, solved->Pi);
  g_assert_cmpuint (stored->P, ==, solved->P);
  g_assert_cmpuint (stored->n_tests, ==, solved->n_tests);
  g_assert_cmpuint (stored->test_sets[0].count, ==, solved->test_sets[0].count);
  g_assert_cmpstrv (stored->path_names, solved->path_names);
  g_assert_cmpstrv (stored->short_names, solved->short_names);
  g_assert_cmpstrv (stored->head_names, solved->head_names);
  g_assert_cmpuint (stored->n_groups, ==, solved->n_groups);
  g_assert_cmpuint (stored->warnings->len, ==, solved->warnings->len);
  for (guint i = 0; i < stored->warnings->len; i++)
    g_assert_cmpstr (stored->warnings->pdata[i], ==, solved->warnings->pdata[i]);
}

static void
same_lines (const IplSweepGroup *stored, const IplSweepGroup *solved)
{
  g_assert_cmpuint (stored->n_lines, ==, solved->n_lines);
  for (guint k = 0; k < stored->n_lines; k++)
    {
      const IplGpLine *a = &stored->lines[k], *b = &solved->lines[k];

      g_assert_cmpstr (a->label, ==, b->label);
      g_assert_cmpuint (a->n_paths, ==, b->n_paths);
      g_assert_true ((a->paths == NULL) == (b->paths == NULL));
      if (a->paths != NULL)
        g_assert_cmpmem (a->paths, a->n_paths * sizeof *a->paths, b->paths,
                         b->n_paths * sizeof *b->paths);
    }
}

/* The panels of the theory say the same of the file as of what is solved. */
static void
same_words (const IplView *stored, const IplView *solved)
{
  static const IplPanel *const panels[]
      = { &ipl_panel_paths, &ipl_panel_u, &ipl_panel_accuracy, &ipl_panel_overlap };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_autofree char *a = ipl_figure_describe (panels[i], stored);
      g_autofree char *b = ipl_figure_describe (panels[i], solved);
      g_autofree char *c = ipl_figure_table (panels[i], stored);
      g_autofree char *d = ipl_figure_table (panels[i], solved);

      g_assert_cmpstr (a, ==, b);
      g_assert_cmpstr (c, ==, d);
    }
}

static IplSweep *
solve (guint i)
{
  g_autofree char *path = file_of (i, ".npz");
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) the_case = ipl_case_load (path, FALSE, 1, NULL, &error);
  g_autoptr (IplKernel) kernel
      = the_case != NULL ? ipl_kernel_prepare (the_case, NULL, &error) : NULL;
  g_autoptr (GPtrArray) subsets = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  IplSetting settings[2];
  const guint widths[] = { 5, 20 };

  g_assert_no_error (error);
  for (guint k = 0; k < 2; k++)
    {
      ipl_setting_init_for_case (&settings[k], the_case, widths[k]);
      settings[k].temperature = 0.1;
    }
  sweep = ipl_sweep_run (kernel, 2, settings, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  if (shapes[i].gp_paths == NULL)
    return g_steal_pointer (&sweep);
  subsets = ipl_path_subsets_parse (the_case, shapes[i].gp_paths, &error);
  g_assert_no_error (error);
  return ipl_sweep_with_subsets (sweep, kernel, subsets, NULL, &error);
}

static void
test_shape (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *path = file_of (i, "-rows.npz");
  g_autoptr (GError) error = NULL;
  g_autoptr (IplResults) results = NULL;
  g_autoptr (IplSweep) solved = NULL;

  write_case (i);
  write_results (i);
  results = ipl_results_load (path, NULL, &error);
  g_assert_no_error (error);
  solved = solve (i);
  same_case (results->sweep->the_case, solved->the_case);
  same_lines (&results->sweep->groups[0], &solved->groups[0]);
  for (guint row = 0; row < 2; row++)
    {
      IplView stored = view_of (results->sweep, row), own = view_of (solved, row);

      same_words (&stored, &own);
      if (results->posteriors != NULL && results->posteriors->pdata[row] != NULL)
        {
          stored.posterior = results->posteriors->pdata[row];
          stored.posteriors = results->posteriors;
        }
      for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
        use_panel (*panel, &stored);
    }
}

TEST_ROWS (add_shapes)
{
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    test_add_row (test_shape, GUINT_TO_POINTER (i), "/cli/results-shapes/%s", shapes[i].name);
}

static void
check_npz (const char *file, double residual)
{
  g_autoptr (IplNpz) npz = cli_read_npz (file);
  const IplArray *array = ipl_npz_lookup (npz, "residual");

  g_test_message ("%s", file);
  g_assert_nonnull (array);
  g_assert_cmpuint (array->size, ==, 2);
  g_assert_cmpfloat (array->values[0], ==, 0);
  g_assert_cmpfloat (array->values[1], ==, residual);
  array = ipl_npz_lookup (npz, "warnings");
  g_assert_nonnull (array);
  g_assert_cmpuint (array->size, ==, 2);
  g_assert_cmpstr (array->texts[0], ==, WARNING);
  g_assert_cmpstr (array->texts[1], ==, OTHER_WARNING);
}

/* What the case says about itself stands in every file of its numbers. */
TEST (test_described_again, "/cli/results-shapes/says")
{
  cli_expect ("CLI sweep DIR/identity.npz -w 5,20 -t 0.1 --json", 0, "\"" OTHER_WARNING "\"");
  cli_expect ("CLI sweep DIR/identity.npz -w 5,20 -t 0.1 --out DIR/said.csv", 0, "");
  cli_expect ("CLI prune DIR/identity.npz --random 3 --out DIR/prune.npz", 0, "");
  cli_expect ("CLI prune DIR/identity.npz --random 3 --json", 0, "\"" OTHER_WARNING "\"");
  cli_expect ("CLI kernels DIR/identity.npz -w 5 --out DIR/kernels.npz", 0, "");
  cli_expect ("CLI plan DIR/identity.npz -w 5,20 -t 0.1,0.2 --out DIR/sweep", 0, "4 rows");
  cli_expect ("CLI run DIR/sweep", 0, "4 slices solved");
  cli_expect ("CLI merge DIR/sweep --out DIR/merged.npz", 0, "4 rows");
  check_npz ("identity-rows.npz", 0.5);
  check_npz ("merged.npz", 0.5);
  check_npz ("prune.npz", 0.5);
  check_npz ("kernels.npz", 0.5);
  cli_assert_holds ("said.csv", WARNING);
  cli_assert_holds ("said.csv", "residual_l2");
}

/* ... and in every figure and page that is drawn from such a file. */
TEST (test_drawn, "/cli/results-shapes/drawn")
{
  cli_expect ("CLI figure DIR/merged.npz -p paths -f svg,png,tex -t 0.1 --out DIR/drawn", 0,
              WARNING);
  cli_expect ("CLI figure DIR/merged.npz -p accuracy -f py -t 0.1 --out DIR/drawn", 0, WARNING);
  cli_expect ("CLI figure DIR/merged.npz -t 0.1 --out DIR/drawn.html", 0, OTHER_WARNING);
  cli_assert_holds ("drawn/merged-paths.svg", WARNING);
  cli_assert_holds ("drawn/merged-paths.svg", "identity");
  cli_assert_holds ("drawn/merged-paths.png", WARNING);
  cli_assert_holds ("drawn/merged-paths.tex", WARNING);
  cli_assert_holds ("drawn/merged-accuracy.py", WARNING);
  cli_assert_holds ("drawn.html", WARNING);
}

/* A copy of a file of results with another array in the place of one. */
static void
copy_with (const char *from, const IplArray *other, const char *to)
{
  g_autofree char *target = cli_path (to);
  g_autoptr (IplNpz) npz = cli_read_npz (from);
  IplNpzWriter *writer = ipl_npz_writer_new (target, NULL);

  for (guint i = 0; i < ipl_npz_get_n (npz); i++)
    if (!g_str_equal (ipl_npz_get (npz, i)->name, other->name))
      cli_copy_array (writer, ipl_npz_get (npz, i));
  cli_copy_array (writer, other);
  g_assert_true (ipl_npz_writer_close (writer, NULL));
}

TEST (test_refused, "/cli/results-shapes/refused")
{
  double negative[] = { 0, -1 }, nan[] = { 0, NAN }, one[] = { 0.5 };
  const IplArray wrong[] = {
    { .name = (char *)"residual", .values = one, .ndim = 1, .shape = { 1 } },
    { .name = (char *)"residual", .values = negative, .ndim = 1, .shape = { 2 } },
    { .name = (char *)"residual", .values = nan, .ndim = 1, .shape = { 2 } },
    { .name = (char *)"warnings", .values = one, .ndim = 1, .shape = { 1 } },
    { .name = (char *)"gp_line_paths", .values = negative, .ndim = 1, .shape = { 2 } },
  };

  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    {
      copy_with ("identities-rows.npz", &wrong[k], "wrong.npz");
      cli_assert_refused ("CLI figure DIR/wrong.npz --out DIR/x", 1, wrong[k].name);
    }
}
