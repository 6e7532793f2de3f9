/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Targets: items of figures that can be hovered or selected. */

#include "figures/view/target.h"

#include "core/base/json.h"

#include <string.h>

/* Name and parts of each kind, and the number of parts that are required. */
static const struct
{
  const char *name;
  IplTargetPart parts[IPL_TARGET_PARTS];
  guint needed;
} kinds[IPL_N_TARGET_KINDS] = {
  [IPL_TARGET_NOTHING] = { "" },
  [IPL_TARGET_CELL]
  = { "cell", { IPL_PART_CELL, IPL_PART_NONE, IPL_PART_PATH, IPL_PART_OTHER }, 1 },
  [IPL_TARGET_PAIR]
  = { "pair", { IPL_PART_PATH, IPL_PART_OTHER, IPL_PART_OUTPUT, IPL_PART_OTHER_OUTPUT }, 2 },
  [IPL_TARGET_PATH] = { "path", { IPL_PART_PATH, IPL_PART_NONE, IPL_PART_OUTPUT }, 1 },
  [IPL_TARGET_HEADS] = { "heads", { IPL_PART_LAYER, IPL_PART_HEAD }, 2 },
  [IPL_TARGET_ENTRY]
  = { "entry", { IPL_PART_ROW, IPL_PART_COMPONENT, IPL_PART_LAYER, IPL_PART_HEAD }, 2 },
  [IPL_TARGET_HEAD]
  = { "head", { IPL_PART_LAYER, IPL_PART_HEAD, IPL_PART_SEQUENCE, IPL_PART_TOKEN }, 2 },
  [IPL_TARGET_ROW] = { "row", { IPL_PART_ROW }, 1 },
  [IPL_TARGET_COMPONENT] = { "component", { IPL_PART_COMPONENT, IPL_PART_MOMENT }, 1 },
  [IPL_TARGET_SEQUENCE] = { "sequence", { IPL_PART_SEQUENCE, IPL_PART_TOKEN }, 1 },
  [IPL_TARGET_TOKEN] = { "token", { IPL_PART_TOKEN, IPL_PART_HEAD }, 2 },
  [IPL_TARGET_OUTPUT] = { "output", { IPL_PART_OUTPUT, IPL_PART_OTHER_OUTPUT }, 1 },
  [IPL_TARGET_PRUNED] = { "step", { IPL_PART_PRUNED }, 1 },
  [IPL_TARGET_POINT] = { "point", { IPL_PART_POINT }, 1 },
  [IPL_TARGET_MOMENT] = { "moment", { IPL_PART_MOMENT }, 1 },
};

/* Names of the parts in files, and the number of the first one there. */
static const struct
{
  const char *name;
  guint first;
} parts[] = {
  [IPL_PART_PATH] = { "path" },        [IPL_PART_OTHER] = { "other" },
  [IPL_PART_LAYER] = { "layer" },      [IPL_PART_HEAD] = { "head" },
  [IPL_PART_ROW] = { "row" },          [IPL_PART_COMPONENT] = { "component" },
  [IPL_PART_SEQUENCE] = { "example" }, [IPL_PART_TOKEN] = { "token" },
  [IPL_PART_OUTPUT] = { "output", 1 }, [IPL_PART_OTHER_OUTPUT] = { "other_output", 1 },
  [IPL_PART_PRUNED] = { "step" },      [IPL_PART_POINT] = { "point" },
  [IPL_PART_MOMENT] = { "moment" },    [IPL_PART_CELL] = { "cell" },
};

static int
find_part (IplTargetKind kind, IplTargetPart part)
{
  for (int i = 0; i < IPL_TARGET_PARTS; i++)
    if (kinds[kind].parts[i] == part)
      return i;
  return -1;
}

/* Returns a single word: "pair", "head". */
const char *
ipl_target_kind_name (IplTargetKind kind)
{
  return kinds[kind].name;
}

IplTargetPart
ipl_target_first_part (IplTargetKind kind)
{
  return kinds[kind].parts[0];
}

/* Returns: the number of the part, from 0; -1 if the target does not have it */
int
ipl_target_get (const IplTarget *self, IplTargetPart part)
{
  int at = find_part (self->kind, part);

  return at >= 0 ? self->number[at] : -1;
}

/* @part: a part of this kind of target */
void
ipl_target_set (IplTarget *self, IplTargetPart part, gsize number)
{
  int at = find_part (self->kind, part);

  g_return_if_fail (at >= 0);
  self->number[at] = (int)number;
}

gboolean
ipl_target_is_none (const IplTarget *self)
{
  return self->kind == IPL_TARGET_NOTHING;
}

/* Returns: TRUE if both are the same target */
gboolean
ipl_target_equal (const IplTarget *a, const IplTarget *b)
{
  return a->kind == b->kind && memcmp (a->number, b->number, sizeof a->number) == 0
         && memcmp (a->also, b->also, sizeof a->also) == 0;
}

/* Finds the head, or the first of several. FALSE if the target has none, or the case does not
 * have it. */
gboolean
ipl_target_find_head (const IplTarget *self, const IplCaseInfo *the_case, guint *layer, guint *head)
{
  int l = ipl_target_get (self, IPL_PART_LAYER), h = ipl_target_get (self, IPL_PART_HEAD);

  if (l < 0 || h < 0 || l >= (int)the_case->L || h >= (int)the_case->H[l])
    return FALSE;
  *layer = (guint)l;
  *head = (guint)h;
  return TRUE;
}

/* Returns: TRUE if the target highlights the path: the path itself, either path of the pair, or
 * a path through all heads of the target */
