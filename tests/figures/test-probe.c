/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Panels of a probed model: they draw at every size, layer by layer, with and without what the
 * model loses; say what they show; point at heads and pairs; a click chooses the layer. */

#include <math.h>
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/probe/probe-prune.h"
#include "core/probe/probe.h"
#include "figures/kit/number.h"
#include "figures/output/describe.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot-panel.h"
#include "figures/view/trajectory-words.h"
#include "figure-once.h"

#define LAYERS 3
#define MOST 4

static const char *const ids[]
    = { "probe-scores", "probe-redundancy", "probe-accuracy", "probe-ranks",
        "probe-drops",  "probe-attention",  "probe-pruning" };
/* The second layer has a head less than the others. */
static const gsize heads[LAYERS] = { 4, 3, 4 };

/* Numbers between 0 and 1 that are always the same. */
static double
number (gsize i)
{
  return fmod (0.37 * (double)(i + 1), 1);
}

static void
fill (IplTrajectory *self, guint layer, const char *name)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (self, name);
  double *to = ipl_trajectory_edit (self, name);

  for (gsize i = 0; i < array->size; i++)
    {
      gboolean of_heads = array->ndim > 0 && array->shape[array->ndim - 1] == MOST;
      gboolean there = i % MOST < heads[layer] && (array->ndim < 2 || i / MOST < heads[layer]);

      to[i] = !of_heads || there ? number (strlen (name) * 1000 + layer * 100 + i) : NAN;
    }
}

/* In the order by entropy nothing is known, and in those at random not without one head. */
static void
add_curves (IplTrajectory *self)
{
  const gsize shape[] = { IPL_PROBE_N_ORDERS + IPL_PROBE_N_RANDOM, 5 };
  double accuracy[(IPL_PROBE_N_ORDERS + IPL_PROBE_N_RANDOM) * 5];

  for (gsize i = 0; i < G_N_ELEMENTS (accuracy); i++)
    accuracy[i]
        = i / 5 == IPL_PROBE_BY_ENTROPY || (i / 5 >= IPL_PROBE_N_ORDERS && i % 5 == 1) || i % 5 == 3
              ? NAN
              : 0.5 + (double)(i / 5) / 100 - (double)(i % 5) / 1000;
  g_assert_true (ipl_trajectory_add_constant (self, "prune_accuracy", 2, shape, accuracy, NULL));
}

static IplExperimentResult *
make (gboolean drops)
{
  static const char *const always[]
      = { "score", "weight", "U", "redundancy", "accuracy", "accuracy_gp", "alignment" };
  static const char *const with_drops[] = { "drop", "score_sd", "pair_excess", "rank_correlation" };
  const gsize lengths[] = { MOST, IPL_PROBE_N_RANKS, 3 };
  const double all[] = { 0.74, 0.65, 0.8, 0.5, 0.4, 0.6, NAN, NAN, NAN, NAN, NAN, NAN };
  IplTrajectory *self = ipl_trajectory_new (IPL_CLOCK_LAYERS);

  for (const IplRecordedArray *at = ipl_probe_recorded; at->name != NULL; at++)
    {
      IplRecordedArray one[] = { *at, { NULL } };

      one[0].is_optional = FALSE;
      if (g_strv_contains (always, at->name) || (drops && g_strv_contains (with_drops, at->name)))
        ipl_trajectory_add_recorded (self, one, "HMI", lengths);
    }
  for (guint l = 0; l < LAYERS; l++)
    {
      g_assert_true (ipl_trajectory_append (self, l + 1.0, NULL));
      for (guint i = 0; i < self->arrays->len; i++)
        fill (self, l, ((IplTrajectoryArray *)self->arrays->pdata[i])->name);
    }
  if (drops)
    add_curves (self);
  if (drops)
    g_assert_true (ipl_trajectory_add_constant (self, "rank_correlation_all", 2,
                                                (gsize[]){ IPL_PROBE_N_RANKS, 3 }, all, NULL));
  return ipl_experiment_result_new_dynamics (&ipl_experiment_probe, self, TRUE, NULL, NULL);
}

static IplView
view_of (IplExperimentResult *own, double time)
{
  IplView view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 };

  ipl_view_set_own (&view, own, time);
  return view;
}

static IplTarget
head_at (const IplView *view, guint layer, int head, int other)
{
  IplTarget target = IPL_TARGET_NONE;

  target.step = ipl_target_of_moment (view, layer);
  target.head = head;
  target.component = other;
  return target;
}

