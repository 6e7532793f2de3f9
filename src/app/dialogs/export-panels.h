/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

GPtrArray *ipl_export_panels_list (const IplView *view);
