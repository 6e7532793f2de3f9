/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli.h"

#include <interplay/glyphs.h>
#include <interplay/one-shot.h>
#include <interplay/trainer.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Sequences the held-out accuracy is taken over. */
#define HOLDOUT_SEQUENCES 4000
/* Streams of the case's seed, so that no sequence is both trained on and tested. */
#define TRAIN_STREAM 0
#define HOLDOUT_STREAM 1

typedef struct
{
  char **zips;
  char *holdout;
  char *heads;
  char *resume;
  char *out;
  gint64 seed;
  int width;
  int qk;
  int batch;
  int steps;
  int threads;
  double minutes;
  gboolean rotate;
  gboolean json;
} TrainArguments;

static void
train_arguments_clear (TrainArguments *self)
{
  g_strfreev (self->zips);
  g_free (self->holdout);
  g_free (self->heads);
  g_free (self->resume);
  g_free (self->out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrainArguments, train_arguments_clear)

/* A task with the stream its sequences come from. */
typedef struct
{
  IplOneShot *task;
  guint64 stream_seed;
} Stream;

static void
stream_clear (Stream *self)
{
  g_clear_pointer (&self->task, ipl_one_shot_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stream, stream_clear)

static void
fill (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  const Stream *stream = data;

  ipl_one_shot_fill (stream->task, stream->stream_seed, first, count, x, y);
}

static void
show_progress (double fraction, double seconds_left, const char *sentence,
               const IplTrainerPoint *point, gpointer data)
{
  g_autofree char *line = seconds_left > 0
                              ? g_strdup_printf ("%s, %.0f s left", sentence, seconds_left)
                              : g_strdup (sentence);

  cli_progress (fraction, line, NULL);
}

static gboolean
parse_heads (const char *text, IplTrainedShape *shape)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  shape->L = g_strv_length (parts);
  if (shape->L < 1 || shape->L > IPL_MAX_LAYERS)
    return FALSE;
  for (guint l = 0; l < shape->L; l++)
    {
      guint64 heads;

      if (!g_ascii_string_to_unsigned (g_strstrip (parts[l]), 10, 1, IPL_MAX_HEADS, &heads, NULL))
        return FALSE;
      shape->H[l] = (guint)heads;
    }
  return TRUE;
}

/* The command line as a configuration; a width stands for all of them. */
static gboolean
make_config (const char *command, const TrainArguments *arguments, IplTrainerConfig *config)
{
  ipl_trainer_config_init (config);
  if (arguments->heads != NULL && !parse_heads (arguments->heads, &config->shape))
    {
      cli_fail (CLI_USAGE, command,
                "--heads: “%s” is not a list of heads per layer such as 4,4 (at most %d layers of "
                "%d heads).",
                arguments->heads, IPL_MAX_LAYERS, IPL_MAX_HEADS);
      return FALSE;
    }
  if (arguments->width < 0 || arguments->qk < 0 || arguments->batch < 0 || arguments->steps < 0
      || arguments->minutes < 0)
    {
      cli_fail (CLI_USAGE, command,
                "--width, --qk, --batch, --steps and --minutes must be above 0.");
      return FALSE;
    }
  for (guint l = 0; l <= config->shape.L; l++)
    config->shape.N[l] = arguments->width > 0 ? (gsize)arguments->width : config->shape.N[0];
  if (arguments->qk > 0)
    config->shape.G = (gsize)arguments->qk;
  if (arguments->batch > 0)
    config->batch = (gsize)arguments->batch;
  if (arguments->seed >= 0)
    config->seed = (guint64)arguments->seed;
  return TRUE;
}

/* Training and held-out sequences of the images, and the words that tell this task from another. */
static gboolean
make_task (const TrainArguments *arguments, guint64 seed, guint threads, Stream *train,
           Stream *held_out, char **words, GError **error)
{
  g_autoptr (IplImageSet) set = NULL;
  g_autoptr (GArray) train_classes = NULL, held_out_classes = NULL;
  g_auto (GStrv) names = NULL;
  g_autofree char *joined = NULL;
  IplOneShotOptions options = { .seed = seed, .rotate = arguments->rotate };
  IplGlyphs glyphs;

  ipl_glyphs_init (&glyphs);
  set = arguments->zips != NULL ? ipl_image_set_load_zips ((const char *const *)arguments->zips,
                                                           cli_cancellable (), error)
                                : ipl_glyphs_generate (&glyphs, threads, cli_cancellable (), error);
  if (set == NULL)
    return FALSE;
  names = arguments->holdout != NULL ? g_strsplit (arguments->holdout, ",", -1)
                                     : ipl_image_set_default_holdout (set);
  for (guint i = 0; names[i] != NULL; i++)
    g_strstrip (names[i]);
  if (!ipl_image_set_split (set, (const char *const *)names, &train_classes, &held_out_classes,
                            error))
    return FALSE;
  train->task = ipl_one_shot_new (set, train_classes->len, (const guint *)train_classes->data,
                                  &options, threads, cli_cancellable (), error);
  if (train->task == NULL)
    return FALSE;
  options.rotate = FALSE;
  held_out->task
      = ipl_one_shot_new (set, held_out_classes->len, (const guint *)held_out_classes->data,
                          &options, threads, cli_cancellable (), error);
  if (held_out->task == NULL)
    return FALSE;
  train->stream_seed = 2 * seed + TRAIN_STREAM;
  held_out->stream_seed = 2 * seed + HOLDOUT_STREAM;
  joined = g_strjoinv (", ", names);
  *words = g_strdup_printf (
      "one-shot %s, %u classes to train, held out %s (%u), seed %" G_GUINT64_FORMAT,
      arguments->zips != NULL ? "Omniglot" : "glyphs", train_classes->len, joined,
      held_out_classes->len, seed);
  return TRUE;
}

static void
add_number (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
print_result (const IplTrainer *trainer, double accuracy, double standard_error, gboolean json)
{
  gsize n;
  const IplTrainerPoint *points = ipl_trainer_get_points (trainer, &n);
  const IplTrainedNetwork *network = ipl_trainer_get_network (trainer);
  double loss = n > 0 ? points[n - 1].loss : NAN;
  double accuracy_train = n > 0 ? points[n - 1].accuracy_train : NAN;
  double steps = (double)ipl_trainer_get_step (trainer);
  double seconds = ipl_trainer_get_seconds (trainer);

  if (!json)
    {
      printf ("%s: %.0f steps in %.1f s (%.1f a second), %" G_GSIZE_FORMAT " parameters\n"
              "loss %.4f, accuracy in training %.4f, held out %.4f ± %.4f\n",
              network->task, steps, seconds, seconds > 0 ? steps / seconds : 0,
              network->n_parameters, loss, accuracy_train, accuracy, standard_error);
      return;
    }

  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "task");
  json_builder_add_string_value (builder, network->task);
  add_number (builder, "steps", steps);
  add_number (builder, "seconds", seconds);
  add_number (builder, "steps_per_second", seconds > 0 ? steps / seconds : NAN);
  add_number (builder, "loss", loss);
  add_number (builder, "accuracy_train", accuracy_train);
  add_number (builder, "accuracy_holdout", accuracy);
  add_number (builder, "accuracy_holdout_se", standard_error);
  add_number (builder, "parameters", (double)network->n_parameters);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  printf ("%s\n", text);
}

/* A trainer on the task: new, or going on from a checkpoint of the same one. */
static IplTrainer *
make_trainer (const TrainArguments *arguments, const IplTrainerConfig *config, const char *words,
              Stream *train, GError **error)
{
  IplTrainer *trainer;
  const char *before;

  if (arguments->resume == NULL)
    {
      trainer = ipl_trainer_new (config, fill, train, error);
      if (trainer != NULL)
        ipl_trainer_set_task (trainer, words);
      return trainer;
    }
  trainer = ipl_trainer_load (arguments->resume, fill, train, cli_cancellable (), error);
  if (trainer == NULL)
    return NULL;
  before = ipl_trainer_get_network (trainer)->task;
  if (g_strcmp0 (before, words) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "%s was trained on another task (%s; here: %s): give the same images, --holdout "
                   "and --seed.",
                   arguments->resume, before != NULL ? before : "unknown", words);
      g_clear_pointer (&trainer, ipl_trainer_free);
    }
  return trainer;
}

