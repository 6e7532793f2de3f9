/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters changed in a figure: what its panel lets one edit is dragged, clicked, or moved by
 * keys. A drag is one step of undo. */
#include "app/panels/figure-area-edit.h"

#include <math.h>

/* Below this a press with a shaking hand is still a click. */
#define DRAG_THRESHOLD 4.0
/* What a key moves, as a share of the figure. */
#define KEY_STEP 0.02

/* A drag that may have begun. */
typedef struct
{
  IplFigureArea *area;
  gboolean is_active;
  IplParameters parameters; /* what it has made of them so far */
} Drag;

/* Where the scrubber plays meanwhile, it goes on, unless it is the time that is dragged. */
static gboolean
edit (IplFigureArea *self, IplParameters *parameters, double from_x, double from_y, double x,
      double y)
{
  IplFigure *figure = ipl_figure_area_get_figure (self);
  double time = parameters->shown_time;

  if (figure == NULL
      || !ipl_figure_edit (figure, from_x / IPL_PX_PER_PT, from_y / IPL_PX_PER_PT,
                           x / IPL_PX_PER_PT, y / IPL_PX_PER_PT, parameters))
    return FALSE;
  if (parameters->shown_time == time)
    parameters->shown_time
        = ipl_session_get_parameters (ipl_figure_area_get_session (self))->shown_time;
  return TRUE;
}

/* Whether there is a panel that can be edited, with parameters in @parameters. */
static gboolean
begin (IplFigureArea *self, IplParameters *parameters)
{
  IplSession *session = ipl_figure_area_get_session (self);

  if (session == NULL || ipl_figure_area_get_panel (self)->edit == NULL)
    return FALSE;
  *parameters = *ipl_session_get_parameters (session);
  return TRUE;
}

/**
 * ipl_figure_area_can_edit:
 * @self: a figure
 * @x, @y: a place in it, in the widget's pixels
 *
 * Returns: whether there is something to drag
 */
gboolean
ipl_figure_area_can_edit (IplFigureArea *self, double x, double y)
{
  IplParameters parameters;

  return begin (self, &parameters) && edit (self, &parameters, x, y, x, y);
}

/**
 * ipl_figure_area_edit_by_click:
 * @self: a figure
 * @x, @y: a place in it, in the widget's pixels
 *
 * A click is a drag to where it began.
 *
 * Returns: whether there was anything to change
 */
gboolean
ipl_figure_area_edit_by_click (IplFigureArea *self, double x, double y)
{
  IplParameters parameters;

  if (!begin (self, &parameters) || !edit (self, &parameters, x, y, x, y))
    return FALSE;
  ipl_session_change (ipl_figure_area_get_session (self), &parameters, NULL);
  return TRUE;
}

static void
on_drag_begin (Drag *drag, double x, double y, GtkGestureDrag *gesture)
{
  if (!ipl_figure_area_can_edit (drag->area, x, y) || !begin (drag->area, &drag->parameters))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (Drag *drag, double dx, double dy, GtkGestureDrag *gesture)
{
  IplSession *session = ipl_figure_area_get_session (drag->area);
  double x, y;

  if (session == NULL || (!drag->is_active && hypot (dx, dy) < DRAG_THRESHOLD))
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (!drag->is_active)
    {
      drag->is_active = TRUE;
      ipl_session_set_dragging (session, TRUE);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (drag->area), "grabbing");
    }
  if (edit (drag->area, &drag->parameters, x, y, x + dx, y + dy))
    ipl_session_change (session, &drag->parameters, "drag");
}

static void
end_drag (Drag *drag)
{
  IplSession *session = ipl_figure_area_get_session (drag->area);

  if (drag->is_active && session != NULL)
    ipl_session_set_dragging (session, FALSE);
  drag->is_active = FALSE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (drag->area), NULL);
}

/* What is selected, or pointed at by the arrow keys, is moved as if it were dragged. */
static gboolean
move (IplFigureArea *self, int dx, int dy)
{
  IplSession *session = ipl_figure_area_get_session (self);
  double step_x = fmax (KEY_STEP * gtk_widget_get_width (GTK_WIDGET (self)), 1.0);
  double step_y = fmax (KEY_STEP * gtk_widget_get_height (GTK_WIDGET (self)), 1.0);
  IplParameters parameters;
  double x, y;

  if (!begin (self, &parameters)
      || !ipl_figure_area_locate (
          self, ipl_selection_get_shown (ipl_session_get_selection (session)), &x, &y)
      || !edit (self, &parameters, x, y, x + dx * step_x, y + dy * step_y))
    return FALSE;
  ipl_session_change (session, &parameters, "moved by keys");
  return TRUE;
}

static gboolean
on_key (IplFigureArea *self, guint keyval, guint keycode, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != GDK_SHIFT_MASK)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return move (self, -1, 0);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return move (self, 1, 0);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return move (self, 0, -1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return move (self, 0, 1);
    default:
      return FALSE;
    }
}

/**
 * ipl_figure_area_add_editing:
 * @self: a figure
 *
 * Lets pointer and keyboard change what its panel lets one edit.
 */
void
ipl_figure_area_add_editing (IplFigureArea *self)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  Drag *drag = g_new0 (Drag, 1);

  drag->area = self;
  g_object_set_data_full (G_OBJECT (gesture), "ipl-drag", drag, g_free);
  g_signal_connect_swapped (gesture, "drag-begin", G_CALLBACK (on_drag_begin), drag);
  g_signal_connect_swapped (gesture, "drag-update", G_CALLBACK (on_drag_update), drag);
  g_signal_connect_swapped (gesture, "drag-end", G_CALLBACK (end_drag), drag);
  g_signal_connect_swapped (gesture, "cancel", G_CALLBACK (end_drag), drag);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}
