/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/scribe.h"
#include "figures/pages/pages.h"

char *ipl_svg_text (cairo_t *cr, const IplScribeText *text);
