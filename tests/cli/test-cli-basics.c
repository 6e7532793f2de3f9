/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interplay-cli as a user runs it: what it prints, writes, refuses, and how it exits. */
#include <math.h>
#include <string.h>

#include "cli-run.h"

TEST (test_usage, "/cli/usage")
{
  cli_expect ("CLI", 2, "");
  cli_assert_refused ("CLI sweep", 2, "CASE");
  cli_assert_refused ("CLI sweep hmc4 hmc2", 2, "hmc2");
  cli_assert_refused ("CLI sweep hmc4 tokns=50", 2, "“tokns”|hmc4|“tokens”?");
  cli_assert_refused ("CLI sweep hmc4 P=7", 2, "P must be an even number|not 7");
  cli_assert_refused ("CLI sweep hmc4 widths=10", 2, "“widths”|--widths 10");
  cli_assert_refused ("CLI sweep hmc4 --widths 0", 2, "0");
  cli_assert_refused ("CLI sweep hmc4 --widths 10:20", 2, "10:20");
  cli_assert_refused ("CLI sweep hmc4 --variances 1,1", 2, "--variances");
  cli_assert_refused ("CLI sweep hmc4 --variances 1,1,0,1", 2, "variance");
  cli_assert_refused ("CLI sweep hmc9", 1, "hmc9");
  /* Which options there are depends on the file. */
  cli_assert_refused ("CLI sweep DIR/none.npz stay=0.3", 1, "none.npz");
  cli_assert_refused ("CLI sweep hmc9 --bogus", 1, "hmc9");
  /* An error of reading, whatever is to be written. */
  cli_assert_refused ("CLI figure hmc2 --style /proc/self/mem --out DIR/x", 2, "mem|read");
  cli_assert_refused ("CLI story /proc/self/mem --out DIR/x.svg", 1, "mem|read");
  cli_assert_refused ("CLI sample hmc4 --draws 2", 2, "--draws");
  cli_assert_refused ("CLI sample hmc4 --chains 0", 2, "--chains");
  cli_assert_refused ("CLI sample hmc4 --warmup 0", 2, "--warmup");
  cli_assert_refused ("CLI sample hmc4 --widths gp", 2, "gp");
  cli_assert_refused ("CLI train", 2, "--out");
  cli_assert_refused ("CLI train hmc4 --out DIR/n", 2, "hmc4");
  cli_assert_refused ("CLI train heads=0 --out DIR/n", 2, "heads");
  cli_assert_refused ("CLI train --omniglot DIR/none.zip --out DIR/n", 1, "none.zip");
  cli_assert_refused ("CLI export-case hmc4", 2, "--out");
  cli_assert_refused ("CLI figure hmc4 --out DIR --widths 10 --panel trace", 2, "--draws");
  cli_assert_refused ("CLI figure hmc4 --out DIR --widths 10 --pair good,x", 2, "“x”");
}

/* A file of PyTorch, wherever a file can be given. */
TEST (test_torch, "/cli/torch")
{
  static const char bytes[]
      = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19\x2e\x80\x02}.";
  static const char *const lines[] = {
    "CLI sweep DIR/model.pt",
    "CLI sample DIR/model.pt --out DIR/x.npz",
    "CLI figure DIR/model.pt --out DIR",
    "CLI kernels DIR/model.pt --out DIR/x.npz",
    "CLI export-case DIR/model.pt --out DIR/x.npz",
    "CLI prune DIR/model.pt",
    "CLI dynamics DIR/model.pt",
    "CLI sweep --omniglot DIR/model.pt",
    "CLI sweep glyphs --extra DIR/model.pt",
    "CLI train --from DIR/model.pt --out DIR/x.safetensors",
    "CLI train --resume DIR/model.pt --out DIR/x.safetensors",
    "CLI dynamics joma-text text=DIR/model.pt",
    "CLI dynamics joma-joint distribution=file frequencies=DIR/model.pt",
    "CLI dynamics stable-rank checkpoints=DIR/model.pt",
    "CLI dynamics stable-rank checkpoints=DIR",
  };

  cli_write ("model.pt", bytes);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_test_message ("%s", lines[i]);
      cli_assert_refused (lines[i], 1, "“model.pt”|PyTorch");
    }
}

static double
member (JsonObject *object, const char *name)
{
  g_assert_true (json_object_has_member (object, name));
  return json_object_get_double_member (object, name);
}

static JsonArray *
rows_of (JsonNode *node)
{
  JsonArray *rows = json_object_get_array_member (json_node_get_object (node), "rows");

  g_assert_cmpuint (json_array_get_length (rows), ==, 2);
  return rows;
}

