/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A story made, saved, opened again and presented with nothing but the keyboard, in a real window.
 */
#include <glib/gstdio.h>
#include <string.h>

#include "figures/story/story.h"
#include "window-fixture.h"
#include "document/session-save.h"

/* Keys as they come from a keyboard or a remote control. */
static void
press (const char *keys)
{
  xdo ("key --clearmodifiers %s", keys);
}

static void
type (const char *text)
{
  const char *argv[] = { "xdotool", "type", "--delay", "8", text, NULL };
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                &error);
  g_assert_no_error (error);
  spin (100);
}

static guint
n_stops (IplWindow *window)
{
  const IplStory *story = ipl_document_get_story (document_of (window));

  return story != NULL ? ipl_story_n_stops (story) : 0;
}

static const IplStop *
stop (IplWindow *window, guint i)
{
  return ipl_story_get_stop (ipl_document_get_story (document_of (window)), i);
}

static IplWindow *window;

static gboolean
has_dialog (IplWindow *self)
{
  return self->stops_dialog != NULL && gtk_window_is_active (self->stops_dialog);
}

static gboolean
has_no_dialog (IplWindow *self)
{
  return self->stops_dialog == NULL && gtk_window_is_active (GTK_WINDOW (self));
}

/* One of files, which has the keyboard. */
static gboolean
has_file_dialog (IplWindow *self)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (IPL_IS_FILE_CHOOSER (l->data) && gtk_window_is_active (l->data))
      return TRUE;
  return FALSE;
}

/* Laid out as large as the screen, so that what is pointed at stays where it is. */
static gboolean
fills_screen (IplWindow *self)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  GdkMonitor *monitor
      = gdk_display_get_monitor_at_surface (display, gtk_native_get_surface (GTK_NATIVE (self)));
  GdkRectangle whole;

  gdk_monitor_get_geometry (monitor, &whole);
  return gtk_widget_get_width (GTK_WIDGET (self->presentation)) > whole.width - 20
         && gtk_widget_get_height (GTK_WIDGET (self->presentation)) > whole.height - 20;
}

static gboolean
is_presenting (IplWindow *self)
{
  return self->presentation != NULL && self->presentation->tick == 0 && !self->presentation->waits
         && gtk_window_is_fullscreen (GTK_WINDOW (self)) && is_solved (self) && fills_screen (self);
}

static gboolean
is_back (IplWindow *self)
{
  return self->presentation == NULL && !gtk_window_is_fullscreen (GTK_WINDOW (self));
}

static void
wait_at (guint at)
{
  wait_until (is_presenting (window) && window->presentation->at == at);
}

static char *story_path;

static guint
width (IplWindow *self)
{
  const IplSetting *setting = &ipl_document_get_parameters (document_of (self))->current;

  return setting->gp ? 0 : setting->N[0];
}

static void
wait_caption (guint at)
{
  wait_until (strcmp (stop (window, at)->caption, "Four paths") == 0);
}

/* Two stops: the page at N = 10, and the paths alone at N = 30. */
static void
make_story (void)
{
  g_autofree char *loss = NULL;

  g_assert_cmpuint (width (window), ==, 10);
  press ("ctrl+shift+a");
  press ("alt+Right");
  wait_for (window, is_solved, "N = 30");
  press ("ctrl+1");
  press ("ctrl+shift+a");
  wait_until (n_stops (window) == 2);
  g_assert_cmpuint (stop (window, 0)->n_panels, ==, 4);
  g_assert_cmpuint (stop (window, 1)->n_panels, ==, 1);
  g_assert_cmpstr (stop (window, 1)->panels[0]->id, ==, "paths");
  g_assert_true (ipl_document_has_unkept_story (document_of (window)));
  loss = ipl_document_describe_loss (document_of (window), TRUE);
  g_assert_nonnull (strstr (loss, "of 2 steps is not saved"));
}

