/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interplay-cli prune as a user runs it. */
#include "core/network/trained-network.h"
#include <math.h>
#include <string.h>

#include "cli-run.h"

/* Trains in a moment: what it has learned does not matter here. */
#define TRAIN                                                                                      \
  "CLI train " SMALL_GLYPHS                                                                        \
  " steps=3 network-width=8 heads=2,3 qk=4 batch=4 --out DIR/net.safetensors"

#define TRAIN_OTHER                                                                                \
  "CLI train " SMALL_GLYPHS                                                                        \
  " steps=3 network-width=8 heads=2,3 qk=4 batch=4 --seed 5 --out DIR/other.safetensors"

static JsonArray *
array (JsonNode *node, const char *name, guint n)
{
  JsonObject *object = json_node_get_object (node);
  JsonArray *values;

  g_assert_true (json_object_has_member (object, name));
  values = json_object_get_array_member (object, name);
  g_assert_cmpuint (json_array_get_length (values), ==, n);
  return values;
}

static void
assert_pair (JsonArray *pairs, guint index, guint layer, guint head)
{
  JsonArray *pair = json_array_get_array_element (pairs, index);

  g_assert_cmpuint (json_array_get_length (pair), ==, 2);
  g_assert_cmpint (json_array_get_int_element (pair, 0), ==, layer);
  g_assert_cmpint (json_array_get_int_element (pair, 1), ==, head);
}

/* A case without a trained network: the theory's curve, and null where the network's would be. */
TEST (test_theory, "/cli/prune/theory")
{
  g_autoptr (JsonNode) node
      = cli_json ("CLI prune hmc4 --width 10 --order reverse --json --out DIR/hmc4.npz");
  JsonObject *object = json_node_get_object (node);
  JsonObject *correlation = json_object_get_object_member (object, "rank_correlation");
  JsonArray *heads = array (node, "heads", 4), *order = array (node, "order", 2);
  JsonArray *after = array (node, "accuracy_after", 3), *score = array (node, "score", 4);
  JsonArray *drop = array (node, "drop_theory", 4);
  g_autoptr (IplNpz) npz = cli_read_npz ("hmc4.npz");
  const IplArray *saved = ipl_npz_lookup (npz, "order");

  for (guint i = 0; i < 4; i++)
    {
      assert_pair (heads, i, i / 2, i % 2);
      g_assert_true (json_array_get_null_element (array (node, "drop_trained", 4), i));
      g_assert_false (json_array_get_null_element (array (node, "drop_resolved", 4), i));
      g_assert_cmpfloat (json_array_get_double_element (array (node, "drop_theory_se", 4), i), >,
                         0);
    }
  /* Uniform, then good, are the heads of greatest score; their layers' others stay. */
  assert_pair (order, 0, 1, 0);
  assert_pair (order, 1, 0, 0);
  g_assert_cmpfloat (json_array_get_double_element (score, 2), ==, 1);
  g_assert_cmpfloat (cli_number (node, "accuracy"), ==, json_array_get_double_element (after, 0));
  g_assert_cmpfloat (fabs (json_array_get_double_element (after, 0)
                           - json_array_get_double_element (drop, 2)
                           - json_array_get_double_element (after, 1)),
                     <, 1e-12);
  g_assert_true (json_object_get_null_member (object, "accuracy_trained"));
  g_assert_true (json_array_get_null_element (array (node, "parameters", 3), 0));
  g_assert_true (json_object_get_null_member (
      json_object_get_object_member (correlation, "trained"), "value"));
  correlation = json_object_get_object_member (correlation, "theory");
  /* Four heads keep their order in every test set drawn anew: there is no interval. */
  g_assert_cmpfloat (json_object_get_double_member (correlation, "value"), >, 0.5);
  g_assert_true (json_object_get_null_member (correlation, "low"));
  g_assert_true (json_object_get_null_member (correlation, "high"));

  g_assert_cmpuint (saved->ndim, ==, 2);
  g_assert_cmpuint (saved->size, ==, 4);
  g_assert_cmpfloat (saved->values[0], ==, 1);
  g_assert_cmpfloat (saved->values[1], ==, 0);
  saved = ipl_npz_lookup (npz, "accuracy_after");
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat (saved->values[k], ==, json_array_get_double_element (after, k));
  saved = ipl_npz_lookup (npz, "order_score");
  g_assert_cmpfloat (saved->values[0], ==, 1);
  g_assert_cmpfloat (saved->values[1], ==, 1);
  g_assert_cmpuint (ipl_npz_lookup (npz, "rank_correlation")->size, ==, 9);
  g_assert_cmpuint (ipl_npz_lookup (npz, "random_low")->size, ==, 3);
  g_assert_nonnull (ipl_npz_lookup (npz, "settings")->texts);
}

