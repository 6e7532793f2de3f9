/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heads of every layer in one text. */
#include "core/fields/layer-text.h"

#include <string.h>

/* @n_heads: [n_layers] heads of each
 * @heads: [n_layers x max_heads] their kinds
 * Returns: (transfer full): heads by commas, layers by colons */
char *
ipl_layer_text_write (const IplLayerText *self, guint n_layers, const guint *n_heads,
                      const guint *heads)
{
  GString *text = g_string_new (NULL);

  for (guint l = 0; l < n_layers; l++)
    for (guint h = 0; h < n_heads[l]; h++)
      {
        g_autofree char *name = self->get_name (heads[l * self->max_heads + h]);

        g_string_append_printf (text, "%s%s", h > 0 ? "," : l > 0 ? ":" : "", name);
      }
  return g_string_free (text, FALSE);
}

/* @n_layers: (out): how many layers
 * @n_heads: (out): [max_layers] heads of each, 0 of those that are not there
 * @heads: (out): [max_layers x max_heads] their kinds, 0 where there is no head
 * Returns: whether it is such a text, of a layer at least and a head in each; else what is out is
 *   undefined */
gboolean
ipl_layer_text_read (const IplLayerText *self, const char *text, guint *n_layers, guint *n_heads,
                     guint *heads)
{
  g_auto (GStrv) layers = g_strsplit (text, ":", -1);

  memset (heads, 0, sizeof *heads * self->max_layers * self->max_heads);
  memset (n_heads, 0, sizeof *n_heads * self->max_layers);
  *n_layers = g_strv_length (layers);
  if (*n_layers < 1 || *n_layers > self->max_layers)
    return FALSE;
  for (guint l = 0; l < *n_layers; l++)
    {
      g_auto (GStrv) names = g_strsplit (layers[l], ",", -1);

      n_heads[l] = g_strv_length (names);
      if (n_heads[l] < 1 || n_heads[l] > self->max_heads)
        return FALSE;
      for (guint h = 0; h < n_heads[l]; h++)
        if (!self->parse (g_strstrip (names[h]), &heads[l * self->max_heads + h]))
          return FALSE;
    }
  return TRUE;
}
