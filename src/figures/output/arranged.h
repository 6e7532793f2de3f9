/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

G_BEGIN_DECLS

const IplPanel *ipl_panel_arranged (const IplPanel *panel, const IplFigureStyle *style);

G_END_DECLS
