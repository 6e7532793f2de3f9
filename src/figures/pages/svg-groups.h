/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libxml/tree.h>

#include "figures/pages/pages.h"

/* Texts and named groups of an SVG. Cairo cannot write them, so a drawing contains marks at
 * their positions: rectangles of an invisible opacity, which are replaced in the output of
 * Cairo. */
typedef struct _IplSvgParts IplSvgGroups;

IplSvgGroups *ipl_svg_groups_new (const IplPages *pages);
void ipl_svg_groups_free (IplSvgGroups *self);
const IplRecorder *ipl_svg_groups_get_recorder (IplSvgGroups *self);
void ipl_svg_groups_replace (IplSvgGroups *self, xmlNode *root);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSvgGroups, ipl_svg_groups_free)

xmlNode *ipl_svg_text (cairo_t *cr, const IplRecorderText *text);
