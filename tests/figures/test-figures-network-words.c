/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the panels of the trained network say: in the figure, in words, as tables; and what they say
 * while something is missing. */

#include "figures/kit/text.h"
#include "figures/output/export.h"
#include "figures/panels/panel-table.h"
#include "figures/view/trained-network-view.h"
#include "figures/view/target-sentence.h"
#include "figure-fixture.h"
#include "places.h"
#include "figure-once.h"
#include "table-columns.h"

#include <math.h>
#include <string.h>

static const IplPanel *const panels[]
    = { &ipl_panel_task, &ipl_panel_attention, &ipl_panel_training, &ipl_panel_heads,
        &ipl_panel_pruning };

TEST (test_empty, "/figures/network/empty")
{
  static const char *const expected[]
      = { "\nNo sequences to show\nopen a one-shot task\n",
          "\nNo attention to show\nopen a one-shot task\n", "\nNot trained yet\npress Train\n",
          "\nThe heads have no scores yet\nsolve the theory first\n",
          "\nNo heads have been removed yet\npress Prune\n" };
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_UNSOLVED);
  for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
    {
      IplTarget target = IPL_TARGET_NONE;
      g_autofree char *texts = figure_once_texts (panels[p], &fixture->view, TRUE);
      g_autofree char *exported = figure_once_texts (panels[p], &fixture->view, FALSE);
      g_assert_cmpstr (texts, ==, expected[p]);
      /* Where there are no buttons, nothing is said of them. */
      g_assert_true (g_str_has_prefix (expected[p], exported));
      g_assert_cmpuint (strlen (exported), <, strlen (texts));
      for (double x = 5; x < 500; x += 20)
        {
          IplStyle style;
          ipl_style_init (&style, IPL_THEME_LIGHT, 8);
          g_assert_false (
              ipl_figure_pick (panels[p], &fixture->view, &style, 500, 300, x, 150, &target));
        }
      target = ipl_figure_step (panels[p], &target, &fixture->view, 1, 0);
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_SEQUENCE), ==, -1);
      g_assert_cmpint (ipl_target_get (&target, IPL_PART_PRUNED), ==, -1);
    }
  /* Scores alone are shown without a report. */
  g_autoptr (Fixture) solved = fixture_new (FIXTURE_HMC4);
  g_autofree char *scores = figure_once_texts (&ipl_panel_heads, &solved->view, TRUE);
  g_assert_nonnull (strstr (scores, "\nhead score\n"));
  g_assert_null (strstr (scores, "accuracy drop"));
  /* A trained network whose file has no learning curve. */
  IplCaseInfo trained = *fixture->view.the_case;
  IplView view = fixture->view;
  trained.trained = (gpointer)&trained;
  view.the_case = &trained;
  g_autofree char *untrained = ipl_figure_describe (&ipl_panel_training, &fixture->view);
  g_autofree char *without = figure_once_texts (&ipl_panel_training, &view, TRUE);
  g_autofree char *words = ipl_figure_describe (&ipl_panel_training, &view);
  g_assert_nonnull (strstr (untrained, " Not trained yet."));
  g_assert_cmpstr (without, ==, "\nThe network's file has no learning curve\nContinue adds one\n");
  g_assert_nonnull (strstr (words, " The network's file has no learning curve."));
  g_assert_null (strstr (words, "Not trained"));
  /* A run that has no point yet. */
  IplLearningCurve begun = { .running = TRUE, .seconds_left = -1 };
  solved->view.training = &begun;
  g_autofree char *beginning = figure_once_texts (&ipl_panel_training, &solved->view, TRUE);
  g_assert_nonnull (strstr (beginning, "Training has begun"));
  g_autofree char *begun_words = ipl_figure_describe (&ipl_panel_training, &solved->view);
  g_assert_nonnull (strstr (begun_words, " Training has begun."));
}

