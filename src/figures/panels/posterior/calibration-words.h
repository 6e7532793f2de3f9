/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

G_BEGIN_DECLS

void ipl_describe_calibration (GString *text, const IplView *view);
void ipl_table_calibration (GString *text, const IplView *view);

G_END_DECLS
