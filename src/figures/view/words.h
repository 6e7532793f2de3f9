/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

void ipl_describe_setting (GString *text, const IplView *view);
void ipl_table_number (GString *text, double value);
void ipl_table_cell (GString *text, double value);
