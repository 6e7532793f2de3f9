/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The panels of the trained network: picking is the inverse of drawing, numbers are said as they
 * are, what is missing is missing. */

#include "figure-private.h"
#include "fixture.h"
#include "training-layout.h"

#include <math.h>
#include <string.h>

static const FixtureKind trained[]
    = { FIXTURE_ONE_SHOT, FIXTURE_TWO_HEADS, FIXTURE_MANY_HEADS, FIXTURE_LAYERS, FIXTURE_PARTIAL };
static const IplPanel panels[] = { IPL_PANEL_TASK, IPL_PANEL_ATTENTION, IPL_PANEL_TRAINING,
                                   IPL_PANEL_HEADS, IPL_PANEL_PRUNING };
static const double sizes[][2] = { { 420, 260 }, { 700, 420 }, { 300, 330 }, { 252, 210 } };

static void
check (IplPanel panel, const Fixture *fixture, const IplStyle *style, double w, double h, double x,
       double y, IplFocus expected)
{
  IplFocus focus;
  g_assert_true (ipl_figure_pick (panel, &fixture->view, style, w, h, x, y, &focus));
  if (!ipl_focus_equal (&focus, &expected))
    g_error ("%s at %.1f %.1f: picked layer %d head %d example %d token %d step %d, expected %d "
             "%d %d %d %d",
             ipl_panel_id (panel), x, y, focus.layer, focus.head, focus.example, focus.token,
             focus.step, expected.layer, expected.head, expected.example, expected.token,
             expected.step);
}

static void
test_pick (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new (GPOINTER_TO_INT (data));
  const IplView *view = &fixture->view;
  const IplCase *the_case = fixture->the_case;
  IplView usable = ipl_view_usable (view);
  IplStyle style;
  IplFocus focus;
  double x, y;
  guint n_small = 0, n_sequences = 0;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      double w = sizes[s][0], h = sizes[s][1];
      for (guint l = 0; l < the_case->L; l++)
        for (guint k = 0; k < the_case->H[l]; k++)
          {
            IplFocus head = IPL_FOCUS_NONE;
            head.layer = l;
            head.head = k;
            g_assert_true (ipl_head_plot_point (view, &style, w, h, l, k, &x, &y));
            check (IPL_PANEL_HEADS, fixture, &style, w, h, x, y, head);
            if (ipl_attention_plot_point (view, &style, w, h, l, k, -1, &x, &y))
              {
                n_small++;
                check (IPL_PANEL_ATTENTION, fixture, &style, w, h, x, y, head);
              }
          }
      for (int token = 0; token < IPL_ONE_SHOT_T; token++)
        {
          IplFocus patch = IPL_FOCUS_NONE;
          patch.layer = usable.shown_layer;
          patch.head = usable.shown_head;
          patch.example = 0;
          patch.token = token;
          g_assert_true (ipl_attention_plot_point (view, &style, w, h, 0, 0, token, &x, &y));
          check (IPL_PANEL_ATTENTION, fixture, &style, w, h, x, y, patch);
        }
      for (guint i = 0; i < view->gallery->n; i++)
        {
          IplFocus sequence = IPL_FOCUS_NONE;
          sequence.example = i;
          if (!ipl_task_plot_point (view, &style, w, h, i, &x, &y))
            continue;
          n_sequences++;
          check (IPL_PANEL_TASK, fixture, &style, w, h, x, y, sequence);
        }
      for (guint i = 0; i < view->pruning->n_points; i++)
        {
          IplFocus step = IPL_FOCUS_NONE;
          step.step = i;
          g_assert_true (ipl_pruning_plot_point (view, &style, w, h, i, &x, &y));
          check (IPL_PANEL_PRUNING, fixture, &style, w, h, x, y, step);
        }
      g_assert_false (ipl_pruning_plot_point (view, &style, w, h, view->pruning->n_points, &x, &y));
      gsize n = view->training->n_points;
      for (gsize i = 0; i < n; i += MAX (1, n / 7))
        {
          IplFocus point = IPL_FOCUS_NONE;
          point.step = IPL_FOCUS_POINT + i;
          g_assert_true (ipl_training_plot_point (view, &style, w, h, i, &x, &y));
          check (IPL_PANEL_TRAINING, fixture, &style, w, h, x, y, point);
        }
      for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
        g_assert_false (ipl_figure_pick (panels[p], view, &style, w, h, -50, 1e6, &focus));
    }
  g_assert_cmpuint (n_small, >, 0);
  g_assert_cmpuint (n_sequences, >=, 4 * G_N_ELEMENTS (sizes));
}

