/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/work.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/shown-text.h"
#include "core/experiments/training.h"
#include "core/parameters/parameters.h"
#include "core/tasks/one-shot-task.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runs/train.h"
#include "runs/training-cost.h"

typedef struct
{
  CliImageArguments images;
  char *resume;
  char *from;
  char *out;
  char *preset;
  gint64 seed;
  int threads;
  gboolean constant;
  gboolean dry_run;
  gboolean json;
} TrainArguments;

static void
train_arguments_clear (TrainArguments *self)
{
  cli_image_arguments_clear (&self->images);
  g_free (self->resume);
  g_free (self->from);
  g_free (self->out);
  g_free (self->preset);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrainArguments, train_arguments_clear)

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
print_result (const IplTrainResult *result, const char *task, gboolean json)
{
  const IplLearningCurve *curve = &result->curve;
  const IplTrainerPoint *last = curve->n_points > 0 ? &curve->points[curve->n_points - 1] : NULL;
  double loss = last != NULL ? last->loss : NAN;
  double accuracy_train = last != NULL ? last->accuracy_train : NAN;
  double steps = (double)result->step, seconds = result->seconds;

  if (!json)
    {
      printf ("%s: %.0f steps in %.1f s (%.1f a second), %" G_GSIZE_FORMAT " parameters\n"
              "loss %.4f, accuracy in training %.4f, held out %.4f ± %.4f\n",
              task, steps, seconds, seconds > 0 ? steps / seconds : 0, result->n_parameters, loss,
              accuracy_train, result->accuracy, result->standard_error);
      return;
    }

  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "task");
  json_builder_add_string_value (builder, task);
  add_number (builder, "steps", steps);
  add_number (builder, "seconds", seconds);
  add_number (builder, "steps_per_second", seconds > 0 ? steps / seconds : NAN);
  add_number (builder, "loss", loss);
  add_number (builder, "accuracy_train", accuracy_train);
  add_number (builder, "accuracy_holdout", result->accuracy);
  add_number (builder, "accuracy_holdout_se", result->standard_error);
  add_number (builder, "parameters", (double)result->n_parameters);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = ipl_json_write (root, TRUE);
  printf ("%s\n", text);
}

/* All settings at once, and over them what else was said. */
static gboolean
apply_preset (const TrainArguments *arguments, IplParameters *parameters, GError **error)
{
  const CliImageArguments *images = &arguments->images;
  const IplTrainingPreset *preset = ipl_training_preset_find (arguments->preset);
  IplTrainable *trainable = ipl_parameters_edit_trainable (parameters);
  g_autoptr (IplOneShotTask) task = NULL;

  /* The preset's alphabets are looked for in the images; what is held out costs the same. */
  if (trainable->task.files[0][0] != '\0' && !arguments->dry_run)
    {
      task = ipl_one_shot_task_get (&trainable->task, cli_threads (arguments->threads),
                                    cli_cancellable (), error);
      if (task == NULL)
        return FALSE;
    }
  ipl_training_preset_apply (preset, trainable, task != NULL ? task->set : NULL);
  if (images->holdout != NULL)
    trainable->task.holdout = g_intern_string (images->holdout);
  return cli_case_flags_apply (images, parameters, error);
}

/* The task to train on: named on the command line, or told by the checkpoint that goes on. */
static gboolean
make_task (const TrainArguments *arguments, const char *name, IplParameters *parameters,
           GError **error)
{
  const CliImageArguments *images = &arguments->images;
  const char *before = arguments->resume != NULL ? arguments->resume : arguments->from;
  IplTraining *training;

  if (before != NULL && name == NULL && images->zips == NULL)
    {
      if (!ipl_parameters_open_network (parameters, before, cli_cancellable (), error)
          || !cli_make_parameters (before, images, -1, parameters, error))
        return FALSE;
      if (arguments->seed >= 0)
        ipl_parameters_set_seed (parameters, (guint64)arguments->seed);
    }
  else if (!cli_make_parameters (name == NULL && images->zips == NULL ? "glyphs" : name, images,
                                 arguments->seed, parameters, error))
    return FALSE;
  if (arguments->preset != NULL && !apply_preset (arguments, parameters, error))
    return FALSE;
  training = &ipl_parameters_edit_trainable (parameters)->training;
  if (arguments->constant)
    training->config.schedule = IPL_SCHEDULE_CONSTANT;
  /* Steps alone are not limited by the default's minutes. */
  if (cli_case_flag_given (images, "steps") && !cli_case_flag_given (images, "minutes")
      && training->steps > 0)
    training->minutes = 0;
  return TRUE;
}

static IplTrainRequest *
make_request (const TrainArguments *arguments, const IplTrainable *trainable,
              const IplTrainerConfig *config, guint threads)
{
  IplTrainStart start = arguments->resume != NULL ? IPL_TRAIN_RESUME
                        : arguments->from != NULL ? IPL_TRAIN_FROM
                                                  : IPL_TRAIN_NEW;
  IplTrainRequest *request
      = ipl_train_request_new (&trainable->task, config, start,
                               arguments->resume != NULL ? arguments->resume : arguments->from,
                               arguments->out);

  request->steps = trainable->training.steps;
  request->minutes = trainable->training.minutes;
  request->evaluate = TRUE;
  request->threads = threads;
  return request;
}

