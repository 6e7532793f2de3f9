/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

char *ipl_view_warnings_text (const IplView *self);
