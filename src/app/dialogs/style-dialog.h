/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/view/panel.h"
#include "document/document.h"

GtkWindow *ipl_style_dialog_new (GtkWindow *parent, IplDocument *document, const IplPanel *panel);
gboolean ipl_style_dialog_open (GtkWindow *dialog, const char *path);
gboolean ipl_style_dialog_save (GtkWindow *dialog, const char *path);