/* On the sheet, through the panels' places. */
static void
test_sheet (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  IplStyle style;
  IplSheet sheet;
  double x, y;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  g_assert_true (ipl_panel_is_sheet (IPL_PANEL_NETWORK));
  g_assert_false (ipl_panel_is_sheet (IPL_PANEL_HEADS));
  ipl_sheet_layout (&sheet, IPL_PANEL_NETWORK, &fixture->view, &style, 520, 420);
  const IplRect *r = &sheet.panel[3];
  g_assert_cmpint (ipl_sheet_panel (IPL_PANEL_NETWORK, 3), ==, IPL_PANEL_PRUNING);
  g_assert_true (ipl_pruning_plot_point (&fixture->view, &style, r->w, r->h, 2, &x, &y));
  IplFocus step = IPL_FOCUS_NONE;
  step.step = 2;
  check (IPL_PANEL_NETWORK, fixture, &style, 520, 420, r->x + x, r->y + y, step);
  r = &sheet.panel[2];
  g_assert_true (ipl_head_plot_point (&fixture->view, &style, r->w, r->h, 1, 3, &x, &y));
  IplFocus head = IPL_FOCUS_NONE;
  head.layer = 1;
  head.head = 3;
  check (IPL_PANEL_NETWORK, fixture, &style, 520, 420, r->x + x, r->y + y, head);
}

/* All texts of a figure, one a line. */
static void
record (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_string_append_printf (data, "%s\n", markup);
}

static char *
texts_of (IplPanel panel, const IplView *view)
{
  IplStyle style;
  GString *texts = g_string_new ("\n");
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  ipl_text_set_recorder (record, texts);
  ipl_figure_draw (panel, view, &style, cr, 500, 300);
  ipl_text_set_recorder (NULL, NULL);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_string_free (texts, FALSE);
}

static void
test_empty (void)
{
  static const char *const expected[]
      = { "\nNo sequences to show\nopen a one-shot task\n",
          "\nNo attention to show\nopen a one-shot task\n", "\nNot trained yet\npress Train\n",
          "\nThe heads have no scores yet\nsolve the theory first\n",
          "\nNo heads have been removed yet\npress Prune\n" };
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_UNSOLVED);
  for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
    {
      IplFocus focus = IPL_FOCUS_NONE;
      g_autofree char *texts = texts_of (panels[p], &fixture->view);
      g_assert_cmpstr (texts, ==, expected[p]);
      for (double x = 5; x < 500; x += 20)
        {
          IplStyle style;
          ipl_style_init (&style, IPL_THEME_LIGHT, 8);
          g_assert_false (
              ipl_figure_pick (panels[p], &fixture->view, &style, 500, 300, x, 150, &focus));
        }
      focus = ipl_focus_step (&focus, panels[p], &fixture->view, 1, 0);
      g_assert_cmpint (focus.example, ==, -1);
      g_assert_cmpint (focus.step, ==, -1);
    }
  /* Scores alone are shown without a report. */
  g_autoptr (Fixture) solved = fixture_new (FIXTURE_HMC4);
  g_autofree char *scores = texts_of (IPL_PANEL_HEADS, &solved->view);
  g_assert_nonnull (strstr (scores, "\nhead score\n"));
  g_assert_null (strstr (scores, "accuracy drop"));
  /* A run that has no point yet. */
  IplTrainingView begun = { .running = TRUE, .seconds_left = -1 };
  solved->view.training = &begun;
  g_autofree char *beginning = texts_of (IPL_PANEL_TRAINING, &solved->view);
  g_assert_nonnull (strstr (beginning, "Training has begun"));
}