TEST (test_threads, "/cli/prune/threads")
{
  g_auto (CliRun) one
      = cli_run ("CLI prune hmc4 --width 30 --order random --random 20 -j 1 --json");
  g_auto (CliRun) two
      = cli_run ("CLI prune hmc4 --width 30 --order random --random 20 -j 2 --json");
  g_autofree char *table = cli_succeed ("CLI prune hmc4 --width 30 --no-resolve --random 0");

  g_assert_cmpint (one.status, ==, 0);
  g_assert_cmpstr (one.out, ==, two.out);
  g_assert_nonnull (strstr (table, "rank correlation"));
  /* What no network tells stands under “trained”, and the theory's own number behind it. */
  g_assert_true (
      g_regex_match_simple ("layer 1 head 1, good( +[0-9.]+){3} +- +0\\.433", table, 0, 0));
}

/* The head of the smallest score goes, from the case as from the line for PyTorch. */
TEST (test_removed, "/cli/prune/removed")
{
  cli_expect ("CLI prune hmc4 --width 30 --no-resolve --random 0 --remove 1 --save-case "
              "DIR/less.npz",
              0, "model.prune_heads({1: [1]})");
  cli_expect ("CLI inspect DIR/less.npz", 0, "heads 2 × 1");
  cli_expect ("sh -c 'for n in 0 7; do CLI figure hmc2 --widths 10 -p pruning --random-orders $n "
              "-f svg --out DIR/$n; sed \"/<metadata>/,/<.metadata>/d\" DIR/$n/hmc2-pruning.svg > "
              "DIR/$n/drawn; done; ! cmp -s DIR/0/drawn DIR/7/drawn'",
              0, "hmc2-pruning.svg");
}

static IplTrainedNetwork *
load (const char *name)
{
  g_autofree char *path = cli_path (name);
  g_autoptr (GError) error = NULL;
  IplTrainedNetwork *network = ipl_trained_network_load (path, NULL, &error);

  g_assert_no_error (error);
  return network;
}

/* A case that knows no trained network, with a second test set. */
static void
write_plain_case (const char *name)
{
  g_autofree char *path = cli_path (name);
  g_autoptr (GError) error = NULL;
  IplNpzWriter *npz = ipl_npz_writer_new (path, &error);
  const double y[] = { 1, -1 }, other[] = { -1, 1 }, xi[] = { 1, 2, 3, 4 };
  const gsize shape[] = { 2, 2, 1 };
  const gint64 heads = 2;

  g_assert_no_error (error);
  for (guint k = 0; k < 3; k++)
    {
      static const char *const sets[] = { "train", "test", "test_b" };
      g_autofree char *labels = g_strconcat ("y_", sets[k], NULL);
      g_autofree char *features = g_strconcat ("xi_", sets[k], NULL);

      ipl_npz_writer_add_doubles (npz, labels, k == 2 ? other : y, 1, shape);
      ipl_npz_writer_add_doubles (npz, features, xi, 3, shape);
    }
  ipl_npz_writer_add_ints (npz, "heads", &heads, 1, shape + 2);
  ipl_npz_writer_close (npz, &error);
  g_assert_no_error (error);
}

