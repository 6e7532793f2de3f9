/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Places texts and named groups in an SVG of Cairo: draws marks, and replaces them in the
 * output. */

#include "figures/pages/svg-groups.h"

#include <math.h>
#include <string.h>

/* Opacity that identifies a mark. */
#define OPACITY 0.004871
#define OPACITY_TEXT "0.004871"

/* The number of a mark is coded in thousandths of red and green. */
#define BASE 1000u

typedef enum
{
  MARK_TEXT,
  MARK_BEGIN,
  MARK_END,
  MARK_AREA,
} MarkKind;

/* A group: with an id, or with the classes and the title of an item. */
typedef struct
{
  char *id, *classes, *title;
} Part;

struct _IplSvgParts
{
  IplRecorder recorder;
  const IplPages *pages;
  GPtrArray *texts; /* of xmlNode, each with the <text> elements of a label */
  GArray *parts;    /* of Part */
  GArray *open;     /* of guint: indices of the open parts, or NOWHERE */
};

#define NOWHERE G_MAXUINT

static void
draw_mark (cairo_t *cr, MarkKind kind, guint number, double x, double y, double w, double h)
{
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_rectangle (cr, x, y, w, h);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  cairo_set_source_rgba (cr, (double)(number / BASE) / BASE, (double)(number % BASE) / BASE,
                         kind / 10.0, OPACITY);
  cairo_fill (cr);
  cairo_restore (cr);
}

static gboolean
set_text (cairo_t *cr, const IplRecorderText *text, gpointer data)
{
  IplSvgGroups *self = data;
  PangoRectangle logical;
  double x, y;

  if (self->pages->page.outlines || self->texts->len >= BASE * BASE)
    return FALSE;
  cairo_get_current_point (cr, &x, &y);
  pango_layout_get_extents (text->layout, NULL, &logical);
  g_ptr_array_add (self->texts, ipl_svg_text (cr, text));
  draw_mark (cr, MARK_TEXT, self->texts->len - 1, x, y,
             MAX ((double)logical.width / PANGO_SCALE, 0.1),
             MAX ((double)logical.height / PANGO_SCALE, 0.1));
  return TRUE;
}

/* Draws a mark at the begin or end of a part. FALSE if the clip area is empty. The mark is drawn
 * without the clip, so that no clipping group contains it. */
static gboolean
mark_end (cairo_t *cr, MarkKind kind, guint number)
{
  double x1, y1, x2, y2;

  cairo_clip_extents (cr, &x1, &y1, &x2, &y2);
  if (!(x2 > x1 && y2 > y1))
    return FALSE;
  cairo_save (cr);
  cairo_reset_clip (cr);
  draw_mark (cr, kind, number, x1, y1, x2 - x1, y2 - y1);
  cairo_restore (cr);
  return TRUE;
}

static void
part_clear (gpointer data)
{
  Part *self = data;

  g_free (self->id);
  g_free (self->classes);
  g_free (self->title);
}

/* Opens a part; its number is NOWHERE if it is invisible. Takes ownership of @part. */
static void
add_part (IplSvgGroups *self, Part part, gboolean is_seen)
{
  guint number = is_seen ? self->parts->len : NOWHERE;

  if (is_seen)
    g_array_append_val (self->parts, part);
  else
    part_clear (&part);
  g_array_append_val (self->open, number);
}

static void
begin_part (cairo_t *cr, const char *id, gpointer data)
{
  IplSvgGroups *self = data;
  guint number = self->parts->len;

  add_part (self, (Part){ .id = g_strdup (id) },
            number < BASE * BASE && mark_end (cr, MARK_BEGIN, number));
}

static void
begin_item (cairo_t *cr, gconstpointer target, const IplRect *area, gpointer data)
{
  IplSvgGroups *self = data;
  guint number = self->parts->len, outermost;
  const char *panel = NULL;
  Part item = { NULL };
  gboolean is_seen;

  outermost = self->open->len > 0 ? g_array_index (self->open, guint, 0) : NOWHERE;
  if (outermost != NOWHERE)
    panel = g_array_index (self->parts, Part, outermost).id;
  is_seen
      = number < BASE * BASE
        && self->pages->name_item (panel, target, &item.classes, &item.title, self->pages->data);
  if (is_seen && area == NULL)
    is_seen = mark_end (cr, MARK_BEGIN, number);
  else if (is_seen)
    draw_mark (cr, MARK_AREA, number, area->x, area->y, area->w, area->h);
  add_part (self, item, is_seen);
}

