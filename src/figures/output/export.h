/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/pages/pages.h"
#include "figures/pages/page-size.h"
#include "figures/view/panel.h"

gboolean ipl_figure_export (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            const IplPaper *page, const IplProvenance *provenance,
                            const IplFormat *format, const char *path, GError **error);
GBytes *ipl_figure_make (const IplPanel *panel, const IplView *view, const IplStyle *style,
                         const IplPaper *page, const IplProvenance *provenance,
                         const IplFormat *format, GError **error);
