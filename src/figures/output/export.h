/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/pages/pages.h"
#include "figures/pages/paper.h"
#include "figures/view/panel.h"

gboolean ipl_figure_export (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            const IplPaper *page, const IplProvenance *made,
                            const IplFormat *format, const char *path, GError **error);
GBytes *ipl_figure_make (const IplPanel *panel, const IplView *view, const IplStyle *style,
                         const IplPaper *page, const IplProvenance *made, const IplFormat *format,
                         GError **error);

void ipl_export_job_start (const IplPanel *panel, const IplView *view, const IplStyle *style,
                           const IplPaper *page, const IplProvenance *made, const IplFormat *format,
                           const char *path, GAsyncReadyCallback callback, gpointer user_data);
char *ipl_export_job_finish (GAsyncResult *result, GError **error);

char *ipl_figure_too_small (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            const IplPaper *page);

char *ipl_figure_describe (const IplPanel *panel, const IplView *view); /* a few sentences */
char *ipl_figure_say (const IplPanel *panel, const IplTarget *target,
                      const IplView *view); /* one line */
char *ipl_figure_say_in_panel (const IplPanel *panel, const IplTarget *target,
                               const IplView *view); /* what the panel draws of it */
char *ipl_figure_table (const IplPanel *panel,
                        const IplView *view); /* the numbers, tab separated */
