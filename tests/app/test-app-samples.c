/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampled posterior in the window: asking for it, watching it come, stopping, going on. */
#include "core/files/npz.h"
#include "core/experiments/markov-chain-experiment.h"
#include <string.h>

#include "window-fixture.h"
#include "measure.h"

static gboolean
has_posterior (IplWindow *window)
{
  return ipl_document_get_posterior (document_of (window)) != NULL;
}

static guint
n_sampled (IplWindow *window)
{
  return IPL_QUANTITY_COUNT (ipl_document_get_solve_result (document_of (window))->posteriors);
}

static guint
n_draws (IplWindow *window)
{
  return ipl_document_get_posterior (document_of (window))->n_draws;
}

static guint seed = 1;

/* Three widths, few draws, of a case that has not been sampled. */
static void
prepare (IplWindow *window, guint draws)
{
  IplParameters parameters;

  reset (window);
  parameters = *parameters_of (window);
  ipl_parameters_edit_markov_chain (&parameters)->seed = ++seed;
  parameters.n_widths = 3;
  parameters.sampler_chains = 2;
  parameters.warmup = 100;
  parameters.draws = draws;
  change_and_wait (window, &parameters);
}

NEXT_TEST (test_opens, "/samples/opens")
{
  wait_for (the_window (), is_solved, "the example");
  g_assert_true (is_enabled (the_window (), "sample::widths"));
  g_assert_false (is_enabled (the_window (), "add-draws"));
}

NEXT_TEST (test_sample, "/samples/sample")
{
  IplParameters parameters;
  IplView view;

  prepare (window, 60);
  act (window, "sample::widths", NULL);
  g_assert_true (ipl_document_is_sampling (document_of (window)));
  g_assert_false (is_enabled (window, "add-draws"));
  wait_until (IPL_QUANTITY_COUNT (ipl_document_get_solve_result (document_of (window))->posteriors)
              > 0);
  /* The current width's comes first, and the theory is there meanwhile. */
  g_assert_true (has_posterior (window));
  g_assert_true (ipl_document_get_solve_result (document_of (window))->sweep_current);
  wait_until (is_solved (window) && !ipl_document_is_sampling (document_of (window)));
  g_assert_cmpuint (n_sampled (window), ==, 3);
  g_assert_cmpuint (n_draws (window), ==, 60);
  g_assert_true (is_enabled (window, "add-draws"));
  view = view_of (window);
  g_assert_cmpuint (IPL_QUANTITY_COUNT (view.posteriors), ==, 3);
  g_assert_true (view.posterior != NULL && view.posterior->n_draws == 60);
  /* Another width shows its own, one between them none, and back again. */
  act_and_wait (window, "step-width(1)", NULL);
  g_assert_cmpuint (ipl_document_get_posterior (document_of (window))->setting.N[0], ==, 30);
  set_width (window, 20);
  g_assert_false (has_posterior (window));
  /* Asked for there, that one is sampled too. */
  act (window, "sample::widths", NULL);
  wait_until (is_solved (window) && !ipl_document_is_sampling (document_of (window)));
  g_assert_cmpuint (n_sampled (window), ==, 4);
  g_assert_cmpuint (n_draws (window), ==, 60);
  act (window, "add-draws", NULL);
  wait_until (is_solved (window) && !ipl_document_is_sampling (document_of (window)));
  g_assert_cmpuint (n_draws (window), ==, 120);
  /* Another case has none, and undo brings them back. */
  parameters = *parameters_of (window);
  ipl_parameters_edit_markov_chain (&parameters)->n_tokens++;
  change_and_wait (window, &parameters);
  g_assert_cmpuint (n_sampled (window), ==, 0);
  act_and_wait (window, "undo", NULL);
  g_assert_cmpuint (n_sampled (window), ==, 4);
  g_assert_cmpuint (n_draws (window), ==, 120);
}

/* The selection model of the table of entries. */
static GtkSingleSelection *
entries_of (IplWindow *window)
{
  GtkWidget *table
      = find_named (ipl_window_get_page_widget (window, "posterior"), "IplDiagnosticsTable");

  return GTK_SINGLE_SELECTION (gtk_column_view_get_model (part (table, "entries")));
}

