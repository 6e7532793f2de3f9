/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One thing that can be hovered. */

#include "figures/view/target.h"

#include "core/base/json.h"

#include <string.h>

/* Returns: whether it points at nothing */
gboolean
ipl_target_is_none (const IplTarget *self)
{
  return self->path < 0 && self->head < 0 && self->row < 0 && self->component < 0
         && self->example < 0 && self->step < 0 && self->output == 0;
}

/* Returns: whether they point at the same thing */
gboolean
ipl_target_equal (const IplTarget *a, const IplTarget *b)
{
  /* Numbers without gaps. */
  return memcmp (a, b, sizeof *a) == 0;
}

/* Returns: whether the target lights the path: it is the path, one of the pair, or passes through
 *   the head, and through those of other layers beside it */
gboolean
ipl_target_has_path (const IplTarget *self, const IplCaseInfo *the_case, gsize path)
{
  if (self->path >= 0)
    return path == (gsize)self->path || (self->other >= 0 && path == (gsize)self->other);
  if (self->head >= 0 && self->layer >= 0 && self->layer < (int)the_case->L
      && self->head < (int)the_case->H[self->layer])
    {
      for (guint l = 0; l < the_case->L; l++)
        if (self->also[l] > 0 && ipl_case_path_head (the_case, path, l) + 1 != self->also[l])
          return FALSE;
      return ipl_case_path_uses_head (the_case, path, self->layer, self->head);
    }
  return FALSE;
}

/* Returns: whether the target names the head itself, alone or among others */
gboolean
ipl_target_has_head (const IplTarget *self, guint layer, guint head)
{
  return self->head >= 0
         && ((self->layer == (int)layer && self->head == (int)head)
             || (layer < IPL_MAX_LAYERS && self->also[layer] == head + 1));
}

/* TRUE if heads of other layers stand beside the head. */
gboolean
ipl_target_has_several_heads (const IplTarget *self)
{
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    if (self->also[l] > 0)
      return TRUE;
  return FALSE;
}

/* TRUE if a panel of paths and heads has no place of its own for what is hovered. */
gboolean
ipl_target_is_beside (const IplTarget *self)
{
  return self->path < 0 && self->head < 0 && !ipl_target_is_none (self);
}

/* How the numbers of a target are called there, and the least that points at something. */
static const struct
{
  const char *name;
  gsize offset;
  int least;
} numbers[] = {
  { "path", G_STRUCT_OFFSET (IplTarget, path) },
  { "other", G_STRUCT_OFFSET (IplTarget, other) },
  { "layer", G_STRUCT_OFFSET (IplTarget, layer) },
  { "head", G_STRUCT_OFFSET (IplTarget, head) },
  { "row", G_STRUCT_OFFSET (IplTarget, row) },
  { "component", G_STRUCT_OFFSET (IplTarget, component) },
  { "example", G_STRUCT_OFFSET (IplTarget, example) },
  { "token", G_STRUCT_OFFSET (IplTarget, token) },
  { "step", G_STRUCT_OFFSET (IplTarget, step) },
  { "output", G_STRUCT_OFFSET (IplTarget, output), 1 },
  { "other_output", G_STRUCT_OFFSET (IplTarget, other_output), 1 },
};

/* Adds an object with those of its numbers that point at something, outputs counted from 1, all
 * others from 0; beside a head “also”, heads of other layers from 1, with 0 for layers without. */
void
ipl_target_add_json (const IplTarget *self, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      int value = G_STRUCT_MEMBER (int, self, numbers[i].offset);

      if (value >= numbers[i].least)
        ipl_json_add_int (builder, numbers[i].name, (guint)value);
    }
  if (ipl_target_has_several_heads (self))
    {
      json_builder_set_member_name (builder, "also");
      json_builder_begin_array (builder);
      for (guint l = 0; l < IPL_MAX_LAYERS; l++)
        json_builder_add_int_value (builder, self->also[l]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

/* Reads for each layer a head from 1, or 0; FALSE where they are no such numbers. */
static gboolean
read_also (IplTarget *self, JsonNode *node)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (array == NULL || json_array_get_length (array) > IPL_MAX_LAYERS || self->head < 0)
    return FALSE;
  for (guint l = 0; l < json_array_get_length (array); l++)
    {
      JsonNode *element = json_array_get_element (array, l);
      gint64 head
          = json_node_get_value_type (element) == G_TYPE_INT64 ? json_node_get_int (element) : -1;

      if (head < 0 || head > IPL_MAX_HEADS)
        return FALSE;
      self->also[l] = (guint8)head;
    }
  return TRUE;
}

/* Numbers that are not there, or cannot be, point at nothing. Whether the case has what it points
 * at is not known here: see ipl_view_usable() and the selection of a window.
 * Returns: (nullable): the first that cannot be */
const char *
ipl_target_read_json (IplTarget *self, JsonObject *object)
{
  const char *wrong = NULL;

  *self = IPL_TARGET_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      guint value;

      if (!json_object_has_member (object, numbers[i].name))
        continue;
      if (ipl_json_get_uint (object, numbers[i].name, 0, G_MAXINT, &value, NULL))
        G_STRUCT_MEMBER (int, self, numbers[i].offset) = (int)value;
      else if (wrong == NULL)
        wrong = numbers[i].name;
    }
  if (json_object_has_member (object, "also")
      && !read_also (self, json_object_get_member (object, "also")))
    {
      memset (self->also, 0, sizeof self->also);
      wrong = wrong != NULL ? wrong : "also";
    }
  return wrong;
}
