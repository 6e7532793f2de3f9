/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The papers' statements as views of what is open: where the numbers support one, it is gone to and
 * told, until anything is touched; where they do not, that is said. */
#include <string.h>

#include "core/parameters/parameters.h"
#include "window-fixture.h"
#include "document/claims.h"
#include "document/session-save.h"

static void
open_example (IplWindow *window, const char *id)
{
  act_and_wait (window, "open-example", id);
}

static gboolean
shows_claim (IplWindow *window)
{
  return window->claim != NULL;
}

/* The sentence of the bubble. */
static const char *
get_text (IplWindow *window)
{
  GtkWidget *box = gtk_popover_get_child (GTK_POPOVER (window->claim));

  return gtk_label_get_label (
      GTK_LABEL (gtk_widget_get_next_sibling (gtk_widget_get_first_child (box))));
}

/* The paper's nine points. */
NEXT_TEST (test_pairs, "/app/claims/pairs")
{
  IplDocument *document;

  document = document_of (window);
  open_example (window, "hmc2");
  act (window, "claim", "pairs");
  settle ();
  g_assert_true (shows_claim (window));
  g_assert_nonnull (strstr (get_text (window), "add 9.5 points"));
  g_assert_cmpuint (ipl_document_get_parameters (document)->current.N[0], ==, 30);
  g_assert_cmpint (ipl_document_get_parameters (document)->display.accuracy_lines, ==,
                   IPL_ACCURACY_DIAGONAL);
  g_assert_false (ipl_document_is_unsaved (document));
  IplTarget path = ipl_target_path (1);
  ipl_selection_hover (ipl_document_get_selection (document), &path);
  g_assert_true (shows_claim (window));
  act (window, "step-width(1)", NULL);
  g_assert_false (shows_claim (window));
}

/* Each that holds of the paper's example is where it says it is. */
NEXT_TEST (test_limit_and_heads, "/app/claims/limit-and-heads")
{
  IplDocument *document = document_of (window);
  const IplTarget *selected = ipl_selection_get_selected (ipl_document_get_selection (document));

  open_example (window, "hmc4");
  act (window, "claim", "limit");
  g_assert_true (shows_claim (window));
  g_assert_true (ipl_document_get_parameters (document)->current.gp);
  act (window, "claim", "choice");
  g_assert_true (shows_claim (window));
  g_assert_false (ipl_document_get_parameters (document)->current.gp);
  g_assert_cmpint (ipl_target_get (selected, IPL_PART_PATH), ==, 0);
  /* It leaves with what it selected, ... */
  ipl_document_change_width (document, 50, FALSE);
  g_assert_false (shows_claim (window));
  g_assert_true (ipl_target_is_none (selected));
  /* ... and what the user selects stays. */
  act (window, "claim", "choice");
  act (window, "select-path", "2");
  g_assert_false (shows_claim (window));
  g_assert_cmpint (ipl_target_get (selected, IPL_PART_PATH), ==, 1);
  act (window, "claim", "heads");
  g_assert_true (shows_claim (window));
  g_assert_cmpstr (ipl_window_get_page (window), ==, "heads");
  g_assert_cmpint (ipl_target_get (selected, IPL_PART_LAYER), ==, 1);
  g_assert_cmpint (ipl_target_get (selected, IPL_PART_HEAD), ==, 1);
  ipl_selection_clear (ipl_document_get_selection (document));
  g_assert_false (shows_claim (window));
  reset (window);
}

/* The moment of least entropy is shown, and what is told leaves with it. */
NEXT_TEST (test_attention, "/app/claims/attention")
{
  IplDocument *document = document_of (window);
  IplParameters parameters;
  IplView view;

  open_example (window, "joma-salience");
  act (window, "claim", "attention");
  g_assert_true (shows_claim (window));
  g_assert_cmpstr (ipl_window_get_page (window), ==, "salience");
  g_assert_nonnull (strstr (get_text (window), "nats"));
  view = view_of (window);
  for (guint s = 0; s < view.trajectory->S; s++)
    g_assert_cmpfloat (*ipl_trajectory_get (view.trajectory, "entropy", s), >=,
                       *ipl_trajectory_get (view.trajectory, "entropy", view.moment));
  g_assert_false (ipl_document_is_unsaved (document));
  parameters = *ipl_document_get_parameters (document);
  parameters.shown_time = 0;
  ipl_document_change (document, &parameters, NULL);
  g_assert_false (shows_claim (window));
}
