/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer and keyboard of a figure. All panels highlight the item under the pointer, a click
 * selects it, a drag changes the parameters that the panel edits, and arrow keys move between
 * items. */
#include "app/panels/figure-area.h"

#include "app/base/window-command.h"

static IplTarget
pick (IplFigureArea *self, double x, double y)
{
  IplFigure *figure = ipl_figure_area_get_figure (self);
  IplTarget target = IPL_TARGET_NONE;

  if (figure != NULL)
    ipl_figure_find (figure, x / IPL_PX_PER_PT, y / IPL_PX_PER_PT, &target);
  return target;
}

gboolean
ipl_figure_area_find_place (gpointer area, double x, double y, IplFigurePlace *place)
{
  IplFigureArea *self = area;

  *place = (IplFigurePlace){ self->document, self->panel, ipl_figure_area_get_figure (self),
                             x / IPL_PX_PER_PT, y / IPL_PX_PER_PT };
  return place->figure != NULL;
}

static gboolean
can_drag (IplFigureArea *self, double x, double y)
{
  IplFigurePlace place;

  return ipl_figure_area_find_place (self, x, y, &place) && ipl_figure_place_can_drag (&place);
}

static void
on_motion (IplFigureArea *self, double x, double y)
{
  IplDocument *document = self->document;
  IplTarget target = pick (self, x, y);
  const char *cursor = NULL;

  if (document != NULL)
    ipl_selection_hover_in (ipl_document_get_selection (document), self->panel, &target);
  if (!ipl_target_is_none (&target))
    cursor = "pointer";
  else if (can_drag (self, x, y))
    cursor = "grab";
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursor);
  ipl_figure_area_offer_tip (self, x, y);
}

static void
on_leave (IplFigureArea *self)
{
  IplDocument *document = self->document;
  IplTarget none = IPL_TARGET_NONE;

  if (document != NULL)
    ipl_selection_hover (ipl_document_get_selection (document), &none);
}

static void
click_at (IplFigureArea *self, double x, double y)
{
  const IplTarget none = IPL_TARGET_NONE;
  IplFigurePlace place;

  if (ipl_figure_area_find_place (self, x, y, &place) && !ipl_figure_place_click (&place))
    ipl_figure_select (self->document, self->panel, &none);
}

static void
on_pressed (IplFigureArea *self, int n_press, double x, double y, GtkGestureClick *gesture)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 2)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.panel-enlarge", "s", self->panel->id);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
    }
  else if (n_press == 1)
    {
      /* Only a press that can become a drag waits for its release with the click: a window manager
       * that replays the press to raise the window may swallow the release. */
      self->click_waits = can_drag (self, x, y);
      if (!self->click_waits)
        click_at (self, x, y);
    }
}

static void
on_released (IplFigureArea *self, int n_press, double x, double y)
{
  if (n_press == 1 && self->click_waits)
    click_at (self, x, y);
}

/* Scrolls a panel that shows a part of its rows, by @rows or until @target is visible. */
static gboolean
scroll (IplFigureArea *self, const IplTarget *target, int rows)
{
  IplFigure *figure = ipl_figure_area_get_figure (self);
  guint first;

  if (figure == NULL || !ipl_figure_scroll (figure, target, rows, &first))
    return FALSE;
  ipl_document_show_tiles_from (self->document, first);
  return TRUE;
}

static gboolean
on_scroll (IplFigureArea *self, double dx, double dy)
{
  return dy != 0 && scroll (self, NULL, dy > 0 ? 1 : -1);
}

static gboolean
step (IplFigureArea *self, int dx, int dy)
{
  IplDocument *document = self->document;
  IplSelection *selection = ipl_document_get_selection (document);
  const IplTarget *from = ipl_selection_get_shown (selection);
  IplTarget next;
  IplView view;

  if (!ipl_document_get_view (document, &view))
    return FALSE;
  next = ipl_figure_step (self->panel, from, &view, dx, dy);
  scroll (self, &next, 0);
  ipl_selection_hover_in (selection, self->panel, &next);
  return TRUE;
}

static gboolean
on_key (IplFigureArea *self, guint keyval, guint keycode, GdkModifierType state)
{
  IplDocument *document = self->document;
  IplSelection *selection;

  if (document == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;
  selection = ipl_document_get_selection (document);
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return step (self, -1, 0);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return step (self, 1, 0);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return step (self, 0, -1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return step (self, 0, 1);
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      return scroll (self, NULL, -1);
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      return scroll (self, NULL, 1);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      {
        IplTarget target = *ipl_selection_get_shown (selection);
        ipl_figure_select (document, self->panel, &target);
        return TRUE;
      }
    case GDK_KEY_Escape:
      /* Escape first restores an enlarged panel. */
      if (ipl_target_is_none (ipl_selection_get_shown (selection)) || self->enlarged)
        return FALSE;
      ipl_selection_clear (selection);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Connects pointer and keyboard: hover, selection, drag and keys. */
void
ipl_figure_area_add_input (IplFigureArea *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect_swapped (wheel, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, wheel);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);
  ipl_figure_add_drag (self, ipl_figure_area_find_place);
}

/* Adds the keys of a figure. */
void
ipl_figure_area_add_shortcuts (GPtrArray *shortcuts)
{
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_IN_PANEL, "Move between items", NULL,
                     "Left Right Up Down");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_IN_PANEL, "Select", NULL, "Return");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_IN_PANEL, "Scroll the rows", NULL,
                     "Page_Up Page_Down");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_IN_PANEL, "Clear the selection", NULL, "Escape");
}
