/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recent files, from the list that the desktop keeps for all programs. */
#include "app/dialogs/recent-files.h"

#include <string.h>

#include "core/base/text-escape.h"

#define MOST 10

/* Group of this program's files. GTK also lists files from its dialogs under the program's name:
 * exported pictures, and files that could not be opened. */
#define GROUP "Interplay"

/* Makes a file the most recent.
 * @path: a file that was opened or saved */
void
ipl_recent_files_add (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *type = NULL;
  GtkRecentData data = { .app_name = (char *)"Interplay",
                         .app_exec = (char *)"interplay %f",
                         .groups = (char *[]){ (char *)GROUP, NULL } };

  type = g_content_type_guess (path, NULL, 0, NULL);
  data.mime_type = type;
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static gint
newest_first (gconstpointer a, gconstpointer b)
{
  GDateTime *when_a = gtk_recent_info_get_modified ((GtkRecentInfo *)a);
  GDateTime *when_b = gtk_recent_info_get_modified ((GtkRecentInfo *)b);

  return g_date_time_compare (when_b, when_a);
}

static void
add_item (GMenu *menu, const char *action, GtkRecentInfo *info)
{
  g_autofree char *path = g_filename_from_uri (gtk_recent_info_get_uri (info), NULL, NULL);
  g_autofree char *shown = ipl_file_shown (path);
  g_auto (GStrv) parts = g_strsplit (shown, "_", -1); /* underscores are mnemonics */
  g_autofree char *label = g_strjoinv ("__", parts);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, g_variant_new_bytestring (path));
  g_menu_append_item (menu, item);
}

static void
fill (GMenu *menu)
{
  const char *action = g_object_get_data (G_OBJECT (menu), "action");
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  guint n = 0;

  g_menu_remove_all (menu);
  items = g_list_sort (items, newest_first);
  for (GList *l = items; l != NULL && n < MOST; l = l->next)
    if (gtk_recent_info_has_group (l->data, GROUP) && gtk_recent_info_is_local (l->data)
        && gtk_recent_info_exists (l->data))
      {
        add_item (menu, action, l->data);
        n++;
      }
  g_list_free_full (items, (GDestroyNotify)gtk_recent_info_unref);
}

static void
on_changed (GtkWidget *owner, GtkRecentManager *manager)
{
  fill (g_object_get_data (G_OBJECT (owner), "recent-files"));
}

/* Fills the menu with the recent files, for the lifetime of @owner.
 * @action: action of an item, with the path as a bytestring */
void
ipl_recent_files_follow (GMenu *menu, const char *action, GtkWidget *owner)
{
  g_object_set_data_full (G_OBJECT (menu), "action", g_strdup (action), g_free);
  g_object_set_data_full (G_OBJECT (owner), "recent-files", g_object_ref (menu), g_object_unref);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (on_changed),
                           owner, G_CONNECT_SWAPPED);
  fill (menu);
}
