/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case of three classes in a real window: the pages and choices that are offered for it, its
 * examples turned over, saved and opened again, and left. */
#include <string.h>

#include "app/base/widgets.h"
#include "app/pages/page-table.h"
#include "app/panels/panel-view.h"
#include "core/posterior/posterior-summary.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/plot-panel.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-words.h"
#include "session/session-save.h"
#include "training-support.h"

static IplView
view_of (IplWindow *window)
{
  IplView view;

  g_assert_true (ipl_session_get_view (session_of (window), &view));
  return view;
}

static gboolean
has_classes (IplWindow *window)
{
  IplView view;

  return is_solved (window) && ipl_session_get_view (session_of (window), &view)
         && ipl_view_has_classes (&view) && view.current != NULL && view.sweep != NULL
         && view.sweep->rows[view.sweep->n_rows - 1] != NULL;
}

static gboolean
has_one_output (IplWindow *window)
{
  IplView view;

  return is_solved (window) && ipl_session_get_view (session_of (window), &view)
         && view.the_case != NULL && !ipl_view_has_outputs (&view);
}

static IplWindow *
open_classes (void)
{
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  act (window, "open-example", "hmc-classes");
  wait_for (window, has_classes, "three classes");
  settle ();
  return window;
}

static void
test_pages (void)
{
  static const char *const offered[] = { "theory", "outputs", "heads", "map", "kernels", "task" };
  static const char *const not_offered[] = { "posterior", "training" };
  IplWindow *window = open_classes ();
  IplView view = view_of (window);

  g_assert_cmpuint (view.the_case->labels.outputs, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (offered); i++)
    g_assert_true (ipl_window_offers_page (window, offered[i]));
  for (guint i = 0; i < G_N_ELEMENTS (not_offered); i++)
    g_assert_false (ipl_window_offers_page (window, not_offered[i]));
  g_assert_true (is_enabled (window, "sample"));
}

/* How many widths have been solved so far does not change with what is shown. */
static void
test_choices (void)
{
  static const IplChoice *const choices[] = { &ipl_choice_outputs, &ipl_choice_path_order };
  IplWindow *window = open_classes ();
  const IplSolution *before = current (window);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      g_autofree char *next = g_strconcat ("next-", choices[i]->id, NULL);

      for (guint k = 0; k < choices[i]->n; k++)
        {
          act (window, choices[i]->id, choices[i]->options[k].id);
          settle ();
          g_assert_cmpuint (ipl_session_get_choice (session_of (window), choices[i]), ==, k);
        }
      act (window, next, NULL);
      g_assert_cmpuint (ipl_session_get_choice (session_of (window), choices[i]), ==, 0);
    }
  g_action_group_activate_action (G_ACTION_GROUP (window), "shown-output", g_variant_new_int32 (2));
  settle ();
  g_assert_cmpuint (view_of (window).display.outputs, ==, IPL_OUTPUTS_ONE);
  g_assert_cmpuint (view_of (window).display.shown_output, ==, 2);
  act (window, "outputs", "traced");
  g_assert_true (current (window) == before);
}

/* A panel's menu offers each output by its name. */
static void
test_menu (void)
{
  IplWindow *window = open_classes ();
  GtkWidget *area = GTK_WIDGET (ipl_window_get_area (window, &ipl_panel_u));
  GtkWidget *panel = gtk_widget_get_ancestor (area, IPL_TYPE_PANEL_VIEW);
  GMenuModel *menu = ipl_menu_button_get_menu (part (panel, "output_button"));
  g_autoptr (GMenuModel) single = g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);

  g_assert_cmpint (g_menu_model_get_n_items (single), ==, 3);
  for (int k = 0; k < 3; k++)
    {
      int target = 0;

      g_assert_true (
          g_menu_model_get_item_attribute (single, k, G_MENU_ATTRIBUTE_TARGET, "i", &target));
      g_assert_cmpint (target, ==, k + 1);
    }
}

/* From one test example to the next, and no further than there are. */
static void
test_examples (void)
{
  IplWindow *window = open_classes ();

  act (window, "page", "outputs");
  settle ();
  g_assert_cmpstr (ipl_window_get_page (window), ==, "outputs");
  g_assert_false (is_enabled (window, "previous-examples"));
  act (window, "next-examples", NULL);
  settle ();
  g_assert_cmpuint (view_of (window).display.shown_example, ==, 2);
  act (window, "previous-examples", NULL);
  settle ();
  g_assert_cmpuint (view_of (window).display.shown_example, ==, 1);
}

