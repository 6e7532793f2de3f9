/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Widgets, menus, keys, dialogs and files that are dropped, as tests look for them and use them. */
#include "window-fixture.h"

#include "app/base/widget-helpers.h"

guint n_exported;

gpointer
find_toplevel (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWidget *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) at = g_list_model_get_item (windows, i);

      if (g_type_is_a (G_OBJECT_TYPE (at), type) && gtk_widget_get_visible (at))
        found = at;
    }
  return found;
}

GtkWindow *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows) && found == NULL; i++)
    {
      g_autoptr (GtkWindow) at = g_list_model_get_item (windows, i);

      if (IPL_IS_QUESTION (at) && gtk_widget_get_visible (GTK_WIDGET (at)))
        found = at;
    }
  return found;
}

GtkWindow *
find_dialog (IplWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) at = g_list_model_get_item (windows, i);

      if (!GTK_IS_APPLICATION_WINDOW (at) && at != window->help
          && gtk_widget_get_mapped (GTK_WIDGET (at)))
        found = at;
    }
  return found;
}

gpointer
part (gpointer widget, const char *name)
{
  return gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), name);
}

const char *
label_text (gpointer widget, const char *label)
{
  return gtk_label_get_label (part (widget, label));
}

void
click (gpointer widget, const char *button)
{
  g_signal_emit_by_name (part (widget, button), "clicked");
}

guint
n_rows (GtkListBox *list)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (list, (int)n) != NULL)
    n++;
  return n;
}

gpointer
find_widget (gpointer widget, IsWidget is_it, gconstpointer data)
{
  gpointer found = is_it (widget, data) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, is_it, data);
  return found;
}

static gboolean
is_named (GtkWidget *widget, gconstpointer name)
{
  return g_str_equal (gtk_widget_get_name (widget), name);
}

gpointer
find_named (gpointer widget, const char *name)
{
  return find_widget (widget, is_named, name);
}

static gboolean
is_typed (GtkWidget *widget, gconstpointer type)
{
  return g_type_is_a (G_OBJECT_TYPE (widget), *(const GType *)type);
}

gpointer
find_typed (gpointer widget, GType type)
{
  return find_widget (widget, is_typed, &type);
}

static gboolean
is_labelled (GtkWidget *widget, gconstpointer text)
{
  const char *label = GTK_IS_LABEL (widget)    ? gtk_label_get_label (GTK_LABEL (widget))
                      : GTK_IS_BUTTON (widget) ? gtk_button_get_label (GTK_BUTTON (widget))
                                               : NULL;

  return g_strcmp0 (label, text) == 0;
}

gpointer
find_labelled (gpointer widget, const char *text)
{
  return find_widget (widget, is_labelled, text);
}

static void
walk_menu (GMenuModel *menu, MenuFunc func, gpointer data)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);
      g_autoptr (GVariant) target
          = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *action = NULL;

      while (g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) linked = g_menu_link_iter_get_value (links);

          walk_menu (linked, func, data);
        }
      if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
        func (action, target, data);
    }
}

void
for_each_item (gpointer widget, MenuFunc func, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget) && ipl_menu_button_get_menu (widget) != NULL)
    walk_menu (ipl_menu_button_get_menu (widget), func, data);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    for_each_item (child, func, data);
}

GtkEventController *
find_controller (gpointer widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  g_error ("a %s takes no such events", G_OBJECT_TYPE_NAME (widget));
}

GtkEventController *
find_drag (gpointer widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller)
          && g_object_get_data (G_OBJECT (controller), "ipl-drag") != NULL)
        return controller;
    }
  g_error ("no such controller");
}

gboolean
press_key (gpointer widget, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, state, &taken);
    }
  return taken;
}

/* Looks for a place where @target would be picked.
 * @x: (out): where it is, in the widget's pixels
 * @y: (out): where it is, in the widget's pixels
 * Returns: whether there is one */
gboolean
locate (IplFigureArea *self, const IplTarget *target, double *x, double *y)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  IplFigure *figure = ipl_figure_area_get_figure (self);

  if (figure == NULL)
    return FALSE;
  for (int j = 3; j < height; j += 4)
    for (int i = 3; i < width; i += 4)
      {
        IplTarget found;

        if (ipl_figure_find (figure, i / IPL_PX_PER_PT, j / IPL_PX_PER_PT, &found)
            && ipl_target_equal (&found, target))
          {
            *x = i;
            *y = j;
            return TRUE;
          }
      }
  return FALSE;
}

void
xdo (const char *format, ...)
{
  g_autofree char *arguments = NULL, *command = NULL;
  g_autoptr (GError) error = NULL;
  va_list values;

  va_start (values, format);
  arguments = g_strdup_vprintf (format, values);
  va_end (values);
  command = g_strconcat ("xdotool ", arguments, NULL);
  g_spawn_command_line_sync (command, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  spin (100);
}

/* As a file manager does at the end of a drag. */
gboolean
drop_all (IplWindow *window, const char *const *paths)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  GSList *list = NULL;
  GdkFileList *files;
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  for (guint i = 0; paths[i] != NULL; i++)
    list = g_slist_append (list, g_file_new_for_path (paths[i]));
  files = gdk_file_list_new_from_list (list);
  g_slist_free_full (list, g_object_unref);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  return taken;
}

gboolean
drop (IplWindow *window, const char *path)
{
  const char *paths[] = { path, NULL };

  return drop_all (window, paths);
}

/* The windows that are no document: dialogs, questions, help. */
void
close_dialogs (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  g_autoptr (GPtrArray) dialogs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      GtkWindow *window = g_list_model_get_item (windows, i);

      if (!IPL_IS_WINDOW (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        g_ptr_array_add (dialogs, window);
      else
        g_object_unref (window);
    }
  for (guint i = 0; i < dialogs->len; i++)
    gtk_window_close (dialogs->pdata[i]);
}

void
close_others (IplWindow *window)
{
  g_autoptr (GList) windows
      = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));

  for (GList *l = windows; l != NULL; l = l->next)
    if (IPL_IS_WINDOW (l->data) && l->data != window)
      ipl_window_close_unasked (l->data);
}

static void
count_export (void)
{
  n_exported++;
}

IplExportDialog *
open_export (IplWindow *window, const IplPanel *panel, const char *extension)
{
  IplExportDialog *dialog
      = ipl_export_dialog_new (GTK_WINDOW (window), document_of (window), panel);

  n_exported = 0;
  g_signal_connect (dialog, "exported", G_CALLBACK (count_export), NULL);
  if (extension != NULL)
    ipl_export_dialog_set_extension (dialog, extension);
  gtk_window_present (GTK_WINDOW (dialog));
  settle ();
  return dialog;
}

void
export_to (IplExportDialog *dialog, const char *path)
{
  ipl_export_dialog_export_to (dialog, path);
  wait_until (n_exported > 0);
  settle ();
}
