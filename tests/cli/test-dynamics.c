/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens in time, on the command line: its table, JSON, arrays and figures, what stops it,
 * what it refuses, and the same numbers from the file alone. */
#include "decay-experiment.h"

#include "cli/program/cli-main.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-command.h"
#include "core/parameters/parameters.h"
#include "core/files/npz.h"
#include "files/npz-support.h"
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A folder of the test's own, which its children know too. */
static const char *
folder (void)
{
  if (g_getenv ("DYNAMICS_FOLDER") == NULL)
    {
      g_autofree char *made = g_dir_make_tmp ("interplay-dynamics-XXXXXX", NULL);

      g_setenv ("DYNAMICS_FOLDER", made, TRUE);
    }
  return g_getenv ("DYNAMICS_FOLDER");
}

static char *
in_folder (const char *name)
{
  return g_build_filename (folder (), name, NULL);
}

/* In a child of this test program: interplay-cli, which ends it and leaves its exit code in a file.
 * DIR stands for the folder. */
static gboolean
runs_here (const char *line)
{
  g_autoptr (GString) text = g_string_new (line);
  g_auto (GStrv) argv = NULL;
  g_autofree char *code = NULL, *path = in_folder ("code");
  int argc, status;

  g_string_replace (text, "DIR", folder (), 0);
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      return FALSE;
    }
  g_assert_true (g_shell_parse_argv (text->str, &argc, &argv, NULL));
  status = ipl_cli_main (argc, argv);
  code = g_strdup_printf ("%d", status);
  g_assert_true (g_file_set_contents (path, code, -1, NULL));
  exit (status);
}

static void
assert_ended (int code)
{
  g_autofree char *path = in_folder ("code"), *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpint (atoi (text), ==, code);
}

static void
test_table (void)
{
  if (runs_here ("interplay-cli dynamics decay"))
    return;
  g_test_trap_assert_passed ();
  /* The first moment, that of the least entropy, the last. */
  g_test_trap_assert_stdout ("decay: 9 moments\n*step*loss*validation_loss*entropy*v 1*v 2*v 3\n"
                             "           0            1                 2          0.9*\n"
                             "           3     0.015625                 -            0*\n"
                             "           8   1.5259e-05         0.0078125          2.5*\n"
                             "Recorded at every moment too: V ?3, 3?.\n"
                             "Recorded once: mu ?3?.\n");
  g_test_trap_assert_stderr ("");
}

static void
test_listed (void)
{
  if (runs_here ("interplay-cli cases"))
    return;
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*hmc4*\n*dynamics of learning*\n*decay *Decay\n*");
}

static void
test_help (void)
{
  if (runs_here ("interplay-cli dynamics decay --help"))
    return;
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout ("*  --rate=x *By how much a step shrinks*--checkpoint=FILE*");
}

static void
test_dry_run (void)
{
  if (runs_here ("interplay-cli dynamics decay --steps 100 --threads 1 --dry-run"))
    return;
  g_test_trap_assert_passed ();
  g_test_trap_assert_stdout (
      "decay\nabout * s and * of memory * on 1 thread\n");
}

static double
number (JsonObject *object, const char *name, guint i)
{
  return json_array_get_double_element (json_object_get_array_member (object, name), i);
}

static void
test_json (void)
{
  g_autofree char *path = in_folder ("decay.json"), *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;
  JsonArray *array;

  if (g_test_subprocess ())
    g_assert_nonnull (freopen (path, "w", stdout));
  if (runs_here ("interplay-cli dynamics decay --rate 0.25 --json"))
    return;
  g_test_trap_assert_passed ();
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  root = json_from_string (strchr (text, '{'), NULL);
  object = json_node_get_object (root);
  g_assert_cmpstr (json_object_get_string_member (object, "experiment"), ==, "decay");
  g_assert_true (json_object_get_boolean_member (object, "complete"));
  g_assert_true (json_object_get_boolean_member (object, "in_steps"));
  g_assert_true (json_object_get_null_member (object, "message"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "time")), ==, 9);
  g_assert_cmpfloat (number (object, "time", 8), ==, 8);
  g_assert_cmpfloat (number (object, "loss", 1), ==, 0.75 * 0.75);
  g_assert_true (
      json_array_get_null_element (json_object_get_array_member (object, "validation_loss"), 1));
  array = json_array_get_array_element (json_object_get_array_member (object, "v"), 1);
  g_assert_cmpfloat (json_array_get_double_element (array, 2), ==, 3 * 0.75);
  g_assert_cmpfloat (number (object, "mu", 1), ==, 2);
  g_assert_false (json_object_has_member (object, "V"));
  array = json_object_get_array_member (json_object_get_object_member (object, "shapes"), "V");
  g_assert_cmpint (json_array_get_int_element (array, 0), ==, 9);
  g_assert_cmpint (json_array_get_int_element (array, 2), ==, 3);
  object = json_object_get_object_member (object, "settings");
  g_assert_cmpstr (json_object_get_string_member (object, "command"), ==, "dynamics");
  object = json_object_get_object_member (object, "task");
  g_assert_cmpfloat (json_object_get_double_member (object, "rate"), ==, 0.25);
  g_remove (path);
}

