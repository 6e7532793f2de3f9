/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looking at it: what is asserted are the session, the status line and the bar. Times are printed,
 * not asserted: they are the machine's. What hangs is ended by wait_for(). */
#include <math.h>
#include <string.h>

#include "app/panels/panel-view.h"
#include "window-fixture.h"
#include "measure.h"
#include "app/base/widget-helpers.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"
#include "figures/kit/matrix-picture.h"
#include "figures/panels/panel-table.h"

static void
drag_to (IplWindow *window, double value)
{
  gboolean handled;

  g_signal_emit_by_name (window->scrubber->scale, "change-value", GTK_SCROLL_JUMP, value, &handled);
}

static guint frames;

static void
count_frame (void)
{
  frames++;
}

/* Pixels that the bars above the panels take. */
static int
height_of_bars (GtkWidget *widget)
{
  int height = IPL_IS_MESSAGE_BAR (widget) ? gtk_widget_get_height (widget) : 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    height += height_of_bars (child);
  return height;
}

TEST (test_opens, "/window/opens")
{
  gint64 begin = g_get_monotonic_time ();
  gboolean drawn_before;
  GdkFrameClock *clock;
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  /* The window does not wait for the numbers. */
  g_assert_null (ipl_document_get_solve_result (document_of (window)));
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  g_signal_connect (clock, "after-paint", count_frame, NULL);
  wait_until (frames > 0);
  g_assert_cmpint (height_of_bars (GTK_WIDGET (window)), ==, 0);
  drawn_before = ipl_document_get_solve_result (document_of (window)) == NULL;
  g_test_message ("first frame after %.0f ms, %s the numbers",
                  (double)(g_get_monotonic_time () - begin) / 1e3,
                  drawn_before ? "before" : "after");
  wait_for (window, is_solved, "the example");
  g_test_message ("solved after %.0f ms", (double)(g_get_monotonic_time () - begin) / 1e3);
  /* THEORY.md section 7: N = 10 has 0.955 with a standard deviation of 0.007 between seeds. */
  g_assert_cmpfloat_with_epsilon (current (window)->tests[0].accuracy, 0.955, 6 * 0.007);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "N = 10"));
  g_assert_null (ipl_window_get_message (window));
  for (guint i = 0; i < ipl_panel_all.n_parts; i++)
    {
      IplFigureArea *area
          = ipl_panel_grid_get_area (ipl_window_get_grid (window), ipl_panel_all.parts[i].panel);
      g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (area)), ==,
                       GTK_ACCESSIBLE_ROLE_IMG);
      g_assert_true (
          gtk_test_accessible_has_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL));
      g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (area),
                                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
    }
}

#define N_FRAMES 20 /* with another width, while the slider moves */

static gboolean
has_followed (IplWindow *window)
{
  static int i;

  /* From the GP end to small N and back, as fast as a pointer reports. */
  drag_to (window, 1.0 + 2.18 * fabs (i++ % 120 - 60.0) / 60.0);
  spin (16);
  return i > 120 && measure_get ().frames >= N_FRAMES;
}

WINDOW_TEST (test_scrub, "/window/scrub")
{
  Measurement m;

  measure_reset ();
  wait_for (window, has_followed, "frames while the slider moves");
  m = measure_get ();
  drag_to (window, 1.0 + 2.18);
  wait_for (window, is_solved, "the last width");
  g_test_message ("dragged: longest stall %.1f ms; change to frame mean %.1f ms, worst %.1f ms, %u "
                  "frames",
                  m.stall_ms, m.mean_frame_ms, m.frame_ms, m.frames);
  g_assert_true (current (window)->setting.gp);
  /* An exact width between the sweep's. */
  drag_to (window, log10 (77.0));
  wait_for (window, is_solved, "N = 77");
  g_assert_cmpuint (current (window)->setting.N[0], ==, 77);
  g_assert_true (current (window)->converged);
}

WINDOW_TEST (test_selection_is_linked, "/window/selection-is-linked")
{
  IplSelection *selection = ipl_document_get_selection (document_of (window));
  IplTarget cell = ipl_target_pair (0, 2);
  IplTarget row = ipl_target_row (3);
  double x, y;

  g_assert_true (
      locate (ipl_panel_grid_get_area (ipl_window_get_grid (window), &ipl_panel_u), &cell, &x, &y));
  ipl_selection_select (selection, &cell);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "good"));
  g_assert_nonnull (strstr (ipl_window_get_status (window), "denoising"));
  settle ();
  /* A hovered thing speaks before the selected one, and then is silent again. */
  ipl_selection_hover (selection, &row);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "100"));
  ipl_selection_hover (selection, &IPL_TARGET_NONE);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "denoising"));
  /* A width that is selected is moved to. */
  ipl_figure_select (document_of (window), &ipl_panel_accuracy, &row);
  wait_for (window, is_solved, "N = 100");
  g_assert_cmpuint (current (window)->setting.N[0], ==, 100);
  /* A case with fewer paths lets go of what it does not have. */
  cell = ipl_target_pair (3, 3);
  ipl_selection_select (selection, &cell);
  act_and_wait (window, "open-example", "hmc2");
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
}

