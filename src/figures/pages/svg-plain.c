/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Cairo's elements as a person would write them: attributes for styles, no digits below a
 * thousandth of a point, nothing that goes without saying, and ids that say what they name and do
 * not depend on what was drawn before. */

#include "figures/pages/svg-plain.h"

#include <math.h>
#include <string.h>

/* What an element has anyway, here or from the group that holds all. */
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
