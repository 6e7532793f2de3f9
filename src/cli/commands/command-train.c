/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/command-input.h"

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/fields/training-fields.h"
#include "core/parameters/parameters.h"
#include "core/tasks/one-shot-task.h"
#include <math.h>
#include <string.h>

#include "runs/train.h"

typedef struct
{
  CliArguments all;
  char *resume;
  char *from;
  char *preset;
  gboolean constant;
} TrainArguments;

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
      cli_print ("%s: %.0f steps in %.1f s (%.1f a second), %" G_GSIZE_FORMAT " parameters\n", task,
                 steps, seconds, seconds > 0 ? steps / seconds : 0, result->n_parameters);
      /* A run that is stopped early has no report of its loss. */
      if (!isnan (loss) && !isnan (accuracy_train))
        cli_print ("loss %.4f, accuracy in training %.4f, ", loss, accuracy_train);
      cli_print ("held out %.4f ± %.4f\n", result->accuracy, result->standard_error);
      return;
    }

  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "task", task);
  ipl_json_add_double (builder, "steps", steps);
  ipl_json_add_double (builder, "seconds", seconds);
  ipl_json_add_double (builder, "steps_per_second", seconds > 0 ? steps / seconds : NAN);
  ipl_json_add_double (builder, "loss", loss);
  ipl_json_add_double (builder, "accuracy_train", accuracy_train);
  ipl_json_add_double (builder, "accuracy_holdout", result->accuracy);
  ipl_json_add_double (builder, "accuracy_holdout_se", result->standard_error);
  ipl_json_add_double (builder, "parameters", (double)result->n_parameters);
  json_builder_end_object (builder);
  text = ipl_json_write_built (builder, TRUE);
  cli_print_json (text);
}

/* Applies a preset, and then the parameters of the command line. */
static gboolean
apply_preset (const TrainArguments *arguments, IplParameters *parameters, GError **error)
{
  const CliImageArguments *images = &arguments->all.images;
  const IplTrainingPreset *preset = ipl_training_preset_find (arguments->preset);
  IplTrainable *trainable = ipl_parameters_edit_trainable (parameters);
  g_autoptr (IplOneShotTask) task = NULL;

  /* The images give the alphabets of the preset. */
  if (trainable->task.files[0][0] != '\0')
    {
      task = ipl_one_shot_task_get (&trainable->task, arguments->all.threads, cli_cancellable (),
                                    error);
      if (task == NULL)
        return FALSE;
    }
  ipl_training_preset_apply (preset, trainable, task != NULL ? task->set : NULL);
  if (images->holdout != NULL)
    trainable->task.holdout = g_intern_string (images->holdout);
  return cli_case_words_apply (images, parameters, error);
}

/* Makes the task: the one on the command line, or the one of the network that continues. */
static gboolean
make_task (const TrainArguments *arguments, IplParameters *parameters, GError **error)
{
  const char *name = arguments->all.name;
  const CliImageArguments *images = &arguments->all.images;
  const char *before = arguments->resume != NULL ? arguments->resume : arguments->from;
  IplTraining *training;

  if (before != NULL && name == NULL && images->zips == NULL)
    {
      if (!ipl_parameters_open_network (parameters, before, cli_cancellable (), error)
          || !cli_make_parameters (before, images, -1, parameters, error))
        return FALSE;
      if (arguments->all.sweep.seed >= 0)
        ipl_parameters_set_seed (parameters, (guint64)arguments->all.sweep.seed);
    }
  else if (!cli_make_parameters (name == NULL && images->zips == NULL ? "glyphs" : name, images,
                                 arguments->all.sweep.seed, parameters, error))
    return FALSE;
  if (arguments->preset != NULL && !apply_preset (arguments, parameters, error))
    return FALSE;
  training = &ipl_parameters_edit_trainable (parameters)->training;
  if (arguments->constant)
    training->config.schedule = IPL_SCHEDULE_CONSTANT;
  /* Without minutes on the command line, steps replace the default time limit. */
  if (cli_case_word_is_set (images, "steps") && !cli_case_word_is_set (images, "minutes")
      && training->steps > 0)
    training->minutes = 0;
  return TRUE;
}

static IplTrainRequest *
make_request (const TrainArguments *arguments, const IplTrainable *trainable,
              const IplTrainerConfig *config)
{
  IplTrainStart start = arguments->resume != NULL ? IPL_TRAIN_RESUME
                        : arguments->from != NULL ? IPL_TRAIN_FROM
                                                  : IPL_TRAIN_NEW;
  IplTrainRequest *request
      = ipl_train_request_new (&trainable->task, config, start,
                               arguments->resume != NULL ? arguments->resume : arguments->from,
                               arguments->all.out);

  request->steps = trainable->training.steps;
  request->minutes = trainable->training.minutes;
  request->evaluate = TRUE;
  request->threads = arguments->all.threads;
  return request;
}

static CliExit
fail_preset (const char *given)
{
  g_autofree char *preset_list = ipl_training_preset_list (FALSE), *shown = ipl_text_shown (given);

  return cli_fail (CLI_USAGE, "--preset: “%s” is not %s.", shown, preset_list);
}

