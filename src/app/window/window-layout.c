/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adapts the window to its size: sidebar, status line, and the header in full screen. Moves the
 * focus between regions with F6. */
#include "app/window/window-private.h"

#include "app/base/widget-helpers.h"
#include "app/pages/page-table.h"

/* Width of the window below which the status line has two lines. */
#define STATUS_WIDTH 760

/* Width of the window below which the sidebar is over the figures. */
#define OVER_WIDTH 1000

/* Distance of the pointer from the upper edge that shows the header in full screen, in pixels. */
#define EDGE 2

/* Returns: TRUE if the sidebar is shown in a wide window */
gboolean
ipl_window_wants_sidebar (IplWindow *self)
{
  return self->sidebar_is_over ? self->sidebar_shown[FALSE]
                               : gtk_revealer_get_reveal_child (self->sidebar_revealer);
}

static void
show_sidebar (IplWindow *self, gboolean shown)
{
  gtk_revealer_set_reveal_child (self->sidebar_revealer, shown);
  ipl_window_set_state (self, "sidebar", g_variant_new_boolean (shown));
}

/* @shown: TRUE to show the sidebar in a wide window */
void
ipl_window_set_sidebar (IplWindow *self, gboolean shown)
{
  if (self->sidebar_is_over)
    self->sidebar_shown[FALSE] = shown;
  else
    show_sidebar (self, shown);
}

/* Moves the sidebar next to or over the figures. Its visibility is stored separately for each
 * place. */
static void
place_sidebar (IplWindow *self)
{
  GtkWidget *sidebar = GTK_WIDGET (self->sidebar_revealer);
  gboolean over = gtk_widget_get_width (GTK_WIDGET (self)) < OVER_WIDTH;

  if (over == self->sidebar_is_over)
    return;
  self->sidebar_shown[!over] = gtk_revealer_get_reveal_child (self->sidebar_revealer);
  self->sidebar_is_over = over;
  g_object_ref (sidebar);
  if (over)
    {
      gtk_box_remove (self->beside, sidebar);
      gtk_overlay_add_overlay (self->overlay, sidebar);
    }
  else
    {
      gtk_overlay_remove_overlay (self->overlay, sidebar);
      gtk_box_prepend (self->beside, sidebar);
    }
  g_object_unref (sidebar);
  gtk_widget_set_halign (sidebar, over ? GTK_ALIGN_START : GTK_ALIGN_FILL);
  ipl_widget_set_class (gtk_revealer_get_child (self->sidebar_revealer), "sidebar-over", over);
  show_sidebar (self, self->sidebar_shown[over]);
}

static gboolean
fold (gpointer data)
{
  IplWindow *self = data;
  GtkWidget *status = GTK_WIDGET (self->status);
  int line;

  self->fold_id = 0;
  if (self->document == NULL)
    return G_SOURCE_REMOVE;
  place_sidebar (self);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (status, "0");
  pango_layout_get_pixel_size (layout, NULL, &line);
  /* The height does not depend on the sentence, so that figures do not move while the user
   * hovers. */
  gtk_widget_set_size_request (
      status, -1,
      gtk_widget_get_width (gtk_widget_get_parent (status)) < STATUS_WIDTH ? 2 * line : -1);
  return G_SOURCE_REMOVE;
}

/* Adapts the window to its size, in an idle callback after the allocation. */
void
ipl_window_fold (IplWindow *self)
{
  if (self->fold_id == 0)
    self->fold_id = g_idle_add (fold, self);
}

/* Shows the title of the visible page on the menu button. */
static void
show_page (IplWindow *self)
{
  const char *id = ipl_window_get_page (self);
  const IplPage *page = id != NULL ? ipl_page_find (id) : NULL;

  if (page == NULL)
    return;
  gtk_menu_button_set_label (self->page_menu_button, page->title);
  ipl_widget_set_tooltip (self->page_menu_button, page->tooltip);
}

/* Moves the header into the window in full screen, where GTK hides the title bar. */
static void
place_header (IplWindow *self)
{
  gboolean at_edge = gtk_window_is_fullscreen (GTK_WINDOW (self));
  gboolean is_at_edge = gtk_revealer_get_child (self->edge_revealer) == self->header;

  if (at_edge == is_at_edge)
    return;
  g_object_ref (self->header);
  if (at_edge)
    {
      gtk_box_remove (self->title_box, self->header);
      gtk_revealer_set_child (self->edge_revealer, self->header);
    }
  else
    {
      gtk_revealer_set_child (self->edge_revealer, NULL);
      gtk_box_append (self->title_box, self->header);
    }
  g_object_unref (self->header);
  gtk_revealer_set_reveal_child (self->edge_revealer, FALSE);
}

static gboolean
has_open_menu (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_open_menu (child))
      return TRUE;
  return FALSE;
}