static void
test_partial (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_PARTIAL);
  g_autofree char *heads = texts_of (IPL_PANEL_HEADS, &fixture->view);
  g_assert_null (strstr (heads, "trained network"));
  g_assert_nonnull (strstr (heads, "\ntheory, solved anew (1 of 8)\n"));
  g_assert_nonnull (strstr (heads, "\ntheory, zeroed, <i>ρ</i> = 0.83 [0.41, 0.95]\n"));
  g_autofree char *pruning = texts_of (IPL_PANEL_PRUNING, &fixture->view);
  g_assert_nonnull (strstr (pruning, "\ntheory, <i>U</i> zeroed\n"));
  g_assert_null (strstr (pruning, "fine-tuned"));
  g_assert_null (strstr (pruning, "parameters"));
  g_autofree char *training = texts_of (IPL_PANEL_TRAINING, &fixture->view);
  g_assert_nonnull (strstr (training, "\nabout 4 min left\n"));
  g_assert_null (strstr (training, "held out"));
  g_autofree char *task = texts_of (IPL_PANEL_TASK, &fixture->view);
  g_assert_null (strstr (task, "trained network"));
  g_assert_nonnull (strstr (task, "theory"));
  for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
    {
      g_autofree char *texts = texts_of (panels[p], &fixture->view);
      g_autofree char *words = ipl_figure_describe (panels[p], &fixture->view);
      g_assert_null (strstr (texts, "nan"));
      g_assert_null (strstr (words, "nan"));
      g_assert_null (strstr (words, "–"));
    }
}

/* While a new case is being made a window holds the old one's numbers. */
static void
test_stale (void)
{
  g_autoptr (Fixture) old = fixture_new (FIXTURE_ONE_SHOT);
  g_autoptr (Fixture) fresh = fixture_new (FIXTURE_MANY_HEADS);
  IplView view = old->view;
  view.the_case = fresh->the_case;
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

static void
assert_says (const Fixture *fixture, IplFocus focus, const char *expected)
{
  g_autofree char *text = ipl_focus_describe (&focus, &fixture->view);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_describe (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  const IplPruning *pruning = fixture->view.pruning;
  const IplHeadReport *report = fixture->view.heads;
  IplFocus focus = IPL_FOCUS_NONE;
  focus.step = 3;
  guint gone = pruning->curve[IPL_PRUNE_SCORE].order[2];
  g_autofree char *removed = g_strdup_printf (
      "3 heads removed, the last head %u of layer %u, accuracy %.3f ± 0.012, fine-tuned %.3f ± "
      "0.012, in reverse %.3f, at random %.3f; 86 %% of the parameters, 83 %% of the "
      "multiply-adds left",
      gone % 4 + 1, gone / 4 + 1, pruning->curve[0].accuracy[3], pruning->curve[0].tuned[3],
      pruning->curve[1].accuracy[3], pruning->random_mean[3]);
  assert_says (fixture, focus, removed);
  focus.step = 700;
  assert_says (fixture, focus, "");
  const IplTrainerPoint *point = &fixture->view.training->points[99];
  focus.step = IPL_FOCUS_POINT + 99;
  g_autofree char *learned = g_strdup_printf (
      "Step 500 after 11 s: loss %.3f, training accuracy %.3f, held-out accuracy %.3f ± 0.009",
      point->loss, point->accuracy_train, point->accuracy_holdout);
  assert_says (fixture, focus, learned);
  /* Between two looks at the held-out sequences: the last one. */
  focus.step = IPL_FOCUS_POINT + 150;
  g_autofree char *between = ipl_focus_describe (&focus, &fixture->view);
  g_autofree char *last
      = g_strdup_printf (", held-out accuracy %.3f ± 0.009 at step 500", point->accuracy_holdout);
  g_assert_true (g_str_has_suffix (between, last));
  focus.step = IPL_FOCUS_POINT + 4000;
  assert_says (fixture, focus, "");
  focus = IPL_FOCUS_NONE;
  focus.example = 4;
  g_autofree char *sequence = ipl_focus_describe (&focus, &fixture->view);
  g_assert_true (g_str_has_prefix (sequence, "Sequence 5: Korean character09 is "));
  g_assert_nonnull (strstr (sequence, "the trained network answers "));
  g_assert_nonnull (strstr (sequence, "0.31, wrong"));
  focus.example = 6;
  assert_says (fixture, focus, "");
  focus = IPL_FOCUS_NONE;
  focus.layer = 0;
  focus.head = 1;
  g_autofree char *head = ipl_focus_describe (&focus, &fixture->view);
  g_autofree char *drop
      = g_strdup_printf ("; without it accuracy falls, the trained network by "
                         "%.3f ± %.3f, the theory with it zeroed by %.3f",
                         report->trained.drop[1], report->trained.se[1], report->zeroed.drop[1]);
  g_assert_nonnull (strstr (head, drop));
  g_autofree char *words = ipl_figure_describe (IPL_PANEL_NETWORK, &fixture->view);
  g_assert_nonnull (strstr (words, "The trained network is right on 5 of 6."));
  g_assert_nonnull (strstr (words, "Rank correlation with the drop of the trained network: 0.83 "
                                   "[0.41, 0.95]."));
  g_assert_nonnull (strstr (words, "6 of 8 heads can go."));
}

static void
test_tables (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  for (guint p = 0; p < G_N_ELEMENTS (panels); p++)
    {
      g_autofree char *table = ipl_figure_table (panels[p], &fixture->view);
      g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
      guint n_columns = 0;
      static const guint n_lines[] = { 6, 8, 4000, 8 + 1 + 3, 7 };
      g_assert_cmpuint (g_strv_length (lines), ==, 1 + n_lines[p] + 1);
      for (guint i = 0; lines[i] && *lines[i]; i++)
        {
          g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);
          if (i == 0)
            n_columns = g_strv_length (cells);
          else if (panels[p] != IPL_PANEL_HEADS || i <= 8)
            g_assert_cmpuint (g_strv_length (cells), ==, n_columns);
        }
      g_assert_null (strstr (table, "nan"));
    }
  g_autofree char *heads = ipl_figure_table (IPL_PANEL_HEADS, &fixture->view);
  g_auto (GStrv) lines = g_strsplit (heads, "\n", -1);
  g_auto (GStrv) cells = g_strsplit (lines[6], "\t", -1);
  g_assert_cmpstr (cells[0], ==, "2");
  g_assert_cmpstr (cells[1], ==, "2");
  /* Ten digits are written. */
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[3], NULL),
                                  fixture->view.heads->trained.drop[5], 1e-9);
}

