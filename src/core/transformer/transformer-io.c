/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/training/members.h"
#include "core/transformer/transformer-layout.h"
#include "core/transformer/transformer-private.h"

#define SHAPE_KEY "interplay_transformer"
#define ABOUT_KEY "interplay_about"

#define MEMBER(kind, name) IPL_MEMBER (IplTransformerShape, kind, name)

static const IplMember shape_members[] = {
  MEMBER (SMALL, layers),
  MEMBER (SMALL, heads),
  MEMBER (SIZE, d),
  MEMBER (SIZE, hidden),
  MEMBER (SIZE, V),
  MEMBER (SIZE, classes),
  MEMBER (SIZE, L),
  MEMBER (BOOLEAN, causal),
  MEMBER (BOOLEAN, positions),
  MEMBER (BOOLEAN, scaled),
  MEMBER (BOOLEAN, projected),
  MEMBER (BOOLEAN, tied),
  MEMBER (BOOLEAN, last),
};

void
ipl_transformer_describe (const IplTransformer *self, const GArray *arrays,
                          IplSafetensorsWriter *writer)
{
  g_autofree char *text
      = ipl_members_to_json (shape_members, G_N_ELEMENTS (shape_members), &self->shape);

  ipl_safetensors_writer_add_metadata (writer, "format", "pt");
  ipl_safetensors_writer_add_metadata (writer, SHAPE_KEY, text);
  if (self->about != NULL)
    ipl_safetensors_writer_add_metadata (writer, ABOUT_KEY, self->about);
  ipl_parameter_arrays_write (arrays, "", self->parameters, writer);
}

IplTransformer *
ipl_transformer_parse (const IplSafetensors *file, const char *shown, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, SHAPE_KEY);
  g_autoptr (IplTransformer) self = NULL;
  g_autoptr (GArray) arrays = NULL;
  IplTransformerShape shape;

  if (text == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is a safetensors file, but not of a transformer that Interplay trained.",
                   shown);
      return NULL;
    }
  if (!ipl_members_from_json (shape_members, G_N_ELEMENTS (shape_members), text, &shape)
      || !ipl_transformer_shape_validate (&shape, NULL))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is damaged: its description of the transformer cannot be understood.",
                   shown);
      return NULL;
    }
  /* Before room is made for them. */
  arrays = ipl_transformer_shape_arrays (&shape);
  if (!ipl_parameter_arrays_read (arrays, "", file, shown, NULL, error))
    return NULL;
  self = ipl_transformer_alloc (&shape, error);
  if (self == NULL || !ipl_parameter_arrays_read (arrays, "", file, shown, self->parameters, error))
    return NULL;
  self->about = g_strdup (ipl_safetensors_metadata (file, ABOUT_KEY));
  return g_steal_pointer (&self);
}
