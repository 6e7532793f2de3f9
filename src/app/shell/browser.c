/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/shell/browser.h"

#include <gio/gio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/base/error.h"

#define DAEMON "gtk4-broadwayd"
#define FIRST_PORT 8085 /* of display 5, as GTK counts them */
#define MOST_PORTS 100
#define WAIT_MS 5000 /* for the daemon to listen */
#define LOOK_MS 50

gboolean
ipl_browser_is_asked (char **argv)
{
  return g_strv_contains ((const char *const *)argv, "--browser");
}

static GSocketAddress *
loopback (guint port)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);

  return g_inet_socket_address_new (address, (guint16)port);
}

static gboolean
is_free (guint port)
{
  g_autoptr (GSocket) socket
      = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_autoptr (GSocketAddress) address = loopback (port);

  return socket != NULL && g_socket_bind (socket, address, TRUE, NULL);
}

static gboolean
listens (guint port)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = loopback (port);
  g_autoptr (GSocketConnection) connection
      = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, NULL);

  return connection != NULL;
}

/* It ends with the program, and not before it by the same Ctrl-C. */
static void
end_with_parent (gpointer data)
{
  setsid ();
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static gboolean
start (guint port, const char *display, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *number = g_strdup_printf ("%u", port);
  g_autoptr (GSubprocess) daemon = NULL;

  g_subprocess_launcher_set_child_setup (launcher, end_with_parent, NULL, NULL);
  daemon = g_subprocess_launcher_spawn (launcher, error, DAEMON, "--address", "127.0.0.1", "--port",
                                        number, display, NULL);
  if (daemon == NULL)
    return FALSE;
  for (guint waited = 0; waited < WAIT_MS; waited += LOOK_MS)
    {
      if (listens (port))
        return TRUE;
      g_usleep (LOOK_MS * 1000);
    }
  return ipl_fail (error, IPL_ERROR_IO,
                   "--browser: " DAEMON " does not answer on port %u of this machine.", port);
}

/* Starts Broadway on the loopback address and says where it is; GTK then draws there. Before GTK is
 * initialized. */
gboolean
ipl_browser_begin (GError **error)
{
  g_autofree char *program = g_find_program_in_path (DAEMON), *display = NULL;
  guint port = FIRST_PORT;

  if (program == NULL)
    return ipl_fail (error, IPL_ERROR_MISSING,
                     "--browser needs GTK's program " DAEMON
                     ", which is not here: on Debian it comes with libgtk-4-bin.");
  while (port < FIRST_PORT + MOST_PORTS && !is_free (port))
    port++;
  display = g_strdup_printf (":%u", port - FIRST_PORT + 5);
  if (!start (port, display, error))
    return FALSE;
  g_setenv ("GDK_BACKEND", "broadway", TRUE);
  g_setenv ("BROADWAY_DISPLAY", display, TRUE);
  printf ("Interplay is at http://127.0.0.1:%u in a browser of this machine, for whoever uses it; "
          "Ctrl-C ends it.\nFrom another one: ssh -L %u:127.0.0.1:%u THIS-MACHINE, then the same "
          "address there.\nThe browser's clipboard is not reached from there: text that is copied "
          "is printed here, figures are exported, and files are those of this machine.\n",
          port, port, port);
  fflush (stdout);
  return TRUE;
}

static void
print_text (GObject *clipboard, GAsyncResult *result, G_GNUC_UNUSED gpointer nothing)
{
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);

  if (text == NULL)
    return;
  printf ("%s\n", text);
  fflush (stdout);
}

static void
on_copied (GdkClipboard *clipboard)
{
  if (gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (clipboard), G_TYPE_STRING))
    gdk_clipboard_read_text_async (clipboard, NULL, print_text, NULL);
}

static void
on_startup (void)
{
  GdkClipboard *clipboard = gdk_display_get_clipboard (gdk_display_get_default ());

  g_signal_connect (clipboard, "changed", G_CALLBACK (on_copied), NULL);
}

/* Broadway of GTK 4.8 gives a window its default size whenever it is presented anew, also one that
 * is maximized, and does not maximize that again: its default size is that of the page. */
static void
fill_page (GtkWindow *window)
{
  g_autoptr (GdkMonitor) page
      = g_list_model_get_item (gdk_display_get_monitors (gdk_display_get_default ()), 0);
  GdkRectangle place;

  if (page == NULL)
    return;
  gdk_monitor_get_geometry (page, &place);
  gtk_window_set_default_size (window, place.width, place.height);
}

static void
on_window (G_GNUC_UNUSED GtkApplication *application, GtkWindow *window)
{
  g_autoptr (GdkMonitor) page = NULL;

  if (!GTK_IS_APPLICATION_WINDOW (window))
    return;
  page = g_list_model_get_item (gdk_display_get_monitors (gdk_display_get_default ()), 0);
  if (page != NULL)
    g_signal_connect_object (page, "notify::geometry", G_CALLBACK (fill_page), window,
                             G_CONNECT_SWAPPED);
  g_signal_connect (window, "notify::default-width", G_CALLBACK (fill_page), NULL);
  g_signal_connect (window, "notify::default-height", G_CALLBACK (fill_page), NULL);
  gtk_window_maximize (window);
}

void
ipl_browser_serve (GtkApplication *application)
{
  g_signal_connect_after (application, "startup", G_CALLBACK (on_startup), NULL);
  g_signal_connect_after (application, "window-added", G_CALLBACK (on_window), NULL);
}
