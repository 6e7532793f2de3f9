/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and pointer of a presentation. Keys of a remote control move between steps, a ring follows
 * the pointer, and figures react to pointer, clicks and drags as in the window. */
#include "app/present/presentation.h"

/* Seconds after which the ring of an idle pointer is hidden. */
#define HIDE_SECONDS 4

/* Actions of keys; the first key of each is in the shortcuts window. */
enum
{
  NEXT,
  PREVIOUS,
  FIRST,
  LAST,
  BLANK,
  KEYS,
  LEAVE
};

static const struct
{
  guint key;
  int what;
} keys[] = {
  { GDK_KEY_Page_Down, NEXT },
  { GDK_KEY_KP_Page_Down, NEXT },
  { GDK_KEY_Right, NEXT },
  { GDK_KEY_KP_Right, NEXT },
  { GDK_KEY_Down, NEXT },
  { GDK_KEY_KP_Down, NEXT },
  { GDK_KEY_space, NEXT },
  { GDK_KEY_Return, NEXT },
  { GDK_KEY_n, NEXT },
  { GDK_KEY_Page_Up, PREVIOUS },
  { GDK_KEY_KP_Page_Up, PREVIOUS },
  { GDK_KEY_Left, PREVIOUS },
  { GDK_KEY_KP_Left, PREVIOUS },
  { GDK_KEY_Up, PREVIOUS },
  { GDK_KEY_KP_Up, PREVIOUS },
  { GDK_KEY_BackSpace, PREVIOUS },
  { GDK_KEY_p, PREVIOUS },
  { GDK_KEY_Home, FIRST },
  { GDK_KEY_KP_Home, FIRST },
  { GDK_KEY_End, LAST },
  { GDK_KEY_KP_End, LAST },
  { GDK_KEY_b, BLANK },
  { GDK_KEY_period, BLANK },
  { GDK_KEY_question, KEYS },
  { GDK_KEY_Escape, LEAVE },
};

/* The window of shortcuts, where it lists those of a presentation. */
static void
show_keys (IplPresentation *self)
{
  GtkApplicationWindow *window = GTK_APPLICATION_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-help-overlay", NULL);
  g_object_set (gtk_application_window_get_help_overlay (window), "section-name", "out", NULL);
}

static void
obey (IplPresentation *self, int what)
{
  guint n = ipl_story_n_stops (self->story);

  /* Any other action ends the blank screen. */
  if (self->blank && what != BLANK && what != KEYS)
    ipl_presentation_toggle_blank (self);
  switch (what)
    {
    case NEXT:
      ipl_presentation_step (self, 1);
      break;
    case PREVIOUS:
      ipl_presentation_step (self, -1);
      break;
    case FIRST:
      ipl_presentation_go_to (self, 0);
      break;
    case LAST:
      ipl_presentation_go_to (self, n - 1);
      break;
    case BLANK:
      ipl_presentation_toggle_blank (self);
      break;
    case KEYS:
      show_keys (self);
      break;
    default:
      g_signal_emit_by_name (self, "close");
      break;
    }
}

static gboolean
on_key (IplPresentation *self, guint keyval, guint keycode, GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == gdk_keyval_to_lower (keyval))
      {
        obey (self, keys[i].what);
        return TRUE;
      }
  return FALSE;
}

static void
clear_timeout (gpointer data)
{
  g_source_remove (GPOINTER_TO_UINT (data));
}

static void
on_leave (IplPresentation *self)
{
  IplTarget none = IPL_TARGET_NONE;

  ipl_selection_hover (ipl_document_get_selection (self->document), &none);
  ipl_presentation_point (self, 0, 0, FALSE);
}

/* Clears the hover when the pointer is hidden. */
static gboolean
on_pointer_idle (gpointer data)
{
  IplPresentation *self = data;

  g_object_steal_data (G_OBJECT (self), "hide");
  on_leave (self);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "none");
  return G_SOURCE_REMOVE;
}

static void
on_motion (IplPresentation *self, double x, double y)
{
  IplTarget target;
  const IplPanel *panel = ipl_presentation_find (self, x, y, &target);

  ipl_selection_hover_in (ipl_document_get_selection (self->document), panel, &target);
  ipl_presentation_point (self, x, y, TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "none");
  g_object_set_data_full (
      G_OBJECT (self), "hide",
      GUINT_TO_POINTER (g_timeout_add_seconds (HIDE_SECONDS, on_pointer_idle, self)),
      clear_timeout);
}

/* Finishes the transition first, so that the press applies to the target step. */
static gboolean
find_place (gpointer presentation, double x, double y, IplFigurePlace *place)
{
  IplPresentation *self = presentation;

  ipl_presentation_finish (self);
  *place = (IplFigurePlace){ .document = self->document,
                             .x = x / IPL_PX_PER_PT,
                             .y = y / IPL_PX_PER_PT };
  if (!self->blank && ipl_presentation_set_slide (self))
    place->figure = ipl_slide_find_figure (self->slide, &place->x, &place->y, &place->panel);
  return place->figure != NULL;
}

/* A click on nothing moves to the next step, as a key does. */
static void
click_at (IplPresentation *self, double x, double y)
{
  IplFigurePlace place;

  if (!find_place (self, x, y, &place) || !ipl_figure_place_click (&place))
    obey (self, NEXT);
}

/* A press that can become a drag is a click at its release. */
static void
on_pressed (IplPresentation *self, int n_press, double x, double y)
{
  IplFigurePlace place;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->click_waits = find_place (self, x, y, &place) && ipl_figure_place_can_drag (&place);
  if (!self->click_waits && n_press == 1)
    click_at (self, x, y);
}

static void
on_released (IplPresentation *self, int n_press, double x, double y)
{
  if (self->click_waits && n_press == 1)
    click_at (self, x, y);
}

/* Connects keys and pointer. */
void
ipl_presentation_add_input (IplPresentation *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect_swapped (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  ipl_figure_add_drag (self, find_place);
}

/* Adds the keys of a presentation. */
void
ipl_presentation_add_shortcuts (GPtrArray *shortcuts)
{
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_STORY, "Presentation: next step", NULL,
                     "Page_Down Right space");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_STORY, "Presentation: previous step", NULL,
                     "Page_Up Left");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_STORY, "Presentation: first or last step", NULL,
                     "Home End");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_STORY, "Presentation: blank screen", NULL, "b");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_STORY, "Presentation: keys", NULL, "question");
  ipl_shortcuts_add (shortcuts, IPL_SHORTCUTS_STORY, "Presentation: close", NULL, "Escape");
}
