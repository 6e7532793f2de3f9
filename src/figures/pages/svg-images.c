/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures as pictures: Cairo fills a rectangle with a pattern that consists of one, which editors
 * do not take for a picture and some viewers make blurred. */

#include "figures/pages/svg-images.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Points that a rectangle may differ from its picture: Cairo rounds paths to 1/256. */
#define NEAR 0.01

typedef struct
{
  GHashTable *patterns; /* id -> IplSvgNode */
  GHashTable *images;   /* id -> IplSvgNode */
  GHashTable *placed;   /* ids of patterns that are no longer needed */
  GHashTable *kept;     /* ids of patterns that are needed */
} Pictures;

/* "url(#name)" as "name". */
static char *
read_reference (const char *value)
{
  return value != NULL && g_str_has_prefix (value, "url(#") && g_str_has_suffix (value, ")")
             ? g_strndup (value + 5, strlen (value) - 6)
             : NULL;
}

/* A rectangle that a path consists of. */
static gboolean
read_rectangle (const char *path, double box[4])
{
  double x[4], y[4];
  char c[5];
  int end = 0;

  if (path == NULL
      || sscanf (path, "%c %lf %lf %c %lf %lf %c %lf %lf %c %lf %lf %c%n", &c[0], &x[0], &y[0],
                 &c[1], &x[1], &y[1], &c[2], &x[2], &y[2], &c[3], &x[3], &y[3], &c[4], &end)
             != 13
      || memcmp (c, "MLLLZ", 5) != 0 || path[end] != '\0')
    return FALSE;
  box[0] = x[0];
  box[1] = y[0];
  box[2] = x[2];
  box[3] = y[2];
  return y[1] == y[0] && x[1] == x[2] && x[3] == x[0] && y[3] == y[2];
}

/* The picture that a pattern consists of, if it lies in that rectangle and nowhere else. */
static const IplSvgNode *
find_picture (const Pictures *self, const IplSvgNode *pattern, const double box[4])
{
  const char *matrix = ipl_svg_node_get (pattern, "patternTransform");
  const IplSvgNode *use = pattern->children->len == 1 ? pattern->children->pdata[0] : NULL;
  const char *link = use != NULL ? ipl_svg_node_get (use, "xlink:href") : NULL;
  const IplSvgNode *image
      = link != NULL && link[0] == '#' ? g_hash_table_lookup (self->images, link + 1) : NULL;
  const char *w = image != NULL ? ipl_svg_node_get (image, "width") : NULL;
  const char *h = image != NULL ? ipl_svg_node_get (image, "height") : NULL;
  double a, b, c, d, e, f;

  if (w == NULL || h == NULL || matrix == NULL
      || sscanf (matrix, "matrix(%lf,%lf,%lf,%lf,%lf,%lf)", &a, &b, &c, &d, &e, &f) != 6 || b != 0
      || c != 0)
    return NULL;
  return fabs (e - box[0]) < NEAR && fabs (f - box[1]) < NEAR
                 && fabs (e + a * g_ascii_strtod (w, NULL) - box[2]) < NEAR
                 && fabs (f + d * g_ascii_strtod (h, NULL) - box[3]) < NEAR
             ? image
             : NULL;
}

/* The picture where the path has it. */
static IplSvgNode *
place (const IplSvgNode *image, const IplSvgNode *pattern, const IplSvgNode *path)
{
  static const char *const kept[] = { "width", "height", "image-rendering", "xlink:href" };
  const char *outer = ipl_svg_node_get (path, "transform");
  const char *inner = ipl_svg_node_get (pattern, "patternTransform");
  g_autofree char *both
      = outer != NULL ? g_strdup_printf ("%s %s", outer, inner) : g_strdup (inner);
  IplSvgNode *made = ipl_svg_node_new ("image");

  /* Cells need not be square. */
  ipl_svg_node_set (made, "preserveAspectRatio", "none");
  ipl_svg_node_set (made, "transform", both);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (ipl_svg_node_get (image, kept[i]) != NULL)
      ipl_svg_node_set (made, kept[i], ipl_svg_node_get (image, kept[i]));
  return made;
}

