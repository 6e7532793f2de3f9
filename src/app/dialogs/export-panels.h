/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

G_BEGIN_DECLS

GPtrArray *ipl_export_panels_list (const IplView *view);

G_END_DECLS