TEST (test_sweep_json, "/cli/sweep-json")
{
  g_auto (CliRun) result = cli_run ("CLI sweep hmc4 --widths 10,1000 --seed 3 --json");
  g_autofree char *threads
      = cli_succeed ("CLI sweep hmc4 --widths 10,1000 --seed 3 --json --threads 1");
  g_autoptr (JsonNode) node = json_from_string (result.out, NULL);
  JsonArray *rows = rows_of (node), *U;

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.err, ==, "");
  for (guint i = 0; i < 2; i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      g_assert_cmpfloat (member (row, "accuracy"), >, 0.5);
      g_assert_cmpfloat (member (row, "accuracy_gp"), >, 0.5);
      g_assert_cmpfloat (member (row, "gradient"), <=, 1e-8);
      g_assert_cmpfloat (member (row, "iterations"), >, 0);
      g_assert_cmpfloat (member (row, "solve_seconds"), >, 0);
      g_assert_true (isfinite (member (row, "action")));
      U = json_object_get_array_member (row, "U");
      g_assert_cmpuint (json_array_get_length (U), ==, 4);
      g_assert_cmpuint (json_array_get_length (json_array_get_array_element (U, 0)), ==, 4);
    }

  /* All but the times is the same on one thread. */
  g_autoptr (GRegex) times = g_regex_new ("\"[a-z_]*seconds\" *: *[^,}]*", 0, 0, NULL);
  g_autofree char *a = g_regex_replace (times, result.out, -1, 0, "", 0, NULL);
  g_autofree char *b = g_regex_replace (times, threads, -1, 0, "", 0, NULL);

  g_assert_cmpstr (a, ==, b);
}

TEST (test_sweep_files, "/cli/sweep-files")
{
  g_auto (CliRun) npz
      = cli_run ("CLI sweep hmc2 --widths 10:20:30,50 --temperatures 0.01,0.1 --out DIR/r.npz");
  g_autoptr (IplNpz) file = cli_read_npz ("r.npz");
  g_autofree char *text = NULL;

  g_assert_cmpint (npz.status, ==, 0);
  g_assert_nonnull (strstr (npz.out, "10:20:30"));
  g_assert_cmpuint (ipl_npz_lookup (file, "U")->shape[0], ==, 4);
  g_assert_cmpuint (ipl_npz_lookup (file, "U")->shape[1], ==, 2);
  g_assert_cmpuint (ipl_npz_lookup (file, "mean_test")->shape[1], ==, 1000);
  g_assert_cmpuint (ipl_npz_lookup (file, "solve_seconds")->size, ==, 4);
  /* Each row has the GP limit of its own temperature beside it. */
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *row = g_strdup_printf (" %8g %8.4f ± %5.4f %8.4f ", i < 2 ? 0.01 : 0.1,
                                              ipl_npz_lookup (file, "accuracy")->values[i],
                                              ipl_npz_lookup (file, "accuracy_se")->values[i],
                                              ipl_npz_lookup (file, "accuracy_gp")->values[i]);

      g_assert_nonnull (strstr (npz.out, row));
    }
  cli_expect ("CLI sweep hmc2 --widths 10 --variances '1,1,1,1;1,2,1,1'", 0, "variances 1,2,1,1");
  cli_expect ("CLI sweep hmc2 --widths 10,50 --out DIR/r.csv", 0, "");
  text = cli_read ("r.csv", NULL);

  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 3);
}

/* Theory and samples side by side; the same draws on any number of threads. */
TEST (test_sample, "/cli/sample")
{
  g_auto (CliRun) two
      = cli_run ("CLI sample hmc2 --widths 10,40 --draws 120 --chains 2 --warmup 60 "
                 "--seed 4 --threads 2 --out DIR/s2.npz");
  g_auto (CliRun) one
      = cli_run ("CLI sample hmc2 --widths 10,40 --draws 120 --chains 2 --warmup 60 "
                 "--seed 4 --threads 1 --json --out DIR/s1.npz");
  g_autoptr (IplNpz) a = cli_read_npz ("s1.npz"), b = cli_read_npz ("s2.npz");
  g_autoptr (JsonNode) node = json_from_string (one.out, NULL);
  const IplArray *draws = ipl_npz_lookup (a, "posterior_U_draws");

  /* A short run may miss a diagnostic: then it says so and exits with 3. */
  g_assert_true (two.status == 0 || two.status == 3);
  g_assert_cmpint (one.status, ==, two.status);
  g_assert_cmpstr (one.err, ==, two.err);
  g_assert_nonnull (strstr (two.out, "moved by"));
  g_assert_nonnull (strstr (two.out, "  nuts\n"));
  g_assert_nonnull (strstr (one.out, "\"method\" : \"nuts\""));
  cli_assert_refused ("CLI sample hmc2 --widths 40,1 --method surrogate", 2, "surrogate");
  cli_assert_refused ("CLI sample hmc2 --widths 40,1 --method surrogate --dry-run", 2, "surrogate");
  g_assert_cmpuint (draws->ndim, ==, 4);
  g_assert_cmpuint (draws->shape[0], ==, 2);
  g_assert_cmpuint (draws->shape[1], ==, 240);
  g_assert_cmpmem (draws->values, draws->size * sizeof (double),
                   ipl_npz_lookup (b, "posterior_U_draws")->values, draws->size * sizeof (double));
  for (guint i = 0; i < 2; i++)
    {
      JsonObject *posterior = json_object_get_object_member (
          json_array_get_object_element (rows_of (node), i), "posterior");

      g_assert_cmpfloat (member (posterior, "draws"), ==, 240);
      g_assert_cmpfloat (member (posterior, "accuracy"), >, 0.5);
      g_assert_cmpfloat (member (posterior, "seconds"), >, 0);
    }
}

