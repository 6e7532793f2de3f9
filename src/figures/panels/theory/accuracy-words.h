/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"

void ipl_describe_accuracy (GString *text, const IplView *view);
void ipl_table_accuracy (GString *text, const IplView *view);