static void
collect (Pictures *self, IplSvgNode *defs)
{
  for (guint i = 0; i < defs->children->len; i++)
    {
      IplSvgNode *node = defs->children->pdata[i];
      const char *id = ipl_svg_node_get (node, "id");

      if (id != NULL && ipl_svg_node_is (node, "pattern"))
        g_hash_table_insert (self->patterns, g_strdup (id), node);
      else if (id != NULL && ipl_svg_node_is (node, "image"))
        g_hash_table_insert (self->images, g_strdup (id), node);
    }
}

static void
walk (Pictures *self, IplSvgNode *node)
{
  for (guint i = 0; i < node->children->len; i++)
    {
      IplSvgNode *child = node->children->pdata[i];
      g_autofree char *id
          = child->name != NULL ? read_reference (ipl_svg_node_get (child, "fill")) : NULL;
      const IplSvgNode *pattern = id != NULL ? g_hash_table_lookup (self->patterns, id) : NULL;
      const IplSvgNode *image = NULL;
      double box[4];

      if (child->name != NULL)
        walk (self, child);
      if (pattern == NULL)
        continue;
      if (ipl_svg_node_is (child, "path") && read_rectangle (ipl_svg_node_get (child, "d"), box)
          && ipl_svg_node_get (child, "fill-opacity") == NULL)
        image = find_picture (self, pattern, box);
      if (image == NULL)
        {
          g_hash_table_add (self->kept, g_strdup (id));
          continue;
        }
      g_hash_table_add (self->placed, g_strdup (id));
      g_ptr_array_insert (node->children, (int)i++, place (image, pattern, child));
      ipl_svg_node_set (child, "fill", "none");
    }
}

/* What only patterns referred to that are no longer needed. */
static void
drop (Pictures *self, IplSvgNode *defs)
{
  g_autoptr (GHashTable) images = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = defs->children->len; i-- > 0;)
    {
      const IplSvgNode *node = defs->children->pdata[i];
      const char *id = ipl_svg_node_get (node, "id");

      if (id == NULL || !ipl_svg_node_is (node, "pattern")
          || !g_hash_table_contains (self->placed, id) || g_hash_table_contains (self->kept, id))
        continue;
      g_hash_table_add (images,
                        g_strdup (ipl_svg_node_get (node->children->pdata[0], "xlink:href") + 1));
      g_ptr_array_remove_index (defs->children, i);
    }
  /* Another may be filled with the same picture. */
  for (guint i = 0; i < defs->children->len; i++)
    {
      const IplSvgNode *node = defs->children->pdata[i];

      for (guint k = 0; ipl_svg_node_is (node, "pattern") && k < node->children->len; k++)
        {
          const char *link = ipl_svg_node_get (node->children->pdata[k], "xlink:href");

          if (link != NULL)
            g_hash_table_remove (images, link + 1);
        }
    }
  for (guint i = defs->children->len; i-- > 0;)
    {
      const char *id = ipl_svg_node_get (defs->children->pdata[i], "id");

      if (id != NULL && g_hash_table_contains (images, id))
        g_ptr_array_remove_index (defs->children, i);
    }
}

/* Puts pictures where rectangles are filled with them. */
void
ipl_svg_place_images (IplSvgNode *root)
{
  Pictures self = {
    .patterns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .images = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .placed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };

  for (guint i = 0; i < root->children->len; i++)
    if (ipl_svg_node_is (root->children->pdata[i], "defs"))
      collect (&self, root->children->pdata[i]);
  walk (&self, root);
  for (guint i = 0; i < root->children->len; i++)
    if (ipl_svg_node_is (root->children->pdata[i], "defs"))
      drop (&self, root->children->pdata[i]);
  g_hash_table_unref (self.patterns);
  g_hash_table_unref (self.images);
  g_hash_table_unref (self.placed);
  g_hash_table_unref (self.kept);
}