FIXTURE_TEST (test_partial, "/figures/network/partial", FIXTURE_PARTIAL)
{
  g_autofree char *heads = figure_once_texts (&ipl_panel_heads, &fixture->view, TRUE);
  g_assert_null (strstr (heads, "trained network"));
  g_assert_nonnull (strstr (heads, "\ntheory, solved again (1 of 8)\n"));
  g_assert_nonnull (strstr (heads, "\ntheory, set to zero, <i>ρ</i> = 0.83 [0.41, 0.95]\n"));
  g_autofree char *pruning = figure_once_texts (&ipl_panel_pruning, &fixture->view, TRUE);
  g_assert_nonnull (strstr (pruning, "\ntheory, <i>U</i> zeroed\n"));
  g_assert_null (strstr (pruning, "fine-tuned"));
  g_assert_null (strstr (pruning, "parameters"));
  g_autofree char *training = figure_once_texts (&ipl_panel_training, &fixture->view, TRUE);
  g_assert_nonnull (strstr (training, "\nabout 4 min left\n"));
  g_assert_null (strstr (training, "held out"));
  g_autofree char *task = figure_once_texts (&ipl_panel_task, &fixture->view, TRUE);
  g_assert_null (strstr (task, "trained network"));
  g_assert_nonnull (strstr (task, "theory"));
  for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
    {
      g_autofree char *texts = figure_once_texts (panels[p], &fixture->view, TRUE);
      g_autofree char *words = ipl_figure_describe (panels[p], &fixture->view);
      g_assert_null (strstr (texts, "nan"));
      g_assert_null (strstr (words, "nan"));
      g_assert_null (strstr (words, "–"));
    }
}

static void
assert_description (const Fixture *fixture, IplTarget target, const char *expected)
{
  g_autofree char *text = ipl_target_describe (&target, &fixture->view);
  g_assert_cmpstr (text, ==, expected);
}

FIXTURE_TEST (test_describe, "/figures/network/describe", FIXTURE_ONE_SHOT)
{
  const IplPruning *pruning = fixture->view.pruning;
  const IplHeadReport *report = fixture->view.heads;
  IplTarget target = ipl_target_pruned (3);
  const guint *gone = pruning->curve[IPL_REMOVAL_BY_SCORE].order;
  g_autofree char *removed = g_strdup_printf (
      "3 heads removed (%u.%u, %u.%u, %u.%u), accuracy %.3f ± 0.012, fine-tuned %.3f ± "
      "0.012, in reverse %.3f, by entropy %.3f, by gradient %.3f, at random %.3f; 86 %% of the "
      "parameters, 83 %% of the multiply-adds left",
      gone[0] / 4 + 1, gone[0] % 4 + 1, gone[1] / 4 + 1, gone[1] % 4 + 1, gone[2] / 4 + 1,
      gone[2] % 4 + 1, pruning->curve[0].accuracy[3], pruning->curve[0].tuned[3],
      pruning->curve[IPL_REMOVAL_REVERSE].accuracy[3],
      pruning->curve[IPL_REMOVAL_BY_ENTROPY].accuracy[3],
      pruning->curve[IPL_REMOVAL_BY_GRADIENT].accuracy[3], pruning->random_mean[3]);
  assert_description (fixture, target, removed);
  /* The figure of heads lists those of the chosen point too, in its own order. */
  fixture->view.pruned = -1;
  g_autofree char *all = ipl_figure_describe (&ipl_panel_heads, &fixture->view);
  fixture->view.pruned = 1;
  g_autofree char *less = ipl_figure_describe (&ipl_panel_heads, &fixture->view);
  g_autofree char *listed = g_strdup_printf (" Removed: %u.%u.", gone[0] / 4 + 1, gone[0] % 4 + 1);
  g_assert_null (strstr (all, "Removed"));
  g_assert_nonnull (strstr (less, listed));
  target = ipl_target_pruned (700);
  assert_description (fixture, target, "");
  const IplTrainerPoint *point = &fixture->view.training->points[99];
  target = ipl_target_point (99);
  g_autofree char *learned = g_strdup_printf (
      "Step 500 after 11 s: loss %.3f, training accuracy %.3f, held-out accuracy %.3f ± 0.009",
      point->loss, point->accuracy_train, point->accuracy_holdout);
  assert_description (fixture, target, learned);
  /* Between two looks at the held-out sequences: the last one. */
  target = ipl_target_point (150);
  g_autofree char *between = ipl_target_describe (&target, &fixture->view);
  g_autofree char *last
      = g_strdup_printf (", held-out accuracy %.3f ± 0.009 at step 500", point->accuracy_holdout);
  g_assert_true (g_str_has_suffix (between, last));
  target = ipl_target_point (4000);
  assert_description (fixture, target, "");
  target = ipl_target_sequence (4, -1);
  g_autofree char *sequence = ipl_target_describe (&target, &fixture->view);
  g_assert_true (g_str_has_prefix (sequence, "Sequence 5: Korean character09 is "));
  g_assert_nonnull (strstr (sequence, "the trained network answers "));
  g_assert_nonnull (strstr (sequence, "0.31, wrong"));
  target = ipl_target_sequence (6, -1);
  assert_description (fixture, target, "");
  target = ipl_target_token (0, 1, 0, 21);
  g_autofree char *patch = ipl_target_describe (&target, &fixture->view);
  g_autofree double *weights = ipl_view_attention (&fixture->view, 0, 1);
  g_autofree char *weight = g_strdup_printf (
      "; Sequence 1, patch 6 of the second shot with attention %.3f: ", weights[21]);
  g_assert_nonnull (strstr (patch, weight));
  target = ipl_target_head (0, 1);
  g_autofree char *head = ipl_target_describe (&target, &fixture->view);
  g_autofree char *drop
      = g_strdup_printf ("; without it accuracy falls, the trained network by "
                         "%.3f ± %.3f, the theory with its paths at zero by %.3f",
                         report->trained.drop[1], report->trained.se[1], report->zeroed.drop[1]);
  g_assert_nonnull (strstr (head, drop));
  g_autofree char *pointed = ipl_figure_describe_target (&ipl_panel_heads, &target, &fixture->view);
  g_assert_cmpstr (pointed, ==, head);
  g_autofree char *words = ipl_figure_describe (&ipl_panel_network, &fixture->view);
  g_assert_nonnull (strstr (words, "The trained network is correct on 5 of 6."));
  g_assert_nonnull (strstr (words, "Rank correlation with the drop of the trained network: 0.83 "
                                   "[0.41, 0.95]."));
  g_assert_nonnull (strstr (words, "6 of 8 heads can be removed."));
}

