/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the case of a CASE argument: a built-in case, a case file, a trained network, or images.
 * Fills the parameters that the window edits. */
#include "cli/options/shared-arguments.h"

#include "core/sessions/session-file.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/case/case-io.h"
#include "core/case/case-roles.h"
#include "core/case/example-cases.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/tasks/one-shot-task.h"
#include "core/files/safetensors.h"
#include <string.h>

gboolean
cli_is_network (const char *name)
{
  return g_str_has_suffix (name, ".safetensors") || ipl_safetensors_is (name);
}

/* TRUE if the tensors of a file are those of a case, by their names or by assigned roles. */
static gboolean
is_case (const char *name, const CliImageArguments *images)
{
  return ipl_case_file_is (name) || (images != NULL && cli_case_word_is_set (images, "roles"));
}

static gboolean
has_images (const CliImageArguments *images)
{
  return images != NULL
         && (images->zips != NULL || images->holdout != NULL || images->extras != NULL);
}

/* Applies the options to the task. */
static gboolean
apply_images (const CliImageArguments *images, IplImageTask *task, GError **error)
{
  if (images == NULL)
    return TRUE;
  if (images->zips != NULL)
    {
      for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
        task->files[i] = "";
      for (char **zip = images->zips; *zip != NULL; zip++)
        if (!ipl_image_task_add_file (task, *zip, error))
          return FALSE;
    }
  for (char **extra = images->extras; extra != NULL && *extra != NULL; extra++)
    if (!ipl_image_task_add_extra (task, *extra, error))
      return FALSE;
  if (images->holdout != NULL)
    task->holdout = g_intern_string (images->holdout);
  return TRUE;
}

static gboolean
use_network (const char *name, const CliImageArguments *images, gint64 seed,
             IplParameters *parameters, GError **error)
{
  IplImageTask *task;

  if (seed >= 0)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "--seed is for built-in cases; %s has the seed it was trained with.", name);
  if (!ipl_parameters_open_network (parameters, name, cli_cancellable (), error))
    return FALSE;
  task = &ipl_parameters_edit_trainable (parameters)->task;
  if (!apply_images (images, task, error))
    return FALSE;
  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    if (task->files[i][0] != '\0' && !g_file_test (task->files[i], G_FILE_TEST_EXISTS))
      {
        g_autofree char *shown = ipl_path_shown (task->files[i]);

        return ipl_fail (
            error, IPL_ERROR_MISSING,
            "%s was trained on %s, which no longer exists: give its images with --omniglot.", name,
            shown);
      }
  parameters->experiment
      = task->files[0][0] != '\0' ? &ipl_experiment_images : &ipl_experiment_glyphs;
  return TRUE;
}

static gboolean
use_file (const char *name, const CliImageArguments *images, gint64 seed, IplParameters *parameters,
          GError **error)
{
  gboolean is_example
      = ipl_example_case_find (name) != NULL && !g_file_test (name, G_FILE_TEST_EXISTS);

  if (!is_example && !g_file_test (name, G_FILE_TEST_EXISTS) && strchr (name, '/') == NULL
      && strchr (name, '.') == NULL)
    return ipl_case_names_refuse (name, error);
  if (!is_example && ipl_session_file_is (name))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s is a session: “figure” draws its results; its case is "
                     "saved from the window.",
                     name);
  if (has_images (images))
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s contains its data: --omniglot, --holdout and --extra are for "
                     "glyphs and trained networks.",
                     name);
  if (seed >= 0)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "--seed is for built-in cases; the file %s is not generated.", name);
  g_autofree char *example = is_example ? ipl_example_case_path (name) : NULL;

  ipl_parameters_init (parameters, ipl_experiment_file.id);
  ipl_parameters_set_file (parameters, is_example ? example : name);
  return TRUE;
}

static gboolean
use_experiment (const IplExperiment *experiment, const CliImageArguments *images, gint64 seed,
                IplParameters *parameters, GError **error)
{
  IplTrainable *trainable;

  ipl_parameters_init (parameters, experiment->id);
  trainable = ipl_parameters_edit_trainable (parameters);
  if (trainable == NULL && has_images (images))
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "%s has no images: --omniglot, --holdout and --extra are for glyphs and trained "
        "networks.",
        experiment->id);
  if (seed >= 0)
    ipl_parameters_set_seed (parameters, (guint64)seed);
  if (seed >= 0 && trainable != NULL)
    trainable->training.config.seed = (guint64)seed;
  return trainable == NULL || apply_images (images, &trainable->task, error);
}

static gboolean
use_case (const char *name, const CliImageArguments *images, gint64 seed, IplParameters *parameters,
          GError **error)
{
  gboolean zips = images != NULL && images->zips != NULL;
  const IplExperiment *experiment = ipl_experiment_find (name != NULL ? name : "images");

  if (name != NULL && cli_is_network (name) && !is_case (name, images))
    return use_network (name, images, seed, parameters, error);
  if (experiment == NULL || (!experiment->generated && experiment->compute == NULL))
    return use_file (name, images, seed, parameters, error);
  if (name != NULL && zips && experiment != &ipl_experiment_images)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "%s includes its images: leave out the name or --omniglot.", name);
  return use_experiment (experiment, images, seed, parameters, error);
}

gboolean
cli_make_parameters (const char *name, const CliImageArguments *images, gint64 seed,
                     IplParameters *parameters, GError **error)
{
  return use_case (name, images, seed, parameters, error)
         && cli_case_words_apply (images, parameters, error);
}

/* Refuses parameters that a trained network fixes: its heads and weights. */
static gboolean
check_shape_words (const char *name, const CliImageArguments *images,
                   const IplParameters *parameters, GError **error)
{
  static const char *const shape[] = { "heads", "qk", "training-seed" };

  for (gsize i = 0; i < G_N_ELEMENTS (shape); i++)
    if (images != NULL && ipl_parameters_get_network (parameters)[0] != '\0'
        && cli_case_word_is_set (images, shape[i]))
      {
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                     "%s= is for new networks; %s is trained already.", shape[i], name);
        return FALSE;
      }
  return TRUE;
}

static gboolean
find_parameters (const char *name, const CliImageArguments *images, gint64 seed,
                 IplParameters *parameters, GError **error)
{
  return cli_make_parameters (name, images, seed, parameters, error)
         && check_shape_words (name, images, parameters, error);
}

static gboolean
adopt (const CliImageArguments *images, IplParameters *parameters, IplCase *the_case)
{
  if (the_case == NULL)
    return FALSE;
  if (!parameters->experiment->generated)
    ipl_parameters_adopt_case (parameters, the_case);
  if (images->anonymous && ipl_parameters_get_source (parameters)[0] != '\0')
    ipl_case_hide_name (the_case);
  return TRUE;
}

gboolean
cli_make_case_of (const char *name, const CliImageArguments *images, gint64 seed,
                  gboolean keep_inputs, guint threads, IplParameters *parameters,
                  IplCase **the_case, GError **error)
{
  if (!find_parameters (name, images, seed, parameters, error))
    return FALSE;
  *the_case
      = ipl_parameters_make_case (parameters, keep_inputs, threads, cli_cancellable (), error);
  return adopt (images, parameters, *the_case);
}
