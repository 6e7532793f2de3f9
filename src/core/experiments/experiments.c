/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/document.h"

#include <string.h>

#include "core/case/case-io.h"
#include "core/base/error.h"
#include "core/network/trained-network-io.h"
#include "core/tasks/one-shot-task.h"

static void
init_hmc4 (IplParameters *parameters)
{
  ipl_markov_chain_init_hmc4 (&parameters->chain);
}

static void
init_hmc2 (IplParameters *parameters)
{
  ipl_markov_chain_init_hmc2 (&parameters->chain);
}

static IplCase *
make_chain (const IplParameters *parameters, gboolean keep_inputs, guint threads,
            GCancellable *cancellable, GError **error)
{
  return ipl_markov_chain_generate (&parameters->chain, parameters->experiment, keep_inputs,
                                    threads, cancellable, error);
}

static IplCase *
load_file (const IplParameters *parameters, gboolean keep_inputs, guint threads,
           GCancellable *cancellable, GError **error)
{
  if (parameters->file[0] == '\0')
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "No case file is chosen: open an .npz file first.");
      return NULL;
    }
  return ipl_case_load (parameters->file, keep_inputs, threads, cancellable, error);
}

static void
init_images (IplParameters *parameters)
{
}

/* The one-shot task at the attention of the trained network, or of one that is not trained yet. */
static IplCase *
make_one_shot (const IplParameters *parameters, gboolean keep_inputs, guint threads,
               GCancellable *cancellable, GError **error)
{
  g_autoptr (IplOneShotTask) world = NULL;
  g_autoptr (IplTrainedNetwork) network = NULL;
  gboolean is_trained = parameters->network[0] != '\0';
  IplCase *the_case;

  if (is_trained)
    network = ipl_trained_network_load (parameters->network, cancellable, error);
  else
    {
      IplTrainerConfig config;

      if (ipl_training_to_config (&parameters->training, &config, error))
        network = ipl_trained_network_new (&config.shape, config.logit_sd, config.seed, error);
    }
  if (network == NULL)
    return NULL;
  world = ipl_one_shot_task_get (&parameters->images, threads, cancellable, error);
  if (world == NULL)
    return NULL;
  the_case = ipl_one_shot_task_make_case (world, parameters->experiment, network, is_trained,
                                        keep_inputs, threads, cancellable, error);
  if (the_case != NULL && !is_trained)
    g_ptr_array_add (the_case->notes,
                     g_strdup ("The attention is that of a network before training."));
  return the_case;
}

static IplCase *
make_glyphs (const IplParameters *parameters, gboolean keep_inputs, guint threads,
             GCancellable *cancellable, GError **error)
{
  g_autofree IplParameters *own = g_memdup2 (parameters, sizeof *parameters);

  memset (own->images.files, 0, sizeof own->images.files);
  return make_one_shot (own, keep_inputs, threads, cancellable, error);
}

static IplCase *
make_images (const IplParameters *parameters, gboolean keep_inputs, guint threads,
             GCancellable *cancellable, GError **error)
{
  if (parameters->images.files[0][0] == '\0')
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "No images are chosen: open Omniglot's images_background.zip or another archive "
                   "of drawings first.");
      return NULL;
    }
  return make_one_shot (parameters, keep_inputs, threads, cancellable, error);
}

static const IplExperiment experiments[] = {
  { "hmc4", "Hidden Markov chain, four paths", TRUE, FALSE, init_hmc4, make_chain },
  { "hmc2", "Hidden Markov chain, two paths, more noise", TRUE, FALSE, init_hmc2, make_chain },
  { "glyphs", "One-shot images, invented glyphs", TRUE, TRUE, init_images, make_glyphs },
  { "images", "One-shot images from files", TRUE, TRUE, init_images, make_images },
  { "file", "Case from a file", FALSE, FALSE, init_hmc4, load_file },
};

/**
 * ipl_experiments:
 * @n: (out) (optional): how many there are
 *
 * Returns: (transfer none) (array length=n): the table of experiments; the first is the default
 */
const IplExperiment *
ipl_experiments (guint *n)
{
  if (n != NULL)
    *n = G_N_ELEMENTS (experiments);
  return experiments;
}

/**
 * ipl_experiment_find:
 * @id: an experiment's id
 *
 * Returns: (transfer none) (nullable): the experiment
 */
const IplExperiment *
ipl_experiment_find (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (experiments); i++)
    if (strcmp (experiments[i].id, id) == 0)
      return &experiments[i];
  return NULL;
}