/* What NumPy reads of it. */
static void
test_arrays (void)
{
  static const char script[]
      = "import sys, json, numpy as n\n"
        "a = n.load(sys.argv[1])\n"
        "assert a['time'].shape == (7,) and a['time'].dtype == n.float64\n"
        "assert a['loss'].shape == (7,) and a['v'].shape == (7, 3) and a['V'].shape == (7, 3, 3)\n"
        "assert a['mu'].tolist() == [1, 2, 3]\n"
        "assert n.isnan(a['validation_loss'][1::2]).all()\n"
        "assert a['V'][5, 1, 2] == 5.05 and a['v'][2, 1] == 8 * 0.25\n"
        "assert a['complete'] == 1 and a['in_steps'] == 1 and str(a['message']) == ''\n"
        "assert str(a['experiment']) == 'decay'\n"
        "s = json.loads(str(a['settings']))\n"
        "assert s['command'] == 'dynamics' and str(s['task']['seed']) == '7'\n"
        "print(len(a.files))\n";
  g_autofree char *path = in_folder ("decay.npz"), *output = NULL;

  if (runs_here ("interplay-cli dynamics decay --steps 6 --seed 7 --out DIR/decay.npz"))
    return;
  g_test_trap_assert_passed ();
  if (npz_run_python (script, path, &output))
    g_assert_cmpstr (g_strchomp (output), ==, "14");
  g_remove (path);
}

/* The file of the command that learns attention has the names that its help tells. */
static void
test_attention (void)
{
  static const char script[]
      = "import sys, json, numpy as n\n"
        "a = n.load(sys.argv[1])\n"
        "assert a['p'].tolist() == [12, 30] and a['time'].tolist() == [12, 30]\n"
        "assert a['order_parameter'].shape == (2, 2) and a['free_energy'].shape == (2, 2)\n"
        "assert a['attention'].shape == (2, 1, 5, 5) and a['U'].shape == (2, 1, 1)\n"
        "assert (a['attention'] > 0).all() and a['accuracy'].shape == (2,)\n"
        "assert a['line_free_energy'].shape == (2, a['line'].size) and a['in_steps'] == 2\n"
        "s = json.loads(str(a['settings']))\n"
        "assert s['experiment'] == 'learned-attention' and s['task']['task'] == 'copy'\n"
        "assert 'n-tokens=5' in s['task']['task_options'] and s['task']['attention'] == 'exp'\n"
        "print(str(a['experiment']))\n";
  g_autofree char *path = in_folder ("head.npz"), *output = NULL;

  if (runs_here ("interplay-cli attention copy --n-tokens 5 --n-features 4 --heads previous "
                 "--n-test 20 --p 12,30 --attention exp --out DIR/head.npz"))
    return;
  g_test_trap_assert_passed ();
  if (npz_run_python (script, path, &output))
    g_assert_cmpstr (g_strchomp (output), ==, "learned-attention");
  g_remove (path);
}

/* Ctrl-C keeps what there is, and says so; the checkpoint beside stays. */
static void
test_stopped (void)
{
  g_autofree char *path = in_folder ("stopped.npz"), *kept = in_folder ("stopped.npz.checkpoint");
  g_autoptr (IplNpz) npz = NULL;

  if (runs_here ("interplay-cli dynamics decay --interrupt-at 5 --out DIR/stopped.npz"))
    return;
  assert_ended (130);
  g_test_trap_assert_stderr ("*Stopped; what was recorded until then is written.*");
  npz = ipl_npz_read (path, NULL, NULL);
  g_assert_cmpuint (ipl_npz_lookup (npz, "time")->size, ==, 6);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "complete")->values[0], ==, 0);
  g_assert_true (g_file_test (kept, G_FILE_TEST_EXISTS));
  g_remove (path);
  g_remove (kept);
}

/* A checkpoint of one's own stays; one beside the results goes when they are there. */
static void
test_checkpoint (void)
{
  g_autofree char *path = in_folder ("kept.npz"), *beside = in_folder ("kept.npz.checkpoint");
  g_autofree char *own = in_folder ("own.safetensors");

  if (g_test_subprocess () && g_file_test (path, G_FILE_TEST_EXISTS))
    runs_here ("interplay-cli dynamics decay --checkpoint DIR/own.safetensors");
  if (runs_here ("interplay-cli dynamics decay --out DIR/kept.npz"))
    return;
  g_test_trap_assert_passed ();
  g_assert_false (g_file_test (beside, G_FILE_TEST_EXISTS));
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_assert_true (g_file_test (own, G_FILE_TEST_EXISTS));
  g_remove (path);
  g_remove (own);
}

static void
test_blown_up (void)
{
  if (runs_here ("interplay-cli dynamics decay --rate 3 --steps 50"))
    return;
  assert_ended (3);
  g_test_trap_assert_stderr ("*It blows up at step 4, where it stops.\n");
  g_test_trap_assert_stdout ("decay: 5 moments\n*");
}

