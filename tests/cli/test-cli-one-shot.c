/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From images to a pruned network with nothing but interplay-cli: a small task that is learned in
 * seconds. */
#include "core/network/trained-network.h"
#include <math.h>
#include <string.h>

#include "cli-run.h"

#define CLASSES 60
#define DRAWINGS 10
#define SIDE 32
#define BLOCK 4

/* A network of 2 x 2 heads that learns in 500 steps what is the same pattern. */
#define TRAIN                                                                                      \
  "CLI train --omniglot DIR/patterns-images-idx3-ubyte rotate=no network-width=32 heads=2,2 "      \
  "qk=32 batch=64 --constant "

static void
put_uint (GByteArray *bytes, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (bytes, (guint8 *)&big, sizeof big);
}

static void
put (const char *name, GByteArray *bytes)
{
  g_autofree char *path = cli_path (name);

  g_assert_true (g_file_set_contents (path, (char *)bytes->data, bytes->len, NULL));
}

/* Checks of 4 x 4 pixels at random for each class, a tenth of the pixels turned over. */
BEFORE_TESTS (make_patterns)
{
  g_autoptr (GByteArray) images = g_byte_array_new (), labels = g_byte_array_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);

  put_uint (images, 0x803);
  put_uint (images, CLASSES * DRAWINGS);
  put_uint (images, SIDE);
  put_uint (images, SIDE);
  put_uint (labels, 0x801);
  put_uint (labels, CLASSES * DRAWINGS);
  for (guint c = 0; c < CLASSES; c++)
    {
      gboolean pattern[SIDE / BLOCK][SIDE / BLOCK];
      guint8 label = (guint8)c;

      for (guint i = 0; i < SIDE / BLOCK; i++)
        for (guint j = 0; j < SIDE / BLOCK; j++)
          pattern[i][j] = g_rand_boolean (rand);
      for (guint d = 0; d < DRAWINGS; d++)
        {
          g_byte_array_append (labels, &label, 1);
          for (guint y = 0; y < SIDE; y++)
            for (guint x = 0; x < SIDE; x++)
              {
                gboolean ink = pattern[y / BLOCK][x / BLOCK] != (g_rand_double (rand) < 0.1);
                guint8 grey = ink ? 0 : 255;

                g_byte_array_append (images, &grey, 1);
              }
        }
    }
  put ("patterns-images-idx3-ubyte", images);
  put ("patterns-labels-idx1-ubyte", labels);
}

static JsonArray *
array (JsonNode *node, const char *name)
{
  return json_object_get_array_member (json_node_get_object (node), name);
}

/* Held-out characters are told apart, five standard errors above chance and more. */
TEST (test_train, "/one-shot/train")
{
  g_autoptr (JsonNode) result = cli_json (TRAIN "steps=500 --json --out DIR/net.safetensors");
  double accuracy = cli_number (result, "accuracy_holdout");
  double error = cli_number (result, "accuracy_holdout_se");
  g_autoptr (JsonNode) more
      = cli_json ("CLI train --from DIR/net.safetensors steps=5 --out DIR/on.safetensors --json");

  g_test_message ("held out %.4f ± %.4f", accuracy, error);
  /* A run begun with the network is as good, and counts its own steps. */
  g_assert_cmpfloat (cli_number (more, "steps"), ==, 5);
  g_assert_cmpfloat (cli_number (more, "accuracy_holdout"), >, accuracy - 10 * error);
  g_assert_cmpfloat (accuracy, >, 0.5 + 5 * MAX (error, 0.5 / sqrt (4000)));
}

/* Three shots are three classes, which network and theory tell apart, five standard errors above
 * chance and more; U of the training is that of the case, and a network of one output is none for
 * them. */
