/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case-import.h"
#include "core/case/case.h"
#include "core/files/npz.h"

G_BEGIN_DECLS

IplCase *ipl_case_load (const char *path, gboolean keep_inputs, guint threads,
                        GCancellable *cancellable, GError **error);
IplCase *ipl_case_import (const char *path, const IplCaseImport *import, gboolean keep_inputs,
                          guint threads, GCancellable *cancellable, GError **error);
IplCase *ipl_case_import_arrays (IplNpz *arrays, const char *shown, const IplCaseImport *import,
                                 gboolean keep_inputs, guint threads, GCancellable *cancellable,
                                 GError **error);
IplCase *ipl_case_from_arrays (IplNpz *arrays, const char *shown, gboolean keep_inputs,
                               guint threads, GCancellable *cancellable, GError **error);
gboolean ipl_case_file_is (const char *path);
gboolean ipl_case_save (const IplCase *self, const char *path, GError **error);
gboolean ipl_case_check_size (gsize P, gsize P_test, gsize Pi, gsize N0, GError **error);

G_END_DECLS
