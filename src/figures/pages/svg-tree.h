/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* An element of an SVG. */
typedef struct
{
  char *name;            /* of the element; %NULL for markup that is written as it is */
  GPtrArray *attributes; /* (element-type utf8): names and values in turn */
  GPtrArray *children;   /* (element-type IplSvgNode): in their order */
  char *raw;             /* (nullable): that markup */
} IplSvgNode;

IplSvgNode *ipl_svg_node_new (const char *name);
IplSvgNode *ipl_svg_node_new_raw (const char *markup);
IplSvgNode *ipl_svg_node_take_copy (IplSvgNode *self);
void ipl_svg_node_free (IplSvgNode *self);
const char *ipl_svg_node_get (const IplSvgNode *self, const char *attribute);
void ipl_svg_node_set (IplSvgNode *self, const char *attribute, const char *value);
void ipl_svg_node_remove (IplSvgNode *self, const char *attribute);
gboolean ipl_svg_node_is (const IplSvgNode *self, const char *name);
void ipl_svg_node_print (const IplSvgNode *self, GString *text, guint depth);
IplSvgNode *ipl_svg_parse (const char *text, gssize length, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplSvgNode, ipl_svg_node_free)
