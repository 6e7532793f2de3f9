/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void ipl_heatmap_menu_fill (GMenu *menu);

G_END_DECLS
