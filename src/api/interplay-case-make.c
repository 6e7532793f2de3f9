/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases are made: of arrays, files, trained networks, and built-in tasks. */
#include "api/interplay-case-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/parallel.h"
#include "core/case/case-io.h"
#include "core/case/example-cases.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/parameter-words.h"
#include "core/files/safetensors.h"
#include "core/parameters/parameters.h"

/* @the_case: (transfer full) (nullable) */
static InterplayCase *
case_new_owned (IplCase *the_case, const IplParameters *parameters)
{
  InterplayCase *self;

  if (the_case == NULL)
    return NULL;
  self = g_new0 (InterplayCase, 1);
  self->the_case = the_case;
  self->parameters = g_memdup2 (parameters, sizeof *parameters);
  if (!parameters->experiment->generated)
    ipl_parameters_adopt_case (self->parameters, the_case);
  g_mutex_init (&self->lock);
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

InterplayCase *
interplay_case_new (const char *name, InterplayArrays *arrays, GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (IplNpz) npz = NULL;
  IplParameters parameters;

  g_return_val_if_fail (name != NULL && arrays != NULL, NULL);

  npz = interplay_arrays_steal (arrays);
  if (!ipl_parallel_check (error))
    return NULL;
  ipl_npz_add_text (npz, "name", name);
  ipl_parameters_init (&parameters, ipl_experiment_file.id);
  return case_new_owned (ipl_case_from_arrays (npz, name, TRUE, 0, cancellable, error),
                         &parameters);
}

/* Sets the seed of a built-in case, and of its training if it has one. */
static gboolean
set_seed (IplParameters *parameters, const char *text, GError **error)
{
  IplTrainable *trainable = ipl_parameters_edit_trainable (parameters);
  guint64 seed;

  if (!ipl_number_parse_integer (text, &seed))
    return ipl_fail (error, IPL_ERROR_VALUE, "seed: “%s” is not a whole number.", text);
  ipl_parameters_set_seed (parameters, seed);
  if (trainable != NULL)
    trainable->training.config.seed = seed;
  return TRUE;
}

/*< private > */
/* @words: (nullable): names and values; "seed" need not be in a table */
gboolean
interplay_parameters_set_words (IplParameters *parameters, const char *const *words, GError **error)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  for (guint i = 0; words != NULL && words[i] != NULL; i += 2)
    {
      const char *value = words[i + 1];
      const IplFieldGroup *group;

      if (value == NULL)
        return ipl_fail (error, IPL_ERROR_VALUE, "“%s” has no value.", words[i]);
      if (strcmp (words[i], "seed") == 0 && parameters->experiment->generated
          && ipl_experiment_find_field (parameters->experiment, "seed", &group) == NULL)
        {
          if (!set_seed (parameters, value, error))
            return FALSE;
          continue;
        }
      g_ptr_array_add (others, (gpointer)words[i]);
      g_ptr_array_add (others, (gpointer)value);
    }
  return ipl_parameters_set_words (parameters, others->len / 2, (const char *const *)others->pdata,
                                   error);
}

/* The case is made by an experiment, from a trained network, or from a file. */
static gboolean
find_parameters (const char *name, IplParameters *parameters, GCancellable *cancellable,
                 GError **error)
{
  const IplExperiment *experiment = ipl_experiment_find (name);
  gboolean is_file = g_file_test (name, G_FILE_TEST_EXISTS);
  g_autofree char *example
      = !is_file && ipl_example_case_find (name) != NULL ? ipl_example_case_path (name) : NULL;

  if (experiment != NULL && (experiment->generated || experiment->compute != NULL))
    {
      ipl_parameters_init (parameters, experiment->id);
      return TRUE;
    }
  if (!is_file && example == NULL && strpbrk (name, "/.") == NULL)
    return ipl_case_names_refuse (name, error);
  if (is_file && ipl_safetensors_is (name) && !ipl_case_file_is (name))
    return ipl_parameters_open_network (parameters, name, cancellable, error);
  ipl_parameters_init (parameters, ipl_experiment_file.id);
  ipl_parameters_set_file (parameters, example != NULL ? example : name);
  return TRUE;
}

InterplayCase *
interplay_case_make (const char *name, const char *const *words, GCancellable *cancellable,
                     GError **error)
{
  IplParameters parameters;

  g_return_val_if_fail (name != NULL, NULL);

  if (!ipl_parallel_check (error) || !find_parameters (name, &parameters, cancellable, error)
      || !interplay_parameters_set_words (&parameters, words, error))
    return NULL;
  return case_new_owned (ipl_parameters_make_case (&parameters, FALSE,
                                                   ipl_parallel_default_threads (), cancellable,
                                                   error),
                         &parameters);
}

InterplayCase *
interplay_case_load (const char *path, GCancellable *cancellable, GError **error)
{
  IplParameters parameters;

  g_return_val_if_fail (path != NULL, NULL);

  if (!ipl_parallel_check (error))
    return NULL;
  ipl_parameters_init (&parameters, ipl_experiment_file.id);
  ipl_parameters_set_file (&parameters, path);
  return case_new_owned (ipl_case_load (path, FALSE, 0, cancellable, error), &parameters);
}

char **
interplay_case_list_built_in (void)
{
  return ipl_case_names ();
}