/* Arrow keys in the matrix of paths and classes, and what is said of the cell. */
static void
test_keys (void)
{
  IplWindow *window = open_classes ();
  IplView view = view_of (window);
  IplTarget target = IPL_TARGET_NONE;
  g_autofree char *said = NULL;

  target = ipl_panel_step (&ipl_panel_path_outputs, &target, &view, 1, 0);
  target = ipl_panel_step (&ipl_panel_path_outputs, &target, &view, 1, 0);
  target = ipl_panel_step (&ipl_panel_path_outputs, &target, &view, 0, 1);
  g_assert_cmpint (target.path, ==, (int)view.the_case->display_order[1]);
  g_assert_cmpuint (target.output, ==, 2);
  said = ipl_panel_say (&ipl_panel_path_outputs, &target, &view);
  g_assert_true (g_str_has_prefix (said, "Path denoising, class stay 0.5: U "));
}

static gboolean
is_sampled (IplWindow *window)
{
  return is_solved (window) && !ipl_session_is_sampling (session_of (window))
         && ipl_session_get_posterior (session_of (window)) != NULL;
}

static gboolean
has_questions (IplWindow *window)
{
  IplView view;

  return is_solved (window) && ipl_session_get_view (session_of (window), &view)
         && ipl_view_has_outputs (&view) && !ipl_view_has_classes (&view);
}

/* Sampled from the window: its page comes, and what is said of a path is its trace, or one output.
 */
static void
test_sampled (void)
{
  IplWindow *window = open_classes ();
  IplTarget path = IPL_TARGET_NONE;
  g_autofree char *traced = NULL, *one = NULL;
  IplParameters parameters;
  IplPosteriorEntry entry;
  IplView view;

  act (window, "open-example", "hmc-questions");
  wait_for (window, has_questions, "two questions");
  parameters = *ipl_session_get_parameters (session_of (window));
  parameters.sampler_chains = 2;
  parameters.draws = parameters.warmup = 60;
  ipl_session_change (session_of (window), &parameters, NULL);
  wait_for (window, has_questions, "two questions with few draws");
  act (window, "sample-here", NULL);
  wait_for (window, is_sampled, "draws");
  g_assert_true (ipl_window_offers_page (window, "posterior"));
  act (window, "page", "posterior");
  settle ();
  view = view_of (window);
  entry = ipl_view_posterior_entry (&view, 0, 0);
  g_assert_cmpfloat_with_epsilon (
      entry.mean, view.posterior->U_mean[0] + view.posterior->U_mean[2 * view.the_case->Pi + 1],
      1e-9 * entry.mean);
  path.path = 0;
  traced = ipl_target_describe (&path, &view);
  act (window, "outputs", "one");
  settle ();
  view = view_of (window);
  g_assert_cmpfloat (ipl_view_posterior_entry (&view, 0, 0).sd, ==, view.posterior->U_sd[0]);
  one = ipl_target_describe (&path, &view);
  g_assert_nonnull (strstr (traced, "; sampled "));
  g_assert_nonnull (strstr (one, "; sampled "));
  g_assert_cmpstr (traced, !=, one);
  act (window, "outputs", "traced");
}

static char *expected_file;

static gboolean
is_saved (IplWindow *window)
{
  return !ipl_session_is_unsaved (session_of (window))
         && g_strcmp0 (ipl_session_get_file (session_of (window)), expected_file) == 0;
}

/* The same numbers, and shown in the same way. */
static void
test_saved (void)
{
  IplWindow *window = open_classes ();
  g_autofree char *path = g_build_filename (folder, "classes.interplay", NULL);
  gsize n = view_of (window).the_case->Pi * 3;
  g_autofree double *U = g_memdup2 (view_of (window).current->U, n * n * sizeof (double));

  act (window, "outputs", "all");
  act (window, "path-order", "output");
  expected_file = path;
  ipl_window_save_session_to (window, path, NULL, NULL, NULL);
  wait_for (window, is_saved, "the file");
  act (window, "open-example", "hmc4");
  wait_for (window, has_one_output, "one output");
  g_assert_false (is_enabled (window, "outputs"));
  g_assert_false (ipl_window_offers_page (window, "outputs"));
  g_assert_true (ipl_window_offers_page (window, "kernels"));
  g_assert_true (is_enabled (window, "sample"));
  g_assert_true (drop (window, path));
  window = the_window ();
  wait_for (window, has_classes, "the file");
  g_assert_cmpuint (view_of (window).display.outputs, ==, IPL_OUTPUTS_ALL);
  g_assert_cmpuint (view_of (window).display.path_order, ==, IPL_PATH_ORDER_OUTPUT);
  for (gsize i = 0; i < n * n; i++)
    g_assert_cmpfloat (view_of (window).current->U[i], ==, U[i]);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/outputs/pages", test_pages);
  g_test_add_func ("/outputs/choices", test_choices);
  g_test_add_func ("/outputs/menu", test_menu);
  g_test_add_func ("/outputs/examples", test_examples);
  g_test_add_func ("/outputs/keys", test_keys);
  g_test_add_func ("/outputs/sampled", test_sampled);
  g_test_add_func ("/outputs/saved", test_saved);
  return fixture_run ();
}