static CliExit
train_on (const TrainArguments *arguments, const IplTrainable *trainable,
          const IplTrainerConfig *config)
{
  g_autoptr (IplTrainRequest) request = make_request (arguments, trainable, config);
  g_autoptr (IplTrainResult) result = NULL;
  g_autofree char *words = ipl_image_task_describe (&trainable->task);
  g_auto (CliCheckpoint) checkpoint = { .path = NULL };

  if (cli_checkpoint_init (&checkpoint, arguments->all.out))
    request->checkpoint = &checkpoint.checkpoint;
  result = ipl_run_now (&ipl_run_train, NULL, request, cli_cancellable (), cli_job_progress, NULL);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (result->error);
  if (!result->is_saved)
    return cli_fail (CLI_INTERRUPTED, "Stopped; nothing was written.");
  /* The file of a stopped run replaces the checkpoint if --resume continues it in place. */
  if (!result->stopped || g_strcmp0 (arguments->resume, arguments->all.out) == 0)
    cli_checkpoint_remove (&checkpoint);
  print_result (result, words, arguments->all.json);
  if (result->stopped)
    return cli_fail (CLI_INTERRUPTED, "Stopped; the network so far is in %s.", arguments->all.out);
  return CLI_OK;
}

/* Refuses arguments that contradict each other or are missing. */
static CliExit
check_arguments (const TrainArguments *self)
{
  const CliArguments *all = &self->all;

  if (all->name != NULL && (strcmp (all->name, "glyphs") != 0 || all->images.zips != NULL))
    return cli_fail (CLI_USAGE,
                     "“%s” cannot be trained on: leave it out for glyphs, or give --omniglot ZIP.",
                     all->name);
  if (self->resume != NULL && self->from != NULL)
    return cli_fail (CLI_USAGE,
                     "--resume continues a run and --from begins one: give only one of them.");
  if (self->preset != NULL && ipl_training_preset_find (self->preset) == NULL)
    return fail_preset (self->preset);
  if (self->preset != NULL && (self->resume != NULL || self->from != NULL))
    return cli_fail (
        CLI_USAGE, "--preset is for a new network: --resume and --from bring their own settings.");
  if (all->dry_run)
    return CLI_OK;
  if (all->out == NULL)
    return cli_fail (CLI_USAGE, "--out NET.safetensors is missing.");
  return cli_try_output ("--out", all->out, 0, ".safetensors");
}

/* interplay-cli train CASE|--omniglot ZIP.. [--holdout NAMES] ... --out NET.safetensors [--json] */
static CliExit
train (CliArguments *arguments)
{
  const TrainArguments *self = (const TrainArguments *)arguments;
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autoptr (GError) error = NULL;
  const IplTrainable *trainable;
  IplTrainerConfig config;
  CliExit status = check_arguments (self);

  if (status != CLI_OK)
    return status;
  if (!make_task (self, parameters, &error))
    return cli_fail_error (error);
  trainable = ipl_parameters_get_trainable (parameters);
  if (!ipl_trainable_to_config (trainable, &config, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  return arguments->dry_run ? cli_estimate_training (trainable, &config, arguments->threads)
                            : train_on (self, trainable, &config);
}

static char *
describe_presets (void)
{
  g_autofree char *presets = ipl_training_preset_list (TRUE);

  return g_strconcat ("preset of all settings; settings given in addition override it: ", presets,
                      NULL);
}

#define ARGUMENT(field) offsetof (TrainArguments, field)

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_image_entries),
  { "preset", 0, CLI_TEXT, ARGUMENT (preset), .value = "PRESET", .get_help = describe_presets },
  { "dry-run", 0, CLI_FLAG, CLI_AT (dry_run),
    "only time the first steps, and estimate the total time" },
  { "constant", 0, CLI_FLAG, ARGUMENT (constant),
    "constant learning rate, instead of a cosine schedule" },
  { "seed", 's', CLI_SEED, CLI_AT (sweep.seed), "seed of weights and sequences", "n",
    .initial = -1 },
  { "threads", 'j', CLI_INTEGER, CLI_AT (n_threads), "threads; the weights do not depend on it",
    "n", 1, 1024 },
  { "resume", 0, CLI_FILE, ARGUMENT (resume), "resume from a checkpoint", "NET" },
  { "from", 0, CLI_FILE, ARGUMENT (from),
    "begin with the weights of a network, such as a pruned one", "NET" },
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the checkpoint to write", "NET.safetensors" },
  { "json", 0, CLI_FLAG, CLI_AT (json), "print JSON" },
  { NULL },
};

const CliCommand cli_command_train
    = { .name = "train",
        .summary = "train a network by gradient descent on one-shot images",
        .argument = "[glyphs]",
        .text = "Without --omniglot the images are built-in glyphs. Ctrl-C stops the run and saves "
                "the network.\nThe run is saved next to the output file at intervals; "
                "the same command resumes from there.",
        .examples = "interplay-cli train glyphs steps=5 minutes=0 --out net.safetensors",
        .entries = entries,
        .size = sizeof (TrainArguments),
        .has_parameters = TRUE,
        .run = train };
