/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs on a text that are compared, from what is typed in the sidebar to the curves; and one that
 * waits to be run. */
#include <glib/gstdio.h>
#include <string.h>

#include "../small-text.h"
#include "core/experiments/text-result.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "window-fixture.h"
#include "document/session-save.h"

static const IplTextParameters *
text_parameters_of (IplWindow *window)
{
  return ipl_parameters_get_specific (parameters_of (window));
}

static gboolean
is_row (GtkWidget *widget, gconstpointer sentence)
{
  const char *tip = gtk_widget_get_tooltip_text (widget);

  return g_str_equal (G_OBJECT_TYPE_NAME (widget), "IplFieldRow") && tip != NULL
         && g_str_has_prefix (tip, sentence);
}

static GtkWidget *
row_of (IplWindow *window, const char *sentence)
{
  GtkWidget *row = find_widget (window, is_row, sentence);

  ipl_window_set_sidebar (window, TRUE);
  g_assert_nonnull (row);
  return row;
}

static void
type (GtkWidget *row, const char *text)
{
  GtkWidget *entry = find_typed (row, GTK_TYPE_ENTRY);

  g_assert_true (gtk_widget_get_mapped (entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

/* The sentence below the entry, or NULL. */
static const char *
complaint_of (GtkWidget *row)
{
  GtkWidget *last = gtk_widget_get_last_child (row);

  return gtk_widget_get_visible (last) ? gtk_label_get_label (GTK_LABEL (last)) : NULL;
}

static gboolean
has_begun (IplWindow *window)
{
  IplView view;

  return ipl_document_get_status (document_of (window), "solve")->running
         && ipl_document_get_view (document_of (window), &view) && view.dynamics != NULL
         && view.trajectory != NULL && !view.dynamics->complete;
}

/* In the place of figures, a sentence says how long it takes, and a button runs it; the title is
 * alone. */
static void
assert_waits (IplWindow *window)
{
  IplPanelGrid *grid = ipl_window_get_grid (window);
  g_autofree char *words = NULL;

  settle ();
  words = ipl_document_describe_run (document_of (window));
  g_assert_false (ipl_document_get_status (document_of (window), "solve")->running);
  g_assert_cmpstr (ipl_window_get_status (window), ==, "");
  g_assert_nonnull (strstr (words, "about two minutes"));
  g_assert_true (gtk_widget_get_mapped (part (grid, "waiting")));
  g_assert_cmpstr (label_text (grid, "takes"), ==, words);
  g_assert_false (gtk_widget_get_mapped (part (grid, "rows")));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->subtitle)));
}

/* An example that takes minutes waits for Run, also when it is opened again. */
NEXT_TEST (test_waits, "/text/waits")
{
  IplPanelGrid *grid;
  g_autofree char *words = NULL;

  act (window, "open-example", "joma-text");
  assert_waits (window);
  act_and_wait (window, "open-example", "hmc2");
  act (window, "open-example", "joma-text");
  assert_waits (window);
  grid = ipl_window_get_grid (window);
  act (window, "run", NULL);
  wait_for (window, has_begun, "the first moments");
  settle ();
  g_assert_false (gtk_widget_get_visible (part (grid, "waiting")));
  g_assert_true (gtk_widget_get_mapped (part (grid, "rows")));
  act (window, "stop::first", NULL);
  wait_for (window, is_idle, "the stop");
  words = ipl_document_describe (document_of (window));
  g_assert_nonnull (strstr (words, "Ctrl+R resumes it"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (GTK_WIDGET (window->run_button)), ==,
                   "Resume (Ctrl+R)");
  g_assert_nonnull (strstr (gtk_label_get_label (window->subtitle), "stopped"));
  reset (window);
}

NEXT_TEST (test_compared, "/text/compared")
{
  IplParameters parameters;
  GtkWidget *layers, *rates;
  g_autoptr (GString) words = g_string_new (NULL);
  IplView view;

  set_small_text (&parameters, 40);
  ipl_document_open_parameters (document_of (window), &parameters);
  wait_for (window, is_idle, "the small text");
  layers = row_of (window, "Numbers of layers separated by commas");
  rates = row_of (window, "Learning rates separated by commas");

  /* What can't be is said below, and changes nothing. */
  type (layers, "1, many");
  g_assert_cmpstr (
      complaint_of (layers), ==,
      "Give at most 12 numbers of layers separated by commas, each from 1 to 32, or nothing for "
      "no further run, not “1, many”.");
  g_assert_cmpstr (text_parameters_of (window)->compare_layers, ==, "");
  type (layers, "1, 3");
  g_assert_null (complaint_of (layers));
  g_assert_cmpstr (text_parameters_of (window)->compare_layers, ==, "1,3");
  type (rates, "0");
  g_assert_nonnull (complaint_of (rates));
  type (rates, "1e-4, 1e-3");
  g_assert_null (complaint_of (rates));
  g_assert_cmpstr (text_parameters_of (window)->compare_rates, ==, "0.0001,0.001");

  /* Layers and rates in all combinations, of which one is the run itself. */
  type (layers, "1,2,3");
  act (window, "run", NULL);
  wait_for (window, is_complete, "the runs that are compared");
  view = view_of (window);
  g_assert_cmpuint (((IplTextResult *)view.dynamics->data)->runs->len, ==, 6);
  ipl_panel_append_table (&ipl_panel_text_runs, words, &view);
  for (guint l = 1; l <= 3; l++)
    for (guint r = 0; r < 2; r++)
      {
        g_autofree char *label
            = g_strdup_printf ("validation loss of %u layer%s, learning rate %s\t", l,
                               l == 1 ? "" : "s", r == 0 ? "0.0001" : "0.001");

        g_assert_nonnull (strstr (words->str, label));
      }
  g_assert_cmpstr (ipl_window_get_page (window), ==, "text");
}
