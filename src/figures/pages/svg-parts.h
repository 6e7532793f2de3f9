/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libxml/tree.h>

#include "figures/pages/pages.h"

/* Texts and named groups of an SVG. Cairo cannot write them, so a drawing contains marks at
 * their positions: rectangles of an invisible opacity, which are replaced in the output of
 * Cairo. */
typedef struct _IplSvgParts IplSvgParts;

IplSvgParts *ipl_svg_parts_new (const IplPages *pages);
void ipl_svg_parts_free (IplSvgParts *self);
const IplScribe *ipl_svg_parts_get_scribe (IplSvgParts *self);
void ipl_svg_parts_replace (IplSvgParts *self, xmlNode *root);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSvgParts, ipl_svg_parts_free)

xmlNode *ipl_svg_text (cairo_t *cr, const IplScribeText *text);