/* interplay-cli train CASE|--omniglot ZIP.. [--holdout NAMES] ... --out NET.safetensors [--json] */
CliExit
cli_train (int argc, char **argv)
{
  g_auto (TrainArguments) arguments = { .seed = -1 };
  const GOptionEntry entries[] = {
    { "omniglot", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments.zips,
      "Omniglot images; give it once for each archive", "ZIP" },
    { "holdout", 0, 0, G_OPTION_ARG_STRING, &arguments.holdout,
      "alphabets kept for the test, by commas", "NAMES" },
    { "width", 0, 0, G_OPTION_ARG_INT, &arguments.width, "width N of all layers", "N" },
    { "heads", 0, 0, G_OPTION_ARG_STRING, &arguments.heads, "heads of each layer, by commas",
      "LIST" },
    { "qk", 0, 0, G_OPTION_ARG_INT, &arguments.qk, "query/key width", "G" },
    { "batch", 0, 0, G_OPTION_ARG_INT, &arguments.batch, "sequences a step", "n" },
    { "steps", 0, 0, G_OPTION_ARG_INT, &arguments.steps, "steps to train", "n" },
    { "minutes", 0, 0, G_OPTION_ARG_DOUBLE, &arguments.minutes, "minutes to train (default: 5)",
      "m" },
    { "rotate", 0, 0, G_OPTION_ARG_NONE, &arguments.rotate,
      "turned characters as further ones to train on", NULL },
    { "seed", 's', 0, G_OPTION_ARG_INT64, &arguments.seed, "seed of weights and sequences", "n" },
    { "threads", 'j', 0, G_OPTION_ARG_INT, &arguments.threads,
      "threads; the weights do not depend on it", "n" },
    { "resume", 0, 0, G_OPTION_ARG_FILENAME, &arguments.resume, "go on from a checkpoint", "NET" },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out, "the checkpoint to write",
      "NET.safetensors" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &arguments.json, "print JSON", NULL },
    { NULL },
  };
  IplTrainerConfig config;
  g_auto (Stream) train = { NULL }, held_out = { NULL };
  g_autoptr (IplTrainer) trainer = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL, *name = NULL;
  double accuracy, standard_error;
  gboolean interrupted;
  guint threads;

  if (!cli_parse_optional (argc, argv, entries, "[glyphs]",
                           "train a network on one-shot image classification",
                           "Without --omniglot the images are glyphs of the program's own. Ctrl-C "
                           "stops and keeps what is there.",
                           &name))
    return CLI_USAGE;
  if (name != NULL && (strcmp (name, "glyphs") != 0 || arguments.zips != NULL))
    return cli_fail (CLI_USAGE, argv[0],
                     "“%s” cannot be trained on: leave it out for glyphs, or give --omniglot ZIP.",
                     name);
  if (arguments.out == NULL)
    return cli_fail (CLI_USAGE, argv[0], "--out NET.safetensors is missing.");
  threads = cli_threads (arguments.threads, &error);
  if (threads == 0)
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  if (!make_config (argv[0], &arguments, &config))
    return CLI_USAGE;
  if (!ipl_trainer_config_validate (&config, &error))
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  if (arguments.steps == 0 && arguments.minutes == 0)
    arguments.minutes = 5;

  if (!make_task (&arguments, config.seed, threads, &train, &held_out, &words, &error))
    return cli_fail_error (argv[0], error);
  trainer = make_trainer (&arguments, &config, words, &train, &error);
  if (trainer == NULL
      || !ipl_trainer_set_holdout (trainer, HOLDOUT_SEQUENCES, fill, &held_out, &error))
    return cli_fail_error (argv[0], error);

  interrupted = !ipl_trainer_run (trainer, (guint64)arguments.steps, 60 * arguments.minutes,
                                  threads, show_progress, NULL, cli_cancellable (), &error);
  cli_progress_done ();
  if (interrupted && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_fail_error (argv[0], error);
  g_clear_error (&error);
  if (!ipl_trainer_evaluate (trainer, threads, &accuracy, &standard_error, NULL, &error)
      || !ipl_trainer_save (trainer, arguments.out, &error))
    return cli_fail_error (argv[0], error);
  print_result (trainer, accuracy, standard_error, arguments.json);
  if (interrupted)
    return cli_fail (CLI_INTERRUPTED, argv[0], "Stopped; what was trained until then is in %s.",
                     arguments.out);
  return CLI_OK;
}
