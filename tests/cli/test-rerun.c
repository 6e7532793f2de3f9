/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings in a file of results are those that ran: computed once more from the file alone, all
 * numbers come out to the last bit. */
#include "cli-run.h"

#include "core/files/npz.h"
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* A network small enough to be trained in a second. */
#define NET                                                                                        \
  "CLI train " SMALL_GLYPHS                                                                        \
  " --steps 20 --network-width 16 --heads 2,2 --qk 4 --batch 8 --out DIR/net.safetensors"
#define FEW "--n-train 40 --n-test 60"
#define GLYPHS "glyphs " SMALL_GLYPHS " --n-train 60 --n-test 80 --heads 2,2 --qk 4"

/* Between them every option that changes a number, each at a value that is not its default. */
static const char *const lines[] = {
  "CLI sweep hmc4 -w 10 -t 0.01,0.1",
  "CLI sweep hmc4 --components 60",
  "CLI sweep hmc2 --widths 1,12:25:40,gp --variances 0.5,1.5,0.25,2 --temperatures 0.3 --seed 7",
  "CLI sweep hmc4 -w 20 --n-train 40 --n-test 60 --gp-paths 1,2;3 --seeds 2-4",
  "CLI sweep hmc4 -w 20,10,20 -t 0.1,0.02,0.1 --best --seed 5 --beta 7.3 --noise-parallel 1.7",
  "CLI sweep hmc4 -w 5 --n-train 40 --n-test 60 --heads good,random:uniform:random,blank",
  "CLI sweep DIR/case.npz --widths 10,3 --temperatures 0.123456789012345678",
  ("CLI sweep DIR/case.npz --widths 10 --roles name=name --layers 1-2 --keep-heads 1.1-2 "
   "--readout last --top-paths 2"),
  "CLI sweep DIR/case.npz --widths 10 --layers 1 --head-counts 2,1 --keep-heads 1.1",
  "CLI sweep " GLYPHS " --widths 20,40",
  "CLI sweep " GLYPHS " --seed 11 --training-seed 12 --widths 20 --temperatures 0.1,1",
  "CLI sweep DIR/net.safetensors --n-train 60 --n-test 80 --widths 20,16",
  "CLI sweep hmc4 --widths 20,30 --n-train 420 --n-test 60 --components 60",
  ("CLI sample hmc2 --widths 6,9 --draws 60 --chains 2 --warmup 50 --seed 3 --method tempered "
   "--target-acceptance 0.9"),
  "CLI sample DIR/case.npz --widths 5 -n 40 -c 3 --warmup 40 --seed 8 -t 0.02,0.05 -v 1,2,1,1",
  ("CLI sample hmc2 " FEW " --widths 6 -n 30 --warmup 30 -t 0.02,0.2 --target-acceptance 0.9 "
   "--method nuts"),
  "CLI sample hmc-classes " FEW " --widths 6,20 -n 20 -c 2 --warmup 30",
  "CLI prune hmc4 " FEW " --width 20 --temperature 0.05 --random 13 --order reverse --seed 4",
  "CLI prune hmc4 " FEW " --no-resolve --random 5 --order entropy",
  "CLI prune hmc4 " FEW " --no-resolve --random 2 --order gradient",
  "CLI prune hmc2 " FEW " --width gp --random 0 --test test --order random",
  "CLI prune DIR/case.npz --width 8:9:10 --random 4 --seed 6",
  "CLI prune DIR/net.safetensors --n-train 60 --n-test 80 --random 3 --fine-tune 2 --seed 2",
  "CLI prune DIR/net.safetensors DIR/net-case.npz --random 3 -t 0.3",
};

static gboolean
is_time (const char *name)
{
  return g_str_has_suffix (name, "seconds");
}