TEST (test_classes, "/one-shot/classes")
{
  g_autoptr (JsonNode) train = cli_json (TRAIN "shots=3 cross-entropy=yes steps=800 --json "
                                               "--out DIR/three.safetensors");
  g_autofree char *sweep = cli_succeed ("CLI sweep DIR/three.safetensors --widths 30 n-train=200 "
                                        "--temperatures 0.1 --out DIR/three-sweep.npz");
  g_autofree char *exported = cli_succeed ("CLI export-case DIR/three.safetensors n-train=50 "
                                           "n-test=50 --out DIR/three.npz");
  double accuracy = cli_number (train, "accuracy_holdout");
  g_autofree char *net = cli_path ("three.safetensors");
  g_autoptr (IplNpz) npz = cli_read_npz ("three-sweep.npz");
  g_autoptr (IplNpz) the_case = cli_read_npz ("three.npz");
  g_autoptr (IplTrainedNetwork) network = ipl_trained_network_load (net, NULL, NULL);
  g_autofree double *U = ipl_trained_network_order (network, NULL);

  g_test_message ("held out %.4f, theory %.4f", accuracy,
                  *ipl_npz_lookup (npz, "accuracy")->values);
  g_assert_cmpfloat (accuracy, >, 1 / 3.0 + 5 * sqrt (2 / 9.0 / 4000));
  g_assert_cmpfloat (*ipl_npz_lookup (npz, "accuracy")->values, >,
                     1 / 3.0 + 5 * sqrt (2 / 9.0 / 1000));
  g_assert_cmpmem (ipl_npz_lookup (the_case, "trained_u")->values, 144 * sizeof *U, U,
                   144 * sizeof *U);
  cli_expect ("CLI prune DIR/three.safetensors DIR/three.npz --random 2 --fine-tune 2 --width 30",
              0, "");
  cli_assert_refused ("CLI train --from DIR/three.safetensors shots=2 steps=5 "
                      "--out DIR/x.safetensors",
                      1, "3 outputs");
  cli_assert_refused (TRAIN "cross-entropy=yes steps=5 --out DIR/x.safetensors", 2, "one output");
}

/* The theory at the attention that was learned knows the task too, better at finite width than
 * chance by five standard errors, with a temperature for each width. */
TEST (test_theory, "/one-shot/theory")
{
  g_autofree char *sweep = cli_succeed (
      "CLI sweep DIR/net.safetensors --widths 10,1000 --extra DIR/patterns-images-idx3-ubyte "
      "--json --out DIR/sweep.npz");
  g_auto (CliRun) sample = cli_run (
      "CLI sample DIR/net.safetensors --widths 10 --temperatures 0.1 --chains 1 --warmup 20 "
      "--draws 8 --out DIR/sample.npz");
  g_autoptr (IplNpz) npz = cli_read_npz ("sweep.npz");
  const IplArray *accuracy = ipl_npz_lookup (npz, "accuracy");
  const IplArray *temperature = ipl_npz_lookup (npz, "temperature");

  /* So few draws may fail a diagnostic, which is said. */
  g_assert_true (sample.status == 0 || sample.status == 3);
  g_assert_cmpuint (accuracy->size, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat (accuracy->values[i], >, 0.5 + 5 * 0.5 / sqrt (1000));
  g_assert_cmpfloat (temperature->values[0], >=, 0.01);
}

/* For the tests that follow; that it gives the same theory: cli-prune. */
TEST (test_export, "/one-shot/export")
{
  cli_expect ("CLI export-case DIR/net.safetensors --out DIR/case.npz", 0, "");
}

/* What the network records of its heads in 500 steps: at the beginning and at every report, the
 * last that of its weights. */
TEST (test_course, "/one-shot/course")
{
  g_autoptr (JsonNode) told
      = cli_json ("CLI dynamics DIR/net.safetensors --json --out DIR/course.npz");
  g_autofree char *figure
      = cli_succeed ("CLI figure DIR/net.safetensors --panel course-u --shown-time 0 "
                     "--format svg --out DIR/figures");
  g_autofree char *net = cli_path ("net.safetensors");
  g_autoptr (IplNpz) npz = cli_read_npz ("course.npz");
  g_autoptr (IplTrainedNetwork) network = ipl_trained_network_load (net, NULL, NULL);
  g_autofree double *U = ipl_trained_network_order (network, NULL);
  const IplArray *of_time = ipl_npz_lookup (npz, "time");

  g_assert_true (g_file_test (g_strchomp (figure), G_FILE_TEST_EXISTS));
  g_assert_cmpuint (of_time->size, ==, 6);
  for (guint s = 0; s < 6; s++)
    g_assert_cmpfloat (of_time->values[s], ==, 100 * s);
  g_assert_cmpuint (ipl_npz_lookup (npz, "head_score")->size, ==, 6 * 4);
  g_assert_cmpuint (ipl_npz_lookup (npz, "entropy")->size, ==, 6 * 4);
  g_assert_cmpuint (ipl_npz_lookup (npz, "path_weight")->size, ==, 6 * 4);
  g_assert_cmpuint (ipl_npz_lookup (npz, "U")->size, ==, 6 * 16);
  g_assert_cmpmem (ipl_npz_lookup (npz, "U")->values + 5 * 16, 16 * sizeof *U, U, 16 * sizeof *U);
  g_assert_cmpuint (json_array_get_length (array (told, "head_score")), ==, 6);
  cli_assert_refused ("CLI figure DIR/case.npz --panel path-course", 2, "trained network");
  cli_assert_refused ("CLI dynamics DIR/patterns-images-idx3-ubyte", 2, "neither");
}

TEST (test_prune, "/one-shot/prune")
{
  g_autoptr (JsonNode) result
      = cli_json ("CLI prune DIR/net.safetensors --order score --temperature 0.1 "
                  "--json --out DIR/prune.npz");
  g_autoptr (JsonNode) other
      = cli_json ("CLI prune DIR/case.npz --order score --width 32 --temperature 0.1 --json");
  JsonArray *after = array (result, "accuracy_after");

  /* Two of the four heads can go: each layer keeps one. */
  g_assert_cmpuint (json_array_get_length (array (result, "heads")), ==, 4);
  g_assert_cmpuint (json_array_get_length (after), ==, 3);
  g_assert_cmpfloat (json_array_get_double_element (after, 0), >, 0.5 + 5 * 0.5 / sqrt (1000));
  for (guint h = 0; h < 4; h++)
    g_assert_cmpfloat (fabs (json_array_get_double_element (array (result, "drop_trained"), h)
                             - json_array_get_double_element (array (other, "drop_trained"), h)),
                       <, 1e-3);
}

TEST (test_figures, "/one-shot/figures")
{
  static const char *const panels[]
      = { "task", "attention", "training", "heads", "pruning", "network", "u" };

  cli_expect (
      "CLI figure DIR/net.safetensors --panel task,attention,training,heads,pruning,network,u "
      "--heatmap side-by-side --temperature 0.1 --format svg --out DIR/figures",
      0, "");
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_autofree char *name = g_strdup_printf ("figures/net-%s.svg", panels[i]);

      /* That of the network, where no width is asked for. */
      cli_assert_holds (name, "; N = 32; ");
    }
  cli_assert_refused ("CLI figure DIR/case.npz --panel task --widths 32", 1, "no images");
  cli_assert_refused ("CLI figure DIR/case.npz --panel training --widths 32", 1, "learning curve");
}