/* The arrow keys reach everything and never leave. */
static void
test_step (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new (GPOINTER_TO_INT (data));
  const IplView *view = &fixture->view;
  const IplCase *the_case = fixture->the_case;
  IplFocus focus = IPL_FOCUS_NONE;
  guint n_heads = ipl_case_n_heads (the_case);
  for (guint i = 0; i < n_heads + 2; i++)
    focus = ipl_focus_step (&focus, IPL_PANEL_HEADS, view, -1, 0);
  for (guint k = 0; k < n_heads; k++)
    {
      g_assert_cmpuint (ipl_case_head_index (the_case, focus.layer, focus.head), ==, k);
      focus = ipl_focus_step (&focus, IPL_PANEL_HEADS, view, 1, 0);
    }
  g_assert_cmpint (focus.layer, ==, the_case->L - 1);
  for (guint i = 0; i < 20; i++)
    {
      focus = ipl_focus_step (&focus, IPL_PANEL_TASK, view, 1, 0);
      g_assert_cmpint (focus.example, ==, MIN (i, view->gallery->n - 1));
    }
  gboolean seen[IPL_ONE_SHOT_T] = { FALSE };
  focus = IPL_FOCUS_NONE;
  for (guint i = 0; i < 40; i++)
    focus = ipl_focus_step (&focus, IPL_PANEL_ATTENTION, view, i % 2 ? -1 : 0, i % 2 ? 0 : -1);
  IplFocus line = focus;
  for (guint row = 0; row < 4; row++)
    {
      focus = line;
      for (guint column = 0; column < 12; column++)
        {
          g_assert_false (seen[focus.token]);
          seen[focus.token] = TRUE;
          g_assert_cmpint (focus.example, ==, 0);
          focus = ipl_focus_step (&focus, IPL_PANEL_ATTENTION, view, 1, 0);
        }
      line = ipl_focus_step (&line, IPL_PANEL_ATTENTION, view, 0, 1);
    }
  focus = IPL_FOCUS_NONE;
  for (guint i = 0; i < view->pruning->n_points + 5; i++)
    focus = ipl_focus_step (&focus, IPL_PANEL_PRUNING, view, 1, 0);
  g_assert_cmpint (focus.step, ==, view->pruning->n_points - 1);
  focus = ipl_focus_step (&focus, IPL_PANEL_TRAINING, view, 1, 0);
  g_assert_cmpint (focus.step, ==, IPL_FOCUS_POINT + view->training->n_points - 1);
  focus = ipl_focus_step (&focus, IPL_PANEL_TRAINING, view, -1, 0);
  g_assert_cmpint (focus.step, ==, IPL_FOCUS_POINT + view->training->n_points - 2);
}