gboolean
ipl_target_has_path (const IplTarget *self, const IplCaseInfo *the_case, gsize path)
{
  int p = ipl_target_get (self, IPL_PART_PATH), other = ipl_target_get (self, IPL_PART_OTHER);
  guint layer, head;

  if (p >= 0)
    return path == (gsize)p || (other >= 0 && path == (gsize)other);
  if (!ipl_target_find_head (self, the_case, &layer, &head))
    return FALSE;
  for (guint l = 0; l < the_case->L; l++)
    if (self->also[l] > 0 && ipl_case_path_head (the_case, path, l) + 1 != self->also[l])
      return FALSE;
  return ipl_case_path_uses_head (the_case, path, layer, head);
}

/* Returns: TRUE if the target is the head, or contains it among several */
gboolean
ipl_target_has_head (const IplTarget *self, guint layer, guint head)
{
  return (ipl_target_get (self, IPL_PART_LAYER) == (int)layer
          && ipl_target_get (self, IPL_PART_HEAD) == (int)head)
         || (layer < IPL_MAX_LAYERS && self->also[layer] == head + 1);
}

/* Returns: TRUE if the target highlights the head: the head itself, or a path through it */
gboolean
ipl_target_lights_head (const IplTarget *self, const IplCaseInfo *the_case, guint layer, guint head)
{
  const int paths[]
      = { ipl_target_get (self, IPL_PART_PATH), ipl_target_get (self, IPL_PART_OTHER) };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    if (the_case != NULL && paths[i] >= 0 && (gsize)paths[i] < the_case->Pi
        && ipl_case_path_uses_head (the_case, (gsize)paths[i], layer, head))
      return TRUE;
  return paths[0] < 0 && ipl_target_has_head (self, layer, head);
}

/* TRUE for a path, a pair, one or several heads, or a part of these. */
gboolean
ipl_target_is_of_paths (const IplTarget *self)
{
  return ipl_target_get (self, IPL_PART_PATH) >= 0 || ipl_target_get (self, IPL_PART_HEAD) >= 0;
}

/* Adds a JSON object with the parts. Outputs are counted from 1, others from 0. For several
 * heads, "also" has the heads of other layers from 1, with 0 for layers without one. */
void
ipl_target_add_json (const IplTarget *self, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  for (guint i = 0; i < IPL_TARGET_PARTS; i++)
    {
      IplTargetPart part = kinds[self->kind].parts[i];

      if (part != IPL_PART_NONE && self->number[i] >= 0)
        ipl_json_add_int (builder, parts[part].name, self->number[i] + (int)parts[part].first);
    }
  if (self->kind == IPL_TARGET_HEADS)
    {
      ipl_json_begin_array (builder, "also");
      for (guint l = 0; l < IPL_MAX_LAYERS; l++)
        json_builder_add_int_value (builder, self->also[l]);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

/* Reads for each layer a head from 1, or 0 for none. FALSE if the node is invalid. */
static gboolean
read_also (IplTarget *self, JsonNode *node)
{
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (array == NULL || json_array_get_length (array) > IPL_MAX_LAYERS)
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

/* Converts old files, which encode points, moments and cells as pruned counts above these
 * offsets. */
static void
read_old_step (int *numbers)
{
  static const struct
  {
    int first;
    IplTargetPart part;
  } ranges[] = { { 0x40000000, IPL_PART_CELL },
                 { 0x20000000, IPL_PART_MOMENT },
                 { 0x100000, IPL_PART_POINT } };
  int step = numbers[IPL_PART_PRUNED];

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (step >= ranges[i].first)
      {
        numbers[ranges[i].part] = step - ranges[i].first;
        numbers[IPL_PART_PRUNED] = -1;
        return;
      }
}

/* Sets the first kind whose required parts have numbers. */
static void
choose_kind (IplTarget *self, const int *numbers, gboolean several_heads)
{
  for (IplTargetKind kind = IPL_TARGET_CELL; kind < IPL_N_TARGET_KINDS; kind++)
    {
      guint n_given = 0;

      while (n_given < kinds[kind].needed && numbers[kinds[kind].parts[n_given]] >= 0)
        n_given++;
      if (n_given < kinds[kind].needed || (kind == IPL_TARGET_HEADS && !several_heads))
        continue;
      self->kind = kind;
      for (guint i = 0; i < IPL_TARGET_PARTS; i++)
        self->number[i] = numbers[kinds[kind].parts[i]];
      return;
    }
}

/* Reads a target. Missing or invalid numbers give IPL_TARGET_NONE. Does not check the target
 * against a case: see ipl_view_usable().
 * Returns: (nullable): name of the first invalid number */
const char *
ipl_target_read_json (IplTarget *self, JsonObject *object)
{
  static const guint8 none[IPL_MAX_LAYERS];
  const char *wrong = NULL;
  int numbers[G_N_ELEMENTS (parts)] = { -1 };

  *self = IPL_TARGET_NONE;
  for (guint i = IPL_PART_PATH; i < G_N_ELEMENTS (parts); i++)
    {
      guint value;

      numbers[i] = -1;
      if (!json_object_has_member (object, parts[i].name))
        continue;
      if (ipl_json_get_uint (object, parts[i].name, 0, G_MAXINT, &value, NULL))
        numbers[i] = (int)value - (int)parts[i].first;
      else if (wrong == NULL)
        wrong = parts[i].name;
    }
  if (json_object_has_member (object, "also")
      && (numbers[IPL_PART_HEAD] < 0 || !read_also (self, json_object_get_member (object, "also"))))
    {
      memset (self->also, 0, sizeof self->also);
      wrong = wrong != NULL ? wrong : "also";
    }
  read_old_step (numbers);
  choose_kind (self, numbers, memcmp (self->also, none, sizeof none) != 0);
  if (self->kind != IPL_TARGET_HEADS)
    memset (self->also, 0, sizeof self->also);
  return wrong;
}