/* A caption longer than a line is in sight as a whole, in several lines. */
static void
check_wraps (void)
{
  GtkTextView *caption = find_typed (window->stops_dialog, GTK_TYPE_TEXT_VIEW);
  GtkTextBuffer *text = gtk_text_view_get_buffer (caption);
  g_autofree char *words = g_strnfill (400, 'a'), *before = NULL;
  GdkRectangle first, last;
  GtkTextIter end;

  for (guint i = 9; i < 400; i += 10)
    words[i] = ' ';
  g_object_get (text, "text", &before, NULL);
  g_assert_cmpstr (before, ==, "Four paths");
  gtk_text_buffer_set_text (text, words, -1);
  g_assert_cmpstr (stop (window, 0)->caption, ==, words);
  gtk_text_buffer_get_end_iter (text, &end);
  wait_until ((gtk_text_view_get_iter_location (caption, &end, &last), last.y > 0));
  settle ();
  gtk_text_view_get_visible_rect (caption, &first);
  g_assert_cmpint (last.y + last.height, <=, first.y + first.height);
  g_assert_cmpint (last.x + last.width, <=, first.x + first.width);
  gtk_text_buffer_set_text (text, before, -1);
}

/* In the list of stops: something is said, the second goes up and down, and is removed and brought
 * back. */
static void
edit_story (void)
{
  press ("ctrl+F5");
  wait_for (window, has_dialog, "the stops");
  type ("Four paths");
  wait_caption (0);
  press ("alt+Down");
  wait_caption (1);
  press ("alt+Up");
  wait_caption (0);
  check_wraps ();
  press ("ctrl+Delete");
  wait_until (n_stops (window) == 1);
  press ("ctrl+z");
  wait_until (n_stops (window) == 2);
  wait_caption (0);
  press ("Escape");
  wait_for (window, has_no_dialog, "the window");
}

static void
save_and_open (void)
{
  g_autofree char *before = ipl_story_to_json (ipl_document_get_story (document_of (window)));
  g_autofree char *after = NULL;

  press ("ctrl+shift+F5");
  wait_for (window, has_file_dialog, "the dialog of files");
  settle ();
  press ("ctrl+a");
  type (story_path);
  press ("Return");
  wait_until (g_file_test (story_path, G_FILE_TEST_EXISTS)
              && !ipl_document_has_unkept_story (document_of (window)));
  wait_for (window, has_no_dialog, "the window");
  /* Undone back to where there was none. */
  for (guint i = 0; i < 12 && n_stops (window) > 0; i++)
    press ("ctrl+z");
  wait_until (n_stops (window) == 0);
  press ("ctrl+shift+l");
  wait_for (window, has_file_dialog, "the dialog of files");
  settle ();
  press ("ctrl+l");
  settle ();
  press ("ctrl+a");
  type (story_path);
  settle ();
  press ("Return");
  wait_until (n_stops (window) == 2);
  after = ipl_story_to_json (ipl_document_get_story (document_of (window)));
  g_assert_cmpstr (after, ==, before);
  wait_for (window, has_no_dialog, "the window");
}

/* A remote control's keys; the width walks with the stops. */
static void
present_story (void)
{
  guint before = width (window);
  g_autofree char *section = NULL;

  press ("F5");
  wait_at (0);
  g_assert_cmpuint (width (window), ==, 10);
  press ("Page_Down");
  wait_at (1);
  g_assert_cmpuint (width (window), ==, 30);
  press ("Page_Down");
  wait_at (1);
  press ("Page_Up");
  wait_at (0);
  press ("End");
  wait_at (1);
  press ("Home");
  wait_at (0);
  press ("b");
  g_assert_true (window->presentation->blank);
  press ("space");
  wait_at (1);
  g_assert_false (window->presentation->blank);
  press ("question");
  wait_until (find_toplevel (GTK_TYPE_SHORTCUTS_WINDOW) != NULL);
  g_object_get (find_toplevel (GTK_TYPE_SHORTCUTS_WINDOW), "section-name", &section, NULL);
  g_assert_cmpstr (section, ==, "out");
  gtk_window_close (find_toplevel (GTK_TYPE_SHORTCUTS_WINDOW));
  wait_until (gtk_window_is_active (GTK_WINDOW (window)));
  press ("Escape");
  wait_for (window, is_back, "the window");
  g_assert_cmpuint (width (window), ==, before);
}

static void
begin (void)
{
  if (window == NULL)
    g_application_activate (G_APPLICATION (application));
  window = the_window ();
  reset (window);
}

