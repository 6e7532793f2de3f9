/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/output/export.h"

G_BEGIN_DECLS

void ipl_export_job_start (const IplPanel *panel, const IplView *view, const IplStyle *style,
                           const IplPaper *page, const IplProvenance *made, const IplFormat *format,
                           const char *path, GAsyncReadyCallback callback, gpointer user_data);
char *ipl_export_job_finish (GAsyncResult *result, GError **error);

G_END_DECLS
