/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

const IplPanel *ipl_panel_arranged (const IplPanel *panel, const IplFigureStyle *style);
