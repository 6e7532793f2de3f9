/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

G_BEGIN_DECLS

char *ipl_style_rows_text (const IplPanelStyle *style, const IplPanel *composite);
gboolean ipl_style_rows_set (IplPanelStyle *style, const char *text, GError **error);

G_END_DECLS
