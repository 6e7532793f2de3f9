/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

void ipl_table_path_outputs (GString *text, const IplView *view);
