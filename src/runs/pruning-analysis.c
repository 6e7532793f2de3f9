/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/pruning-analysis.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "runs/sweep-run.h"

void
ipl_pruning_analysis_clear (IplPruningAnalysis *self)
{
  ipl_fine_tuning_clear (&self->tuning);
  g_clear_pointer (&self->settings, g_free);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->solution, ipl_solution_unref);
  ipl_run_settings_clear (&self->run);
}

static gboolean
find_test (IplPruningAnalysis *self, const char *name, GError **error)
{
  g_autoptr (GString) there = g_string_new (NULL);
  g_autofree char *shown = NULL;

  for (self->test = 0; name != NULL && self->test < self->the_case->n_tests; self->test++)
    {
      const char *own = self->the_case->tests[self->test].name;

      if (strcmp (own, name) == 0)
        return TRUE;
      g_string_append_printf (there, "%s%s", self->test > 0 ? ", " : "", own);
    }
  if (name == NULL)
    return TRUE;
  shown = ipl_text_shown (name);
  return ipl_fail (error, IPL_ERROR_VALUE, "--test: there is no test set “%s”, only %s.", shown,
                   there->str);
}

/* Sets the axes: one setting, or for a trained network one for each temperature to choose from.
 * @widths: (nullable): NULL for those of the network, else 100
 * @temperature: NaN for the best one of a network, else that of the case */
static gboolean
set_axes (IplRunSettings *run, const IplCase *the_case, const char *widths, double temperature,
          GError **error)
{
  gboolean choose = isnan (temperature) && the_case->trained != NULL;
  const double *temperatures;
  guint n_temperatures;
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, 100);
  if (the_case->trained != NULL)
    for (guint l = 0; l <= the_case->L; l++)
      setting.N[l] = (guint)the_case->trained->N[l];
  if (widths != NULL && !ipl_setting_parse_widths (&setting, widths, error))
    return FALSE;
  if (!isnan (temperature))
    setting.temperature = temperature;
  /* THEORY.md section 8: the best temperature is used for a trained network. */
  temperatures = ipl_paper_temperatures (&n_temperatures);
  run->best = run->listed = choose;
  if (choose)
    ipl_run_settings_set_axes (run, 1, &setting, n_temperatures, temperatures);
  else
    ipl_run_settings_set_axes (run, 1, &setting, 1, &setting.temperature);
  return TRUE;
}

/* Finds the test set, and the run settings that the results record. */
gboolean
ipl_pruning_analysis_begin (IplPruningAnalysis *self, const IplPruneOptions *prune_options,
                            GError **error)
{
  const IplCase *the_case = self->the_case;
  IplPruneSettings *prune = &self->run.prune;

  if (!find_test (self, prune_options->test, error))
    return FALSE;
  self->order = prune_options->order;
  ipl_run_settings_init (&self->run, "prune", self->parameters);
  self->run.parameters.random_orders = prune_options->random_orders;
  self->run.parameters.fine_tune_steps = prune_options->fine_tune_steps;
  prune->order = ipl_removal_order_id (prune_options->order);
  if (prune_options->order != IPL_REMOVAL_RANDOM)
    self->run.parameters.removal_order = prune->order;
  prune->test = g_intern_string (the_case->tests[self->test].name);
  prune->resolve = prune_options->resolve;
  prune->seed = prune_options->seed >= 0 ? (guint64)prune_options->seed : the_case->seed;
  if (prune_options->network != NULL)
    {
      g_autofree char *absolute = g_canonicalize_filename (prune_options->network, NULL);

      prune->network = g_intern_string (absolute);
    }
  if (!set_axes (&self->run, the_case, prune_options->widths, prune_options->temperature, error))
    return FALSE;
  self->settings = ipl_run_settings_list (&self->run, the_case, &self->n, error);
  return self->settings != NULL;
}

/* Reads the network, and its task and training settings for fine-tuning. */
gboolean
ipl_pruning_analysis_prepare (IplPruningAnalysis *self, GCancellable *cancellable, GError **error)
{
  const IplRunSettings *run = &self->run;
  const char *network = run->prune.network[0] != '\0'
                            ? run->prune.network
                            : ipl_parameters_get_network (self->parameters);

  if (network[0] != '\0'
      && !ipl_fine_tuning_init (&self->tuning, self->parameters, network, self->the_case,
                                self->test, run->parameters.fine_tune_steps, self->threads,
                                cancellable, error))
    return FALSE;
  self->tuning.options.fine_tune_steps = run->parameters.fine_tune_steps;
  self->tuning.options.n_random = run->parameters.random_orders;
  self->tuning.options.seed = run->prune.seed;
  return TRUE;
}

/* Solves the theory at all settings and selects the best one. */
gboolean
ipl_pruning_analysis_solve (IplPruningAnalysis *self, GCancellable *cancellable,
                            IplProgressFunc progress, gpointer user_data, GError **error)
{
  IplSweepRequest request = {
    .the_case = self->the_case, .kernel = self->kernel, .n = self->n, .settings = self->settings
  };
  g_autoptr (IplSweepResult) result
      = ipl_sweep_request_run (&request, &(IplWork){ .threads = self->threads,
                                                     .cancellable = cancellable,
                                                     .progress = progress,
                                                     .data = user_data });

  if (result->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&result->error));
      return FALSE;
    }
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  self->kernel = g_steal_pointer (&result->kernel);
  self->solution
      = ipl_solution_ref (result->sweep->rows[ipl_prune_find_best (result->sweep, self->test)]);
  return TRUE;
}

/* Returns: (transfer full) (nullable): head scores and pruning curve; partial after a cancel */
IplHeadResult *
ipl_pruning_analysis_run (const IplPruningAnalysis *self, GCancellable *cancellable,
                          IplProgressFunc progress, gpointer user_data)
{
  g_autoptr (IplHeadRequest) request = ipl_head_request_new (
      ipl_parameters_share (self->parameters), self->the_case, self->kernel, self->solution);

  request->test = self->test;
  request->n_examples = 0;
  request->options = &self->tuning.options;
  request->resolve = self->run.prune.resolve ? IPL_RESOLVE_FIRST : IPL_RESOLVE_NEVER;
  request->threads = self->threads;
  return ipl_run_now (&ipl_run_heads, NULL, request, cancellable, progress, user_data);
}

/* Returns: FALSE with the reason if the heads cannot be ranked in this order */
gboolean
ipl_prune_check_order (const IplPruning *pruning, IplRemovalOrder order, GError **error)
{
  const char *why = order == IPL_REMOVAL_BY_GRADIENT ? pruning->no_gradient : pruning->no_entropy;

  return ipl_pruning_has_order (pruning, order)
         || ipl_fail (error, IPL_ERROR_MISSING, "There is no order by %s: %s",
                      ipl_removal_order_id (order), why != NULL ? why : "its ranking is unknown.");
}

guint
ipl_prune_find_best (const IplSweep *sweep, guint test)
{
  const IplScore *score = ipl_case_get_score (sweep->the_case);
  guint best = 0;

  for (guint i = 1; i < sweep->n_rows; i++)
    if (ipl_score_is_better (score, sweep->rows[i]->tests[test].accuracy,
                             sweep->rows[best]->tests[test].accuracy))
      best = i;
  return best;
}