TEST (test_by_keyboard, "/present/by-keyboard")
{
  begin ();
  story_path = in_folder ("told.json");
  wait_for (window, has_no_dialog, "the keyboard");
  make_story ();
  edit_story ();
  save_and_open ();
  present_story ();
  g_free (story_path);
}

/* @panel: (nullable): of the figure that @x and @y are shares of; the whole screen else */
static void
point_at (const char *panel, double x, double y)
{
  IplPresentation *presentation = window->presentation;
  IplRect place = { 0, 0, gtk_widget_get_width (GTK_WIDGET (presentation)) / IPL_PX_PER_PT,
                    gtk_widget_get_height (GTK_WIDGET (presentation)) / IPL_PX_PER_PT };
  const IplPanel *here = NULL;

  g_assert_true (ipl_presentation_set_slide (presentation));
  for (guint i = 0; panel != NULL && (here == NULL || strcmp (here->id, panel) != 0); i++)
    {
      g_assert_cmpuint (i, <, presentation->to->n_panels);
      place = ipl_slide_get_place (presentation->slide, i, &here);
    }
  xdo ("mousemove %d %d", (int)((place.x + x * place.w) * IPL_PX_PER_PT),
       (int)((place.y + y * place.h) * IPL_PX_PER_PT));
}

/* From one share of the figure to another, by a real pointer: the first press goes to whatever
 * takes it. */
static void
drag_in (const char *panel, double from, double to)
{
  point_at (panel, from, 0.3);
  xdo ("mousedown 1");
  for (guint i = 1; i <= 5; i++)
    point_at (panel, from + (to - from) * i / 5, 0.3);
  xdo ("mouseup 1");
}

/* The width and the time are dragged as in the window, which no page is turned by; one drag is one
 * step of undo. A click selects or moves where it can, and turns the page elsewhere. */
TEST (test_press, "/present/press")
{
  const IplTarget *selected;
  guint before;

  begin ();
  /* Without a story the pages are the stops. */
  ipl_document_set_story (document_of (window), NULL, NULL);
  ipl_panel_grid_set_enlarged (ipl_window_get_grid (window), NULL);
  act (window, "page", "theory");
  press ("F5");
  wait_at (0);
  ipl_document_change_width (document_of (window), 30, FALSE);
  wait_for (window, is_solved, "N = 30");
  drag_in ("accuracy", 0.3, 0.6);
  wait_at (0);
  before = width (window);
  g_assert_cmpuint (before, >, 30);
  drag_in ("accuracy", 0.6, 0.4);
  wait_at (0);
  g_assert_cmpuint (width (window), <, before);
  g_assert_cmpuint (width (window), >, 0);
  ipl_document_undo (document_of (window));
  g_assert_cmpuint (width (window), ==, before);
  ipl_document_undo (document_of (window));
  g_assert_cmpuint (width (window), ==, 30);
  point_at ("accuracy", 0.7, 0.3);
  xdo ("click 1");
  wait_at (0);
  g_assert_cmpuint (width (window), >, 30);
  point_at ("u", 0.5, 0.5);
  xdo ("click 1");
  wait_at (0);
  selected = ipl_selection_get_selected (selection_of (window));
  g_assert_false (ipl_target_is_none (selected));
  point_at (NULL, 0.5, 0.012);
  xdo ("click 1");
  wait_at (1);
  press ("Escape");
  wait_for (window, is_back, "the window");
}

static const char *example;

static gboolean
is_open (IplWindow *self)
{
  const IplExperiment *experiment = ipl_document_get_parameters (document_of (self))->experiment;

  return is_back (self) && is_solved (self) && strcmp (experiment->id, example) == 0
         && (experiment->page == NULL
             || strcmp (ipl_window_get_page (self), experiment->page) == 0);
}

static void
open_example (const char *id)
{
  example = id;
  act (window, "open-example", id);
  wait_for (window, is_open, id);
}

