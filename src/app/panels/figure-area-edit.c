/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters changed in a figure: what its panel lets one edit is dragged or clicked, and is in the
 * sidebar or the scrubber too, for the keyboard. A drag is one step of undo. */
#include "app/panels/figure-area.h"

#include <math.h>

/* Below this a press with a shaking hand is still a click. */
#define DRAG_THRESHOLD 4.0

/* A drag that may have begun. */
typedef struct
{
  IplFigureArea *area;
  double x, y;
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
    parameters->shown_time = ipl_session_get_parameters (self->session)->shown_time;
  return TRUE;
}

/* FALSE if there is no session; @parameters: (out): those of the session. */
static gboolean
begin (IplFigureArea *self, IplParameters *parameters)
{
  IplSession *session = self->session;

  if (session == NULL)
    return FALSE;
  *parameters = *ipl_session_get_parameters (session);
  return TRUE;
}

/* @x, @y: a place in it, in the widget's pixels
 * Returns: whether there is something to drag */
gboolean
ipl_figure_area_can_edit (IplFigureArea *self, double x, double y)
{
  IplParameters parameters;

  return begin (self, &parameters) && edit (self, &parameters, x, y, x, y);
}

/* A click is a drag to where it began.
 * @x, @y: a place in it, in the widget's pixels
 * Returns: whether there was anything to change */
gboolean
ipl_figure_area_edit_by_click (IplFigureArea *self, double x, double y)
{
  IplParameters parameters;

  if (!begin (self, &parameters) || !edit (self, &parameters, x, y, x, y))
    return FALSE;
  ipl_session_change (self->session, &parameters, NULL);
  return TRUE;
}

static void
on_drag_begin (Drag *drag, double x, double y, GtkGestureDrag *gesture)
{
  drag->x = x;
  drag->y = y;
  if (!ipl_figure_area_can_edit (drag->area, x, y) || !begin (drag->area, &drag->parameters))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

static void
on_drag_update (Drag *drag, double dx, double dy, GtkGestureDrag *gesture)
{
  IplSession *session = drag->area->session;

  if (session == NULL || (!drag->is_active && hypot (dx, dy) < DRAG_THRESHOLD))
    return;
  if (!drag->is_active)
    {
      drag->is_active = TRUE;
      ipl_session_set_dragging (session, TRUE);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (GTK_WIDGET (drag->area), "grabbing");
    }
  if (edit (drag->area, &drag->parameters, drag->x, drag->y, drag->x + dx, drag->y + dy))
    ipl_session_change (session, &drag->parameters, "drag");
}

static void
end_drag (Drag *drag)
{
  IplSession *session = drag->area->session;

  if (drag->is_active && session != NULL)
    ipl_session_set_dragging (session, FALSE);
  drag->is_active = FALSE;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (drag->area), NULL);
}

/* Lets the pointer change what its panel lets one edit. */
void
ipl_figure_area_add_editing (IplFigureArea *self)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();
  Drag *drag = g_new0 (Drag, 1);

  drag->area = self;
  g_object_set_data_full (G_OBJECT (gesture), "ipl-drag", drag, g_free);
  g_signal_connect_swapped (gesture, "drag-begin", G_CALLBACK (on_drag_begin), drag);
  g_signal_connect_swapped (gesture, "drag-update", G_CALLBACK (on_drag_update), drag);
  g_signal_connect_swapped (gesture, "drag-end", G_CALLBACK (end_drag), drag);
  g_signal_connect_swapped (gesture, "cancel", G_CALLBACK (end_drag), drag);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
}
