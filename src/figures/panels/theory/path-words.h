/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

void ipl_describe_paths (GString *text, const IplView *view);
void ipl_table_paths (GString *text, const IplView *view);
