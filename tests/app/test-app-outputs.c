/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case of three classes in a real window: the pages and choices that are offered for it, its
 * examples turned over, saved and opened again, and left. */
#include <string.h>

#include "app/base/widget-helpers.h"
#include "app/pages/page-table.h"
#include "app/panels/panel-view.h"
#include "core/posterior/posterior-summary.h"
#include "figures/panels/panel-table.h"
#include "figures/plot/panel-calls.h"
#include "figures/view/outputs.h"
#include "figures/view/posterior-view.h"
#include "figures/view/target-sentence.h"
#include "document/session-save.h"
#include "training-support.h"

static gboolean
has_classes (IplWindow *window)
{
  IplView view;

  return is_solved (window) && ipl_document_get_view (document_of (window), &view)
         && ipl_view_has_classes (&view) && view.current != NULL && view.sweep != NULL
         && view.sweep->rows[view.sweep->n_rows - 1] != NULL;
}

static gboolean
has_one_output (IplWindow *window)
{
  IplView view;

  return is_solved (window) && ipl_document_get_view (document_of (window), &view)
         && view.the_case != NULL && !ipl_view_has_outputs (&view);
}

NEXT_TEST (open_classes, "/outputs/opens")
{
  act (window, "open-example", "hmc-classes");
  wait_for (window, has_classes, "three classes");
  settle ();
}

NEXT_TEST (test_pages, "/outputs/pages")
{
  static const char *const offered[] = { "theory", "outputs", "heads", "map", "kernels", "task" };
  static const char *const not_offered[] = { "posterior", "training" };
  IplView view = view_of (window);

  g_assert_cmpuint (view.the_case->labels.outputs, ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (offered); i++)
    g_assert_true (ipl_window_offers_page (window, offered[i]));
  for (guint i = 0; i < G_N_ELEMENTS (not_offered); i++)
    g_assert_false (ipl_window_offers_page (window, not_offered[i]));
  g_assert_true (is_enabled (window, "sample::widths"));
}

/* How many widths have been solved so far does not change with what is shown. */
NEXT_TEST (test_choices, "/outputs/choices")
{
  static const IplChoice *const choices[] = { &ipl_choice_outputs, &ipl_choice_path_order };
  const IplSolution *before = current (window);

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    check_choice (window, choices[i]);
  act (window, "outputs", "2");
  settle ();
  g_assert_cmpuint (view_of (window).display.outputs, ==, IPL_OUTPUTS_ONE);
  g_assert_cmpuint (view_of (window).display.shown_output, ==, 2);
  act (window, "outputs", "traced");
  g_assert_true (current (window) == before);
}

/* A panel's menu offers each output by its name. */
NEXT_TEST (test_menu, "/outputs/menu")
{
  GtkWidget *area = GTK_WIDGET (ipl_window_get_area (window, &ipl_panel_u));
  GtkWidget *panel = gtk_widget_get_ancestor (area, IPL_TYPE_PANEL_VIEW);
  GMenuModel *menu = ipl_menu_button_get_menu (part (panel, "output_button"));
  g_autoptr (GMenuModel) single = g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);

  g_assert_cmpint (g_menu_model_get_n_items (single), ==, 3);
  for (int k = 0; k < 3; k++)
    {
      g_autofree char *target = NULL, *number = g_strdup_printf ("%d", k + 1);

      g_assert_true (
          g_menu_model_get_item_attribute (single, k, G_MENU_ATTRIBUTE_TARGET, "s", &target));
      g_assert_cmpstr (target, ==, number);
    }
}

/* From one test example to the next, and no further than there are. */
NEXT_TEST (test_examples, "/outputs/examples")
{
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
NEXT_TEST (test_keys, "/outputs/keys")
{
  IplView view = view_of (window);
  IplTarget target = IPL_TARGET_NONE;
  g_autofree char *label_text = NULL;

  target = ipl_panel_step (&ipl_panel_path_outputs, &target, &view, 1, 0);
  target = ipl_panel_step (&ipl_panel_path_outputs, &target, &view, 1, 0);
  target = ipl_panel_step (&ipl_panel_path_outputs, &target, &view, 0, 1);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_PATH), ==,
                   (int)view.the_case->display_order[1]);
  g_assert_cmpuint (ipl_target_get (&target, IPL_PART_OUTPUT), ==, 1);
  label_text = ipl_panel_describe_target (&ipl_panel_path_outputs, &target, &view);
  g_assert_true (g_str_has_prefix (label_text, "Path denoising, class stay 0.5: U "));
}

static gboolean
has_questions (IplWindow *window)
{
  IplView view;

  return is_solved (window) && ipl_document_get_view (document_of (window), &view)
         && ipl_view_has_outputs (&view) && !ipl_view_has_classes (&view);
}

/* Sampled from the window: its page comes, and what is said of a path is its trace, or one output.
 */
NEXT_TEST (test_sampled, "/outputs/sampled")
{
  IplTarget path = IPL_TARGET_NONE;
  g_autofree char *traced = NULL, *one = NULL;
  IplParameters parameters;
  IplPosteriorEntry entry;
  IplView view;

  act (window, "open-example", "hmc-questions");
  wait_for (window, has_questions, "two questions");
  parameters = *parameters_of (window);
  parameters.sampler_chains = 2;
  parameters.draws = parameters.warmup = 60;
  change (window, &parameters);
  wait_for (window, has_questions, "two questions with few draws");
  act (window, "sample::here", NULL);
  wait_until (is_solved (window) && !ipl_document_is_sampling (document_of (window))
              && ipl_document_get_posterior (document_of (window)) != NULL);
  g_assert_true (ipl_window_offers_page (window, "posterior"));
  act (window, "page", "posterior");
  settle ();
  view = view_of (window);
  entry = ipl_view_posterior_entry (&view, 0, 0);
  g_assert_cmpfloat_with_epsilon (
      entry.mean, view.posterior->U_mean[0] + view.posterior->U_mean[2 * view.the_case->Pi + 1],
      1e-9 * entry.mean);
  path = ipl_target_path (0);
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
  open_classes (window);
}

/* The same numbers, and shown in the same way. */
NEXT_TEST (test_saved, "/outputs/saved")
{
  g_autofree char *path = in_folder ("classes.interplay");
  gsize n = view_of (window).the_case->Pi * 3;
  g_autofree double *U = g_memdup2 (view_of (window).current->U, n * n * sizeof (double));

  act (window, "outputs", "all");
  act (window, "path-order", "output");
  save_to (window, path);
  act (window, "open-example", "hmc4");
  wait_for (window, has_one_output, "one output");
  g_assert_false (is_enabled (window, "outputs"));
  g_assert_false (ipl_window_offers_page (window, "outputs"));
  g_assert_true (ipl_window_offers_page (window, "kernels"));
  g_assert_true (is_enabled (window, "sample::widths"));
  g_assert_true (drop (window, path));
  wait_for (window, has_classes, "the file");
  g_assert_cmpuint (view_of (window).display.outputs, ==, IPL_OUTPUTS_ALL);
  g_assert_cmpuint (view_of (window).display.path_order, ==, IPL_PATH_ORDER_OUTPUT);
  for (gsize i = 0; i < n * n; i++)
    g_assert_cmpfloat (view_of (window).current->U[i], ==, U[i]);
}