static void
on_motion (IplWindow *self, double x, double y)
{
  gboolean shown = gtk_revealer_get_reveal_child (self->edge_revealer);

  if (self->presentation != NULL || gtk_revealer_get_child (self->edge_revealer) == NULL)
    return;
  if (!shown && y <= EDGE)
    gtk_revealer_set_reveal_child (self->edge_revealer, TRUE);
  else if (shown && y > 2 * gtk_widget_get_height (self->header) && !has_open_menu (self->header))
    gtk_revealer_set_reveal_child (self->edge_revealer, FALSE);
}

/* Lists the regions in the order of F6. */
static guint
list_regions (IplWindow *self, GtkWidget *regions[5])
{
  guint n = 0;

  regions[n++] = GTK_WIDGET (self->pages);
  regions[n++] = gtk_widget_get_visible (GTK_WIDGET (self->scrubber))
                     ? GTK_WIDGET (self->scrubber)
                     : GTK_WIDGET (self->time_scrubber);
  if (ipl_message_bar_is_shown (self->info_bar))
    regions[n++] = GTK_WIDGET (self->info_bar);
  regions[n++] = self->header;
  if (gtk_revealer_get_reveal_child (self->sidebar_revealer))
    regions[n++] = GTK_WIDGET (self->sidebar);
  return n;
}

/* Shows or hides the header at the edge in full screen. */
static void
reveal_header (IplWindow *self)
{
  if (gtk_revealer_get_child (self->edge_revealer) != NULL)
    gtk_revealer_set_reveal_child (self->edge_revealer, TRUE);
}

static void
enter_region (IplWindow *self, GtkWidget *region)
{
  if (region == GTK_WIDGET (self->pages))
    ipl_window_focus_page (self);
  else
    {
      if (region == self->header)
        reveal_header (self);
      gtk_widget_child_focus (region, GTK_DIR_TAB_FORWARD);
    }
}

static void
focus_adjacent_region (IplWindow *self, int direction)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *regions[5];
  guint n = list_regions (self, regions), at = 0;

  if (self->presentation != NULL)
    return;
  for (guint i = 0; i < n; i++)
    if (focus != NULL && (focus == regions[i] || gtk_widget_is_ancestor (focus, regions[i])))
      at = i;
  enter_region (self, regions[(at + n + (guint)direction) % n]);
}

/* Runs in the bubble phase: Escape closes popovers and clears entries first. */
static gboolean
on_key (IplWindow *self, guint keyval, guint keycode, GdkModifierType state)
{
  const IplPanel *enlarged = ipl_panel_grid_get_enlarged (ipl_window_get_grid (self));

  if (keyval != GDK_KEY_Escape)
    return FALSE;
  if (enlarged != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (self), "panel-enlarge",
                                    g_variant_new_string (enlarged->id));
  else if (ipl_scrubber_get_playing (self->scrubber))
    ipl_scrubber_set_playing (self->scrubber, FALSE);
  else if (ipl_scrubber_get_playing (self->time_scrubber))
    ipl_scrubber_set_playing (self->time_scrubber, FALSE);
  else if (ipl_message_bar_is_shown (self->info_bar))
    ipl_message_bar_answer (self->info_bar, IPL_ANSWER_CLOSE);
  else if (self->sidebar_is_over && gtk_revealer_get_reveal_child (self->sidebar_revealer))
    g_action_group_activate_action (G_ACTION_GROUP (self), "sidebar", NULL);
  else if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else
    return FALSE;
  return TRUE;
}

static void
set_up (IplWindow *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);

  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (self, "notify::fullscreened", G_CALLBACK (place_header), self);
  g_signal_connect_object (self->pages, "notify::visible-child-name", G_CALLBACK (show_page), self,
                           G_CONNECT_SWAPPED);
  show_page (self);
}

static void
update (IplWindow *self)
{
  ipl_window_fold (self);
}

/* @keys: keys of the panel, for the message */
static void
on_focus_panel (IplWindow *self, const char *keys)
{
  g_autofree char *text = NULL;

  ipl_window_focus_page (self);
  text = g_strdup_printf (
      "The panel “%s” has the focus. Keys: %s.",
      ipl_document_get_panel_label (self->document, ipl_window_get_focused (self)), keys);
  ipl_window_show_status (self, text);
}

static const IplCommand commands[] = {
  { "turn-region", .step = G_CALLBACK (focus_adjacent_region), .parameter_type = "i" },
  { "win.turn-region(1)", NULL, "F6", "Next region of the window", IPL_SHORTCUTS_GENERAL },
  { "win.turn-region(-1)", NULL, "<Shift>F6", "Previous region of the window",
    IPL_SHORTCUTS_GENERAL },
  { "focus-panel", G_CALLBACK (on_focus_panel), .parameter_type = "s" },
};

const IplWindowPart ipl_window_room_part = { commands, G_N_ELEMENTS (commands), set_up, update };
