/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How paths are found among many by what is typed. */
#include "figures/view/target-sentence.h"
#include "figure-fixture.h"
#include "document/path-search.h"

static void
check_found (const IplCase *the_case, const char *text, int layer_1, int layer_2, int layer_3)
{
  const int heads[] = { layer_1, layer_2, layer_3 };
  g_autofree char *why = NULL;
  IplTarget target;

  g_assert_true (ipl_path_search (&the_case->info, text, &target, &why));
  g_assert_null (why);
  for (gsize p = 0; p < the_case->Pi; p++)
    {
      gboolean through = TRUE;

      for (guint l = 0; l < the_case->L; l++)
        through = through
                  && (heads[l] == 0 || (int)ipl_case_path_head (the_case, p, l) + 1 == heads[l]);
      g_assert_true (through == ipl_target_has_path (&target, &the_case->info, p));
    }
}

static void
check_refused (const IplCase *the_case, const char *text, const char *part)
{
  g_autofree char *why = NULL;
  IplTarget target;

  g_assert_false (ipl_path_search (&the_case->info, text, &target, &why));
  g_assert_true (ipl_target_is_none (&target));
  g_assert_nonnull (why);
  g_assert_nonnull (strstr (why, part));
}

TEST (test_search, "/figures/many-paths/search")
{
  g_autoptr (Fixture) deep = fixture_new (FIXTURE_DEEP), hmc4 = fixture_new (FIXTURE_HMC4),
                      single = fixture_new (FIXTURE_ONE_LAYER);
  const IplCase *the_case = deep->the_case;
  IplTarget target;

  check_found (the_case, "2.3", 0, 3, 0);
  check_found (the_case, "(2)3", 0, 3, 0);
  check_found (the_case, " (2) 3 ", 0, 3, 0);
  check_found (the_case, "l2h3", 0, 3, 0);
  check_found (the_case, "L2 H3", 0, 3, 0);
  check_found (the_case, "layer 2 head 3", 0, 3, 0);
  check_found (the_case, "Layer 2, Head 3", 0, 3, 0);
  check_found (the_case, "1.2 2.3", 2, 3, 0);
  check_found (the_case, "3.1, 1.4", 4, 0, 1);
  check_found (the_case, "(1)2(3)4", 2, 0, 4);
  check_found (the_case, "2.3 2.3", 0, 3, 0);
  check_found (the_case, "1.2 2.3 3.4", 2, 3, 4);
  check_found (the_case, "(2,3,4)", 2, 3, 4);
  check_found (the_case, "2·3·4", 2, 3, 4);
  /* A number is the path's own, in flat order, whatever heads its digits name. */
  check_found (the_case, "11", 1, 3, 3);
  check_refused (the_case, "234", "no path number 234");
  check_refused (the_case, "h3", "1.3, 2.3 or 3.3");
  check_refused (the_case, "2.5", "Layer 2 has heads 1 to 4");
  check_refused (the_case, "2.0", "Layer 2 has heads 1 to 4");
  check_refused (the_case, "4.1", "layers 1 to 3");
  check_refused (the_case, "0.1", "1.1, 2.1 or 3.1");
  check_refused (the_case, "2.1 2.2", "two heads of layer 2");
  check_refused (the_case, "nobody", "nobody");
  check_refused (the_case, "2.3.4", "2.3.4");
  check_refused (the_case, "9999999999.1", "9999999999.1");
  check_refused (the_case, "\x1b[31m", "no head or path");
  g_assert_false (ipl_path_search (&the_case->info, "  ", &target, NULL));
  check_found (single->the_case, "h2", 2, 0, 0);
  check_found (single->the_case, "head 3", 3, 0, 0);
  check_refused (single->the_case, "2.1", "one layer");
  check_refused (single->the_case, "1,2", "This case has no head or path “1,2”. Write 1.");
  /* Names of their own. */
  g_assert_true (ipl_path_search (&hmc4->the_case->info, "Denoising", &target, NULL));
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_PATH), ==, 2);
  g_assert_true (ipl_path_search (&hmc4->the_case->info, "uniform", &target, NULL));
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_LAYER), ==, 1);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_HEAD), ==, 0);
}

/* An identity head is the last of its layer, and called “id”. */
TEST (test_search_identity, "/figures/many-paths/search-identity")
{
  g_autoptr (IplCase) the_case = ipl_case_alloc ();
  IplTarget target;

  the_case->L = 2;
  the_case->H[0] = 3;
  the_case->H[1] = 2;
  the_case->Pi = 6;
  the_case->residual[0] = 1;
  ipl_case_finish_names (the_case);
  check_found (the_case, "1.id", 3, 0, 0);
  check_found (the_case, "(1)id", 3, 0, 0);
  check_found (the_case, "layer 1 identity", 3, 0, 0);
  check_found (the_case, "Layer 1 id", 3, 0, 0);
  check_found (the_case, "1.3", 3, 0, 0);
  check_found (the_case, "2.1 1.id", 3, 1, 0);
  check_found (the_case, "id·1", 3, 1, 0);
  check_refused (the_case, "2.id", "Layer 2 has no residual connection.");
  check_refused (the_case, "3.id", "Layer 3 has no residual connection.");
  check_refused (the_case, "1.id 1.2", "two heads of layer 1");
  g_assert_true (ipl_path_search (&the_case->info, "(id,2)", &target, NULL));
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_PATH), ==, 5);
}

/* Several heads in documents, in words, and among the equal. */
TEST (test_several_heads, "/figures/many-paths/several-heads")
{
  g_autoptr (Fixture) deep = fixture_new (FIXTURE_DEEP);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;
  IplTarget target, read, one;
  const char *bad[] = { "{\"layer\": 0, \"head\": 1, \"also\": [0, 300]}",
                        "{\"layer\": 0, \"head\": 1, \"also\": 3}", "{\"also\": [0, 1]}",
                        "{\"layer\": 0, \"head\": 1, \"also\": [0, \"x\"]}",
                        "{\"layer\": 0, \"head\": 1, \"also\": [0,0,0,0,0,0,0,0,1]}" };

  g_assert_true (ipl_path_search (&deep->the_case->info, "1.2 3.4", &target, NULL));
  g_assert_true (ipl_path_search (&deep->the_case->info, "1.2", &one, NULL));
  g_assert_false (ipl_target_equal (&target, &one));
  ipl_target_add_json (&target, builder);
  node = json_builder_get_root (builder);
  g_assert_null (ipl_target_read_json (&read, json_node_get_object (node)));
  g_assert_true (ipl_target_equal (&target, &read));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (JsonNode) wrong = json_from_string (bad[i], NULL);

      g_assert_cmpstr (ipl_target_read_json (&read, json_node_get_object (wrong)), ==, "also");
      g_assert_false (read.kind == IPL_TARGET_HEADS);
    }
  g_autofree char *words = ipl_target_describe (&target, &deep->view);
  g_assert_true (g_str_has_prefix (words, "Paths through 1.2 and 3.4: 4 of 64, largest weight ("));
}