static gboolean
has_start (const char *name, const char *start)
{
  g_autofree char *path = in_folder (name), *text = NULL;
  gsize length;
  gboolean found = g_file_get_contents (path, &text, &length, NULL) && length > 500
                   && g_str_has_prefix (text, start);

  g_remove (path);
  return found;
}

static void
test_figure (void)
{
  if (runs_here ("interplay-cli figure decay --panel entropy --shown-time 3 --temperature 0.4 "
                 "--format png,svg,pdf --out DIR"))
    return;
  g_test_trap_assert_passed ();
  g_assert_true (has_start ("decay-entropy.png", "\x89PNG"));
  g_assert_true (has_start ("decay-entropy.svg", "<?xml"));
  g_assert_true (has_start ("decay-entropy.pdf", "%PDF"));
}

static void
test_first_figure (void)
{
  if (runs_here ("interplay-cli figure decay --format svg --out DIR"))
    return;
  g_test_trap_assert_passed ();
  g_assert_true (has_start ("decay-loss.svg", "<?xml"));
}

/* One sentence each. */
static const struct
{
  const char *line, *word;
  int code;
} refused[] = {
  { "interplay-cli dynamics", "*EXPERIMENT is missing*decay*", 2 },
  { "interplay-cli dynamics hmc4", "*“hmc4” is neither*", 2 },
  { "interplay-cli dynamics no/such", "*“no/such” cannot be read*", 1 },
  { "interplay-cli dynamics decay --rate 11", "*--rate must lie between 0 and 10, not 11.*", 2 },
  { "interplay-cli dynamics joma-text --layers 33",
    "*--layers must be a whole number from 1 to 32, not 33.*", 2 },
  { "interplay-cli dynamics decay --n-train 11", "*Unknown option --n-train.*", 2 },
  { "interplay-cli dynamics decay --out DIR/a.csv", "*must end in .npz*", 2 },
  { "interplay-cli dynamics decay --out DIR/none/a.npz", "*", 1 },
  { "interplay-cli dynamics decay more", "*nothing to do with the argument “more”*", 2 },
  { "interplay-cli sweep decay", "*“decay” has no attention paths*", 1 },
  { "interplay-cli figure decay --panel u", "*“decay” has no figure “u”: it has no attention*", 2 },
  { "interplay-cli figure decay --widths 10", "*--widths is no parameter of decay.*", 2 },
  { "interplay-cli figure decay --shown-time -1", "*--shown-time*", 2 },
  { "interplay-cli figure hmc4 --shown-time 3", "*--shown-time is for what happens in time*", 2 },
  { "interplay-cli figure hmc4 --checkpoint a", "*--checkpoint is for what happens in time*", 2 },
  { "interplay-cli figure hmc4 --panel loss --size 3x", "*--size*", 2 },
};

static void
test_refused (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  if (runs_here (refused[i].line))
    return;
  assert_ended (refused[i].code);
  g_test_trap_assert_stderr (refused[i].word);
  g_test_trap_assert_stdout ("");
}

static void
test_command (void)
{
  IplParameters decay;
  g_autofree char *command = NULL;
  gboolean complete;

  ipl_parameters_init (&decay, "decay");
  ipl_field_set_number (&decay_experiment.groups[0].fields[0], ipl_parameters_edit_own (&decay),
                        0.125);
  command = ipl_parameters_command (&decay, NULL, &complete);
  g_assert_true (complete);
  g_assert_cmpstr (command, ==, "interplay-cli dynamics decay --rate 0.125 --seed 1");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  ipl_experiment_register (&decay_experiment);
  g_test_add_func ("/dynamics/table", test_table);
  g_test_add_func ("/dynamics/listed", test_listed);
  g_test_add_func ("/dynamics/help", test_help);
  g_test_add_func ("/dynamics/dry-run", test_dry_run);
  g_test_add_func ("/dynamics/json", test_json);
  g_test_add_func ("/dynamics/arrays", test_arrays);
  g_test_add_func ("/dynamics/stopped", test_stopped);
  g_test_add_func ("/dynamics/checkpoint", test_checkpoint);
  g_test_add_func ("/dynamics/blown-up", test_blown_up);
  g_test_add_func ("/dynamics/attention", test_attention);
  g_test_add_func ("/dynamics/figure", test_figure);
  g_test_add_func ("/dynamics/first-figure", test_first_figure);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *name = g_strdup_printf ("/dynamics/refused/%" G_GSIZE_FORMAT, i);

      g_test_add_data_func (name, GSIZE_TO_POINTER (i), test_refused);
    }
  g_test_add_func ("/dynamics/command", test_command);
  status = g_test_run ();
  if (!g_test_subprocess ())
    {
      g_autofree char *code = in_folder ("code");

      g_remove (code);
      g_assert_cmpint (g_rmdir (folder ()), ==, 0);
    }
  return status;
}