/* The most diffuse head first: in the paper's task the uniform one, whose entropy is ln 31: thirty
 * tokens of the chain and the one that is read. */
TEST (test_entropy, "/cli/prune/entropy")
{
  g_autoptr (JsonNode) node
      = cli_json ("CLI prune hmc4 --width 10 --no-resolve --random 2 --order entropy --json --out "
                  "DIR/hmc4.npz");
  g_autoptr (JsonNode) score
      = cli_json ("CLI prune hmc4 --width 10 --no-resolve --random 2 --json");
  g_autoptr (JsonNode) plain = NULL;
  g_autoptr (IplNpz) npz = cli_read_npz ("hmc4.npz");
  JsonArray *entropy = array (node, "entropy", 4), *order = array (node, "order", 2);
  double values[4];

  for (guint i = 0; i < 4; i++)
    {
      values[i] = json_array_get_double_element (entropy, i);
      g_assert_cmpfloat (values[i], ==,
                         json_array_get_double_element (array (score, "entropy", 4), i));
      g_assert_cmpfloat (values[i], ==, ipl_npz_lookup (npz, "head_entropy")->values[i]);
      g_assert_cmpfloat (values[i], >=, 0);
      g_assert_cmpfloat (values[i], <=, log (31) + 1e-12);
    }
  g_assert_cmpfloat_with_epsilon (values[2], log (31), 1e-12);
  assert_pair (order, 0, 1, 0);
  assert_pair (order, 1, 0, values[0] >= values[1] ? 0 : 1);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (node), "ordered_by"), ==,
                   "entropy");
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat (json_array_get_double_element (array (node, "accuracy_after", 3), k), ==,
                       ipl_npz_lookup (npz, "accuracy_after_entropy")->values[k]);
  /* Path features alone have none, and all says so. */
  write_plain_case ("plain.npz");
  cli_assert_refused ("CLI prune DIR/plain.npz --order entropy", 1, "entropy");
  plain = cli_json ("CLI prune DIR/plain.npz --width 10 -t 1 --no-resolve --random 0 --json --out "
                    "DIR/plain-prune.npz");
  g_assert_true (json_array_get_null_element (array (plain, "entropy", 2), 0));
  g_assert_nonnull (strstr (
      json_object_get_string_member (json_node_get_object (plain), "no_entropy"), "attention"));
  g_clear_pointer (&npz, ipl_npz_free);
  npz = cli_read_npz ("plain-prune.npz");
  g_assert_nonnull (ipl_npz_lookup (npz, "accuracy_after_reverse"));
  g_assert_null (ipl_npz_lookup (npz, "accuracy_after_entropy"));
  g_assert_null (ipl_npz_lookup (npz, "order_entropy"));
  cli_expect ("CLI prune DIR/plain.npz --width 10 -t 1 --no-resolve --random 0", 0,
              "entropy: unknown.");
  cli_expect ("CLI prune DIR/plain.npz --width 10 -t 1 --no-resolve --random 0 --test b", 0,
              "examples of “b”");
  cli_expect ("CLI sweep DIR/plain.npz --widths 10 -t 0.001", 0, "b: 10 0.0000, GP ");
}