/* Attention is what the gallery holds: a row of it, or the mean of sixteen. */
static void
test_attention (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_LAYERS);
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
static void
test_places (void)
{
  static const guint bins[] = { 1, 2, 7, 100, 333, 3999, 4000, 100000 };
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  const IplTrainingView *training = fixture->view.training;
  for (IplCurveKind kind = 0; kind <= IPL_CURVE_HOLDOUT; kind++)
    for (guint b = 0; b < G_N_ELEMENTS (bins); b++)
      {
        g_autoptr (GArray) places = ipl_curve_places (training, kind, 20000, bins[b]);
        gsize i = 0, n_points = training->n_points;
        if (n_points > bins[b])
          g_assert_cmpuint (places->len, <=, bins[b]);
        for (guint p = 0; p < places->len; p++)
          {
            const IplCurvePlace *place = &g_array_index (places, IplCurvePlace, p);
            double sum = 0, low = INFINITY, high = -INFINITY;
            for (guint k = 0; k < place->n; i++)
              {
                g_assert_cmpuint (i, <, n_points);
                double value = ipl_curve_value (&training->points[i], kind);
                if (!isfinite (value))
                  continue;
                sum += value;
                low = fmin (low, value);
                high = fmax (high, value);
                k++;
              }
            g_assert_cmpfloat_with_epsilon (place->mean, sum / place->n, 1e-12);
            g_assert_cmpfloat (place->low, ==, low);
            g_assert_cmpfloat (place->high, ==, high);
          }
        for (; i < n_points; i++)
          g_assert_false (isfinite (ipl_curve_value (&training->points[i], kind)));
      }
}

/* U of gradient descent, alone and beside the theory's, with limits of its own. */
static void
test_trained_u (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  IplStyle style;
  double x, y;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  fixture->view.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
  g_autofree char *both = texts_of (IPL_PANEL_U, &fixture->view);
  g_assert_nonnull (strstr (both, "escent, ±0.0"));
  /* Nothing is sampled: no empty map between the two. */
  g_assert_null (strstr (both, "sampled"));
  g_assert_true (ipl_u_heatmap_cell (&fixture->view, &style, 500, 300, 1, 3, 9, &x, &y));
  g_assert_false (ipl_u_heatmap_cell (&fixture->view, &style, 500, 300, 2, 3, 9, &x, &y));
  IplFocus pair = IPL_FOCUS_NONE;
  pair.path = 3;
  pair.other = 9;
  check (IPL_PANEL_U, fixture, &style, 500, 300, x, y, pair);
  fixture->view.heatmap = IPL_HEATMAP_TRAINED;
  g_autofree char *alone = texts_of (IPL_PANEL_U, &fixture->view);
  g_assert_nonnull (strstr (alone, "gradient descent"));
  g_autofree char *table = ipl_figure_table (IPL_PANEL_U, &fixture->view);
  g_assert_true (g_str_has_prefix (table, "U, gradient descent\t(1,1)\t"));
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  g_auto (GStrv) cells = g_strsplit (lines[1], "\t", -1);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (cells[2], NULL), fixture->the_case->trained->U[1],
                                  1e-11);
  g_autoptr (Fixture) untrained = fixture_new (FIXTURE_HMC4);
  untrained->view.heatmap = IPL_HEATMAP_TRAINED;
  g_autofree char *none = texts_of (IPL_PANEL_U, &untrained->view);
  g_assert_nonnull (strstr (none, "\nno trained network\n"));
  /* With samples there are three. */
  g_autoptr (Fixture) sampled = fixture_new (FIXTURE_SAMPLED);
  fixture_network_train_case (sampled->the_case);
  sampled->view.heatmap = IPL_HEATMAP_SIDE_BY_SIDE;
  g_assert_true (ipl_u_heatmap_cell (&sampled->view, &style, 700, 300, 2, 0, 1, &x, &y));
  pair.path = 0;
  pair.other = 1;
  check (IPL_PANEL_U, sampled, &style, 700, 300, x, y, pair);
}