static CliExit
fail_preset (const char *command, const char *given)
{
  g_autofree char *known = ipl_training_preset_list (FALSE), *shown = ipl_text_shown (given);

  return cli_fail (CLI_USAGE, command, "--preset: “%s” is not %s.", shown, known);
}

static CliExit
train (const char *command, const TrainArguments *arguments, const IplTrainable *trainable,
       const IplTrainerConfig *config, guint threads)
{
  g_autoptr (IplTrainRequest) request = make_request (arguments, trainable, config, threads);
  g_autoptr (IplTrainResult) result = NULL;
  g_autofree char *words = ipl_image_task_describe (&trainable->task);
  g_auto (CliCheckpoint) checkpoint = { .path = NULL };

  if (cli_checkpoint_init (&checkpoint, command, arguments->out))
    request->checkpoint = &checkpoint.checkpoint;
  result = ipl_run_now (&ipl_run_train, request, cli_cancellable (), cli_job_progress, NULL);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (command, result->error);
  if (!result->kept)
    return cli_fail (CLI_INTERRUPTED, command, "Stopped; nothing was written.");
  /* A run that was stopped is in its file, from which one on the same file goes on by itself. */
  if (!result->stopped || g_strcmp0 (arguments->resume, arguments->out) == 0)
    cli_checkpoint_remove (&checkpoint);
  print_result (result, words, arguments->json);
  if (result->stopped)
    return cli_fail (CLI_INTERRUPTED, command, "Stopped; what was trained until then is in %s.",
                     arguments->out);
  return CLI_OK;
}

/* interplay-cli train CASE|--omniglot ZIP.. [--holdout NAMES] ... --out NET.safetensors [--json] */
CliExit
cli_train (int argc, char **argv)
{
  g_auto (TrainArguments) arguments = { .seed = -1 };
  g_autofree char *presets = ipl_training_preset_list (TRUE);
  g_autofree char *preset_help
      = g_strconcat ("all settings at once, those given beside it over them: ", presets, NULL);
  const GOptionEntry entries[] = {
    CLI_IMAGE_ENTRIES (arguments.images),
    { "preset", 0, 0, G_OPTION_ARG_STRING, &arguments.preset, preset_help, "PRESET" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &arguments.dry_run,
      "say about how long it will take, and do nothing", NULL },
    { "constant", 0, 0, G_OPTION_ARG_NONE, &arguments.constant,
      "keep the learning rate, rather than let it fall as a cosine", NULL },
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (arguments.seed), "seed of weights and sequences",
      "n" },
    { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS (arguments.threads),
      "threads; the weights do not depend on it", "n" },
    { "resume", 0, 0, G_OPTION_ARG_FILENAME, &arguments.resume, "go on from a checkpoint", "NET" },
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &arguments.from,
      "begin with the weights of a network, such as a pruned one", "NET" },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out, "the checkpoint to write",
      "NET.safetensors" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &arguments.json, "print JSON", NULL },
    { NULL },
  };
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  const IplTrainable *trainable;
  IplTrainerConfig config;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  CliExit tried;
  guint threads;

  if (!cli_parse_optional (argc, argv, entries, "[glyphs]",
                           "train a network on one-shot image classification",
                           "Without --omniglot the images are glyphs of the program's own. Ctrl-C "
                           "stops and keeps what is there.\nThe run is kept beside the checkpoint "
                           "to write as it goes; the same command goes on from there.",
                           &arguments.images, &name))
    return CLI_USAGE;
  if (name != NULL && (strcmp (name, "glyphs") != 0 || arguments.images.zips != NULL))
    return cli_fail (CLI_USAGE, argv[0],
                     "“%s” cannot be trained on: leave it out for glyphs, or give --omniglot ZIP.",
                     name);
  if (arguments.resume != NULL && arguments.from != NULL)
    return cli_fail (CLI_USAGE, argv[0],
                     "--resume goes on with a run and --from begins one: give only one of them.");
  if (arguments.preset != NULL && ipl_training_preset_find (arguments.preset) == NULL)
    return fail_preset (argv[0], arguments.preset);
  if (arguments.preset != NULL && (arguments.resume != NULL || arguments.from != NULL))
    return cli_fail (
        CLI_USAGE, argv[0],
        "--preset is for a new network: --resume and --from bring their own settings.");
  if (arguments.out == NULL && !arguments.dry_run)
    return cli_fail (CLI_USAGE, argv[0], "--out NET.safetensors is missing.");
  tried = arguments.dry_run ? CLI_OK
                            : cli_try_output (argv[0], "--out", arguments.out, 0, ".safetensors");
  if (tried != CLI_OK)
    return tried;
  threads = cli_threads (arguments.threads);
  if (!make_task (&arguments, name, parameters, &error))
    return cli_fail_error (argv[0], error);
  trainable = ipl_parameters_get_trainable (parameters);
  if (!ipl_training_to_config (&trainable->training, &config, &error))
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  if (arguments.dry_run)
    {
      g_autofree char *cost = ipl_training_describe_cost (&trainable->training, threads);

      IplCost all = { 0 };

      ipl_training_add_cost (trainable, threads, &all);
      printf ("%s\n", cost);
      cli_print_cost (&all, threads);
      return CLI_OK;
    }

  return train (argv[0], &arguments, trainable, &config, threads);
}
