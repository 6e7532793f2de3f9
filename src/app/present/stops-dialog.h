/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "document/document.h"

#define IPL_TYPE_STOPS_DIALOG (ipl_stops_dialog_get_type ())
G_DECLARE_FINAL_TYPE (IplStopsDialog, ipl_stops_dialog, IPL, STOPS_DIALOG, GtkWindow)

IplStopsDialog *ipl_stops_dialog_new (GtkWindow *parent, IplDocument *document);
guint ipl_stops_dialog_get_selected (IplStopsDialog *self);
