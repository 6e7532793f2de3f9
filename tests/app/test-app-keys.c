/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keys and Copy do with a figure: arrows go where they point, every key that is listed for a
 * panel is taken, Copy takes what is selected and the figure that has the keyboard. */
#include <string.h>

#include "window-fixture.h"

static IplTarget
hovered (IplWindow *window)
{
  return *ipl_selection_get_shown (selection_of (window));
}

/* From the middle of what the panel shows: key, then whether the middle of what is pointed at went
 * to that side. */
static void
check_arrow (IplWindow *window, const IplPanel *panel, guint key, double dx, double dy)
{
  IplFigureArea *area = ipl_window_get_area (window, panel);
  IplTarget before, after;
  double x, y, new_x, new_y;

  ipl_selection_clear (selection_of (window));
  gtk_widget_grab_focus (GTK_WIDGET (area));
  /* Away from both ends. */
  press_key (area, GDK_KEY_Right, 0);
  press_key (area, dy != 0 ? GDK_KEY_Down : GDK_KEY_Right, 0);
  if (dy == 0)
    press_key (area, GDK_KEY_Right, 0);
  before = hovered (window);
  g_assert_true (locate (area, &before, &x, &y));
  g_assert_true (press_key (area, key, 0));
  after = hovered (window);
  g_assert_false (ipl_target_equal (&before, &after));
  g_assert_true (locate (area, &after, &new_x, &new_y));
  g_test_message ("%s, %s: %g %g to %g %g", panel->id, gdk_keyval_name (key), x, y, new_x, new_y);
  g_assert_cmpfloat ((new_x - x) * dx + (new_y - y) * dy, >, 0);
}

WINDOW_TEST (test_arrows, "/keys/arrows")
{
  static const struct
  {
    const IplPanel *panel;
    guint key;
    double dx, dy;
  } arrows[] = {
    { &ipl_panel_u, GDK_KEY_Right, 1, 0 },        { &ipl_panel_u, GDK_KEY_Left, -1, 0 },
    { &ipl_panel_u, GDK_KEY_Down, 0, 1 },         { &ipl_panel_u, GDK_KEY_Up, 0, -1 },
    { &ipl_panel_u, GDK_KEY_KP_Right, 1, 0 },     { &ipl_panel_u, GDK_KEY_KP_Left, -1, 0 },
    { &ipl_panel_u, GDK_KEY_KP_Down, 0, 1 },      { &ipl_panel_u, GDK_KEY_KP_Up, 0, -1 },
    { &ipl_panel_accuracy, GDK_KEY_Right, 1, 0 }, { &ipl_panel_accuracy, GDK_KEY_Left, -1, 0 },
    { &ipl_panel_overlap, GDK_KEY_Right, 1, 0 },  { &ipl_panel_overlap, GDK_KEY_Left, -1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    check_arrow (window, arrows[i].panel, arrows[i].key, arrows[i].dx, arrows[i].dy);
}

/* Escape lets go, Return selects; both, and arrows, are taken, and nothing is listed that is not.
 * Pages of a panel are of one with more than it shows: see app-window. */
WINDOW_TEST (test_listed, "/keys/listed")
{
  IplFigureArea *area = ipl_window_get_area (window, &ipl_panel_u);
  IplSelection *selection = selection_of (window);
  g_autoptr (GPtrArray) shortcuts = ipl_shortcuts_new ();
  guint n = 0;

  ipl_figure_area_add_shortcuts (shortcuts);
  for (guint i = 0; i < shortcuts->len; i++)
    {
      const IplShortcut *shortcut = shortcuts->pdata[i];
      g_auto (GStrv) keys = g_strsplit (shortcut->keys, " ", -1);

      for (guint k = 0; keys[k] != NULL && !g_str_has_prefix (keys[k], "Page"); k++, n++)
        {
          press_key (area, GDK_KEY_Right, 0);
          if (!press_key (area, gdk_keyval_from_name (keys[k]), 0))
            g_error ("“%s”: nothing takes %s", shortcut->title, keys[k]);
        }
    }
  g_assert_cmpuint (n, >=, 6);
  ipl_selection_clear (selection);
  press_key (area, GDK_KEY_Right, 0);
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
  press_key (area, GDK_KEY_Return, 0);
  g_assert_false (ipl_target_is_none (ipl_selection_get_selected (selection)));
  press_key (area, GDK_KEY_Escape, 0);
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection)));
}

