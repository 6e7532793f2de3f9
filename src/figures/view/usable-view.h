/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

G_BEGIN_DECLS

IplView ipl_view_usable (const IplView *self);

G_END_DECLS
