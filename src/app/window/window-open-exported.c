/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a written file, or its folder, in the default program. */
#include "app/window/window-private.h"

#include "app/base/document-widget.h"
#include "core/base/text-escape.h"
#include "runs/file-writer.h"

/* Time limit for the answer of a file manager. */
#define ANSWER_MS 3000

/* The answer may arrive after the window is destroyed, hence the weak reference. */
typedef struct
{
  GWeakRef window;
  char *path;
} Request;

static Request *
request_new (IplWindow *self)
{
  Request *request = g_new0 (Request, 1);

  g_weak_ref_init (&request->window, self);
  request->path = g_strdup (self->info_path);
  return request;
}

static void
request_free (Request *self)
{
  g_weak_ref_clear (&self->window);
  g_free (self->path);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

static void
report_failure (Request *request, const char *what)
{
  g_autoptr (IplWindow) self = g_weak_ref_get (&request->window);
  g_autofree char *shown = ipl_path_shown (request->path);
  g_autofree char *text = g_strdup_printf ("No program on this machine %s: %s.", what, shown);

  if (self != NULL && self->document != NULL)
    ipl_window_show_message (self, text, FALSE);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;

  if (!g_app_info_launch_default_for_uri_finish (result, NULL))
    report_failure (request, "opens such files");
}

static void
launch (const char *path, GAsyncReadyCallback callback, Request *request)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (IplWindow) self = g_weak_ref_get (&request->window);
  g_autoptr (GdkAppLaunchContext) context = NULL;

  if (self != NULL)
    context = gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (self)));
  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), NULL, callback,
                                           request);
}

static void
on_folder_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;

  if (!g_app_info_launch_default_for_uri_finish (result, NULL))
    report_failure (request, "shows folders");
}

/* Opens the folder if no file manager can show the file in it. */
static void
open_folder (Request *request)
{
  g_autofree char *folder = g_path_get_dirname (request->path);

  launch (folder, on_folder_opened, request);
}

static void
on_shown (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) answer
      = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);

  if (answer != NULL)
    request_free (data);
  else
    open_folder (data);
}

static void
on_bus (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, NULL);
  Request *request = data;
  g_autoptr (GFile) file = g_file_new_for_path (request->path);
  g_autofree char *uri = g_file_get_uri (file);
  const char *const uris[] = { uri, NULL };

  if (bus == NULL)
    {
      open_folder (request);
      return;
    }
  g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                          "org.freedesktop.FileManager1", "ShowItems",
                          g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE,
                          ANSWER_MS, NULL, on_shown, request);
}

static void
on_open (IplWindow *self)
{
  if (self->info_path != NULL)
    launch (self->info_path, on_opened, request_new (self));
}

static void
on_show (IplWindow *self)
{
  if (self->info_path != NULL)
    g_bus_get (G_BUS_TYPE_SESSION, NULL, on_bus, request_new (self));
}

/* Reports written files, by the name of the first one. */
static void
on_written (IplWindow *self, const IplFileResult *result)
{
  guint n = g_strv_length (result->paths);
  g_autofree char *shown = n > 0 ? ipl_path_shown (result->paths[0]) : NULL, *text = NULL;

  if (g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      text = g_strdup_printf ("%s was not written.", result->what);
      ipl_window_show_status (self, text);
    }
  else if (result->error != NULL)
    ipl_window_show_message (self, result->error->message, TRUE);
  else
    {
      text = n == 1 ? g_strdup_printf ("%s was written to %s.", result->what, shown)
                    : g_strdup_printf ("%s was written to %s and %u more files.", result->what,
                                       shown, n - 1);
      ipl_window_show_file_message (self, text, result->paths[0]);
    }
}

static void
set_up (IplWindow *self)
{
  ipl_document_follow (self->document, "written", G_CALLBACK (on_written), self);
}

static void
update (IplWindow *self)
{
  ipl_window_enable (self, "exported::open", self->info_path != NULL);
  ipl_window_enable (self, "exported::folder", self->info_path != NULL);
}

static const IplCommand commands[] = {
  { "exported::open", G_CALLBACK (on_open), .title = "Open the exported file",
    .group = IPL_SHORTCUTS_EXPORT, .why = "No file was exported yet.", .help = "figures-out" },
  { "exported::folder", G_CALLBACK (on_show), .title = "Show the exported file in its folder",
    .group = IPL_SHORTCUTS_EXPORT, .why = "No file was exported yet.", .help = "figures-out" },
};

const IplWindowPart ipl_window_exported_part = {
  .commands = commands, .n_commands = G_N_ELEMENTS (commands), .set_up = set_up, .update = update
};
