/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row at which heads are removed, as the command prune does. */
#include "sweeps/row-prune.h"

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "core/results/head-results.h"
#include "runs/fine-tuning.h"
#include "runs/shared-parameters.h"
#include <string.h>

static guint
find_test (const IplSeedCase *self)
{
  const char *name = self->folder->plan->run.prune.test;
  guint test = 0;

  while (test + 1 < self->the_case->n_tests && strcmp (self->the_case->tests[test].name, name) != 0)
    test++;
  return name[0] == '\0' || strcmp (self->the_case->tests[test].name, name) != 0 ? 0 : test;
}

/* Returns: (transfer full) (nullable): what each head is worth, and what is left as they go */
IplHeadResult *
ipl_row_prune (const IplSeedCase *self, IplSolution *solution, const IplRowTools *tools,
               GError **error)
{
  const IplRunSettings *run = &self->folder->plan->run;
  const char *network = ipl_parameters_get_network (&self->parameters);
  g_auto (IplFineTuning) tuning = { NULL };
  g_autoptr (IplHeadRequest) request = NULL;
  g_autoptr (IplHeadResult) result = NULL;
  guint test = find_test (self);

  if (network[0] != '\0'
      && !ipl_fine_tuning_init (&tuning, &self->parameters, network, self->the_case, test,
                                run->parameters.fine_tune_steps, tools->threads, tools->cancellable,
                                error))
    return NULL;
  tuning.options.fine_tune_steps = run->parameters.fine_tune_steps;
  tuning.options.n_random = run->parameters.random_orders;
  tuning.options.seed = run->prune.seed;
  request = ipl_head_request_new (ipl_parameters_share (&self->parameters), self->the_case,
                                  self->kernel, solution);
  request->test = test;
  request->n_examples = 0;
  request->options = &tuning.options;
  request->resolve = run->prune.resolve ? IPL_RESOLVE_FIRST : IPL_RESOLVE_NEVER;
  request->threads = tools->threads;
  result = ipl_run_now (&ipl_run_heads, request, tools->cancellable, tools->progress, tools->data);
  if (result != NULL && result->error != NULL)
    {
      g_propagate_error (error, g_error_copy (result->error));
      return NULL;
    }
  if (result == NULL || !result->finished || result->heads == NULL || result->pruning == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Stopped.");
      return NULL;
    }
  return g_steal_pointer (&result);
}

/* Returns: whether the file is there; FALSE too where the plan's order is not known of these
 * heads */
gboolean
ipl_row_prune_save (const IplSeedCase *self, const IplHeadResult *result,
                    const IplSolution *solution, const char *settings_json, const char *path,
                    GError **error)
{
  IplRemovalOrder order = IPL_REMOVAL_BY_SCORE;
  const char *why;

  ipl_removal_order_parse (self->folder->plan->run.prune.order, &order);
  if (ipl_pruning_has_order (result->pruning, order))
    return ipl_head_results_save_npz (result->heads, result->pruning, order, solution,
                                      settings_json, path, error);
  why = order == IPL_REMOVAL_BY_GRADIENT ? result->pruning->no_gradient
                                         : result->pruning->no_entropy;
  g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING, "There is no order by %s: %s",
               ipl_removal_order_id (order),
               why != NULL ? why : "what it ranks heads by is not known.");
  return FALSE;
}
