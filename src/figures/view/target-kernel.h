/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/target.h"
#include "figures/view/view.h"

int ipl_target_get_kernel_cell (const IplTarget *self, const IplView *view);
char *ipl_target_describe_kernel_cell (const IplTarget *self, const IplView *view);
char *ipl_target_caption_kernel_cell (const IplTarget *self, const IplView *view);