WINDOW_TEST (test_width_steps, "/window/width-steps")
{
  act_and_wait (window, "step-width(1)", NULL);
  g_assert_cmpuint (current (window)->setting.N[0], ==, 30);
  for (int i = 0; i < 6; i++)
    act_and_wait (window, "step-width(1)", NULL);
  g_assert_true (current (window)->setting.gp);
  act_and_wait (window, "step-width(-1)", NULL);
  g_assert_cmpuint (current (window)->setting.N[0], ==, 1000);
}

static void
type_width (IplWindow *window, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (window->scrubber->entry), text);
  g_signal_emit_by_name (window->scrubber->entry, "activate");
}

/* What is said of a width that is none goes when another is shown; what else is said stays. */
WINDOW_TEST (test_typed_width, "/window/typed-width")
{
  type_width (window, "many");
  g_assert_nonnull (ipl_window_get_message (window));
  type_width (window, "none");
  g_assert_nonnull (ipl_window_get_message (window));
  type_width (window, "30");
  g_assert_null (ipl_window_get_message (window));
  type_width (window, "many");
  act (window, "step-width(1)", NULL);
  g_assert_null (ipl_window_get_message (window));
  type_width (window, "many");
  ipl_window_show_message (window, "Something else.", FALSE);
  g_signal_emit_by_name (document_of (window), "message", "Another thing.", FALSE);
  type_width (window, "40");
  g_assert_cmpstr (ipl_window_get_message (window), ==, "Another thing.");
  ipl_window_show_message (window, "", FALSE);
  wait_for (window, is_solved, "N = 40");
  /* Escape takes it back. */
  type_width (window, "many");
  g_assert_true (press_key (window->scrubber->entry, GDK_KEY_Escape, 0));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (window->scrubber->entry)), ==, "40");
  g_assert_null (ipl_window_get_message (window));
  reset (window);
}

/* Gives the keyboard to the entry of the temperature. Returns: the entry */
static GtkEditable *
focus_temperature (IplWindow *window)
{
  GtkEditable *entry;

  ipl_window_set_sidebar (window, TRUE);
  gtk_expander_set_expanded (part (window->sidebar, "bayes_group"), TRUE);
  entry = part (find_named (GTK_WIDGET (window->sidebar), "IplTemperatureRow"), "entry");
  gtk_widget_grab_focus (GTK_WIDGET (gtk_editable_get_delegate (entry)));
  wait_until (gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (entry))));
  return entry;
}

/* So does a temperature. */
WINDOW_TEST (test_applied_temperature, "/window/applied-temperature")
{
  GtkEditable *entry = focus_temperature (window);

  gtk_editable_set_text (entry, "0.123");
  g_signal_emit_by_name (entry, "activate");
  wait_for (window, is_solved, "T = 0.123");
  g_assert_cmpfloat (current (window)->setting.temperature, ==, 0.123);
  act_and_wait (window, "open-example", "hmc2");
  g_assert_cmpfloat (g_ascii_strtod (gtk_editable_get_text (entry), NULL), ==,
                     current (window)->setting.temperature);
  focus_temperature (window);
  gtk_editable_set_text (entry, "12");
  act (window, "step-width(1)", NULL);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "12");
  /* A text of another case yields, with the sentence on it. */
  gtk_editable_set_text (entry, "-1");
  g_signal_emit_by_name (entry, "activate");
  g_assert_nonnull (ipl_window_get_message (window));
  reset (window);
  g_assert_cmpstr (gtk_editable_get_text (entry), !=, "-1");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"));
  g_assert_null (ipl_window_get_message (window));
}

