/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clicks and drags in a figure, in a window or a presentation: a click selects, a drag changes the
 * width or the parameters that the panel edits. The keyboard changes these in the sidebar or the
 * scrubber. A drag is one undo step. */
#include "app/panels/figure-press.h"

#include <math.h>

/* Pixels below which a press is a click. */
#define DRAG_THRESHOLD 4.0

/* A press that may become a drag. */
typedef struct
{
  gpointer widget;
  IplFindPlace find;
  double x, y;
  IplDocument *document;    /* (nullable): session whose parameters are dragged */
  IplParameters parameters; /* parameters changed by the drag */
} Drag;

/* @x, @y: end of the drag that began at @self, in points
 * Returns: FALSE if the panel edits nothing at @self */
static gboolean
edit (const IplFigurePlace *self, double x, double y, IplParameters *parameters)
{
  double time = parameters->shown_time;

  if (!ipl_figure_edit (self->figure, self->x, self->y, x, y, parameters))
    return FALSE;
  /* The scrubber may play during the drag, which therefore changes the time only if the user drags
   * it. */
  if (parameters->shown_time == time)
    parameters->shown_time = ipl_document_get_parameters (self->document)->shown_time;
  return TRUE;
}

static gboolean
find_width (const IplFigurePlace *self, double *N, gboolean *gp)
{
  return ipl_figure_width_at (self->figure, self->x, self->y, N, gp);
}

/* Returns: TRUE if a drag from this place changes parameters */
gboolean
ipl_figure_place_can_drag (const IplFigurePlace *self)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  gboolean gp;
  double N;

  return find_width (self, &N, &gp) || edit (self, self->x, self->y, &parameters);
}

/* Selects a target. A selected width becomes the current one; a selected point of the pruning curve
 * is chosen. */
void
ipl_figure_select (IplDocument *document, const IplPanel *panel, const IplTarget *target)
{
  IplView view;

  ipl_selection_select_in (ipl_document_get_selection (document), panel, target);
  if (target->kind == IPL_TARGET_PRUNED)
    ipl_document_choose_pruned (document, target->number[0]);
  if (target->kind == IPL_TARGET_ROW && ipl_document_get_view (document, &view)
      && ipl_view_row (&view, target->number[0]) != NULL)
    ipl_document_change_current (document, &ipl_view_row (&view, target->number[0])->setting,
                                 "width");
}

/* Selects the target at a place, or moves to the width there. The panel's edit is applied too, as
 * for a drag of length 0.
 * Returns: FALSE if the place has no target and no edit */
gboolean
ipl_figure_place_click (const IplFigurePlace *self)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  gboolean edits = edit (self, self->x, self->y, &parameters), gp, has_width;
  IplTarget target;
  double N;

  /* Reads the figure before changes of the session invalidate it. */
  has_width
      = !ipl_figure_find (self->figure, self->x, self->y, &target) && find_width (self, &N, &gp);
  if (edits)
    ipl_document_change (self->document, &parameters, NULL);
  if (has_width)
    ipl_document_change_width (self->document, N, gp);
  else if (edits || !ipl_target_is_none (&target))
    ipl_figure_select (self->document, self->panel, &target);
  return edits || has_width || !ipl_target_is_none (&target);
}

static void
on_drag_begin (Drag *drag, double x, double y, GtkGestureDrag *gesture)
{
  IplFigurePlace place;

  drag->x = x;
  drag->y = y;
  if (drag->find (drag->widget, x, y, &place) && ipl_figure_place_can_drag (&place))
    drag->parameters = *ipl_document_get_parameters (place.document);
  else
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
}

/* Applies a drag from @from to (@x, @y), which may be outside of the plot. */
static void
move (Drag *drag, const IplFigurePlace *from, double x, double y)
{
  IplFigurePlace to = *from;
  gboolean gp;
  double N;

  to.x = x;
  if (!find_width (from, &N, &gp))
    {
      if (edit (from, x, y, &drag->parameters))
        ipl_document_change (from->document, &drag->parameters, "drag");
      return;
    }
  find_width (&to, &N, &gp);
  ipl_document_change_width (from->document, N, gp);
}

static void
on_drag_update (Drag *drag, double dx, double dy, GtkGestureDrag *gesture)
{
  IplFigurePlace from;

  if ((drag->document == NULL && hypot (dx, dy) < DRAG_THRESHOLD)
      || !drag->find (drag->widget, drag->x, drag->y, &from))
    return;
  if (drag->document == NULL)
    {
      drag->document = g_object_ref (from.document);
      ipl_document_set_dragging (drag->document, TRUE);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      gtk_widget_set_cursor_from_name (drag->widget, "grabbing");
    }
  move (drag, &from, from.x + dx / IPL_PX_PER_PT, from.y + dy / IPL_PX_PER_PT);
}

static void
end_drag (Drag *drag)
{
  if (drag->document == NULL)
    return;
  ipl_document_set_dragging (drag->document, FALSE);
  g_clear_object (&drag->document);
  gtk_widget_set_cursor_from_name (drag->widget, NULL);
}

static void
drag_free (gpointer data)
{
  g_clear_object (&((Drag *)data)->document);
  g_free (data);
}

/* Adds a drag gesture for the panels of @widget. */
void
ipl_figure_add_drag (gpointer widget, IplFindPlace find)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();
  Drag *drag = g_new0 (Drag, 1);

  drag->widget = widget;
  drag->find = find;
  g_object_set_data_full (G_OBJECT (gesture), "ipl-drag", drag, drag_free);
  g_signal_connect_swapped (gesture, "drag-begin", G_CALLBACK (on_drag_begin), drag);
  g_signal_connect_swapped (gesture, "drag-update", G_CALLBACK (on_drag_update), drag);
  g_signal_connect_swapped (gesture, "drag-end", G_CALLBACK (end_drag), drag);
  g_signal_connect_swapped (gesture, "cancel", G_CALLBACK (end_drag), drag);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (gesture));
}