/* Every array but times. */
static void
assert_same_arrays (const char *path_a, const char *path_b)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) a = ipl_npz_read (path_a, NULL, &error);
  g_autoptr (IplNpz) b = ipl_npz_read (path_b, NULL, &error);
  g_autoptr (GList) names = NULL, others = NULL;

  g_assert_no_error (error);
  names = ipl_npz_names (a);
  others = ipl_npz_names (b);
  g_assert_cmpuint (g_list_length (names), >, 10);
  g_assert_cmpuint (g_list_length (names), ==, g_list_length (others));
  for (GList *at = names; at != NULL; at = at->next)
    {
      const IplArray *x = ipl_npz_lookup (a, at->data), *y = ipl_npz_lookup (b, at->data);

      g_assert_nonnull (y);
      g_assert_cmpuint (x->size, ==, y->size);
      g_assert_cmpint (x->is_text, ==, y->is_text);
      for (gsize i = 0; x->is_text && i < x->size; i++)
        g_assert_cmpstr (x->texts[i], ==, y->texts[i]);
      if (x->is_text || is_time (at->data)
          || memcmp (x->values, y->values, x->size * sizeof (double)) == 0)
        continue;
      g_error ("%s of %s is another in %s", (char *)at->data, path_a, path_b);
    }
}

static void assert_same_nodes (const char *where, JsonNode *a, JsonNode *b);

static void
assert_same_members (JsonObject *a, JsonObject *b)
{
  g_autoptr (GList) names = json_object_get_members (a);

  g_assert_cmpuint (json_object_get_size (a), ==, json_object_get_size (b));
  for (GList *at = names; at != NULL; at = at->next)
    {
      const char *name = at->data;

      g_assert_true (json_object_has_member (b, name));
      if (!is_time (name))
        assert_same_nodes (name, json_object_get_member (a, name),
                           json_object_get_member (b, name));
    }
}

static void
assert_same_nodes (const char *where, JsonNode *a, JsonNode *b)
{
  g_assert_cmpint (json_node_get_node_type (a), ==, json_node_get_node_type (b));
  if (JSON_NODE_HOLDS_OBJECT (a))
    assert_same_members (json_node_get_object (a), json_node_get_object (b));
  else if (JSON_NODE_HOLDS_ARRAY (a))
    {
      JsonArray *x = json_node_get_array (a), *y = json_node_get_array (b);

      g_assert_cmpuint (json_array_get_length (x), ==, json_array_get_length (y));
      for (guint i = 0; i < json_array_get_length (x); i++)
        assert_same_nodes (where, json_array_get_element (x, i), json_array_get_element (y, i));
    }
  else if (!json_node_equal (a, b))
    g_error ("“%s” is another", where);
}

static void
assert_same_json (const char *text_a, const char *text_b)
{
  g_autoptr (JsonNode) a = json_from_string (text_a, NULL);
  g_autoptr (JsonNode) b = json_from_string (text_b, NULL);

  g_assert_nonnull (a);
  g_assert_nonnull (b);
  assert_same_nodes ("", a, b);
}

static char *
in_folder (const char *name)
{
  return g_build_filename (cli_folder (), name, NULL);
}

static void
make_files (void)
{
  static const char *const before[]
      = { NET, "CLI export-case hmc2 --seed 21 --out DIR/case.npz",
          "CLI export-case DIR/net.safetensors --n-train 60 --n-test 80 --out DIR/net-case.npz" };

  for (gsize i = 0; i < G_N_ELEMENTS (before); i++)
    {
      g_auto (CliRun) run = cli_run (before[i]);

      g_assert_cmpint (run.status, ==, 0);
    }
}

static void
check_line (const char *line, gboolean by_json)
{
  g_autofree char *first = g_strdup_printf ("%s --json --out DIR/first.npz -j 2", line);
  g_autofree char *npz = in_folder ("first.npz"), *json = in_folder ("first.json");
  g_autofree char *again = in_folder ("again.npz"), *third = in_folder ("third.npz");
  g_auto (CliRun) run = cli_run (first);
  g_auto (CliRun) from_npz = cli_run ("CLI rerun DIR/first.npz --json --out DIR/again.npz -j 1");

  g_test_message ("%s", line);
  g_assert_cmpint (from_npz.status, ==, run.status);
  g_assert_true (run.status == 0 || run.status == 3);
  assert_same_arrays (npz, again);
  assert_same_json (run.out, from_npz.out);
  if (!by_json)
    return;

  g_assert_true (g_file_set_contents (json, run.out, -1, NULL));
  g_auto (CliRun) from_json = cli_run ("CLI rerun DIR/first.json --out DIR/third.npz");

  g_assert_cmpint (from_json.status, ==, run.status);
  assert_same_arrays (npz, third);
}

