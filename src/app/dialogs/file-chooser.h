/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkFileChooserNative *ipl_file_chooser_new (GtkWindow *parent, const char *title,
                                            GtkFileChooserAction action, const char *accept,
                                            const char *patterns, const char *pattern_name,
                                            const char *name, const char *help);
GPtrArray *ipl_file_chooser_finish (GtkFileChooserNative *self, int response);

G_END_DECLS
