/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/svg-tree.h"

char *ipl_length_text (double pt);
void ipl_svg_make_plain (IplSvgNode *root);

void ipl_svg_place_images (IplSvgNode *root);