static void
test_rerun (void)
{
  make_files ();
  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    check_line (lines[i], i % 5 == 0);
}

static JsonObject *
read_settings (const char *name, JsonParser *parser)
{
  g_autofree char *path = in_folder (name);
  g_autoptr (IplNpz) npz = ipl_npz_read (path, NULL, NULL);

  g_assert_true (
      json_parser_load_from_data (parser, ipl_npz_lookup (npz, "settings")->texts[0], -1, NULL));
  return json_node_get_object (json_parser_get_root (parser));
}

/* What another program reads there. */
static void
test_stored (void)
{
  G_GNUC_UNUSED g_auto (CliRun) sweep
      = cli_run ("CLI sweep hmc4 -w 10,7:8:9 -t 0.01,0.1 -v 1,2,3,4 "
                 "--seed 5 --out DIR/sweep.npz");
  G_GNUC_UNUSED g_auto (CliRun) sample
      = cli_run ("CLI sample hmc2 -w 6 -n 40 -c 3 --warmup 30 --seed 9 "
                 "--out DIR/sample.npz");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root = read_settings ("sweep.npz", parser);
  JsonArray *array = json_object_get_array_member (root, "widths");

  g_assert_cmpuint (json_array_get_length (array), ==, 2);
  g_assert_cmpstr (json_array_get_string_element (array, 0), ==, "10");
  g_assert_cmpstr (json_array_get_string_element (array, 1), ==, "7:8:9");
  array = json_object_get_array_member (root, "temperatures");
  g_assert_cmpuint (json_array_get_length (array), ==, 2);
  g_assert_cmpfloat (json_array_get_double_element (array, 0), ==, 0.01);
  g_assert_cmpfloat (json_array_get_double_element (array, 1), ==, 0.1);
  g_assert_false (json_object_get_boolean_member (root, "best"));
  array = json_object_get_array_member (root, "variances");
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (json_array_get_double_element (array, i), ==, i + 1);
  g_assert_cmpstr (json_object_get_string_member (root, "command"), ==, "sweep");
  root = json_object_get_object_member (root, "task");
  g_assert_cmpstr (json_object_get_string_member (root, "seed"), ==, "5");

  root = read_settings ("sample.npz", parser);
  g_assert_cmpstr (json_object_get_string_member (root, "command"), ==, "sample");
  g_assert_cmpint (json_object_get_int_member (root, "chains"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (root, "warmup"), ==, 30);
  g_assert_cmpint (json_object_get_int_member (root, "draws"), ==, 40);
  root = json_object_get_object_member (root, "sampler");
  g_assert_cmpstr (json_object_get_string_member (root, "seed"), ==, "9");
}

/* More widths than a window has room for. */
static void
test_many (void)
{
  g_autoptr (GString) line = g_string_new ("CLI sweep hmc2 --n-train 20 --n-test 20 -w 1");
  g_autofree char *path = in_folder ("first.npz");
  g_autoptr (IplNpz) npz = NULL;

  for (guint i = 2; i <= 70; i++)
    g_string_append_printf (line, ",%u", i);
  check_line (line->str, TRUE);
  npz = ipl_npz_read (path, NULL, NULL);
  g_assert_cmpuint (ipl_npz_lookup (npz, "accuracy")->size, ==, 70);
}

/* An option that is new belongs to one or the other. */
static void
test_options (void)
{
  static const char *const no_number[]
      = { "--out", "--json", "--threads", "--help", "--help-all", "--networks", "--network-draws",
          /* What is written beside the results. */
          "--remove", "--save", "--save-case", "--mask",
          /* Kept by the images' own documents, which core/experiments tests. */
          "--omniglot", "--holdout", "--extra", "--dry-run", "--anonymous", NULL };
  static const char *const commands[] = { "sweep", "sample", "prune" };
  g_autoptr (GRegex) regex = g_regex_new ("^  (?:(-.), )?(--[a-z0-9-]+)", 0, 0, NULL);

  for (gsize c = 0; c < G_N_ELEMENTS (commands); c++)
    {
      g_autofree char *line = g_strdup_printf ("CLI %s --help", commands[c]);
      g_auto (CliRun) help = cli_run (line);
      g_auto (GStrv) help_lines = g_strsplit (help.out, "\n", -1);
      guint n = 0;

      for (guint i = 0; help_lines[i] != NULL; i++)
        {
          g_autoptr (GMatchInfo) match = NULL;
          g_autofree char *letter = NULL, *option = NULL, *begin = NULL;
          gboolean given = FALSE;

          if (!g_regex_match (regex, help_lines[i], 0, &match))
            continue;
          letter = g_match_info_fetch (match, 1);
          option = g_match_info_fetch (match, 2);
          if (g_strv_contains (no_number, option) || g_str_has_prefix (option, "--help-"))
            continue;
          begin = g_strdup_printf ("CLI %s ", commands[c]);
          for (gsize k = 0; k < G_N_ELEMENTS (lines); k++)
            {
              g_auto (GStrv) words = g_strsplit (lines[k], " ", -1);

              given = given
                      || (g_str_has_prefix (lines[k], begin)
                          && (g_strv_contains ((const char *const *)words, option)
                              || (letter[0] != '\0'
                                  && g_strv_contains ((const char *const *)words, letter))));
            }
          n++;
          if (!given)
            g_error ("no line here gives %s %s: does it change a number, and is it stored?",
                     commands[c], option);
        }
      g_assert_cmpuint (n, >=, 4);
    }
}

static void
test_refused (void)
{
  g_autofree char *path = in_folder ("no.json"), *odd = in_folder ("odd.json");

  g_assert_true (g_file_set_contents (path, "{\"rows\": 3", -1, NULL));
  g_assert_true (g_file_set_contents (odd, "{\"settings\": {\"command\": \"fly\"}}", -1, NULL));
  cli_assert_refused ("CLI rerun", 2, "FILE");
  cli_assert_refused ("CLI rerun DIR/none.npz", 1, "none.npz");
  cli_assert_refused ("CLI rerun DIR/case.npz", 1, "settings");
  cli_assert_refused ("CLI rerun DIR/no.json", 1, "no.json");
  cli_assert_refused ("CLI rerun DIR/odd.json", 1, "command");
}

/* Tells, and does nothing. */
static void
test_dry_run (void)
{
  static const char *const dry[] = {
    "CLI sweep hmc4 -w 10,100 --dry-run --out DIR/dry.npz",
    "CLI sample hmc2 -w 10 -n 100 --dry-run --out DIR/dry.npz",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (dry); i++)
    {
      g_auto (CliRun) run = cli_run (dry[i]);
      g_autofree char *path = in_folder ("dry.npz");

      g_assert_cmpint (run.status, ==, 0);
      g_assert_nonnull (strstr (run.out, "P = 100"));
      g_assert_nonnull (strstr (run.out, " s and "));
      g_assert_nonnull (strstr (run.out, "of memory"));
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_run_begin ();
  g_test_add_func ("/cli/rerun/bit-for-bit", test_rerun);
  g_test_add_func ("/cli/rerun/stored", test_stored);
  g_test_add_func ("/cli/rerun/many", test_many);
  g_test_add_func ("/cli/rerun/options", test_options);
  g_test_add_func ("/cli/rerun/refused", test_refused);
  g_test_add_func ("/cli/rerun/dry-run", test_dry_run);
  status = g_test_run ();
  cli_run_end ();
  return status;
}
