/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heads of every layer in one text. */
#include "core/tasks/layer-heads.h"

#include <string.h>

/* Returns: (transfer full): heads by commas, layers by colons */
char *
ipl_layer_heads_write (const IplLayerHeads *self, const IplHeadKinds *kinds)
{
  GString *text = g_string_new (NULL);

  for (guint l = 0; l < self->n_layers; l++)
    for (guint h = 0; h < self->n_heads[l]; h++)
      {
        g_autofree char *name = kinds->get_name (self->heads[l][h]);

        g_string_append_printf (text, "%s%s", h > 0 ? "," : l > 0 ? ":" : "", name);
      }
  return g_string_free (text, FALSE);
}

/* Returns: FALSE if the text is not a list of heads for each layer; nothing changes then */
gboolean
ipl_layer_heads_read (IplLayerHeads *self, const IplHeadKinds *kinds, const char *text)
{
  g_auto (GStrv) layers = g_strsplit (text, ":", -1);
  IplLayerHeads read = { .n_layers = g_strv_length (layers) };

  if (read.n_layers < 1 || read.n_layers > IPL_LAYER_HEADS_MAX_LAYERS)
    return FALSE;
  for (guint l = 0; l < read.n_layers; l++)
    {
      g_auto (GStrv) names = g_strsplit (layers[l], ",", -1);

      read.n_heads[l] = g_strv_length (names);
      if (read.n_heads[l] < 1 || read.n_heads[l] > IPL_LAYER_HEADS_MAX_HEADS)
        return FALSE;
      for (guint h = 0; h < read.n_heads[l]; h++)
        if (!kinds->parse (g_strstrip (names[h]), &read.heads[l][h]))
          return FALSE;
    }
  *self = read;
  return TRUE;
}

/* @place: (out): its number among these, from 1
 * Returns: number of heads of the same kind in its layer */
guint
ipl_layer_heads_count (const IplLayerHeads *self, guint l, guint h, guint *place)
{
  guint same = 0;

  *place = 0;
  for (guint k = 0; k < self->n_heads[l]; k++)
    if (self->heads[l][k] == self->heads[l][h])
      {
        same++;
        *place += k <= h;
      }
  return same;
}
