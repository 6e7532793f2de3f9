/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/present/stops-dialog.h"

#include "app/base/session-widget.h"
#include "app/base/template.h"
#include "app/base/widgets.h"

#include <string.h>

#include "app/help/help-mark.h"
#include "app/present/stop-row.h"

/* The stops of a session's story, to be written to, put in order and removed. Its buttons and keys
 * are the parent window's actions, and its own. Emits "present" when the story is to be told from
 * the chosen stop on. */
struct _IplStopsDialog
{
  GtkWindow parent_instance;
  IplSession *session;
  GtkEditable *name;
  GtkListBox *list;
  gboolean is_shown; /* being filled in */
};

G_DEFINE_FINAL_TYPE (IplStopsDialog, ipl_stops_dialog, GTK_TYPE_WINDOW)

static guint
count_rows (IplStopsDialog *self)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (self->list, (int)n) != NULL)
    n++;
  return n;
}

/* Returns: the stop that is chosen, the first where none is */
guint
ipl_stops_dialog_get_selected (IplStopsDialog *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  return row != NULL ? (guint)gtk_list_box_row_get_index (row) : 0;
}

static void
choose (IplStopsDialog *self, guint at)
{
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, (int)at));
}

static void
update_actions (IplStopsDialog *self)
{
  guint n = count_rows (self), at = ipl_stops_dialog_get_selected (self);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.up", n > 0 && at > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.down", at + 1 < n);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.remove", n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "stops.present", n > 0);
}

/* As many rows as there are stops, each with its own; rows stay, and with them the keyboard. */
static void
on_story (IplStopsDialog *self)
{
  const IplStory *story = ipl_session_get_story (self->session);
  guint n = story != NULL ? ipl_story_n_stops (story) : 0, rows = count_rows (self);
  gboolean grows = rows < n;

  self->is_shown = TRUE;
  for (; rows > n; rows--)
    gtk_list_box_remove (self->list,
                         GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int)rows - 1)));
  for (guint i = 0; i < rows; i++)
    ipl_stop_row_show (IPL_STOP_ROW (gtk_list_box_get_row_at_index (self->list, (int)i)));
  for (; rows < n; rows++)
    gtk_list_box_append (self->list, ipl_stop_row_new (self->session, rows));
  if (story != NULL)
    ipl_entry_show (self->name, story->title);
  gtk_widget_set_sensitive (GTK_WIDGET (self->name), story != NULL);
  if (n > 0 && (grows || gtk_list_box_get_selected_row (self->list) == NULL))
    choose (self, n - 1);
  self->is_shown = FALSE;
  update_actions (self);
}

static void
on_name (IplStopsDialog *self)
{
  const IplStory *story = ipl_session_get_story (self->session);
  g_autoptr (IplStory) renamed = NULL;

  if (self->is_shown || story == NULL)
    return;
  renamed = (IplStory *)ipl_story_rename (story, gtk_editable_get_text (self->name));
  ipl_session_set_story (self->session, renamed, "story-title");
}

static void
move (IplStopsDialog *self, int by)
{
  guint at = ipl_stops_dialog_get_selected (self);
  g_autoptr (IplStory) story = NULL;

  story = (IplStory *)ipl_story_move (ipl_session_get_story (self->session), at,
                                      (guint)((int)at + by));
  ipl_session_set_story (self->session, story, NULL);
  choose (self, (guint)((int)at + by));
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int)at + by)));
}

static void
move_up (GtkWidget *widget, const char *action, GVariant *parameter)
{
  move (IPL_STOPS_DIALOG (widget), -1);
}

static void
move_down (GtkWidget *widget, const char *action, GVariant *parameter)
{
  move (IPL_STOPS_DIALOG (widget), 1);
}

static void
remove_stop (GtkWidget *widget, const char *action, GVariant *parameter)
{
  IplStopsDialog *self = IPL_STOPS_DIALOG (widget);
  guint at = ipl_stops_dialog_get_selected (self);
  g_autoptr (IplStory) story
      = (IplStory *)ipl_story_remove (ipl_session_get_story (self->session), at);
  GtkListBoxRow *row;

  ipl_session_set_story (self->session, story, NULL);
  row = gtk_list_box_get_row_at_index (self->list, (int)MIN (at, MAX (count_rows (self), 1) - 1));
  if (row == NULL)
    return;
  gtk_list_box_select_row (self->list, row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
present (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_signal_emit_by_name (widget, "present");
}

static void
ipl_stops_dialog_dispose (GObject *object)
{
  g_clear_object (&IPL_STOPS_DIALOG (object)->session);
  G_OBJECT_CLASS (ipl_stops_dialog_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplStopsDialog, name)
static const IplTemplateChild children[] = { CHILD (name), CHILD (list), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_name), { NULL } };

static void
ipl_stops_dialog_class_init (IplStopsDialogClass *klass)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint key;
    GdkModifierType modifiers;
  } actions[] = {
    { "stops.up", move_up, GDK_KEY_Up, GDK_ALT_MASK },
    { "stops.down", move_down, GDK_KEY_Down, GDK_ALT_MASK },
    { "stops.remove", remove_stop, GDK_KEY_Delete, GDK_CONTROL_MASK },
    { "stops.present", present, GDK_KEY_F5, 0 },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_stops_dialog_dispose;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
      gtk_widget_class_add_binding_action (widget_class, actions[i].key, actions[i].modifiers,
                                           actions[i].name, NULL);
    }
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_a, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "win.add-stop", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo", NULL);
  ipl_template_set (klass, "stops-dialog", children, callbacks);
  ipl_signal_add (klass, "present", 0);
}

static void
ipl_stops_dialog_init (IplStopsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "stories");
}

/* @parent: the window that has the session, and the actions "win.add-stop" and "win.save-story"
 * Returns: a window with its stops */
IplStopsDialog *
ipl_stops_dialog_new (GtkWindow *parent, IplSession *session)
{
  IplStopsDialog *self = g_object_new (IPL_TYPE_STOPS_DIALOG, "transient-for", parent,
                                       "destroy-with-parent", TRUE, NULL);

  self->session = g_object_ref (session);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", G_ACTION_GROUP (parent));
  ipl_session_follow (session, "story-changed", G_CALLBACK (on_story), self);
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (update_actions), self,
                           G_CONNECT_SWAPPED);
  on_story (self);
  choose (self, 0);
  if (count_rows (self) > 0)
    ipl_stop_row_focus (IPL_STOP_ROW (gtk_list_box_get_row_at_index (self->list, 0)));
  return self;
}