/* A width that was applied gives way to that of the next case, with the entry still focused. */
WINDOW_TEST (test_applied_width, "/window/applied-width")
{
  GtkEditable *entry = GTK_EDITABLE (window->scrubber->entry);

  gtk_widget_grab_focus (GTK_WIDGET (gtk_editable_get_delegate (entry)));
  type_width (window, "77");
  wait_for (window, is_solved, "N = 77");
  g_assert_cmpuint (current (window)->setting.N[0], ==, 77);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "77");
  act_and_wait (window, "open-example", "hmc2");
  g_assert_cmpuint (current (window)->setting.N[0], !=, 77);
  g_autofree char *width = g_strdup_printf ("%u", current (window)->setting.N[0]);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, width);
  /* A text that is being typed stays. */
  gtk_editable_set_text (entry, "12");
  act_and_wait (window, "step-width(1)", NULL);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "12");
  /* One of the case before yields, also where undo goes back to another case. */
  type_width (window, "-1");
  g_assert_true (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"));
  reset (window);
  g_assert_cmpstr (gtk_editable_get_text (entry), !=, "-1");
  g_assert_false (gtk_widget_has_css_class (GTK_WIDGET (entry), "error"));
  type_width (window, "-1");
  act (window, "undo", NULL);
  g_assert_cmpstr (gtk_editable_get_text (entry), !=, "-1");
  g_assert_null (ipl_window_get_message (window));
  reset (window);
}

/* Colors of paths are held while it plays, and follow the width again at its end, by which it stops
 * without being told to. */
WINDOW_TEST (test_plays_to_its_end, "/window/plays-to-its-end")
{
  const IplSolution *first;
  IplView view;

  type_width (window, "12");
  wait_for (window, is_solved, "the first width");
  first = ipl_document_get_solve_result (document_of (window))->current;
  ipl_scrubber_set_playing (window->scrubber, TRUE);
  g_assert_true (ipl_scrubber_get_playing (window->scrubber));
  type_width (window, "11");
  g_assert_false (ipl_scrubber_get_playing (window->scrubber));
  wait_for (window, is_solved, "the width in between");
  ipl_scrubber_set_playing (window->scrubber, TRUE);
  wait_until (!ipl_scrubber_get_playing (window->scrubber));
  wait_for (window, is_solved, "the last width");
  g_assert_cmpfloat (current (window)->setting.N[0], ==, 10);
  view = view_of (window);
  g_assert_true (view.current != first);
  reset (window);
}

/* Undo goes back to where playing began, though no frame came for longer than changes that follow
 * each other are one step. */
WINDOW_TEST (test_undo_of_playing, "/window/undo-of-playing")
{
  type_width (window, "30");
  wait_for (window, is_solved, "where playing begins");
  ipl_scrubber_set_playing (window->scrubber, TRUE);
  wait_until (current (window)->setting.N[0] < 30);
  g_assert_true (ipl_scrubber_get_playing (window->scrubber));
  g_usleep (1100000);
  wait_until (!ipl_scrubber_get_playing (window->scrubber));
  act_and_wait (window, "undo", NULL);
  g_assert_cmpuint (current (window)->setting.N[0], ==, 30);
  reset (window);
}

/* An entry of a menu does something: its action is there, and takes its target.
 * @n_chosen: (inout): how many are chosen */
static void
check_item (const char *name, GVariant *target, gpointer n_chosen)
{
  gboolean of_window = g_str_has_prefix (name, "win.");
  GActionGroup *group = of_window ? G_ACTION_GROUP (the_window ()) : G_ACTION_GROUP (application);
  const char *action = strchr (name, '.') + 1;
  g_autoptr (GVariant) state = NULL;
  const GVariantType *type;

  if (g_str_has_prefix (name, "panel."))
    return;
  g_test_message ("%s", name);
  g_assert_true (g_action_group_has_action (group, action));
  type = g_action_group_get_action_parameter_type (group, action);
  g_assert_true ((type == NULL) == (target == NULL));
  state = g_action_group_get_action_state (group, action);
  if (target == NULL)
    return;
  g_assert_true (g_variant_is_of_type (target, type));
  if (g_variant_is_of_type (target, G_VARIANT_TYPE_STRING))
    g_assert_null (strchr (g_variant_get_string (target, NULL), '\''));
  *(guint *)n_chosen += state != NULL && g_variant_equal (state, target);
}

WINDOW_TEST (test_menus, "/window/menus")
{
  guint n_chosen = 0;

  for_each_item (window, check_item, &n_chosen);
  /* The page, the heatmap and the appearance that are chosen, at least. */
  g_assert_cmpuint (n_chosen, >=, 3);
}

