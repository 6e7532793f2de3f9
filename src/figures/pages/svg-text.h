/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libxml/tree.h>

#include "figures/kit/scribe.h"

xmlNode *ipl_svg_text (cairo_t *cr, const IplScribeText *text);
