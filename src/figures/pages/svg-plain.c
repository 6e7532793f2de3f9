/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cairo's elements as a person would write them: attributes for styles, no digits below a
 * thousandth of a point, nothing that goes without saying, and ids that say what they name and do
 * not depend on what was drawn before. */

#include "figures/pages/svg-plain.h"

#include <math.h>
#include <string.h>
#include <stdio.h>

/* Inherited attributes, here or from the group that holds all. */
static const char *const defaults[][2] = {
  { "stroke", "none" },          { "fill-rule", "nonzero" },   { "fill-opacity", "1" },
  { "stroke-opacity", "1" },     { "stroke-linecap", "butt" }, { "stroke-linejoin", "miter" },
  { "stroke-miterlimit", "10" }, { "stop-opacity", "1" },
};

/* Returns: (transfer full): it, to a thousandth */
char *
ipl_length_text (double pt)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (text, sizeof text, "%.3f", fabs (pt) < 0.0005 ? 0 : pt);
  end = text + strlen (text);
  while (end > text && end[-1] == '0')
    *--end = '\0';
  if (end > text && end[-1] == '.')
    *--end = '\0';
  return g_strdup (text);
}

/* "rgb(10%,10%,11%)" as "#1a1a1c"; anything else as it is. */
static char *
color_text (const char *value)
{
  double rgb[3];
  const char *at = value;

  if (!g_str_has_prefix (value, "rgb("))
    return g_strdup (value);
  for (int i = 0; i < 3; i++)
    {
      char *end;

      rgb[i] = g_ascii_strtod (at + (i == 0 ? 4 : 1), &end);
      if (*end != '%')
        return g_strdup (value);
      at = end + 1;
    }
  return g_strdup_printf ("#%02x%02x%02x", (guint)lround (rgb[0] * 2.55),
                          (guint)lround (rgb[1] * 2.55), (guint)lround (rgb[2] * 2.55));
}

static gboolean
is_default (const char *name, const char *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (strcmp (defaults[i][0], name) == 0 && strcmp (defaults[i][1], value) == 0)
      return TRUE;
  return FALSE;
}

static void
spread_style (IplSvgNode *node)
{
  g_autofree char *style = g_strdup (ipl_svg_node_get (node, "style"));
  g_auto (GStrv) words = style != NULL ? g_strsplit (style, ";", -1) : NULL;

  ipl_svg_node_remove (node, "style");
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      char *colon = strchr (words[i], ':');
      g_autofree char *value = NULL;

      if (colon == NULL)
        continue;
      *colon = '\0';
      value = color_text (colon + 1);
      g_strstrip (words[i]);
      if (!is_default (words[i], value))
        ipl_svg_node_set (node, words[i], value);
    }
}

/* The numbers of a path shorter, and without the point that Cairo moves to after it. */
static char *
path_text (const char *path)
{
  g_auto (GStrv) words = g_strsplit (path, " ", -1);
  GString *text = g_string_new (NULL);
  guint n = g_strv_length (words);

  while (n > 0 && *words[n - 1] == '\0')
    n--;
  if (n > 3 && strcmp (words[n - 3], "M") == 0)
    n -= 3;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *word = g_ascii_isalpha (*words[i])
                                  ? g_strdup (words[i])
                                  : ipl_length_text (g_ascii_strtod (words[i], NULL));

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", word);
    }
  return g_string_free (text, FALSE);
}

static void
shorten (IplSvgNode *node, const char *attribute)
{
  const char *value = ipl_svg_node_get (node, attribute);
  char *end;
  double number = value != NULL ? g_ascii_strtod (value, &end) : 0;
  g_autofree char *text = NULL;

  if (value == NULL || *end != '\0')
    return;
  text = ipl_length_text (number);
  ipl_svg_node_set (node, attribute, text);
}

static void
make_plain (IplSvgNode *node)
{
  static const char *const lengths[]
      = { "x", "y", "width", "height", "x1", "y1", "x2", "y2", "cx", "cy", "r", "stroke-width" };
  const char *path = ipl_svg_node_get (node, "d");

  spread_style (node);
  /* A pixel is a cell of a matrix, or of a picture that is one: viewers are not to smooth them. */
  if (ipl_svg_node_is (node, "image"))
    ipl_svg_node_set (node, "image-rendering", "pixelated");
  if (path != NULL)
    {
      g_autofree char *text = path_text (path);

      ipl_svg_node_set (node, "d", text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    shorten (node, lengths[i]);
  for (guint i = 0; i < node->children->len; i++)
    make_plain (node->children->pdata[i]);
}

/* Names what has an id by what it is and its number among those. */
static void
name_ids (IplSvgNode *node, GHashTable *names, GHashTable *numbers)
{
  const char *id = node->name != NULL ? ipl_svg_node_get (node, "id") : NULL;

  if (id != NULL)
    {
      const char *kind = ipl_svg_node_is (node, "symbol") ? "glyph"
                         : ipl_svg_node_is (node, "g")    ? "layer"
                                                          : node->name;
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, kind)) + 1;
      char *name = g_strdup_printf ("%s-%u", kind, n);

      g_hash_table_insert (numbers, (char *)g_intern_string (kind), GUINT_TO_POINTER (n));
      g_hash_table_insert (names, g_strdup (id), name);
      ipl_svg_node_set (node, "id", name);
    }
  for (guint i = 0; i < node->children->len; i++)
    name_ids (node->children->pdata[i], names, numbers);
}

static void
rename_reference (IplSvgNode *node, const char *attribute, const char *begin, const char *end,
                  GHashTable *names)
{
  const char *value = ipl_svg_node_get (node, attribute);
  g_autofree char *id = NULL, *text = NULL;
  const char *name;

  if (value == NULL || !g_str_has_prefix (value, begin) || !g_str_has_suffix (value, end))
    return;
  id = g_strndup (value + strlen (begin), strlen (value) - strlen (begin) - strlen (end));
  name = g_hash_table_lookup (names, id);
  if (name == NULL)
    return;
  text = g_strconcat (begin, name, end, NULL);
  ipl_svg_node_set (node, attribute, text);
}

static void
rename_references (IplSvgNode *node, GHashTable *names)
{
  static const char *const attributes[] = { "fill", "stroke", "clip-path", "mask", "filter" };

  if (node->name == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    rename_reference (node, attributes[i], "url(#", ")", names);
  rename_reference (node, "xlink:href", "#", "", names);
  for (guint i = 0; i < node->children->len; i++)
    rename_references (node->children->pdata[i], names);
}

void
ipl_svg_make_plain (IplSvgNode *root)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);

  make_plain (root);
  /* Those of groups that are seen have been chosen. */
  for (guint i = 0; i < root->children->len; i++)
    if (ipl_svg_node_is (root->children->pdata[i], "defs"))
      name_ids (root->children->pdata[i], names, numbers);
  rename_references (root, names);
}

/* Pictures as pictures: Cairo fills a rectangle with a pattern that consists of one, which editors
 * do not take for a picture and some viewers make blurred. */

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

/* Definitions that only removed patterns referred to. */
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
