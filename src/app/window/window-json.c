/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of a window as JSON: the session, and the page, size and sidebar. */
#include "app/window/window-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "document/session-save.h"

#include "app/pages/page-table.h"

#define MAX_SIZE 20000

/* Returns: page, size and sidebar, for ipl_window_set_look() */
IplWindowLook
ipl_window_get_look (IplWindow *self)
{
  IplWindowLook look = { .page = g_intern_string (ipl_window_get_page (self)),
                         .enlarged = ipl_panel_grid_get_enlarged (ipl_window_get_grid (self)),
                         .maximized = gtk_window_is_maximized (GTK_WINDOW (self)),
                         .sidebar = ipl_window_wants_sidebar (self) };

  gtk_window_get_default_size (GTK_WINDOW (self), &look.width, &look.height);
  return look;
}

void
ipl_window_set_look (IplWindow *self, const IplWindowLook *look)
{
  if (look->page != NULL && ipl_page_find (look->page) != NULL)
    ipl_window_show_enlarged (self, look->page, look->enlarged);
  if (look->width > 0 && look->height > 0)
    gtk_window_set_default_size (GTK_WINDOW (self), look->width, look->height);
  if (look->maximized)
    gtk_window_maximize (GTK_WINDOW (self));
  ipl_window_set_sidebar (self, look->sidebar);
}

/* @is_autosave: TRUE to include the path and the stamp of its file
 * Returns: (transfer full): JSON for ipl_window_load_json() */
char *
ipl_window_to_json (IplWindow *self, gboolean is_autosave)
{
  IplWindowLook look = ipl_window_get_look (self);
  g_autofree char *document = ipl_document_to_json (self->document);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const char *file = ipl_document_get_file (self->document);

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "session", document);
  if (is_autosave && file != NULL)
    ipl_json_add_path (builder, "file", file);
  if (is_autosave && ipl_document_get_stamp (self->document) != NULL)
    ipl_json_add_text (builder, "stamp", ipl_document_get_stamp (self->document));
  if (is_autosave)
    ipl_json_add_boolean (builder, "unsaved", ipl_document_is_unsaved (self->document));
  ipl_json_add_text (builder, "page", look.page);
  ipl_json_add_text (builder, "enlarged", look.enlarged != NULL ? look.enlarged->id : "");
  ipl_json_add_int (builder, "width", (guint)MAX (look.width, 0));
  ipl_json_add_int (builder, "height", (guint)MAX (look.height, 0));
  ipl_json_add_boolean (builder, "maximized", look.maximized);
  ipl_json_add_boolean (builder, "sidebar", look.sidebar);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, FALSE);
}

/* Restores page, size and sidebar. Invalid entries have no effect. */
static void
show_again (IplWindow *self, JsonObject *object)
{
  IplWindowLook look = { .page = "", .sidebar = TRUE };
  const char *enlarged = "";
  guint width = 0, height = 0;

  ipl_json_get_text (object, "page", &look.page, NULL);
  ipl_json_get_text (object, "enlarged", &enlarged, NULL);
  ipl_json_get_uint (object, "width", 0, MAX_SIZE, &width, NULL);
  ipl_json_get_uint (object, "height", 0, MAX_SIZE, &height, NULL);
  ipl_json_get_boolean (object, "maximized", &look.maximized, NULL);
  ipl_json_get_boolean (object, "sidebar", &look.sidebar, NULL);
  look.enlarged = enlarged != NULL ? ipl_panel_find (enlarged) : NULL;
  look.width = (int)width;
  look.height = (int)height;
  ipl_window_set_look (self, &look);
}

/* Restores the file of the session, and whether it has unsaved changes. */
static void
restore_file (IplWindow *self, JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "file");
  gboolean unsaved = TRUE;
  const char *path = NULL, *stamp = NULL;

  if (node != NULL)
    ipl_json_node_path (node, "file", &path, NULL);
  ipl_json_get_text (object, "stamp", &stamp, NULL);
  ipl_json_get_boolean (object, "unsaved", &unsaved, NULL);
  ipl_document_was_in_file (self->document, path, stamp, unsaved);
}

/* Opens a document in place of the present one.
 * @file: unpacked session of the document
 * @folder: folder of its draws
 * @is_autosave: TRUE for a restored autosave, which belongs to the file it was opened from
 * Returns: FALSE if it cannot be read; the window is then unchanged */
gboolean
ipl_window_load_json (IplWindow *self, const IplSessionFile *file, const char *folder,
                      gboolean is_autosave, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object
      = ipl_json_parse_object (file->document, strlen (file->document), &why);
  const char *json = NULL;

  if (object == NULL)
    return ipl_fail (error, IPL_ERROR_FORMAT, "The state of the window %s.", why);
  if (!ipl_json_get_text (object, "session", &json, error))
    return FALSE;
  if (!is_autosave && !ipl_session_has_files (file, json != NULL ? json : "", error))
    return FALSE;
  ipl_document_set_folder (self->document, folder);
  if (!ipl_document_open_saved (self->document, file, json != NULL ? json : "", error))
    return FALSE;
  if (is_autosave)
    restore_file (self, object);
  show_again (self, object);
  return TRUE;
}