/* Points on the curve by entropy: in words, in what is saved of a table, and where it is absent. */
TEST (test_by_entropy, "/figures/network/by-entropy")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  g_autoptr (Fixture) partial = fixture_new (FIXTURE_PARTIAL);
  const IplPruning *pruning = fixture->view.pruning;
  const IplPruningCurve *curve = &pruning->curve[IPL_REMOVAL_BY_ENTROPY];
  IplTarget target = ipl_target_pruned (2);
  fixture->view.order = partial->view.order = IPL_REMOVAL_BY_ENTROPY;
  g_autofree char *start = g_strdup_printf (
      "2 heads removed by entropy (%u.%u, %u.%u), accuracy %.3f ± 0.012, "
      "fine-tuned %.3f ± 0.012, by score %.3f, in reverse %.3f, by gradient %.3f, at random %.3f; ",
      curve->order[0] / 4 + 1, curve->order[0] % 4 + 1, curve->order[1] / 4 + 1,
      curve->order[1] % 4 + 1, curve->accuracy[2], curve->tuned[2],
      pruning->curve[IPL_REMOVAL_BY_SCORE].accuracy[2],
      pruning->curve[IPL_REMOVAL_REVERSE].accuracy[2],
      pruning->curve[IPL_REMOVAL_BY_GRADIENT].accuracy[2], pruning->random_mean[2]);
  g_autofree char *said = ipl_target_describe (&target, &fixture->view);
  g_assert_true (g_str_has_prefix (said, start));
  g_autofree char *words = ipl_figure_describe (&ipl_panel_pruning, &fixture->view);
  g_autofree char *end
      = g_strdup_printf (" Accuracy, by entropy from %.3f ± 0.012 (heads removed %u) to",
                         curve->accuracy[pruning->n_points - 1], pruning->n_points - 1);
  g_assert_nonnull (strstr (words, end));
  g_autofree char *table = ipl_figure_table (&ipl_panel_pruning, &fixture->view);
  g_assert_nonnull (strstr (table, "\taccuracy, by entropy\t"));
  g_autofree char *heads = ipl_figure_table (&ipl_panel_heads, &fixture->view);
  g_assert_nonnull (strstr (heads, "\tattention entropy\t"));
  IplView usable = ipl_view_usable (&fixture->view);
  g_assert_cmpint (usable.pruned, ==, 3);

  partial->view.pruned = 1;
  usable = ipl_view_usable (&partial->view);
  g_assert_cmpint (usable.pruned, ==, -1);
  g_autofree char *unknown = ipl_target_describe (&target, &partial->view);
  g_assert_true (g_str_has_prefix (unknown, "2 heads removed by entropy, by score "));
  g_assert_true (g_str_has_suffix (unknown, ", by entropy unknown"));
  g_autofree char *no_words = ipl_figure_describe (&ipl_panel_pruning, &partial->view);
  g_assert_nonnull (strstr (no_words, "no curve by entropy: The case holds path features"));
  g_autofree char *texts = figure_once_texts (&ipl_panel_pruning, &partial->view, TRUE);
  g_assert_nonnull (strstr (texts, "\nentropy unknown\n"));
  g_assert_null (strstr (texts, "highest entropy"));
  g_autofree char *no_columns = ipl_figure_table (&ipl_panel_pruning, &partial->view);
  g_assert_null (strstr (no_columns, "by entropy"));
}

