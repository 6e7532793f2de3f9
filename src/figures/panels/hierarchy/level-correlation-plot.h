/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

char *ipl_level_setting_text (const IplView *view, guint cell);