/* All that is written within a widget. */
static void
collect_text (GtkWidget *widget, GString *text)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (text, "%s|", gtk_label_get_label (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_text (child, text);
}

NEXT_TEST (test_page, "/samples/page")
{
  GtkWidget *table
      = find_named (ipl_window_get_page_widget (window, "posterior"), "IplDiagnosticsTable");
  IplTarget cell = ipl_target_pair (3, 0);
  const IplTarget *selected;
  IplView view;

  prepare (window, 60);
  /* The page is there when the first draws begin, and until then it is said that it is empty. */
  act (window, "page", "posterior");
  g_assert_cmpstr (ipl_window_get_page (window), ==, "theory");
  g_assert_nonnull (strstr (ipl_window_get_status (window), "is not available"));
  g_assert_false (ipl_window_offers_page (window, "posterior"));
  act (window, "sample::widths", NULL);
  g_assert_true (ipl_document_is_sampling (document_of (window)));
  wait_until (ipl_window_offers_page (window, "posterior"));
  g_assert_true (ipl_document_is_sampling (document_of (window)));
  act (window, "page", "posterior");
  settle ();
  g_assert_cmpstr (ipl_window_get_page (window), ==, "posterior");
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (ipl_window_get_area (window, &ipl_panel_u))));
  for (guint i = 0; i < ipl_panel_posterior.n_parts; i++)
    g_assert_true (gtk_widget_get_mapped (
        GTK_WIDGET (ipl_window_get_area (window, ipl_panel_posterior.parts[i].panel))));
  wait_until (is_solved (window) && !ipl_document_is_sampling (document_of (window)));
  settle ();
  /* Four paths have ten entries; which one is shown is the selected row. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (entries_of (window))), ==, 10);
  g_assert_nonnull (strstr (label_text (table, "verdict"), "120 draws"));
  /* Row 1 is the pair of the first two paths in the order the figures list them. */
  gtk_single_selection_set_selected (entries_of (window), 1);
  selected = ipl_selection_get_selected (selection_of (window));
  view = view_of (window);
  g_assert_cmpint (ipl_target_get (selected, IPL_PART_PATH), ==,
                   (int)view.the_case->display_order[0]);
  g_assert_cmpint (ipl_target_get (selected, IPL_PART_OTHER), ==,
                   (int)view.the_case->display_order[1]);
  g_assert_cmpint (view.pair_p, ==, ipl_target_get (selected, IPL_PART_PATH));
  g_assert_cmpint (view.pair_q, ==, ipl_target_get (selected, IPL_PART_OTHER));
  settle ();
  /* A cell clicked elsewhere selects its row; letting go of it leaves the panels as they are. */
  ipl_selection_select (selection_of (window), &cell);
  g_assert_cmpuint (gtk_single_selection_get_selected (entries_of (window)), ==, 3);
  ipl_selection_clear (selection_of (window));
  g_assert_cmpuint (gtk_single_selection_get_selected (entries_of (window)), ==, 3);
  view = view_of (window);
  g_assert_cmpint (view.pair_p, ==, 3);
  g_assert_cmpint (view.pair_q, ==, 0);
  /* Another width's draws take the place of these, and the row stays, with the keyboard. */
  gtk_widget_grab_focus (part (table, "entries"));
  settle ();

  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);

  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (table)));
  collect_text (focus, before);
  act_and_wait (window, "step-width(1)", NULL);
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == focus);
  settle ();
  collect_text (focus, after);
  g_assert_cmpstr (before->str, !=, after->str);
  g_assert_nonnull (strstr (label_text (table, "verdict"), "N = 30"));
  g_assert_cmpuint (gtk_single_selection_get_selected (entries_of (window)), ==, 3);
}

static gboolean
has_left_the_sampler (IplWindow *window)
{
  const IplJobStatus *status = ipl_document_get_status (document_of (window), "solve");

  return !status->running || status->sentence == NULL
         || !g_str_has_prefix (status->sentence, "Sampling");
}

/* Stopped again and again: each time what has been drawn is kept and shown. */
NEXT_TEST (test_stop_and_go_on, "/samples/stop-and-go-on")
{
  guint before = 0;

  prepare (window, 50000);
  act (window, "sample::widths", NULL);
  wait_for (window, has_posterior, "the first draws");
  for (guint i = 0; i < 3; i++)
    {
      settle ();
      g_assert_true (ipl_document_is_sampling (document_of (window)));
      act (window, "stop::first", NULL);
      g_assert_false (ipl_document_is_sampling (document_of (window)));
      wait_for (window, has_left_the_sampler, "the end of sampling");
      wait_for (window, is_idle, "the summary");
      g_assert_cmpuint (n_draws (window), >=, before);
      g_assert_cmpuint (n_draws (window), <, 50000);
      before = n_draws (window);
      g_assert_true (is_enabled (window, "sample::widths"));
      act (window, "sample::widths", NULL);
    }
  settle ();
  /* Another temperature ends it, and what was drawn belonged to the old one. */
  IplParameters parameters = *parameters_of (window);

  parameters.current.temperature *= 2.0;
  change (window, &parameters);
  g_assert_false (ipl_document_is_sampling (document_of (window)));
  wait_for (window, is_solved, "another temperature");
  g_assert_cmpuint (n_sampled (window), ==, 0);
  g_assert_null (ipl_window_get_message (window));
}

NEXT_TEST (test_files, "/samples/files")
{
  g_autofree char *npz = in_folder ("sampled.npz");
  g_autofree char *csv = in_folder ("rows.csv"), *table = NULL;
  g_auto (GStrv) lines = NULL;
  g_autofree char *command = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) saved = NULL;
  gboolean complete;

  prepare (window, 60);
  act (window, "sample::widths", NULL);
  wait_until (is_solved (window) && !ipl_document_is_sampling (document_of (window)));
  command = ipl_document_command (document_of (window), &complete);
  g_assert_true (complete);
  expected = g_strdup_printf ("interplay-cli sample hmc4 seed=%u --widths 10,30,50 "
                              "--temperatures 0.01 --variances 1,1,1,1 --chains 2 --warmup 100 "
                              "--draws 60",
                              seed);
  g_assert_cmpstr (command, ==, expected);
  ipl_window_save_to (window, IPL_SAVE_ARRAYS, npz);
  wait_until (strstr (ipl_window_get_status (window), "Saved") != NULL);
  saved = ipl_npz_read (npz, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (ipl_npz_lookup (saved, "posterior_U_draws"));
  g_assert_nonnull (ipl_npz_lookup (saved, "posterior_rhat"));
  /* A table has a header and a row for each width. */
  ipl_window_show_status (window, "");
  ipl_window_save_to (window, IPL_SAVE_TABLE, csv);
  wait_until (strstr (ipl_window_get_status (window), "Saved") != NULL);
  g_assert_true (g_file_get_contents (csv, &table, NULL, NULL));
  lines = g_strsplit (g_strchomp (table), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_nonnull (ipl_npz_lookup (saved, "U"));
}
