/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens in time, on the command line: its table, JSON, arrays and figures, what stops it,
 * and what it refuses. */
#include "cli-run.h"

#include <math.h>
#include <signal.h>
#include <string.h>

#define TEXT                                                                                       \
  "CLI dynamics joma-text words=3000 network-width=16 hidden=16 length=8 batch=4 "                 \
  "layers=2 "

/* The first moment, that of the least entropy, the last. */
TEST (test_table, "/dynamics/table")
{
  g_auto (CliRun) run = cli_run ("CLI dynamics joma-salience --out DIR/table.npz");
  g_autoptr (IplNpz) npz = cli_read_npz ("table.npz");
  const double *time = ipl_npz_lookup (npz, "time")->values;
  const IplArray *entropy = ipl_npz_lookup (npz, "entropy");
  gsize least = 0;

  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  for (gsize s = 0; s < entropy->size; s++)
    if (entropy->values[s] < entropy->values[least])
      least = s;
  g_assert_true (0 < least && least < entropy->size - 1);
  g_autofree char *rows = g_strdup_printf (
      "joma-salience: 5001 moments\n%12s %12s\n%12g %12.5g\n%12g %12.5g\n%12g %12.5g\n", "step",
      "entropy", time[0], entropy->values[0], time[least], entropy->values[least], time[5000],
      entropy->values[5000]);
  g_assert_true (g_str_has_prefix (run.out, rows));
  g_assert_nonnull (strstr (run.out, "\nAlso recorded at every moment: v [10], attention [10], "));
  g_assert_nonnull (strstr (run.out, "\nRecorded once: mu [10], "));
  g_assert_cmpuint (ipl_npz_lookup (npz, "v")->shape[0], ==, 5001);
  g_assert_cmpuint (ipl_npz_lookup (npz, "v")->shape[1], ==, 10);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "complete")->values[0], ==, 1);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "in_steps")->values[0], ==, 1);
  g_assert_cmpstr (ipl_npz_lookup (npz, "message")->texts[0], ==, "");
  g_assert_cmpstr (ipl_npz_lookup (npz, "experiment")->texts[0], ==, "joma-salience");
}

TEST (test_described, "/dynamics/said")
{
  cli_expect ("CLI cases", 0, "dynamics of learning");
  cli_expect ("CLI cases", 0, "joma-salience ");
  cli_expect ("CLI cases", 0, "hmc2 ");
  cli_expect ("CLI dynamics joma-text --help", 0, "--checkpoint=FILE");
  cli_expect ("CLI cases joma-salience", 0, "\nrate, η ");
  cli_expect ("CLI dynamics joma-joint --threads 1 --dry-run", 0, " on 1 thread\n");
  /* What was not recorded. */
  cli_expect ("CLI dynamics even-pairs-dynamics steps=50", 0, " -\n");
}

/* Numbers of the JSON are those of the file; what is none is null; what is larger is told. */
TEST (test_json, "/dynamics/json")
{
  static const char *const names[] = { "time", "entropy", "time_to_90" };
  g_autoptr (JsonNode) root
      = cli_json ("CLI dynamics joma-salience steps=50 rate=0.25 --json --out DIR/json.npz");
  g_autoptr (JsonNode) other = cli_json ("CLI dynamics joma-joint n-classes=5 steps=6 --json");
  g_autoptr (IplNpz) npz = cli_read_npz ("json.npz");
  JsonObject *object = json_node_get_object (root);
  JsonArray *shape;
  guint n_null = 0;

  g_assert_cmpstr (json_object_get_string_member (object, "experiment"), ==, "joma-salience");
  g_assert_true (json_object_get_boolean_member (object, "complete"));
  g_assert_true (json_object_get_boolean_member (object, "in_steps"));
  g_assert_true (json_object_get_null_member (object, "message"));
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      const IplArray *array = ipl_npz_lookup (npz, names[k]);
      JsonArray *told = json_object_get_array_member (object, names[k]);

      g_assert_cmpuint (json_array_get_length (told), ==, array->size);
      for (guint i = 0; i < array->size; i++)
        if (isfinite (array->values[i]))
          g_assert_cmpfloat (json_array_get_double_element (told, i), ==, array->values[i]);
        else
          {
            g_assert_true (json_array_get_null_element (told, i));
            n_null++;
          }
    }
  g_assert_cmpuint (n_null, >, 0);
  object = json_object_get_object_member (object, "settings");
  g_assert_cmpstr (json_object_get_string_member (object, "command"), ==, "dynamics");
  object = json_object_get_object_member (object, "task");
  g_assert_cmpfloat (json_object_get_double_member (object, "rate"), ==, 0.25);
  object = json_node_get_object (other);
  g_assert_false (json_object_has_member (object, "V"));
  shape = json_object_get_array_member (json_object_get_object_member (object, "shapes"), "V");
  g_assert_cmpint (json_array_get_int_element (shape, 0), ==, 7);
  g_assert_cmpint (json_array_get_int_element (shape, 2), ==, 5);
}

