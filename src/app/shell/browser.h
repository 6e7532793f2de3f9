/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window in a web browser, by GTK's Broadway: on a server, in a container, on a Mac over ssh.
 */
#pragma once

#include <gtk/gtk.h>

gboolean ipl_browser_is_asked (char **argv);
gboolean ipl_browser_begin (GError **error);
/* Its windows fill the page of the browser, and text that is copied in them is printed: Broadway's
 * clipboard does not reach that of the browser. */
void ipl_browser_serve (GtkApplication *application);