/* Time is dragged in a curve. */
TEST (test_time, "/present/time")
{
  guint at;
  double before;

  begin ();
  ipl_document_set_story (document_of (window), NULL, NULL);
  open_example ("joma-joint");
  press ("F5");
  wait_for (window, is_presenting, "the curves");
  at = window->presentation->at;
  drag_in ("joint-course", 0.3, 0.6);
  wait_at (at);
  before = parameters_of (window)->shown_time;
  g_assert_cmpfloat (before, >, 0);
  drag_in ("joint-course", 0.6, 0.4);
  wait_at (at);
  g_assert_cmpfloat (parameters_of (window)->shown_time, >, 0);
  g_assert_cmpfloat (parameters_of (window)->shown_time, <, before);
  press ("Escape");
  wait_for (window, is_back, "the window");
}

/* A story leaves the window as it was: page, parameters, draws, file, selection, sidebar and size.
 */
TEST (test_leaving, "/present/leaving")
{
  g_autofree char *file = in_folder ("told.interplay");
  const IplTarget target = ipl_target_path (1);
  IplParameters parameters;
  int size[2], now[2];

  begin ();
  open_example ("hmc2");
  parameters = *parameters_of (window);
  parameters.n_widths = 1;
  parameters.warmup = parameters.draws = 20;
  change_and_wait (window, &parameters);
  act (window, "page", "theory");
  ipl_panel_grid_set_enlarged (ipl_window_get_grid (window), ipl_panel_find ("u"));
  ipl_document_change_width (document_of (window), 77, FALSE);
  wait_for (window, is_solved, "N = 77");
  ipl_selection_select (selection_of (window), &target);
  ipl_window_set_sidebar (window, FALSE);
  save_to (window, file);
  ipl_document_sample_here (document_of (window));
  wait_for (window, is_solved, "draws");
  gtk_window_get_default_size (GTK_WINDOW (window), &size[0], &size[1]);
  ipl_window_open_story (window, "dynamics", TRUE);
  ipl_window_answer_question (window, TRUE);
  wait_at (0);
  press ("Page_Down Page_Down");
  wait_for (window, is_presenting, "a stop");
  ipl_window_set_sidebar (window, TRUE);
  press ("Escape");
  wait_for (window, is_open, "two paths again");
  g_assert_cmpuint (width (window), ==, 77);
  g_assert_cmpstr (ipl_document_get_file (document_of (window)), ==, file);
  g_assert_true (ipl_document_is_unsaved (document_of (window)));
  g_assert_nonnull (ipl_document_get_posterior (document_of (window)));
  g_assert_false (ipl_document_has_unkept_story (document_of (window)));
  g_assert_cmpstr (ipl_window_get_page (window), ==, "theory");
  g_assert_cmpstr (ipl_panel_grid_get_enlarged (ipl_window_get_grid (window))->id, ==, "u");
  g_assert_true (ipl_target_equal (ipl_selection_get_selected (selection_of (window)), &target));
  g_assert_false (ipl_window_wants_sidebar (window));
  gtk_window_get_default_size (GTK_WINDOW (window), &now[0], &now[1]);
  g_assert_cmpint (now[0], ==, size[0]);
  g_assert_cmpint (now[1], ==, size[1]);
  ipl_window_set_sidebar (window, TRUE);
}

/* Half a story is none; what cannot be written is said. */
TEST (test_stopped, "/present/stopped")
{
  g_autofree char *path = in_folder ("told.gif");
  g_autofree char *other = in_folder ("told.txt");
  g_autofree char *pictures = in_folder ("told.png");
  g_autofree char *numbered = in_folder ("told-2.png"), *text = NULL;
  g_autofree char *nowhere = g_build_filename (folder, "nowhere", "told.pdf", NULL);

  wait_for (window, is_solved, "the window's own work");
  ipl_window_export_story (window, path);
  g_assert_true (is_writing (window));
  wait_until (is_enabled (window, "stop::first"));
  act (window, "stop::first", NULL);
  wait_until (!is_writing (window));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  ipl_window_export_story (window, other);
  assert_message (window, ".pdf");
  g_assert_false (is_writing (window));
  /* Pictures are numbered, and none that is there is replaced. */
  write_file (numbered, "mine");
  ipl_window_export_story (window, pictures);
  wait_until (!is_writing (window));
  assert_message (window, "told-2.png");
  g_assert_true (g_file_get_contents (numbered, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
  ipl_window_export_story (window, nowhere);
  wait_until (!is_writing (window));
  assert_message (window, "nowhere");
}
