/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The marks, and the tree of groups that is made of them: a group for each part with an id, in it
 * what it clips, in that its shapes and texts. */

#include "figures/pages/svg-parts.h"

#include "figures/pages/svg-text.h"

#include <math.h>
#include <string.h>

/* The signature of a mark among everything that is drawn. */
#define OPACITY 0.004871
#define OPACITY_TEXT "0.004871"

/* Marks count in thousandths of red and green. */
#define BASE 1000u

typedef enum
{
  MARK_TEXT,
  MARK_BEGIN,
  MARK_END,
} MarkKind;

struct _IplSvgParts
{
  IplScribe scribe;
  gboolean outlines;
  GPtrArray *texts; /* of char, markup */
  GPtrArray *parts; /* of char, ids */
  GArray *open;     /* of guint: parts that are drawn now, or NOWHERE */
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
set_text (cairo_t *cr, const IplScribeText *text, gpointer data)
{
  IplSvgParts *self = data;
  PangoRectangle logical;
  double x, y;

  if (self->outlines || self->texts->len >= BASE * BASE)
    return FALSE;
  cairo_get_current_point (cr, &x, &y);
  pango_layout_get_extents (text->layout, NULL, &logical);
  g_ptr_array_add (self->texts, ipl_svg_text (cr, text));
  draw_mark (cr, MARK_TEXT, self->texts->len - 1, x, y,
             MAX ((double)logical.width / PANGO_SCALE, 0.1),
             MAX ((double)logical.height / PANGO_SCALE, 0.1));
  return TRUE;
}

/* TRUE if anything can be seen of what is drawn now. */
static gboolean
mark_clip (cairo_t *cr, MarkKind kind, guint number)
{
  double x1, y1, x2, y2;

  cairo_clip_extents (cr, &x1, &y1, &x2, &y2);
  if (!(x2 > x1 && y2 > y1))
    return FALSE;
  draw_mark (cr, kind, number, x1, y1, x2 - x1, y2 - y1);
  return TRUE;
}

static void
begin_part (cairo_t *cr, const char *id, gpointer data)
{
  IplSvgParts *self = data;
  guint number = self->parts->len;

  if (number < BASE * BASE && mark_clip (cr, MARK_BEGIN, number))
    g_ptr_array_add (self->parts, g_strdup (id));
  else
    number = NOWHERE;
  g_array_append_val (self->open, number);
}

static void
end_part (cairo_t *cr, gpointer data)
{
  IplSvgParts *self = data;
  guint number;

  g_return_if_fail (self->open->len > 0);
  number = g_array_index (self->open, guint, self->open->len - 1);
  g_array_set_size (self->open, self->open->len - 1);
  if (number != NOWHERE)
    mark_clip (cr, MARK_END, number);
}

/* Returns: (transfer full): what is to be told of a drawing */
IplSvgParts *
ipl_svg_parts_new (gboolean outlines)
{
  IplSvgParts *self = g_new0 (IplSvgParts, 1);

  self->scribe = (IplScribe){ set_text, begin_part, end_part, self };
  self->outlines = outlines;
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->parts = g_ptr_array_new_with_free_func (g_free);
  self->open = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
ipl_svg_parts_free (IplSvgParts *self)
{
  g_ptr_array_unref (self->texts);
  g_ptr_array_unref (self->parts);
  g_array_unref (self->open);
  g_free (self);
}

/* Returns: (transfer none): what the drawing is told to */
const IplScribe *
ipl_svg_parts_get_scribe (IplSvgParts *self)
{
  return &self->scribe;
}

/* A group that is being filled. */
typedef struct
{
  IplSvgNode *node;
  char *id;         /* with those of the groups around it */
  guint part;       /* which part it is, or NOWHERE */
  GPtrArray *clips; /* of char: what the groups within it that are open clip by ... */
  GPtrArray *wraps; /* of IplSvgNode: ... and those groups */
} Group;

typedef struct
{
  IplSvgParts *parts;
  GHashTable *clips; /* id of a clipPath -> that of the first that is the same */
  GHashTable *ids;   /* those that are taken -> how often */
  GArray *groups;    /* of Group: those that are open, from the outermost */
} Building;

static void
group_clear (gpointer data)
{
  Group *self = data;

  g_free (self->id);
  g_ptr_array_unref (self->clips);
  g_ptr_array_unref (self->wraps);
}

static void
open_group (Building *building, IplSvgNode *node, const char *id, guint part)
{
  Group group = { .node = node,
                  .id = g_strdup (id),
                  .part = part,
                  .clips = g_ptr_array_new_with_free_func (g_free),
                  .wraps = g_ptr_array_new () };

  g_array_append_val (building->groups, group);
}

static Group *
innermost (Building *building)
{
  return &g_array_index (building->groups, Group, building->groups->len - 1);
}

/* An id that nothing else has. */
static char *
choose_id (Building *building, const char *outer, const char *id)
{
  g_autofree char *whole = outer != NULL ? g_strdup_printf ("%s-%s", outer, id) : g_strdup (id);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (building->ids, whole)) + 1;

  g_hash_table_insert (building->ids, g_strdup (whole), GUINT_TO_POINTER (n));
  return n == 1 ? g_steal_pointer (&whole) : g_strdup_printf ("%s-%u", whole, n);
}

static void
begin_group (Building *building, guint part)
{
  Group *outer = innermost (building);
  IplSvgNode *node = ipl_svg_node_new ("g");
  g_autofree char *id = choose_id (building, outer->id, building->parts->parts->pdata[part]);

  ipl_svg_node_set (node, "id", id);
  g_ptr_array_add (outer->node->children, node);
  /* Later elements are drawn after it. */
  g_ptr_array_set_size (outer->clips, 0);
  g_ptr_array_set_size (outer->wraps, 0);
  open_group (building, node, id, part);
}

/* A part whose beginning Cairo left out, because all was painted over since, has none to close. */
static void
end_group (Building *building, guint part)
{
  for (guint i = building->groups->len - 1; i > 0; i--)
    if (g_array_index (building->groups, Group, i).part == part)
      {
        g_array_set_size (building->groups, i);
        return;
      }
}

/* The group within the innermost one that clips by all of @clips, as near as the last shape's. */
static IplSvgNode *
find_place (Building *building, const GPtrArray *clips)
{
  Group *group = innermost (building);
  guint n = 0;

  while (n < clips->len && n < group->clips->len
         && strcmp (clips->pdata[n], group->clips->pdata[n]) == 0)
    n++;
  g_ptr_array_set_size (group->clips, (int)n);
  g_ptr_array_set_size (group->wraps, (int)n);
  for (; n < clips->len; n++)
    {
      IplSvgNode *outer = n > 0 ? group->wraps->pdata[n - 1] : group->node;
      IplSvgNode *wrap = ipl_svg_node_new ("g");
      g_autofree char *value = g_strdup_printf ("url(#%s)", (char *)clips->pdata[n]);

      ipl_svg_node_set (wrap, "clip-path", value);
      g_ptr_array_add (outer->children, wrap);
      g_ptr_array_add (group->clips, g_strdup (clips->pdata[n]));
      g_ptr_array_add (group->wraps, wrap);
    }
  return n > 0 ? group->wraps->pdata[n - 1] : group->node;
}

static gboolean
read_mark (const IplSvgNode *node, MarkKind *kind, guint *number)
{
  const char *style = ipl_svg_node_get (node, "style");
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
add_mark (Building *building, MarkKind kind, guint number, const GPtrArray *clips)
{
  const IplSvgParts *parts = building->parts;

  if (kind == MARK_TEXT && number < parts->texts->len)
    g_ptr_array_add (find_place (building, clips)->children,
                     ipl_svg_node_new_raw (parts->texts->pdata[number]));
  else if (kind == MARK_BEGIN && number < parts->parts->len)
    begin_group (building, number);
  else if (kind == MARK_END)
    end_group (building, number);
}

/* TRUE if a group does nothing but clip; the clip then. */
static char *
read_clip (Building *building, const IplSvgNode *node)
{
  const char *value = ipl_svg_node_get (node, "clip-path");
  g_autofree char *id = NULL;
  const char *same;

  if (!ipl_svg_node_is (node, "g") || value == NULL || !g_str_has_prefix (value, "url(#")
      || ipl_svg_node_get (node, "style") != NULL || ipl_svg_node_get (node, "id") != NULL
      || ipl_svg_node_get (node, "mask") != NULL)
    return NULL;
  id = g_strndup (value + 5, strlen (value) - 6);
  same = g_hash_table_lookup (building->clips, id);
  return same != NULL ? g_strdup (same) : g_steal_pointer (&id);
}

static void
walk (Building *building, IplSvgNode *node, GPtrArray *clips)
{
  for (guint i = 0; i < node->children->len; i++)
    {
      IplSvgNode *child = node->children->pdata[i];
      char *clip = read_clip (building, child);
      MarkKind kind;
      guint number;

      if (clip != NULL)
        {
          g_ptr_array_add (clips, clip);
          walk (building, child, clips);
          g_ptr_array_set_size (clips, (int)clips->len - 1);
        }
      else if (read_mark (child, &kind, &number))
        add_mark (building, kind, number, clips);
      else
        g_ptr_array_add (find_place (building, clips)->children, ipl_svg_node_take_copy (child));
    }
}

/* Leaves out parts in which nothing was drawn. */
static void
drop_empty (IplSvgNode *node)
{
  for (guint i = node->children->len; i-- > 0;)
    {
      IplSvgNode *child = node->children->pdata[i];

      if (!ipl_svg_node_is (child, "g"))
        continue;
      drop_empty (child);
      if (child->children->len == 0)
        g_ptr_array_remove_index (node->children, i);
    }
}

/* Fills @node anew with groups of what it held. */
static void
rebuild (Building *building, IplSvgNode *node)
{
  g_autoptr (GPtrArray) clips = g_ptr_array_new_with_free_func (g_free);
  IplSvgNode *made = ipl_svg_node_new ("g");
  GPtrArray *before = node->children;

  open_group (building, made, NULL, NOWHERE);
  walk (building, node, clips);
  g_array_set_size (building->groups, 0);
  drop_empty (made);
  node->children = g_ptr_array_ref (made->children);
  g_ptr_array_unref (before);
  ipl_svg_node_free (made);
}

/* Which clips are the same as one before, and no longer needed. */
static void
compare_clips (Building *building, IplSvgNode *defs)
{
  g_autoptr (GHashTable) first = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < defs->children->len;)
    {
      const IplSvgNode *node = defs->children->pdata[i];
      const char *id = ipl_svg_node_get (node, "id"), *same;
      GString *content = NULL;
      g_autofree char *text = NULL;

      i++;
      if (!ipl_svg_node_is (node, "clipPath") || id == NULL)
        continue;
      content = g_string_new (NULL);
      for (guint k = 0; k < node->children->len; k++)
        ipl_svg_node_print (node->children->pdata[k], content, 0);
      text = g_string_free (content, FALSE);
      same = g_hash_table_lookup (first, text);
      if (same == NULL)
        {
          g_hash_table_insert (first, g_steal_pointer (&text), g_strdup (id));
          continue;
        }
      g_hash_table_insert (building->clips, g_strdup (id), g_strdup (same));
      g_ptr_array_remove_index (defs->children, --i);
    }
}

/* Puts texts and groups in the place of their marks.
 * @self: what has been told of a drawing */
void
ipl_svg_parts_replace (IplSvgParts *self, IplSvgNode *root)
{
  Building building = {
    .parts = self,
    .clips = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .groups = g_array_new (FALSE, FALSE, sizeof (Group)),
  };

  g_array_set_clear_func (building.groups, group_clear);
  for (guint i = 0; i < root->children->len; i++)
    if (ipl_svg_node_is (root->children->pdata[i], "defs"))
      compare_clips (&building, root->children->pdata[i]);
  for (guint i = 0; i < root->children->len; i++)
    {
      IplSvgNode *child = root->children->pdata[i];

      if (ipl_svg_node_is (child, "g"))
        rebuild (&building, child);
      /* Painted as a whole, such as fading groups. */
      for (guint k = 0; ipl_svg_node_is (child, "defs") && k < child->children->len; k++)
        if (ipl_svg_node_is (child->children->pdata[k], "g"))
          rebuild (&building, child->children->pdata[k]);
    }
  g_hash_table_unref (building.clips);
  g_hash_table_unref (building.ids);
  g_array_unref (building.groups);
}
