/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/view/choice.h"

GMenuModel *ipl_choice_menu_new (const IplChoice *choice, gboolean with_next);
