/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/view/panel.h"
#include "session/session.h"

#define IPL_EXPORT_PYTHON "py" /* its name in the list of formats */

guint ipl_export_python_needs (const IplPanel *panel);
gboolean ipl_export_python_check (IplSession *session, const IplPanel *panel, GError **error);
void ipl_export_python_start (IplSession *session, const IplPanel *panel, const IplStyle *style,
                              const IplPaper *paper, const IplProvenance *made, gboolean anonymous,
                              const char *path, GAsyncReadyCallback callback, gpointer user_data);