/* With what is highlighted, where that is: heads, pairs, heads that are not there. */
static void
draw (const IplPanel *panel, const IplView *view, double width, double height)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 10, 10);
  cairo_t *cr = cairo_create (surface);
  const IplTarget lit[] = { IPL_TARGET_NONE, head_at (view, 1, 2, -1), head_at (view, 1, 3, -1),
                            head_at (view, 2, 1, 3), head_at (view, 0, 70, 3) };
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_DARK, 8);
  ipl_figure_draw (panel, view, &style, cr, width, height);
  for (guint i = 0; i < G_N_ELEMENTS (lit); i++)
    ipl_figure_draw_overlay (panel, view, &style, &lit[0], &lit[i], cr, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_drawn (void)
{
  const double sizes[][2] = { { 300, 200 }, { 120, 260 }, { 900, 150 }, { 12, 9 }, { 1, 1 } };

  for (guint drops = 0; drops < 2; drops++)
    {
      g_autoptr (IplExperimentResult) result = make (drops);

      for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
        for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
          for (guint layer = 1; layer <= LAYERS; layer++)
            {
              IplView view = view_of (result, layer);

              g_assert_cmpuint (view.moment, ==, layer - 1);
              g_assert_true (ipl_panel_fits (ipl_panel_find (ids[i]), &view));
              draw (ipl_panel_find (ids[i]), &view, sizes[s][0], sizes[s][1]);
            }
    }
}

static void
assert_says (const char *id, const IplView *view, const IplTarget *target, const char *words)
{
  g_autofree char *said = ipl_figure_say (ipl_panel_find (id), target, view);

  if (!g_str_has_prefix (said, words))
    g_error ("%s: %s", id, said);
}

/* The numbers are those of the layer and the head that are hovered. */
static void
test_said (void)
{
  g_autoptr (IplExperimentResult) own = make (TRUE), without = make (FALSE);
  IplView view = view_of (own, 2), bare = view_of (without, 2);
  IplTarget head = head_at (&view, 1, 2, -1), pair = head_at (&view, 1, 2, 0);
  IplTarget none = head_at (&view, 1, 3, -1), rank = IPL_TARGET_NONE;
  g_autofree char *score = ipl_number_text (number (5102), 3);
  g_autofree char *common = ipl_number_text (number (10108), 3);
  g_autofree char *of_head = g_strdup_printf ("Layer 2, head 3: score %s ±", score);
  g_autofree char *of_pair = g_strdup_printf ("Layer 2, heads 3 and 1: in common %s,", common);
  g_autofree char *of_bare = g_strdup_printf ("Layer 2, head 3: score %s, weight", score);
  g_autofree char *ranks = ipl_figure_describe (ipl_panel_find ("probe-ranks"), &view);
  g_autofree char *table = ipl_figure_table (ipl_panel_find ("probe-drops"), &view);
  g_autofree char *said = ipl_figure_say (ipl_panel_find ("probe-scores"), &none, &view);

  rank.component = 0;
  assert_says ("probe-scores", &view, &head, of_head);
  assert_says ("probe-drops", &view, &head, of_head);
  assert_says ("probe-redundancy", &view, &pair, of_pair);
  assert_says ("probe-scores", &bare, &head, of_bare);
  assert_says (
      "probe-ranks", &view, &rank,
      "Theory’s score: rank correlation with the drop 0.74 over all layers (0.65 to 0.80), ");
  rank.component = 2;
  assert_says ("probe-ranks", &bare, &rank,
               "Attention entropy: rank correlation with the drop is not known");
  g_assert_null (strstr (said, "head 4"));
  g_assert_nonnull (strstr (ranks, "The theory’s score can be trusted here"));
  g_assert_true (g_str_has_prefix (table, "layer\thead\tweight\tdrop\n1\t1\t"));
}

/* Orders of which nothing is known are left out, and numbers of heads at which nothing is. */
static void
test_pruning (void)
{
  const IplPanel *panel = ipl_panel_find ("probe-pruning");
  g_autoptr (IplExperimentResult) own = make (TRUE), without = make (FALSE);
  IplView view = view_of (own, 2), bare = view_of (without, 2);
  g_autofree char *table = ipl_figure_table (panel, &view);
  g_autofree char *words = ipl_figure_describe (panel, &view);
  g_autofree char *none = ipl_figure_describe (panel, &bare);
  IplTarget target = IPL_TARGET_NONE;

  target.step = 1;
  assert_says ("probe-pruning", &view, &target,
               "Accuracy without 1 head: lowest score first 0.499, lowest gradient first 0.509, "
               "lowest norm first 0.529, lowest drop first 0.539");
  target.step = 2;
  assert_says ("probe-pruning", &view, &target,
               "Accuracy without 2 heads: lowest score first 0.498, lowest gradient first 0.508, "
               "lowest norm first 0.528, lowest drop first 0.538, at random 0.593 (0.548 to "
               "0.638)");
  target.step = 3;
  g_assert_null (panel->say (&target, &view));
  target.step = 5;
  g_assert_null (panel->say (&target, &view));
  g_assert_null (strstr (table, "entropy"));
  g_assert_true (g_str_has_prefix (table, "heads removed\tat random, mean\tlowest\thighest\tlowest "
                                          "drop first\t"));
  g_assert_nonnull (strstr (table, "\n4\t"));
  g_assert_null (strstr (table, "\n3\t"));
  g_assert_nonnull (strstr (words, "Accuracy without 2 heads: lowest score first 0.498"));
  g_assert_null (strstr (none, "without 2"));
}

/* All heads and pairs of a map can be pointed at, and are where arrow keys go. */
static void
test_pointed (void)
{
  g_autoptr (IplExperimentResult) own = make (TRUE);
  IplView view = view_of (own, 2);
  gboolean seen[2][LAYERS][MOST][MOST] = { { { { FALSE } } } };
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (double y = 0; y < 200; y += 2)
    for (double x = 0; x < 300; x += 2)
      for (guint i = 0; i < 2; i++)
        {
          IplTarget target = IPL_TARGET_NONE;
          guint layer;

          if (ipl_figure_pick (ipl_panel_find (ids[i]), &view, &style, 300, 200, x, y, &target)
              && ipl_target_get_moment (&target, &view, &layer))
            seen[i][layer][target.head][MAX (target.component, 0)] = TRUE;
        }
  for (guint l = 0; l < LAYERS; l++)
    for (guint h = 0; h < MOST; h++)
      for (guint q = 0; q < MOST; q++)
        {
          g_assert_cmpint (seen[0][l][h][q], ==, q == 0);
          g_assert_cmpint (seen[1][l][h][q], ==, l == 1);
        }
}

static void
assert_steps (const char *id, const IplView *view, const IplTarget *from, int dx, int dy,
              const IplTarget *to)
{
  const IplTarget target = ipl_panel_step (ipl_panel_find (id), from, view, dx, dy);

  g_assert_cmpint (target.step, ==, to->step);
  g_assert_cmpint (target.head, ==, to->head);
  g_assert_cmpint (target.component, ==, to->component);
}

static void
test_steps (void)
{
  g_autoptr (IplExperimentResult) own = make (TRUE);
  IplView view = view_of (own, 2);
  const IplTarget none = IPL_TARGET_NONE, begin = head_at (&view, 1, 0, -1);
  const IplTarget last = head_at (&view, 0, 3, -1), fewer = head_at (&view, 1, 2, -1);
  const IplTarget pair = head_at (&view, 1, 0, 0), next = head_at (&view, 1, 1, 1);

  assert_steps ("probe-scores", &view, &none, 1, 0, &begin);
  assert_steps ("probe-scores", &view, &last, 0, 1, &fewer);
  assert_steps ("probe-drops", &view, &begin, 0, 0, &begin);
  assert_steps ("probe-redundancy", &view, &none, 1, 0, &pair);
  assert_steps ("probe-redundancy", &view, &pair, 1, 1, &next);
  assert_steps ("probe-redundancy", &view, &last, 1, 1, &pair);
}

/* A click in the map of scores is the layer shown, at the last one whatever comes. */
static void
test_clicked (void)
{
  const IplPanel *panel = ipl_panel_find ("probe-scores");
  g_autoptr (IplExperimentResult) own = make (TRUE);
  IplView view = view_of (own, 2);
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  gboolean seen[LAYERS + 1] = { FALSE };
  gpointer layout;
  IplStyle style;

  ipl_parameters_init (parameters, "probe");
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  layout = ipl_panel_layout (panel, &view, &style, 300, 200);
  for (double y = 0; y < 200; y += 2)
    if (ipl_panel_edit (panel, layout, &view, &style, 100, y, 100, y, parameters))
      seen[parameters->shown_time < 0 ? 0 : (guint)parameters->shown_time] = TRUE;
  g_assert_true (seen[0] && seen[1] && seen[2] && !seen[3]);
  g_assert_false (ipl_panel_edit (panel, layout, &view, &style, 1, 1, 100, 100, parameters));
  ipl_panel_free_layout (panel, layout);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figures/probe/drawn", test_drawn);
  g_test_add_func ("/figures/probe/said", test_said);
  g_test_add_func ("/figures/probe/pruning", test_pruning);
  g_test_add_func ("/figures/probe/pointed", test_pointed);
  g_test_add_func ("/figures/probe/steps", test_steps);
  g_test_add_func ("/figures/probe/clicked", test_clicked);
  return g_test_run ();
}