static void
end_part (cairo_t *cr, gpointer data)
{
  IplSvgGroups *self = data;
  guint number;

  g_return_if_fail (self->open->len > 0);
  number = g_array_index (self->open, guint, self->open->len - 1);
  g_array_set_size (self->open, self->open->len - 1);
  if (number != NOWHERE)
    mark_end (cr, MARK_END, number);
}

/* @pages: pages to draw; borrowed
 * Returns: (transfer full): parts whose scribe records the drawing */
IplSvgGroups *
ipl_svg_groups_new (const IplPages *pages)
{
  IplSvgGroups *self = g_new0 (IplSvgGroups, 1);

  self->recorder = (IplRecorder){ .set_text = set_text,
                                  .begin_part = begin_part,
                                  .end_part = end_part,
                                  .begin_item = pages->name_item != NULL ? begin_item : NULL,
                                  .data = self };
  self->pages = pages;
  self->texts = g_ptr_array_new_with_free_func ((GDestroyNotify)xmlFreeNode);
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  g_array_set_clear_func (self->parts, part_clear);
  self->open = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
ipl_svg_groups_free (IplSvgGroups *self)
{
  g_ptr_array_unref (self->texts);
  g_array_unref (self->parts);
  g_array_unref (self->open);
  g_free (self);
}

/* Returns: (transfer none): the scribe for the drawing */
const IplRecorder *
ipl_svg_groups_get_recorder (IplSvgGroups *self)
{
  return &self->recorder;
}

/* State while groups are built. */
typedef struct
{
  IplSvgGroups *parts;
  GHashTable *ids; /* id -> number of uses */
  GPtrArray *open; /* of xmlNode: open groups, outermost first */
  GArray *numbers; /* of guint: their part indices */
} Building;

static gboolean
is_element (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *)node->name, name) == 0;
}

/* Returns: (transfer full) (nullable) */
static char *
get_attribute (xmlNode *node, const char *name)
{
  xmlChar *value = xmlGetNoNsProp (node, BAD_CAST name);
  char *copy = g_strdup ((const char *)value);

  xmlFree (value);
  return copy;
}

static xmlNode *
innermost (const Building *building)
{
  return building->open->pdata[building->open->len - 1];
}

static void
open_group (Building *building, xmlNode *node, guint part)
{
  g_ptr_array_add (building->open, node);
  g_array_append_val (building->numbers, part);
}

/* Returns: (transfer full) (nullable): id of the innermost open group with an id */
static char *
find_outer_id (const Building *building)
{
  char *id = NULL;

  for (guint i = building->open->len; i > 0 && id == NULL; i--)
    id = get_attribute (building->open->pdata[i - 1], "id");
  return id;
}

/* Returns a unique id. */
static char *
choose_id (Building *building, const char *outer, const char *id)
{
  g_autofree char *full_id = outer != NULL ? g_strdup_printf ("%s-%s", outer, id) : g_strdup (id);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (building->ids, full_id)) + 1;

  g_hash_table_insert (building->ids, g_strdup (full_id), GUINT_TO_POINTER (n));
  return n == 1 ? g_steal_pointer (&full_id) : g_strdup_printf ("%s-%u", full_id, n);
}

static void
add_item (xmlNode *node, const Part *item)
{
  xmlNewProp (node, BAD_CAST "class", BAD_CAST item->classes);
  xmlNewTextChild (node, NULL, BAD_CAST "title", BAD_CAST item->title);
}

static void
begin_group (Building *building, guint number)
{
  const Part *part = &g_array_index (building->parts->parts, Part, number);
  xmlNode *node = xmlNewChild (innermost (building), NULL, BAD_CAST "g", NULL);
  g_autofree char *outer = find_outer_id (building);
  g_autofree char *id = part->id != NULL ? choose_id (building, outer, part->id) : NULL;

  if (id != NULL)
    xmlNewProp (node, BAD_CAST "id", BAD_CAST id);
  else
    add_item (node, part);
  open_group (building, node, number);
}

/* Cairo drops the begin mark of a part that is painted over completely; such a part has no group
 * to close. */
static void
end_group (Building *building, guint part)
{
  for (guint i = building->open->len - 1; i > 0; i--)
    if (g_array_index (building->numbers, guint, i) == part)
      {
        g_ptr_array_set_size (building->open, (int)i);
        g_array_set_size (building->numbers, i);
        return;
      }
}

