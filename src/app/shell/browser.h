/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window in a web browser, by GTK's Broadway: on a server, in a container, on a Mac over ssh.
 */
#pragma once

#include <glib.h>

gboolean ipl_browser_is_asked (char **argv);
gboolean ipl_browser_begin (GError **error);