/* Every test set is a series; rows at temperatures of their own stay together. */
static void
test_accuracy (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  g_autofree char *texts = texts_of (IPL_PANEL_ACCURACY, &fixture->view);
  g_assert_nonnull (strstr (texts, "\ntheory, test\ntheory, mnist\ntheory, fashion\n"));
  g_assert_nonnull (strstr (texts, "\ntrained network, test\n"));
  g_assert_null (strstr (texts, "best temperature"));
  for (guint i = 0; i < fixture->sweep->n_rows; i++)
    fixture->sweep->rows[i]->setting.temperature = 0.01 * (i + 1);
  fixture->view.best_temperature = TRUE;
  g_autoptr (GArray) rows = ipl_view_rows (&fixture->view, TRUE);
  g_assert_cmpuint (rows->len, ==, 7);
  g_autofree char *best = texts_of (IPL_PANEL_ACCURACY, &fixture->view);
  g_assert_nonnull (strstr (best, "\nbest temperature at each width\n"));
  IplFocus focus = IPL_FOCUS_NONE;
  focus.row = 3;
  g_autofree char *row = ipl_focus_describe (&focus, &fixture->view);
  g_assert_true (g_str_has_prefix (row,
                                   "N = 100: accuracy 0.911 ± 0.009 at T = 0.040 (GP 0.826), mnist "
                                   "0.841 ± 0.012, fashion 0.771 ± 0.013, action"));
  g_autofree char *table = ipl_figure_table (IPL_PANEL_ACCURACY, &fixture->view);
  g_assert_true (g_str_has_prefix (
      table, "width\taccuracy\tstandard error\ttemperature\taccuracy, mnist\tstandard error, "
             "mnist\taccuracy, fashion\tstandard error, fashion\n10\t0.964\t"));
}

static void
test_words (void)
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

/* Lighting leaves marks on the panel that is pointed at, and words on the others. */
static void
test_answers (void)
{
  g_autoptr (Fixture) fixture = fixture_new (FIXTURE_ONE_SHOT);
  const IplFocus focuses[] = {
    { -1, -1, -1, -1, -1, -1, 1, -1, -1 },
    { -1, -1, 0, 1, -1, -1, 0, 21, -1 },
    { -1, -1, -1, -1, -1, -1, -1, -1, 2 },
    { -1, -1, -1, -1, -1, -1, -1, -1, IPL_FOCUS_POINT + 77 },
  };
  IplStyle style;
  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  for (IplPanel panel = 0; panel < IPL_PANEL_COUNT; panel++)
    for (guint i = 0; i < G_N_ELEMENTS (focuses); i++)
      {
        double x, y, w, h;
        cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
        cairo_t *cr = cairo_create (surface);
        ipl_figure_draw_overlay (panel, &fixture->view, &style, NULL, &focuses[i], cr, 400, 300);
        cairo_recording_surface_ink_extents (surface, &x, &y, &w, &h);
        g_assert_cmpfloat (w * h, >, 0);
        g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        cairo_destroy (cr);
        cairo_surface_destroy (surface);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (trained); i++)
    {
      const char *name = fixture_names[trained[i]];
      g_autofree char *pick = g_strdup_printf ("/figures/network/pick/%s", name);
      g_autofree char *step = g_strdup_printf ("/figures/network/step/%s", name);
      g_test_add_data_func (pick, GINT_TO_POINTER (trained[i]), test_pick);
      g_test_add_data_func (step, GINT_TO_POINTER (trained[i]), test_step);
    }
  g_test_add_func ("/figures/network/sheet", test_sheet);
  g_test_add_func ("/figures/network/empty", test_empty);
  g_test_add_func ("/figures/network/partial", test_partial);
  g_test_add_func ("/figures/network/stale", test_stale);
  g_test_add_func ("/figures/network/describe", test_describe);
  g_test_add_func ("/figures/network/tables", test_tables);
  g_test_add_func ("/figures/network/attention", test_attention);
  g_test_add_func ("/figures/network/places", test_places);
  g_test_add_func ("/figures/network/trained-u", test_trained_u);
  g_test_add_func ("/figures/network/accuracy", test_accuracy);
  g_test_add_func ("/figures/network/words", test_words);
  g_test_add_func ("/figures/network/answers", test_answers);
  return g_test_run ();
}
