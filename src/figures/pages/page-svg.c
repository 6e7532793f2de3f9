/* SPDX-License-Identifier: GPL-3.0-or-later */

/* SVG: shapes by Cairo, text elements, and named groups. */

#include "figures/pages/pages.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "figures/pages/svg-groups.h"

#include <cairo-svg.h>
#include <libxml/parser.h>
#include <string.h>

/* Adds description and provenance as the first elements. */
static void
add_words (const IplPages *self, guint page, xmlNode *root)
{
  g_autofree char *title = ipl_text_escape (self->title);
  g_autofree char *words = self->describe != NULL ? self->describe (page, self->data) : NULL;
  g_autofree char *origin = ipl_provenance_xml (self->provenance, title);
  g_autofree char *both
      = g_strjoin (words != NULL && *words != '\0' && self->provenance != NULL ? " " : "",
                   words != NULL ? words : "",
                   self->provenance != NULL ? self->provenance->parameters : "", NULL);
  g_autofree char *safe = ipl_text_escape (*both != '\0' ? both : title);
  xmlNode *drawing = root->children, *metadata, *list = NULL;
  xmlNode *nodes[] = { xmlNewTextChild (root, NULL, BAD_CAST "title", BAD_CAST title),
                       xmlNewTextChild (root, NULL, BAD_CAST "desc", BAD_CAST safe),
                       metadata = xmlNewChild (root, NULL, BAD_CAST "metadata", NULL) };

  if (xmlParseInNodeContext (metadata, origin, (int)strlen (origin), 0, &list) == XML_ERR_OK)
    xmlAddChildList (metadata, list);
  for (guint i = 0; drawing != NULL && i < G_N_ELEMENTS (nodes); i++)
    xmlAddPrevSibling (drawing, nodes[i]);
}

/* Adds what Cairo does not write: group names, texts, description and provenance. */
static void
complete (const IplPages *self, guint page, IplSvgGroups *parts, xmlNode *root)
{
  ipl_svg_groups_replace (parts, root);
  for (xmlNode *child = root->children; child != NULL; child = child->next)
    if (strcmp ((const char *)child->name, "g") == 0)
      {
        xmlSetProp (child, BAD_CAST "id", BAD_CAST "figure");
        xmlSetProp (child, BAD_CAST "text-rendering", BAD_CAST "geometricPrecision");
      }
  xmlSetProp (root, BAD_CAST "role", BAD_CAST (self->name_item != NULL ? "group" : "img"));
  /* Pixels are cells of matrices, which viewers must not smooth. */
  xmlSetProp (root, BAD_CAST "image-rendering", BAD_CAST "pixelated");
  if (self->name_item == NULL)
    add_words (self, page, root);
}

/* Renumbers pictures and surfaces in the order of the document, so that equal drawings give
 * equal files. Cairo counts them over the whole process. */
static gboolean
count_name (const GMatchInfo *match, GString *text, gpointer numbers)
{
  g_autofree char *before = g_match_info_fetch (match, 1);
  g_autofree char *name = g_match_info_fetch (match, 2);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, name));

  if (number == 0)
    {
      number = g_hash_table_size (numbers) + 1;
      g_hash_table_insert (numbers, g_steal_pointer (&name), GUINT_TO_POINTER (number));
    }
  g_string_append_printf (text, "%sc%u\"", before, number);
  return FALSE;
}

/* Returns: (transfer full) (nullable): the SVG with these names */
static char *
name_by_order (const GByteArray *svg, GError **error)
{
  g_autoptr (GRegex) names
      = g_regex_new ("( id=\"|href=\"#)((?:surface|image|source-)[0-9]+)\"", 0, 0, error);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return names != NULL ? g_regex_replace_eval (names, (const char *)svg->data, (gssize)svg->len, 0,
                                               0, count_name, numbers, error)
                       : NULL;
}

static GBytes *
make (const IplPages *self, guint first, guint n, const char *name, GBytes **graphics,
      GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (IplSvgGroups) parts = ipl_svg_groups_new (self);
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (
      ipl_vector_append, bytes, self->page.width_pt, self->page.height_pt);
  g_autofree char *svg = NULL;
  xmlChar *text = NULL;
  int length = 0;
  xmlDoc *doc;

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PT);
  if (!ipl_vector_draw (self, first, 1, surface, ipl_svg_groups_get_recorder (parts), "svg", error))
    return NULL;
  svg = name_by_order (bytes, error);
  if (svg == NULL)
    return NULL;
  /* Pictures are attributes beyond the default length limit of the parser. */
  doc = xmlReadMemory (svg, (int)strlen (svg), NULL, NULL,
                       XML_PARSE_NONET | XML_PARSE_NOBLANKS | XML_PARSE_HUGE | XML_PARSE_NOERROR
                           | XML_PARSE_NOWARNING);
  if (doc != NULL)
    {
      complete (self, first, parts, xmlDocGetRootElement (doc));
      xmlDocDumpFormatMemoryEnc (doc, &text, &length, "UTF-8", 1);
      xmlFreeDoc (doc);
    }
  if (text != NULL)
    return g_bytes_new_with_free_func (text, (gsize)length, (GDestroyNotify)xmlFree, text);
  return ipl_fail_null (error, IPL_ERROR_MEMORY,
                        "The svg could not be made: there is not enough memory.");
}

const IplFormat ipl_format_svg = {
  .id = "svg",
  .title = "SVG drawing",
  .has_outlines = TRUE,
  .make = make,
};
