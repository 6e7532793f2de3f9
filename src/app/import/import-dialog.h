/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/case/case-io.h"
#include "core/parameters/parameters.h"
#include "session/session.h"

#define IPL_TYPE_IMPORT_DIALOG (ipl_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (IplImportDialog, ipl_import_dialog, IPL, IMPORT_DIALOG, GtkWindow)

IplImportDialog *ipl_import_dialog_new (GtkWindow *parent, IplSession *session, const char *path,
                                        const IplCaseImport *import);
const char *ipl_import_dialog_get_path (IplImportDialog *self);
const IplCaseImport *ipl_import_dialog_get_import (IplImportDialog *self);
gboolean ipl_import_dialog_is_working (IplImportDialog *self);
