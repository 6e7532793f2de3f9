/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <interplay/document.h>

#include <string.h>

#include <interplay/case-io.h>
#include <interplay/error.h>

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

static const IplExperiment experiments[] = {
  { "hmc4", "Hidden Markov chain, four paths", TRUE, init_hmc4, make_chain },
  { "hmc2", "Hidden Markov chain, two paths, more noise", TRUE, init_hmc2, make_chain },
  { "file", "Case from a file", FALSE, init_hmc4, load_file },
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