static gboolean
read_mark (xmlNode *node, MarkKind *kind, guint *number)
{
  g_autofree char *style = get_attribute (node, "style");
  const char *at = style != NULL ? strstr (style, "fill:rgb(") : NULL;
  double rgb[3];

  if (at == NULL || strstr (style, "fill-opacity:" OPACITY_TEXT ";") == NULL)
    return FALSE;
  at += strlen ("fill:rgb(");
  for (int i = 0; i < 3; i++)
    {
      char *end;

      rgb[i] = g_ascii_strtod (at, &end);
      if (*end != '%')
        return FALSE;
      at = end + 2;
    }
  *number = (guint)lround (rgb[0] * BASE / 100) * BASE + (guint)lround (rgb[1] * BASE / 100);
  *kind = (MarkKind)lround (rgb[2] / 10);
  return TRUE;
}

static void
move_node (xmlNode *node, xmlNode *parent)
{
  xmlUnlinkNode (node);
  xmlAddChild (parent, node);
}

/* The mark of an area becomes the shape that is hovered. */
static void
make_area (xmlNode *mark, const Part *item)
{
  xmlUnsetProp (mark, BAD_CAST "style");
  xmlSetProp (mark, BAD_CAST "fill", BAD_CAST "none");
  add_item (mark, item);
}

/* Replaces marks of texts and areas by their elements, among the shapes of @node and of its
 * groups. */
static void
replace_inside (IplSvgGroups *parts, xmlNode *node)
{
  MarkKind kind;
  guint number;

  for (xmlNode *child = node->children, *next; child != NULL; child = next)
    {
      next = child->next;
      replace_inside (parts, child);
    }
  if (!read_mark (node, &kind, &number))
    return;
  if (kind == MARK_AREA && number < parts->parts->len)
    make_area (node, &g_array_index (parts->parts, Part, number));
  if (kind != MARK_TEXT || number >= parts->texts->len)
    return;
  for (xmlNode *lines = parts->texts->pdata[number]; lines->children != NULL;)
    {
      xmlNode *line = lines->children;

      xmlUnlinkNode (line);
      xmlAddPrevSibling (node, line);
    }
  xmlUnlinkNode (node);
  xmlFreeNode (node);
}

/* Moves the elements between begin and end marks into groups. */
static void
walk (Building *building, xmlNode *node)
{
  for (xmlNode *child = node->children, *next; child != NULL; child = next)
    {
      MarkKind kind;
      guint number;

      next = child->next;
      if (!read_mark (child, &kind, &number))
        move_node (child, innermost (building));
      else if (kind == MARK_BEGIN && number < building->parts->parts->len)
        begin_group (building, number);
      else if (kind == MARK_END)
        end_group (building, number);
    }
}

/* Removes empty groups. */
static void
drop_empty (xmlNode *node)
{
  for (xmlNode *child = node->children, *next; child != NULL; child = next)
    {
      next = child->next;
      if (!is_element (child, "g"))
        continue;
      drop_empty (child);
      if (child->children == NULL)
        {
          xmlUnlinkNode (child);
          xmlFreeNode (child);
        }
    }
}

/* Groups the elements of @node, and moves the groups into @node. */
static void
rebuild (Building *building, xmlNode *node)
{
  xmlNode *group = xmlNewDocNode (node->doc, NULL, BAD_CAST "g", NULL);

  replace_inside (building->parts, node);
  open_group (building, group, NOWHERE);
  walk (building, node);
  g_ptr_array_set_size (building->open, 0);
  g_array_set_size (building->numbers, 0);
  drop_empty (group);
  /* The remaining children are marks. */
  xmlFreeNodeList (node->children);
  node->children = node->last = NULL;
  while (group->children != NULL)
    move_node (group->children, node);
  xmlFreeNode (group);
}

/* Replaces the marks by texts and groups.
 * @root: of an SVG written by Cairo with the scribe of @self */
void
ipl_svg_groups_replace (IplSvgGroups *self, xmlNode *root)
{
  Building building = {
    .parts = self,
    .ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .open = g_ptr_array_new (),
    .numbers = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  for (xmlNode *child = root->children; child != NULL; child = child->next)
    {
      if (is_element (child, "g"))
        rebuild (&building, child);
      /* Groups painted as one, such as fading ones, are in <defs>. */
      for (xmlNode *inner = is_element (child, "defs") ? child->children : NULL; inner != NULL;
           inner = inner->next)
        if (is_element (inner, "g"))
          rebuild (&building, inner);
    }
  g_hash_table_unref (building.ids);
  g_ptr_array_unref (building.open);
  g_array_unref (building.numbers);
}