static gboolean
is_copy_button (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), "edit-copy-symbolic") == 0;
}

/* The lines that are selected, or all. */
WINDOW_TEST (test_numbers, "/keys/numbers")
{
  GtkWindow *dialog;
  GtkTextBuffer *buffer;
  GtkTextIter start, end;
  GtkWidget *copy;
  g_autofree char *all = NULL, *shown = NULL, *part = NULL, *selected = NULL;

  act (window, "panel-numbers", "accuracy");
  settle ();
  dialog = find_dialog (window);
  buffer = gtk_text_view_get_buffer (find_typed (dialog, GTK_TYPE_TEXT_VIEW));
  copy = find_widget (dialog, is_copy_button, NULL);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  shown = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  gtk_text_buffer_place_cursor (buffer, &start);
  g_signal_emit_by_name (copy, "clicked");
  all = clipboard_text ();
  g_assert_cmpstr (all, ==, shown);
  gtk_text_buffer_get_iter_at_line (buffer, &start, 1);
  gtk_text_buffer_get_iter_at_line (buffer, &end, 3);
  gtk_text_buffer_select_range (buffer, &start, &end);
  selected = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  g_signal_emit_by_name (copy, "clicked");
  part = clipboard_text ();
  g_assert_cmpstr (part, ==, selected);
  g_assert_cmpuint (strlen (part), <, strlen (all));
  g_assert_nonnull (strstr (all, part));
  gtk_window_destroy (dialog);
  settle ();
}

static gsize
copied_pixels (IplWindow *window)
{
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree guchar *pixels = NULL;
  GdkTexture *texture;
  gsize stride, hash = 5381;

  g_value_init (&value, GDK_TYPE_TEXTURE);
  g_assert_true (gdk_content_provider_get_value (
      gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window))), &value, NULL));
  texture = g_value_get_object (&value);
  stride = 4 * (gsize)gdk_texture_get_width (texture);
  pixels = g_malloc (stride * (gsize)gdk_texture_get_height (texture));
  gdk_texture_download (texture, pixels, stride);
  for (gsize i = 0; i < stride * (gsize)gdk_texture_get_height (texture); i++)
    hash = 33 * hash + pixels[i];
  return hash;
}

/* The figure that has the keyboard is the one that is copied by its name. */
WINDOW_TEST (test_focused, "/keys/focused")
{
  static const IplPanel *const panels[] = { &ipl_panel_u, &ipl_panel_accuracy, &ipl_panel_paths };
  gsize named[G_N_ELEMENTS (panels)];

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      act (window, "panel-copy", panels[i]->id);
      named[i] = copied_pixels (window);
      g_assert_true (i == 0 || named[i] != named[0]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      gtk_widget_grab_focus (GTK_WIDGET (ipl_window_get_area (window, panels[i])));
      act (window, "panel-copy", "");
      g_assert_cmpuint (copied_pixels (window), ==, named[i]);
    }
}

/* Arrow keys and page keys of the scale of widths. */
WINDOW_TEST (test_scale, "/keys/scale")
{
  static const struct
  {
    GtkScrollType scroll;
    guint from, to;
  } steps[] = {
    { GTK_SCROLL_STEP_FORWARD, 30, 32 }, { GTK_SCROLL_STEP_BACKWARD, 30, 28 },
    { GTK_SCROLL_STEP_UP, 30, 32 },      { GTK_SCROLL_STEP_DOWN, 30, 28 },
    { GTK_SCROLL_STEP_RIGHT, 30, 32 },   { GTK_SCROLL_STEP_LEFT, 30, 28 },
    { GTK_SCROLL_PAGE_FORWARD, 30, 50 }, { GTK_SCROLL_PAGE_BACKWARD, 30, 10 },
    { GTK_SCROLL_PAGE_UP, 30, 50 },      { GTK_SCROLL_PAGE_DOWN, 30, 10 },
    { GTK_SCROLL_STEP_FORWARD, 12, 13 }, { GTK_SCROLL_STEP_BACKWARD, 12, 11 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      gboolean handled;

      ipl_document_change_width (document_of (window), steps[i].from, FALSE);
      g_signal_emit_by_name (window->scrubber->scale, "change-value", steps[i].scroll, 0.0,
                             &handled);
      g_assert_cmpuint (ipl_document_get_parameters (document_of (window))->current.N[0], ==,
                        steps[i].to);
    }
}
