/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/view/view.h"

GMenuModel *ipl_choice_menu_new (const IplChoice *choice, gboolean with_next);
GMenuModel *ipl_output_menu_new (const IplView *view);
const char *ipl_output_menu_title (const IplView *view);
