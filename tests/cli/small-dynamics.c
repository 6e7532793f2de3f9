/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "small-dynamics.h"

#include "cli/commands/commands.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "core/parameters/experiment-result-file.h"
#include "core/parameters/run-settings.h"
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* What takes longer by itself is made small: flags for experiments that train for minutes; FOLDER
 * stands for that of the test. */
static const struct
{
  const char *id, *flags;
} small[] = {
  { "joma-joint", "steps=60" },
  { "joma-text", "words=3000 steps=30 network-width=16 hidden=16 length=8 batch=4 layers=2 "
                 "compare-layers=1" },
  { "stable-rank", "checkpoints=FOLDER" },
  { "head-course", "training-steps=10 report-steps=5 network-width=16 heads-per-layer=2 layers=1" },
  { "joma-hierarchy", "token-width=16 steps=20 seeds=1 reports=4" },
  { "joma-stack", "steps=60" },
  { "scan-snap", "steps=30" },
  { "even-pairs-dynamics", "steps=100" },
  { "joma-paths", "steps=30 moments=6 n-test=50" },
  { "learned-attention", "p=8,16 starts=1" },
  { "critical-points", "steps=400 samples=500" },
};

char *folder;

static const char *
find_flags (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    if (strcmp (small[i].id, id) == 0)
      return small[i].flags;
  return "";
}

/* What the command line makes of a command; of what falls into parts the first alone. */
gboolean
small_read_command (const char *command, IplParameters *parameters, GError **error)
{
  static const CliEntry entries[] = { CLI_ENTRIES (cli_seed_entry), { NULL } };
  static const CliCommand any = { .name = "any",
                                  .summary = "",
                                  .argument = "EXPERIMENT",
                                  .entries = entries,
                                  .has_parameters = TRUE };
  g_autoptr (CliArguments) arguments = cli_arguments_new (&any);
  g_auto (GStrv) argv = NULL;
  int argc;

  g_assert_true (g_shell_parse_argv (command, &argc, &argv, NULL));
  g_assert_cmpint (cli_arguments_parse (arguments, argc - 1, argv + 1), ==, CLI_OK);
  if (!cli_make_parameters (arguments->name, &arguments->images, arguments->sweep.seed, parameters,
                            error))
    return FALSE;
  if (parameters->experiment->parts != NULL)
    parameters->experiment->parts->choose (ipl_parameters_edit_specific (parameters), 1);
  return TRUE;
}

/* The parameters of a run that does not take long. */
void
small_get_parameters (const IplExperiment *experiment, IplParameters *parameters)
{
  g_autoptr (GString) flags = g_string_new (find_flags (experiment->id));
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;

  g_string_replace (flags, "FOLDER", folder, 0);
  command = g_strdup_printf ("interplay-cli dynamics %s %s", experiment->id, flags->str);
  g_assert_true (small_read_command (command, parameters, &error));
  g_assert_no_error (error);
}

typedef struct
{
  guint n_progress, n_shown;
  double last;
} Heard;

static void
hear_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  Heard *heard = data;

  g_assert_true (fraction <= 1 && !isnan (fraction) && !isnan (seconds_left));
  heard->n_progress++;
  heard->last = fraction;
}

static void
hear_result (gconstpointer so_far, double fraction, gpointer data)
{
  const IplExperimentResult *result = so_far;
  Heard *heard = data;

  g_assert_nonnull (result->trajectory);
  g_assert_cmpuint (result->trajectory->S, >, 0);
  heard->n_shown++;
}

IplExperimentResult *
small_compute (const IplParameters *parameters, guint threads, gboolean stopped, gboolean cancelled,
               GError **error)
{
  g_autoptr (GCancellable) stop = g_cancellable_new (), cancellable = g_cancellable_new ();
  Heard heard = { 0 };
  IplExperimentRun run = { .work = { .threads = threads,
                                     .cancellable = cancellable,
                                     .stop = stop,
                                     .progress = hear_progress,
                                     .show = hear_result,
                                     .data = &heard } };

  if (stopped)
    g_cancellable_cancel (stop);
  if (cancelled)
    g_cancellable_cancel (cancellable);
  return parameters->experiment->compute (parameters, &run, error);
}

void
small_assert_same (const IplTrajectory *a, const IplTrajectory *b)
{
  g_assert_cmpuint (a->S, ==, b->S);
  g_assert_cmpmem (a->time, a->S * sizeof (double), b->time, b->S * sizeof (double));
  g_assert_cmpuint (a->arrays->len, ==, b->arrays->len);
  g_assert_cmpstr (a->message, ==, b->message);
  for (guint i = 0; i < a->arrays->len; i++)
    {
      const IplTrajectoryArray *x = a->arrays->pdata[i], *y = b->arrays->pdata[i];
      gsize n = (x->in_time ? a->S : 1) * x->size * sizeof (double);

      g_assert_cmpstr (x->name, ==, y->name);
      if (memcmp (x->values, y->values, n) != 0)
        g_error ("%s is another", x->name);
    }
}

char *
small_write_file (const IplExperimentResult *own, const IplParameters *parameters)
{
  char *path = g_build_filename (folder, "results.npz", NULL);
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree char *settings = NULL;
  g_autoptr (GError) error = NULL;

  ipl_run_settings_init (&run, "dynamics", parameters);
  settings = ipl_run_settings_to_json (&run);
  g_assert_true (ipl_result_file_save (own, settings, path, &error));
  g_assert_no_error (error);
  return path;
}

/* Two checkpoints with two lower MLP matrices each. */
static void
write_checkpoints (void)
{
  for (guint step = 1; step <= 2; step++)
    {
      IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
      g_autofree char *name = g_strdup_printf ("step%u.safetensors", step);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      const gsize shape[] = { 4, 3 };
      float values[2][12];
      GError *error = NULL;

      for (guint layer = 0; layer < 2; layer++)
        {
          g_autofree char *tensor
              = g_strdup_printf ("gpt_neox.layers.%u.mlp.dense_h_to_4h.weight", layer);

          for (guint i = 0; i < 12; i++)
            values[layer][i] = (float)cos (i * i + step + 2.0 * layer);
          ipl_safetensors_writer_add_floats (writer, tensor, values[layer], 2, shape);
        }
      g_assert_true (ipl_safetensors_writer_close (writer, path, &error));
      g_assert_no_error (error);
    }
}

/* A folder with the checkpoints that are measured. */
BEFORE_TESTS (make_folder)
{
  folder = g_dir_make_tmp ("interplay-every-XXXXXX", NULL);
  write_checkpoints ();
}

AFTER_TESTS (remove_folder)
{
  test_remove (folder);
  g_free (folder);
}
