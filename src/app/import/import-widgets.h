/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of the import dialog: its labels and controls. */
#pragma once

#include <gtk/gtk.h>

#include "core/case/case-io.h"
#include "core/fields/field.h"
#include "core/parameters/parameters.h"
#include "runs/import-run.h"
#include "document/document.h"

GtkWidget *ipl_import_add_label (GtkGrid *grid, const char *text, int column, int row,
                                 const char *css);
char *ipl_import_control_text (const IplField *field, GtkWidget *control);
GtkWidget *ipl_import_add_row (GtkGrid *arrays, GtkStringList *roles, const IplImportArray *array,
                               int at);
guint ipl_import_find_role (GtkStringList *roles, guint first, const char *role);
gboolean ipl_import_is_unused (const GPtrArray *assignments, const char *name);
void ipl_import_offer_roles (GtkStringList *offered, guint n_arrays);
void ipl_import_add_controls (GtkGrid *grid, GtkWidget **controls);
void ipl_import_show_controls (GtkWidget *const *controls, gconstpointer data);

#define IPL_TYPE_IMPORT_DIALOG (ipl_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (IplImportDialog, ipl_import_dialog, IPL, IMPORT_DIALOG, GtkWindow)

IplImportDialog *ipl_import_dialog_new (GtkWindow *parent, IplDocument *document, const char *path,
                                        const IplCaseImport *import);
const char *ipl_import_dialog_get_path (IplImportDialog *self);
const IplCaseImport *ipl_import_dialog_get_import (IplImportDialog *self);
gboolean ipl_import_dialog_is_working (IplImportDialog *self);