FIXTURE_TEST (test_tables, "/figures/network/tables", FIXTURE_ONE_SHOT)
{
  for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
    {
      g_autofree char *table = ipl_figure_table (panels[p], &fixture->view);
      g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
      static const guint n_lines[] = { 6, IPL_ONE_SHOT_T, 4000, 8, 7 };
      g_assert_cmpuint (g_strv_length (lines), ==, 1 + n_lines[p] + 1);
      assert_table_columns (panels[p]->id, table);
      g_assert_null (strstr (table, "nan"));
    }
  g_autofree char *heads = ipl_figure_table (&ipl_panel_heads, &fixture->view);
  g_auto (GStrv) lines = g_strsplit (heads, "\n", -1);
  g_auto (GStrv) cells = g_strsplit (lines[6], "\t", -1);
  g_assert_cmpstr (cells[0], ==, "2.2");
  /* Ten digits are written. */
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[2], NULL), fixture->view.heads->entropy[5],
                                  1e-9);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[3], NULL), fixture->view.heads->gradient[5],
                                  1e-9);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[4], NULL),
                                  fixture->view.heads->trained.drop[5], 1e-9);
}

static void
check_cell (const Fixture *fixture, const IplStyle *style, double w, double h, double x, double y,
            IplTarget expected)
{
  IplTarget target;
  g_assert_true (ipl_figure_pick (&ipl_panel_u, &fixture->view, style, w, h, x, y, &target));
  g_assert_true (ipl_target_equal (&target, &expected));
}

/* U of gradient descent, alone and beside the theory's, with limits of its own. */
TEST (test_trained_u, "/figures/network/trained-u")
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  double x, y;
  fixture->view.display.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
  g_autofree char *both = figure_once_texts (&ipl_panel_u, &fixture->view, TRUE);
  g_assert_nonnull (strstr (both, "escent, ±0.0"));
  /* Nothing is sampled: no empty map between the two. */
  g_assert_null (strstr (both, "sampled"));
  g_assert_true (places_cell (&fixture->view, &fixture->style, 500, 300, 1, 3, 9, &x, &y));
  g_assert_false (places_cell (&fixture->view, &fixture->style, 500, 300, 2, 3, 9, &x, &y));
  IplTarget pair = ipl_target_pair (3, 9);
  check_cell (fixture, &fixture->style, 500, 300, x, y, pair);
  fixture->view.display.heatmap = IPL_HEATMAP_TRAINED;
  g_autofree char *alone = figure_once_texts (&ipl_panel_u, &fixture->view, TRUE);
  g_assert_nonnull (strstr (alone, "gradient descent"));
  g_autofree char *table = ipl_figure_table (&ipl_panel_u, &fixture->view);
  g_assert_true (g_str_has_prefix (table, "U, gradient descent\t(1,1)\t"));
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  g_auto (GStrv) cells = g_strsplit (lines[1], "\t", -1);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[2], NULL), fixture->the_case->trained->U[1],
                                  1e-11);
  g_autoptr (Fixture) untrained = fixture_new (FIXTURE_HMC4);
  untrained->view.display.heatmap = IPL_HEATMAP_TRAINED;
  g_autofree char *none = figure_once_texts (&ipl_panel_u, &untrained->view, TRUE);
  g_assert_nonnull (strstr (none, "\nno trained network\n"));
  /* With samples there are three. */
  g_autoptr (Fixture) sampled = fixture_new (FIXTURE_SAMPLED);
  fixture_network_train_case (sampled->the_case);
  sampled->view.display.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
  g_assert_true (places_cell (&sampled->view, &fixture->style, 700, 300, 2, 0, 1, &x, &y));
  pair = ipl_target_pair (0, 1);
  check_cell (sampled, &fixture->style, 700, 300, x, y, pair);
}

