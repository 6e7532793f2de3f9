/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/output/export.h"
#include "document/document.h"

#define IPL_TYPE_EXPORT_DIALOG (ipl_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (IplExportDialog, ipl_export_dialog, IPL, EXPORT_DIALOG, GtkWindow)

IplExportDialog *ipl_export_dialog_new (GtkWindow *parent, IplDocument *document,
                                        const IplPanel *panel);
void ipl_export_dialog_set_extension (IplExportDialog *self, const char *extension);
char *ipl_export_dialog_get_command (IplExportDialog *self, char **missing);
void ipl_export_dialog_export_to (IplExportDialog *self, const char *path);
