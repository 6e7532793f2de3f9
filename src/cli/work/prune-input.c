/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the subject of pruning: a trained network on its task, or a case. */
#include "cli/work/prune.h"

#include "core/base/error.h"
#include "core/experiments/experiment-table.h"
#include <math.h>
#include <string.h>

#include "core/network/trained-network.h"

/* Tolerance between the readout of a case and that of its network: single precision. */
#define SAME_NETWORK 1e-5

void
cli_prune_input_clear (CliPruneInput *self)
{
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->network, ipl_trained_network_unref);
  g_clear_pointer (&self->parameters, g_free);
}

/* TRUE if the case was exported from this network. */
static gboolean
check_same_network (const IplTrainedNetwork *network, const IplCase *the_case, const char *net,
                    const char *name, GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  IplCaseTrained *trained;
  double largest = 0, difference = 0;

  if (the_case->trained == NULL)
    return ipl_fail (
        error, IPL_ERROR_MISSING,
        "%s does not hold the trained network's readout, so its accuracy without heads cannot be "
        "computed: export the case again from %s with export-case, or give %s "
        "alone.",
        name, net, net);
  if (shape->L != the_case->L || memcmp (shape->H, the_case->H, shape->L * sizeof *shape->H) != 0
      || shape->N0 != the_case->N0 || shape->outputs != the_case->labels.outputs)
    return ipl_fail (
        error, IPL_ERROR_SHAPE,
        "%s and %s are of different layers, heads, outputs or token widths: give the case that "
        "was exported from this network.",
        net, name);
  trained = ipl_trained_network_for_case (network, error);
  if (trained == NULL)
    return FALSE;
  for (gsize i = 0; i < shape->outputs * the_case->Pi * the_case->N0; i++)
    {
      largest = MAX (largest, fabs (trained->readout[i]));
      difference = MAX (difference, fabs (trained->readout[i] - the_case->trained->readout[i]));
    }
  ipl_case_trained_free (trained);
  if (difference <= SAME_NETWORK * largest)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "%s was exported from another network than %s: its readout differs.", name, net);
}

/* Opens NET CASE: a case file exported from the network, or "glyphs" in place of its training
 * images. */
static gboolean
open_pair (CliPruneInput *self, const char *net, const char *name, const CliImageArguments *images,
           gboolean keep_inputs, guint threads, GError **error)
{
  const IplExperiment *experiment = ipl_experiment_find (name);

  if (experiment == NULL || !experiment->generated)
    return cli_make_case_of (name, images, -1, keep_inputs, threads, self->parameters,
                             &self->the_case, error)
           && check_same_network (self->network, self->the_case, net, name, error);
  if (experiment->edit_trainable == NULL)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "%s is not a task of %s, which reads images: leave it out, or give images with --omniglot.",
        name, net);
  if (!cli_make_parameters (net, images, -1, self->parameters, error))
    return FALSE;
  for (guint i = 0; experiment == &ipl_experiment_glyphs && i < IPL_IMAGE_TASK_FILES; i++)
    ipl_parameters_edit_trainable (self->parameters)->task.files[i] = "";
  self->parameters->experiment = experiment;
  self->the_case = ipl_parameters_make_case (self->parameters, keep_inputs, threads,
                                             cli_cancellable (), error);
  return self->the_case != NULL;
}

gboolean
cli_prune_input_open (CliPruneInput *self, const CliArguments *arguments, gboolean keep_inputs,
                      GError **error)
{
  const CliImageArguments *images = &arguments->images;
  const char *first = arguments->name, *second = first != NULL ? arguments->names[1] : NULL;
  guint threads = arguments->threads;
  gboolean generated;

  self->parameters = g_new0 (IplParameters, 1);
  if (first != NULL && cli_is_network (first))
    {
      self->network = ipl_trained_network_load (first, cli_cancellable (), error);
      if (self->network == NULL)
        return FALSE;
    }
  if (second != NULL)
    return open_pair (self, first, second, images, keep_inputs, threads, error);
  /* A network or a case file has the seed of its making; --seed then applies to the random
   * orders. */
  generated = first == NULL
              || (ipl_experiment_find (first) != NULL && ipl_experiment_find (first)->generated);
  return cli_make_case_of (first, images, generated ? arguments->sweep.seed : -1, keep_inputs,
                           threads, self->parameters, &self->the_case, error);
}
