/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SVG: shapes by Cairo, texts as texts, groups with the names of what they show. */

#include "figures/pages/pages.h"

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "figures/pages/svg-parts.h"
#include "figures/pages/svg-plain.h"

#include <cairo-svg.h>
#include <string.h>

static void
append_element (GString *text, const char *name, const char *content)
{
  g_autofree char *safe = ipl_text_escape (content);
  g_autofree char *markup = g_markup_escape_text (safe, -1);

  g_string_append_printf (text, "<%s>%s</%s>\n ", name, markup, name);
}

/* The description and origin of the drawing. */
static void
append_words (GString *text, const IplPages *self, guint page)
{
  g_autofree char *title = ipl_text_escape (self->title);
  g_autofree char *words = self->describe != NULL ? self->describe (page, self->data) : NULL;
  g_autofree char *xml = ipl_provenance_xml (self->made, title);
  g_autofree char *both = NULL;

  both = g_strjoin (words != NULL && *words != '\0' && self->made != NULL ? " " : "",
                    words != NULL ? words : "", self->made != NULL ? self->made->parameters : "",
                    NULL);
  append_element (text, "title", title);
  append_element (text, "desc", *both != '\0' ? both : title);
  g_string_append_printf (text, "<metadata>%s</metadata>", xml);
}

/* The group of all that is seen, which says what all of it has in common. */
static void
set_body (IplSvgNode *body)
{
  ipl_svg_node_set (body, "id", "figure");
  ipl_svg_node_set (body, "stroke-miterlimit", "10");
  ipl_svg_node_set (body, "text-rendering", "geometricPrecision");
}

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GPtrArray *beside,
      GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (IplSvgParts) parts = ipl_svg_parts_new (self->page.outlines);
  g_autoptr (IplSvgNode) root = NULL;
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (
      ipl_vector_append, bytes, self->page.width_pt, self->page.height_pt);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PT);
  if (!ipl_vector_draw (self, first, 1, surface, ipl_svg_parts_get_scribe (parts), "svg", error))
    return NULL;
  root = ipl_svg_parse ((const char *)bytes->data, (gssize)bytes->len, error);
  if (root == NULL)
    return NULL;
  ipl_svg_parts_replace (parts, root);
  ipl_svg_make_plain (root);
  ipl_svg_place_images (root);
  for (guint i = 0; i < root->children->len; i++)
    if (ipl_svg_node_is (root->children->pdata[i], "g"))
      set_body (root->children->pdata[i]);
  ipl_svg_node_set (root, "role", "img");
  append_words (words, self, first);
  g_ptr_array_insert (root->children, 0, ipl_svg_node_new_raw (words->str));
  ipl_svg_node_print (root, text, 0);
  return g_string_free_to_bytes (g_steal_pointer (&text));
}

const IplFormat ipl_format_svg = {
  .id = "svg",
  .title = "SVG drawing",
  .has_outlines = TRUE,
  .make = make,
};
