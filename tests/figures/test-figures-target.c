/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Targets in files, as they are written and as older files have them. */

#include "figures/view/target.h"

static IplTarget
read_text (const char *text)
{
  g_autoptr (JsonNode) node = json_from_string (text, NULL);
  IplTarget target;

  g_assert_nonnull (node);
  g_assert_null (ipl_target_read_json (&target, json_node_get_object (node)));
  return target;
}

static void
check_round_trip (const IplTarget *target)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;
  IplTarget read;

  ipl_target_add_json (target, builder);
  node = json_builder_get_root (builder);
  text = json_to_string (node, FALSE);
  read = read_text (text);
  if (!ipl_target_equal (&read, target))
    g_error ("%s is read as kind %d in the place of %d", text, read.kind, target->kind);
}

/* Every kind is read as it was written, with the parts it may lack and without. */
static void
test_kinds (void)
{
  IplTarget heads = IPL_TARGET (IPL_TARGET_HEADS, 0, 1);
  const IplTarget targets[] = {
    IPL_TARGET_NONE,
    ipl_target_cell (5),
    { IPL_TARGET_CELL, { 5, -1, 0, 2 }, { 0 } },
    ipl_target_pair (1, 2),
    { IPL_TARGET_PAIR, { 1, 2, 0, 3 }, { 0 } },
    ipl_target_path (4),
    { IPL_TARGET_PATH, { 4, -1, 0, -1 }, { 0 } },
    ipl_target_head (0, 1),
    ipl_target_token (0, 1, 2, 3),
    ipl_target_entry (3, 0),
    { IPL_TARGET_ENTRY, { 3, 0, 1, 2 }, { 0 } },
    ipl_target_row (0),
    ipl_target_component (6),
    IPL_TARGET (IPL_TARGET_COMPONENT, 6, 7),
    ipl_target_sequence (2, -1),
    ipl_target_sequence (2, 0),
    IPL_TARGET (IPL_TARGET_TOKEN, 1, 0),
    ipl_target_output (0, -1),
    ipl_target_output (0, 2),
    ipl_target_pruned (3),
    ipl_target_point (3),
    ipl_target_moment (3),
  };

  for (guint i = 0; i < G_N_ELEMENTS (targets); i++)
    check_round_trip (&targets[i]);
  heads.also[2] = 4;
  check_round_trip (&heads);
}

/* Points, moments and cells were steps from large numbers on. */
static void
test_older (void)
{
  const struct
  {
    const char *text;
    IplTarget target;
  } older[] = {
    { "{\"step\": 2}", ipl_target_pruned (2) },
    { "{\"step\": 1048583}", ipl_target_point (7) },
    { "{\"step\": 536870912}", ipl_target_moment (0) },
    { "{\"step\": 1073741829}", ipl_target_cell (5) },
    { "{\"path\": 1, \"other\": 3, \"step\": 1073741829}",
      { IPL_TARGET_CELL, { 5, -1, 1, 3 }, { 0 } } },
    { "{\"component\": 1, \"step\": 536870914}", IPL_TARGET (IPL_TARGET_COMPONENT, 1, 2) },
    { "{\"layer\": 1, \"head\": 0, \"example\": 2}", ipl_target_token (1, 0, 2, -1) },
    { "{\"layer\": 1, \"head\": 0, \"row\": 2, \"component\": 1}",
      { IPL_TARGET_ENTRY, { 2, 1, 1, 0 }, { 0 } } },
    { "{\"path\": 0, \"output\": 2}", { IPL_TARGET_PATH, { 0, -1, 1, -1 }, { 0 } } },
    { "{\"output\": 0}", IPL_TARGET_NONE },
    { "{\"layer\": 1}", IPL_TARGET_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (older); i++)
    {
      IplTarget read = read_text (older[i].text);

      if (!ipl_target_equal (&read, &older[i].target))
        g_error ("%s is read as kind %d: %d %d %d %d", older[i].text, read.kind, read.number[0],
                 read.number[1], read.number[2], read.number[3]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figures/target/kinds", test_kinds);
  g_test_add_func ("/figures/target/older", test_older);
  return g_test_run ();
}
