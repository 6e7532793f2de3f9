/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An SVG as a tree of elements, as Cairo writes it: without text between them. */

#include "figures/pages/svg-tree.h"

#include <string.h>

/* Returns: (transfer full): the element, without anything in it */
IplSvgNode *
ipl_svg_node_new (const char *name)
{
  IplSvgNode *self = g_new0 (IplSvgNode, 1);

  self->name = g_strdup (name);
  self->attributes = g_ptr_array_new_with_free_func (g_free);
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_svg_node_free);
  return self;
}

/* Returns: (transfer full): a node that is written as it is given */
IplSvgNode *
ipl_svg_node_new_raw (const char *markup)
{
  IplSvgNode *self = ipl_svg_node_new (NULL);

  self->raw = g_strdup (markup);
  return self;
}

/* Returns: (transfer full): all that it holds, which it is left without; for what moves elsewhere
 */
IplSvgNode *
ipl_svg_node_take_copy (IplSvgNode *self)
{
  IplSvgNode *copy = ipl_svg_node_new (self->name);
  IplSvgNode held = *copy;

  *copy = *self;
  copy->name = g_strdup (self->name);
  self->attributes = held.attributes;
  self->children = held.children;
  self->raw = NULL;
  g_free (held.name);
  return copy;
}

void
ipl_svg_node_free (IplSvgNode *self)
{
  g_ptr_array_unref (self->attributes);
  g_ptr_array_unref (self->children);
  g_free (self->name);
  g_free (self->raw);
  g_free (self);
}

/* Returns: (transfer none) (nullable): the value of the attribute */
const char *
ipl_svg_node_get (const IplSvgNode *self, const char *attribute)
{
  for (guint i = 0; i + 1 < self->attributes->len; i += 2)
    if (strcmp (self->attributes->pdata[i], attribute) == 0)
      return self->attributes->pdata[i + 1];
  return NULL;
}

void
ipl_svg_node_remove (IplSvgNode *self, const char *attribute)
{
  for (guint i = 0; i + 1 < self->attributes->len; i += 2)
    if (strcmp (self->attributes->pdata[i], attribute) == 0)
      {
        g_ptr_array_remove_range (self->attributes, i, 2);
        return;
      }
}

void
ipl_svg_node_set (IplSvgNode *self, const char *attribute, const char *value)
{
  for (guint i = 0; i + 1 < self->attributes->len; i += 2)
    if (strcmp (self->attributes->pdata[i], attribute) == 0)
      {
        char *before = self->attributes->pdata[i + 1];

        self->attributes->pdata[i + 1] = g_strdup (value);
        g_free (before);
        return;
      }
  g_ptr_array_add (self->attributes, g_strdup (attribute));
  g_ptr_array_add (self->attributes, g_strdup (value));
}

gboolean
ipl_svg_node_is (const IplSvgNode *self, const char *name)
{
  return self->name != NULL && strcmp (self->name, name) == 0;
}

/* @text: where it is appended, a line an element
 * @depth: how far the line is moved in */
void
ipl_svg_node_print (const IplSvgNode *self, GString *text, guint depth)
{
  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, ' ');
  if (self->name == NULL)
    {
      g_string_append_printf (text, "%s\n", self->raw);
      return;
    }
  g_string_append_printf (text, "<%s", self->name);
  for (guint i = 0; i + 1 < self->attributes->len; i += 2)
    {
      g_autofree char *value = g_markup_escape_text (self->attributes->pdata[i + 1], -1);

      g_string_append_printf (text, " %s=\"%s\"", (char *)self->attributes->pdata[i], value);
    }
  if (self->children->len == 0)
    {
      g_string_append (text, "/>\n");
      return;
    }
  g_string_append (text, ">\n");
  for (guint i = 0; i < self->children->len; i++)
    ipl_svg_node_print (self->children->pdata[i], text, depth + 1);
  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, ' ');
  g_string_append_printf (text, "</%s>\n", self->name);
}

typedef struct
{
  IplSvgNode *root;
  GPtrArray *open;
} Parsing;

static void
on_start (GMarkupParseContext *context, const char *name, const char **names, const char **values,
          gpointer data, GError **error)
{
  Parsing *parsing = data;
  IplSvgNode *node = ipl_svg_node_new (name);

  for (guint i = 0; names[i] != NULL; i++)
    ipl_svg_node_set (node, names[i], values[i]);
  if (parsing->open->len > 0)
    g_ptr_array_add (((IplSvgNode *)parsing->open->pdata[parsing->open->len - 1])->children, node);
  else
    parsing->root = node;
  g_ptr_array_add (parsing->open, node);
}

static void
on_end (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Parsing *parsing = data;

  g_ptr_array_set_size (parsing->open, (int)parsing->open->len - 1);
}

/* Returns: (transfer full): its root; NULL on error */
IplSvgNode *
ipl_svg_parse (const char *text, gssize length, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_start, .end_element = on_end };
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  Parsing parsing = { .open = open };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, &parsing, NULL);
  gboolean ok = g_markup_parse_context_parse (context, text, length, error)
                && g_markup_parse_context_end_parse (context, error);

  g_markup_parse_context_free (context);
  if (!ok)
    g_clear_pointer (&parsing.root, ipl_svg_node_free);
  return parsing.root;
}
