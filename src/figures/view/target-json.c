/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is pointed at, in documents. */

#include "figures/view/target-json.h"

#include "core/base/json.h"

/* How the numbers of a target are called there. */
static const struct
{
  const char *name;
  gsize offset;
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
};

/**
 * ipl_target_add_json:
 * @self: a target
 * @builder: where a value is expected
 *
 * Adds an object with those of its numbers, all counted from 0, that point at something.
 */
void
ipl_target_add_json (const IplTarget *self, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      int value = G_STRUCT_MEMBER (int, self, numbers[i].offset);

      if (value >= 0)
        ipl_json_add_int (builder, numbers[i].name, (guint)value);
    }
  json_builder_end_object (builder);
}

/**
 * ipl_target_read_json:
 * @self: (out): the target
 * @object: what ipl_target_add_json() wrote
 *
 * Numbers that are not there, or cannot be, point at nothing. Whether the case has what it points
 * at is not known here: see ipl_view_usable() and the selection of a window.
 *
 * Returns: (nullable): the first that cannot be
 */
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
  return wrong;
}