/* The file of the command that learns attention has the names that its help tells. */
TEST (test_attention, "/dynamics/attention")
{
  static const struct
  {
    const char *name;
    guint ndim;
    gsize shape[4];
  } arrays[] = {
    { "p", 1, { 2 } },
    { "time", 1, { 2 } },
    { "order_parameter", 2, { 2, 2 } },
    { "free_energy", 2, { 2, 2 } },
    { "attention", 4, { 2, 1, 5, 5 } },
    { "U", 3, { 2, 1, 1 } },
    { "accuracy", 1, { 2 } },
  };
  g_autoptr (IplNpz) npz = NULL;

  cli_expect ("CLI attention copy n-tokens=5 n-features=4 heads=previous n-test=20 "
              "--p 12,30 --attention exp --out DIR/head.npz",
              0, "");
  npz = cli_read_npz ("head.npz");
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      const IplArray *array = ipl_npz_lookup (npz, arrays[i].name);

      g_assert_cmpuint (array->ndim, ==, arrays[i].ndim);
      g_assert_cmpmem (array->shape, array->ndim * sizeof (gsize), arrays[i].shape,
                       arrays[i].ndim * sizeof (gsize));
    }
  g_assert_cmpfloat (ipl_npz_lookup (npz, "p")->values[1], ==, 30);
  g_assert_cmpuint (ipl_npz_lookup (npz, "line_free_energy")->shape[1], ==,
                    ipl_npz_lookup (npz, "line")->size);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "in_steps")->values[0], ==, 2);
  g_assert_cmpstr (ipl_npz_lookup (npz, "experiment")->texts[0], ==, "learned-attention");
  g_assert_nonnull (strstr (ipl_npz_lookup (npz, "settings")->texts[0], "n-tokens=5"));
}

/* Ctrl-C keeps what there is, and says so; the checkpoint beside stays, and goes with the end. */
TEST (test_stopped, "/dynamics/stopped")
{
  const char *line = "sh -c 'exec " TEXT "steps=1000000 --out DIR/stopped.npz 2>DIR/said'";
  g_autoptr (GSubprocess) process = cli_start (line);
  g_autoptr (IplNpz) npz = NULL;

  g_usleep (G_USEC_PER_SEC);
  g_subprocess_send_signal (process, SIGINT);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
  cli_assert_holds ("said", "Stopped");
  npz = cli_read_npz ("stopped.npz");
  g_assert_cmpuint (ipl_npz_lookup (npz, "time")->size, >, 0);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "complete")->values[0], ==, 0);
  g_assert_true (cli_exists ("stopped.npz.checkpoint"));
}

/* A checkpoint of one's own stays; one beside the results goes when they are there. */
TEST (test_checkpoint, "/dynamics/checkpoint")
{
  cli_expect (TEXT "steps=4 --out DIR/kept.npz", 0, "moments");
  g_assert_true (cli_exists ("kept.npz"));
  g_assert_false (cli_exists ("kept.npz.checkpoint"));
  cli_expect (TEXT "steps=4 --checkpoint DIR/own.safetensors", 0, "moments");
  g_assert_true (cli_exists ("own.safetensors"));
}

TEST (test_blown_up, "/dynamics/blown-up")
{
  g_auto (CliRun) run = cli_run ("CLI dynamics joma-salience activation=linear time=flow "
                                 "attention=exp duration=10");

  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "The flow blows up at t = "));
  g_assert_true (g_str_has_prefix (run.out, "joma-salience: "));
  cli_expect ("CLI figure joma-salience activation=linear time=flow attention=exp "
              "duration=10 --format svg --out DIR/blown",
              3, "blows up");
}

/* The figure that is asked for, or the first of what is computed. */
TEST (test_figure, "/dynamics/figure")
{
  cli_expect ("CLI figure joma-salience --panel entropy --shown-time 3 attention-temperature=2 "
              "steps=50 --format png,svg,pdf --out DIR",
              0, "joma-salience-entropy.pdf");
  g_assert_true (cli_exists ("joma-salience-entropy.png")
                 && cli_exists ("joma-salience-entropy.svg"));
  cli_expect ("CLI figure joma-salience steps=50 --format svg --out DIR", 0,
              "joma-salience-salience-all.svg");
}

TEST (test_refused, "/dynamics/refused")
{
  static const CliRefusal refused[] = {
    { "CLI dynamics", 2, "EXPERIMENT" },
    { "CLI dynamics hmc4", 2, "“hmc4”" },
    { "CLI dynamics no/such", 1, "“no”" },
    { "CLI dynamics joma-salience n-train=11", 2, "n-train" },
    { "CLI dynamics joma-salience --out DIR/a.csv", 2, ".npz" },
    { "CLI dynamics joma-salience --out DIR/none/a.npz", 1, "none" },
    { "CLI dynamics joma-salience more", 2, "“more”" },
    { "CLI sweep joma-salience", 1, "“joma-salience”" },
    { "CLI figure joma-salience --panel u", 2, "“u”" },
    { "CLI figure joma-salience --widths 10", 2, "--widths" },
    { "CLI figure hmc4 --shown-time 3", 2, "--shown-time" },
    { "CLI figure hmc4 --checkpoint a", 2, "--checkpoint" },
  };

  cli_assert_all_refused (refused, G_N_ELEMENTS (refused));
}