/* A network on its own task, fine-tuned and exported, and what was exported pruned further. */
TEST (test_network, "/cli/prune/network")
{
  g_autoptr (JsonNode) node = NULL, pruned = NULL, pair = NULL, diffuse = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL, again = NULL;

  cli_expect (TRAIN, 0, "");
  node = cli_json ("CLI prune DIR/net.safetensors -t 0.5 --random 10 --fine-tune 2 --remove 2 "
                   "--save DIR/pruned.safetensors --save-case DIR/pruned.npz --json");
  g_assert_cmpfloat (cli_number (node, "accuracy"), ==, cli_number (node, "accuracy_trained"));
  g_assert_cmpfloat (cli_number (node, "temperature"), ==, 0.5);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (node), "width"), ==, "8");
  for (guint i = 0; i < 5; i++)
    g_assert_false (json_array_get_null_element (array (node, "drop_trained", 5), i));
  for (guint k = 1; k < 4; k++)
    {
      JsonArray *parameters = array (node, "parameters", 4);

      g_assert_cmpfloat (json_array_get_double_element (parameters, k), <,
                         json_array_get_double_element (parameters, k - 1));
      g_assert_false (json_array_get_null_element (array (node, "accuracy_tuned", 4), k));
    }
  network = load ("pruned.safetensors");
  g_assert_cmpuint (ipl_trained_shape_n_heads (&network->shape), ==, 3);
  g_assert_cmpfloat (json_array_get_double_element (array (node, "parameters", 4), 2), ==,
                     (double)network->n_parameters);

  /* The fine-tuned network is pruned from where the curve saw it. */
  pruned = cli_json ("CLI prune DIR/pruned.safetensors -t 0.5 --no-resolve --random 0 --json");
  g_assert_cmpfloat (cli_number (pruned, "accuracy"), ==,
                     json_array_get_double_element (array (node, "accuracy_tuned", 4), 2));

  /* With the whole network's case from a file that holds its readout, the same. */
  cli_expect ("CLI export-case DIR/net.safetensors --out DIR/case.npz", 0, "");
  pair = cli_json ("CLI prune DIR/net.safetensors DIR/case.npz -t 0.5 --no-resolve --random 0 "
                   "--json");
  g_assert_cmpfloat (cli_number (pair, "accuracy"), ==, cli_number (node, "accuracy"));
  cli_expect (TRAIN_OTHER, 0, "");
  cli_assert_refused ("CLI prune DIR/other.safetensors DIR/case.npz", 1, "another network");

  /* By entropy, of the network itself and of the file, and fine-tuned. */
  diffuse = cli_json ("CLI prune DIR/net.safetensors -t 0.5 --no-resolve --random 0 --fine-tune 2 "
                      "--order entropy --remove 2 --save DIR/pruned.safetensors --json");
  for (guint i = 0; i < 5; i++)
    g_assert_cmpfloat_with_epsilon (
        json_array_get_double_element (array (diffuse, "entropy", 5), i),
        json_array_get_double_element (array (pair, "entropy", 5), i), 1e-12);
  g_assert_false (json_array_get_null_element (array (diffuse, "accuracy_tuned", 4), 3));
  again = load ("pruned.safetensors");
  g_assert_cmpuint (ipl_trained_shape_n_heads (&again->shape), ==, 3);

  write_plain_case ("plain.npz");
  cli_assert_refused ("CLI prune DIR/net.safetensors DIR/plain.npz", 1, "readout");
  cli_assert_refused ("CLI prune DIR/net.safetensors DIR/pruned.npz", 1, "heads");
  cli_assert_refused ("CLI prune DIR/net.safetensors hmc4", 1, "hmc4");
  cli_assert_refused ("CLI prune DIR/net.safetensors DIR/case.npz --remove 4 --save DIR/x", 2,
                      "--remove");
  cli_assert_refused ("CLI prune DIR/net.safetensors DIR/case.npz --test mnist", 2, "mnist");
}

TEST (test_refused, "/cli/prune/refused")
{
  cli_assert_refused ("CLI prune", 2, "NET.safetensors");
  cli_assert_refused ("CLI prune hmc4 hmc2", 2, "hmc2");
  cli_assert_refused ("CLI prune hmc4 --fine-tune 10", 2, "--fine-tune");
  cli_assert_refused ("CLI prune hmc4 --save DIR/x --remove 1", 2, "--save");
  cli_assert_refused ("CLI prune hmc4 --save-case DIR/x.npz", 2, "--remove");
  cli_assert_refused ("CLI prune hmc4 --remove 3 --save-case DIR/x.npz", 2, "--remove");
  cli_assert_refused ("CLI prune DIR/none.safetensors", 1, "none.safetensors");
}
