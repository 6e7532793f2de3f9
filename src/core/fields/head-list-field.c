/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/fields/head-list-field.h"

#include "core/base/error.h"
#include "core/base/text-escape.h"

static const IplSequenceHeads *
heads_of (const IplField *field)
{
  return (const IplSequenceHeads *)field->list;
}

char *
ipl_sequence_heads_get (const IplField *field, gconstpointer data)
{
  return ipl_layer_heads_write (G_STRUCT_MEMBER_P (data, field->offset), &heads_of (field)->kinds);
}

gboolean
ipl_sequence_heads_set (const IplField *field, gpointer data, const char *text, GError **error)
{
  const IplSequenceHeads *self = heads_of (field);
  g_autofree char *shown = ipl_text_shown (text);

  return ipl_layer_heads_read (G_STRUCT_MEMBER_P (data, field->offset), &self->kinds, text)
         || ipl_fail (error, IPL_ERROR_VALUE,
                      "Give heads separated by commas and layers by colons, such as %s: at most %d "
                      "layers of "
                      "%d heads, each %s, not “%s”.",
                      self->example, IPL_LAYER_HEADS_MAX_LAYERS, IPL_LAYER_HEADS_MAX_HEADS,
                      self->words, shown);
}