/* A sentence of two lines takes no room from the figures. */
WINDOW_TEST (test_two_lines, "/window/two-lines")
{
  g_autofree char *word = g_strnfill (199, 'a'), *two_lines = g_strconcat (word, " ", word, NULL);
  int height;

  ipl_window_show_status (window, "Short.");
  settle ();
  height = gtk_widget_get_height (GTK_WIDGET (window->pages));
  ipl_window_show_status (window, two_lines);
  settle ();
  g_assert_cmpint (gtk_label_get_layout (window->status) != NULL
                       ? pango_layout_get_line_count (gtk_label_get_layout (window->status))
                       : 0,
                   ==, 2);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window->pages)), ==, height);
  ipl_window_show_status (window, "");
}

/* Laid out for a window of that width, with the borders that it may have. */
static void
resize (IplWindow *window, int width)
{
  /* The window manager may still be busy with the size before, and then ignores this one. */
  for (gint64 end = wait_limit (); abs (gtk_widget_get_width (GTK_WIDGET (window)) - width) >= 40;)
    {
      gtk_window_set_default_size (GTK_WINDOW (window), width, 700);
      settle ();
      wait_step (end, "the size of the window");
    }
}

static int
get_font_size (gpointer label)
{
  PangoContext *context = gtk_widget_get_pango_context (label);

  return pango_font_description_get_size (pango_context_get_font_description (context));
}

/* Returns: the size of the panel's heading; its menu is in sight */
static int
check_heading (IplWindow *window, const IplPanel *panel)
{
  GtkWidget *area = GTK_WIDGET (ipl_window_get_area (window, panel));
  GtkWidget *view = gtk_widget_get_ancestor (area, IPL_TYPE_PANEL_VIEW);
  GtkWidget *menu = part (view, "menu_button");
  graphene_rect_t box;

  g_assert_true (gtk_widget_get_mapped (menu));
  g_assert_true (gtk_widget_compute_bounds (menu, view, &box));
  g_assert_cmpfloat (box.origin.x + box.size.width, <=, gtk_widget_get_width (view));
  g_assert_cmpstr (label_text (view, "title"), ==,
                   ipl_document_get_panel_label (document_of (window), panel));
  return get_font_size (part (view, "title"));
}

/* Headings have one size and a menu at every size of the window, and the words of lists. */
WINDOW_TEST (test_headings, "/window/headings")
{
  static const int widths[] = { 1280, 740 };
  const IplPanel *const panels[]
      = { &ipl_panel_paths, &ipl_panel_u, &ipl_panel_accuracy, &ipl_panel_overlap };
  int size = 0;

  act (window, "page", "theory");
  for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      resize (window, widths[w]);
      for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
        {
          int this_size = check_heading (window, panels[i]);

          size = size > 0 ? size : this_size;
          g_assert_cmpint (this_size, ==, size);
        }
    }
  resize (window, 1280);
  act_and_wait (window, "open-example", "context-regression");
  check_heading (window, &ipl_panel_accuracy);
  g_assert_cmpstr (ipl_document_get_panel_label (document_of (window), &ipl_panel_accuracy), ==,
                   "Error and width");
}

static const IplKernelPicture *
kernels_of (IplWindow *window)
{
  return ipl_document_get_solve_result (document_of (window))->kernels;
}

/* Of the very solution that is shown. */
static gboolean
has_kernels (IplWindow *window)
{
  return is_solved (window) && kernels_of (window) != NULL
         && ipl_setting_equal (&kernels_of (window)->solution->setting, &current (window)->setting);
}

/* Kernels are made while they are in sight, for each width; what does not depend on the width is
 * neither made nor drawn anew. */
WINDOW_TEST (test_kernels, "/window/kernels")
{
  IplFigureArea *area = ipl_window_get_area (window, &ipl_panel_kernel_tiles);
  const double *C;
  guint made;

  act_and_wait (window, "step-width(1)", NULL);
  g_assert_false (has_kernels (window));
  act (window, "page", "kernels");
  wait_for (window, has_kernels, "the kernels");
  settle ();
  g_clear_object (&(GdkTexture *){ ipl_figure_area_render (area, 1) });
  C = ipl_kernel_picture_find (kernels_of (window), 0, 1)->C;
  made = ipl_matrix_picture_count_rendered ();
  act (window, "step-width(1)", NULL);
  wait_for (window, has_kernels, "those of the next width");
  g_assert_true (ipl_kernel_picture_find (kernels_of (window), 0, 1)->C == C);
  g_clear_object (&(GdkTexture *){ ipl_figure_area_render (area, 1) });
  g_assert_cmpuint (ipl_matrix_picture_count_rendered (), ==, made);
  act (window, "page", "theory");
}