/* All settings at once, what is given beside them over them, and the time said before. */
TEST (test_preset, "/one-shot/preset")
{
  cli_expect ("CLI train --preset paper-27-paths --dry-run", 0, "about ");
  cli_expect ("CLI train " SMALL_GLYPHS " --preset paper-16-heads network-width=8 qk=4 "
              "batch=4 steps=2 --out DIR/preset.safetensors --json",
              0, "\"steps\" : 2");
}

TEST (test_refused, "/one-shot/refused")
{
  cli_assert_refused ("CLI sweep DIR/net.safetensors --seed 4", 1, "seed");
  cli_assert_refused ("CLI sweep DIR/case.npz --holdout 3", 1, "--holdout");
  cli_assert_refused ("CLI sweep DIR/net.safetensors heads=2,2", 2, "heads");
  cli_assert_refused ("CLI sweep DIR/net.safetensors G=4", 2, "qk");
  cli_assert_refused ("CLI sweep hmc4 --omniglot DIR/x.zip", 1, "hmc4");
  cli_assert_refused ("CLI sweep DIR/net.safetensors --holdout Klingon", 1, "Klingon");
  cli_assert_refused ("CLI sweep DIR/net.safetensors --extra DIR/sweep.npz", 1, "sweep.npz");
  cli_assert_refused ("CLI sweep DIR/net.safetensors --extra DIR/patterns-labels-idx1-ubyte", 1,
                      "labels");
  cli_assert_refused ("CLI train --resume DIR/a --from DIR/b --out DIR/c", 2, "--from");
  cli_assert_refused ("CLI train --resume DIR/case.npz --out DIR/x.safetensors", 1, "case.npz");
  cli_assert_refused ("CLI train --preset mine --out DIR/c.safetensors", 2, "paper-27-paths");
  cli_assert_refused ("CLI train --preset paper-27-paths --from DIR/net.safetensors --out DIR/c", 2,
                      "--preset");
  cli_expect ("mv DIR/patterns-images-idx3-ubyte DIR/moved-images-idx3-ubyte", 0, "");
  cli_assert_refused ("CLI sweep DIR/net.safetensors", 1, "no longer exists");
}
