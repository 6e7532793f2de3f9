/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libxml/tree.h>

#include "figures/pages/pages.h"

/**
 * IplSvgParts:
 *
 * What a drawing says of itself while Cairo writes it as an SVG: texts, and which shapes belong
 * together. Where each of them stands among the shapes Cairo is told by marks, rectangles that
 * nobody would see, which are replaced in what it has written.
 */
typedef struct _IplSvgParts IplSvgParts;

IplSvgParts *ipl_svg_parts_new (const IplPages *pages);
void ipl_svg_parts_free (IplSvgParts *self);
const IplScribe *ipl_svg_parts_get_scribe (IplSvgParts *self);
void ipl_svg_parts_replace (IplSvgParts *self, xmlNode *root);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSvgParts, ipl_svg_parts_free)

xmlNode *ipl_svg_text (cairo_t *cr, const IplScribeText *text);