/* A figure says where it comes from, in words that draw it again; a page that is too small for it
 * is told; the width is marked where that is asked. */
TEST (test_figure_words, "/cli/figure-words")
{
  g_auto (CliRun) plain = cli_run ("CLI figure hmc4 -s 9 --widths 30,10 --panel accuracy --size "
                                   "80x60mm -f svg -j 1 -o DIR/words");
  g_autofree char *drawn = cli_read ("words/hmc4-accuracy.svg", NULL);
  g_autofree char *marked
      = cli_succeed ("CLI figure hmc4 -s 9 --widths 30,10 --panel accuracy --size 80x60mm -f svg "
                     "--mark-width --out=DIR/words");
  g_autofree char *with = cli_read ("words/hmc4-accuracy.svg", NULL);
  g_auto (CliRun) small
      = cli_run ("CLI figure hmc4 --widths 10 --panel all --size 30x20mm -f svg -o DIR/words");

  g_assert_cmpint (plain.status, ==, 0);
  g_assert_cmpstr (plain.err, ==, "");
  g_assert_nonnull (strstr (drawn,
                            "<dc:source>interplay-cli figure hmc4 -s 9 --widths 30,10 --panel "
                            "accuracy --size 80x60mm -f svg</dc:source>"));
  g_assert_nonnull (strstr (drawn, "seed = 9; N = 30; widths = 30, 10; T = "));
  g_assert_nonnull (strstr (drawn, "<dc:creator>Interplay " IPL_VERSION "</dc:creator>"));
  g_assert_nonnull (strstr (with, "-f svg --mark-width</dc:source>"));
  g_assert_cmpuint (strlen (with), >, strlen (drawn) + strlen (" --mark-width"));
  g_assert_cmpint (small.status, ==, 0);
  g_assert_nonnull (strstr (small.err, "30 × 20 mm is too small for “"));
  g_assert_nonnull (strstr (small.out, "hmc4-all.svg"));
}

#define SHAPE SMALL_GLYPHS " network-width=16 heads=2,2 qk=8 batch=16"

/* Trained, kept, taken up again: the steps go on from where they were. */
TEST (test_train, "/cli/train")
{
  g_autoptr (JsonNode) first
      = cli_json ("CLI train " SHAPE " steps=20 --out DIR/net.safetensors --json");
  g_autoptr (JsonNode) second = cli_json (
      "CLI train --resume DIR/net.safetensors steps=10 --out DIR/more.safetensors --json");
  const char *fields[] = { "seconds", "steps_per_second", "loss", "accuracy_train" };
  JsonObject *result = json_node_get_object (first);

  g_assert_cmpfloat (member (result, "steps"), ==, 20);
  /* two layers of two heads, G = 8, N0 = 64; V0; values; readout */
  g_assert_cmpfloat (member (result, "parameters"), ==,
                     2 * 2 * 2 * 8 * 64 + 16 * 64 + 2 * 2 * 16 * 16 + 16);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    g_assert_cmpfloat (member (result, fields[i]), >, 0);
  /* Hardly trained: chance, to five standard errors. */
  g_assert_cmpfloat (fabs (member (result, "accuracy_holdout") - 0.5), <,
                     5 * member (result, "accuracy_holdout_se"));
  g_assert_cmpfloat (member (json_node_get_object (second), "steps"), ==, 30);
  cli_expect ("CLI train --resume DIR/net.safetensors --seed 7 steps=10 --out DIR/o.safetensors", 1,
              "another task");
}

/* A file is listed and read in parts, and its roles come from a file as well. */
TEST (test_inspect, "/cli/inspect")
{
  cli_write ("roles.json", "{\"name\": \"name\"}");
  cli_expect ("CLI export-case hmc4 --out DIR/inspected.npz", 0, "");
  cli_expect ("CLI inspect DIR/inspected.npz roles=DIR/roles.json", 0,
              "Paths Π: 4 (heads 2 × 2)|[2, 231, 231]");
  cli_expect ("CLI inspect DIR/inspected.npz top-paths=2 --json", 0, "\"paths\" : 2");
  cli_expect ("CLI inspect DIR/inspected.npz layers=3", 1, "Layer 3");
  cli_expect ("CLI inspect DIR/inspected.npz roles=x_train=", 1, "x_train");
  cli_assert_refused ("CLI sweep DIR/inspected.npz roles=DIR/none.json", 2, "none.json");
}