/* Every test set is a series; rows at temperatures of their own stay together. */
FIXTURE_TEST (test_accuracy, "/figures/network/accuracy", FIXTURE_ONE_SHOT)
{
  g_autofree char *texts = figure_once_texts (&ipl_panel_accuracy, &fixture->view, TRUE);
  g_assert_nonnull (strstr (texts, "\ntheory, test\ntheory, mnist\ntheory, fashion\n"));
  g_assert_nonnull (strstr (texts, "\ntrained network, test\n"));
  g_assert_null (strstr (texts, "best temperature"));
  for (guint i = 0; i < fixture->sweep->n_rows; i++)
    fixture->sweep->rows[i]->setting.temperature = 0.01 * (i + 1);
  fixture->view.best_temperature = TRUE;
  g_autoptr (GArray) rows = ipl_view_rows (&fixture->view, TRUE);
  g_assert_cmpuint (rows->len, ==, 7);
  g_autofree char *best = figure_once_texts (&ipl_panel_accuracy, &fixture->view, TRUE);
  g_assert_nonnull (strstr (best, "\nbest temperature at each width\n"));
  IplTarget target = ipl_target_row (3);
  g_autofree char *row = ipl_target_describe (&target, &fixture->view);
  g_assert_true (g_str_has_prefix (row,
                                   "N = 100: accuracy 0.911 ± 0.009 at T = 0.040 (GP 0.826), mnist "
                                   "0.841 ± 0.012, fashion 0.771 ± 0.013, solved in"));
  g_autofree char *table = ipl_figure_table (&ipl_panel_accuracy, &fixture->view);
  g_assert_true (g_str_has_prefix (
      table, "width\taccuracy\t±\taccuracy, mnist\t±\taccuracy, fashion\t±\ttemperature\n"));
  g_assert_nonnull (strstr (table, "\n10\t0.964\t"));
}

TEST (test_words, "/figures/network/words")
{
  static const struct
  {
    double seconds;
    const char *text;
  } times[] = { { 0.4, "0 s" },     { 42, "42 s" },    { 119, "2 min" },
                { 3600, "60 min" }, { 9000, "2.5 h" }, { 90000, "25 h" } };
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *text = ipl_seconds_text (times[i].seconds);
      g_assert_cmpstr (text, ==, times[i].text);
    }
  g_assert_null (ipl_correlation_text (&(IplCorrelation){ NAN, NAN, NAN }));
  g_autofree char *bare = ipl_correlation_text (&(IplCorrelation){ -0.25, NAN, NAN });
  g_assert_cmpstr (bare, ==, "−0.25");
  g_assert_false (ipl_answer_is_right (0, 1));
  g_assert_true (ipl_answer_is_right (-0.1, -1));
  g_assert_false (ipl_answer_is_right (NAN, 1));
}

static void
note_place (const char *markup, double size, const IplRect *ink, gpointer data)
{
  *(IplRect *)data = *ink;
}

/* A caption stands where its figure puts it; beside what it is not to cover, where that is told;
 * and nowhere where another figure speaks. */
TEST (test_caption_room, "/network-words/caption-room")
{
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (IplRect));
  const IplRect legend = { 0, 0, 300, 40 }, axis = { 0, 0, 50, 200 };
  IplCaptionRoom room = { 300, 200, taken, FALSE };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  IplRect at = { NAN };
  IplRecorder recorder = { .on_text = note_place, .on_data = &at };
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_array_append_val (taken, legend);
  g_array_append_val (taken, axis);
  ipl_recorder_set (cr, &recorder);
  ipl_caption_draw_plain (&style, "head 2 of layer 1", cr, 300);
  g_assert_cmpfloat (at.y, <, 10);
  recorder.captions = &room;
  ipl_caption_draw_plain (&style, "head 2 of layer 1", cr, 300);
  g_assert_cmpfloat (at.y, >, 40);
  g_assert_cmpfloat (at.y + at.h, <, 200);
  g_assert_cmpfloat (at.x, >, 50);
  g_assert_cmpfloat (at.x + at.w, <, 300);
  room.is_quiet = TRUE;
  at.x = -7;
  ipl_caption_draw_plain (&style, "head 2 of layer 1", cr, 300);
  g_assert_cmpfloat (at.x, ==, -7);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}
