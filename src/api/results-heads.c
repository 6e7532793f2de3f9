/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads are scored and removed, and experiments in time are run, as the commands prune and dynamics
 * do it. */
#include "api/results-private.h"

#include <math.h>
#include <string.h>

#include "api/case-private.h"
#include "api/options-private.h"
#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/parallel.h"
#include "core/base/shown-text.h"
#include "core/experiments/experiment-table.h"
#include "figures/view/solved-view.h"
#include "runs/fine-tuning.h"
#include "runs/heads.h"
#include "runs/prune-settings.h"
#include "runs/sweep-run.h"

/* Heads of a case at a setting; zero-filled at first. */
typedef struct
{
  InterplayCase *the_case; /* borrowed */
  InterplayOptions *options;
  guint test;
  IplRunSettings run;
  IplFineTuning tuning;
  IplSolution *solution;
} Pruning;

static void
pruning_clear (Pruning *self)
{
  g_clear_pointer (&self->options, interplay_options_unref);
  g_clear_pointer (&self->solution, ipl_solution_unref);
  ipl_fine_tuning_clear (&self->tuning);
  ipl_run_settings_clear (&self->run);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pruning, pruning_clear)

static gboolean
find_test (Pruning *self, GError **error)
{
  const IplCase *the_case = self->the_case->the_case;
  const char *name = self->options->test;
  g_autofree char *shown = NULL;

  for (self->test = 0; name != NULL && self->test < the_case->n_tests; self->test++)
    if (strcmp (the_case->tests[self->test].name, name) == 0)
      return TRUE;
  if (name == NULL)
    return TRUE;
  shown = ipl_text_shown (name);
  return ipl_fail (error, IPL_ERROR_VALUE, "--test: there is no test set “%s” in %s.", shown,
                   the_case->name);
}

/* The settings of the run, as the command writes them. */
static gboolean
make_run (Pruning *self, const char *width, const char *temperature, GError **error)
{
  const InterplayOptions *options = self->options;
  const IplCase *the_case = self->the_case->the_case;
  IplPruneSettings *prune = &self->run.prune;
  double T = NAN;

  if (temperature != NULL && !ipl_number_parse_real (temperature, &T))
    return ipl_fail (error, IPL_ERROR_VALUE, "--temperature: “%s” is no number.", temperature);
  ipl_run_settings_init (&self->run, "prune", self->the_case->parameters);
  self->run.parameters.random_orders = options->random_orders;
  self->run.parameters.fine_tune_steps = 0;
  prune->order = ipl_removal_order_id (options->order);
  if (options->order != IPL_REMOVAL_RANDOM)
    self->run.parameters.removal_order = prune->order;
  prune->test = g_intern_string (the_case->tests[self->test].name);
  prune->resolve = options->resolve;
  prune->seed = options->prune_seed >= 0 ? (guint64)options->prune_seed : the_case->seed;
  return ipl_prune_set_axes (&self->run, the_case, width, T, error);
}

static gboolean
solve (Pruning *self, GCancellable *cancellable, GError **error)
{
  IplCase *the_case = self->the_case->the_case;
  g_autofree IplSetting *settings = NULL;
  g_autoptr (IplSweepResult) result = NULL;
  IplSweepRequest request = { .the_case = the_case, .threads = self->options->threads };

  settings = ipl_run_settings_list (&self->run, the_case, &request.n, error);
  request.settings = settings;
  request.kernel
      = settings != NULL ? interplay_case_get_kernel (self->the_case, cancellable, error) : NULL;
  if (request.kernel == NULL)
    return FALSE;
  result = ipl_run_now (&ipl_run_sweep, &request, cancellable, self->options->progress,
                        self->options->user_data);
  if (result->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&result->error));
      return FALSE;
    }
  self->solution
      = ipl_solution_ref (result->sweep->rows[ipl_prune_find_best (result->sweep, self->test)]);
  return TRUE;
}

/* Counts the parameters of a trained network as well. */
static gboolean
set_tuning (Pruning *self, GCancellable *cancellable, GError **error)
{
  const IplParameters *parameters = self->the_case->parameters;
  const char *network = ipl_parameters_get_network (parameters);

  if (network[0] != '\0'
      && !ipl_fine_tuning_init (&self->tuning, parameters, network, self->the_case->the_case,
                                self->test, 0, self->options->threads, cancellable, error))
    return FALSE;
  self->tuning.options.n_random = self->options->random_orders;
  self->tuning.options.seed = self->run.prune.seed;
  return TRUE;
}

static IplHeadResult *
look_at_heads (Pruning *self, GCancellable *cancellable)
{
  InterplayCase *the_case = self->the_case;
  g_autoptr (IplHeadRequest) request
      = ipl_head_request_new (ipl_parameters_share (the_case->parameters), the_case->the_case,
                              the_case->kernel, self->solution);

  request->test = self->test;
  request->n_examples = 0;
  request->options = &self->tuning.options;
  request->resolve = self->run.prune.resolve ? IPL_RESOLVE_FIRST : IPL_RESOLVE_NEVER;
  request->threads = self->options->threads;
  return ipl_run_now (&ipl_run_heads, request, cancellable, self->options->progress,
                      self->options->user_data);
}

static InterplayResults *
take_heads (const Pruning *self, const IplHeadResult *result, GError **error)
{
  const IplPruning *pruning = result->pruning;
  IplRemovalOrder order = self->options->order;
  const char *why = order == IPL_REMOVAL_BY_GRADIENT ? pruning->no_gradient : pruning->no_entropy;
  const char *doubt = !self->solution->converged ? self->solution->message : result->heads->message;
  IplView view;

  if (!ipl_pruning_has_order (pruning, order))
    return ipl_fail_null (error, IPL_ERROR_MISSING, "There is no order by %s: %s",
                          ipl_removal_order_id (order),
                          why != NULL ? why : "what it ranks heads by is not known.");
  ipl_view_init (&view, &self->run.parameters);
  view.the_case = &self->the_case->the_case->info;
  view.current = self->solution;
  view.order = order;
  view.heads = result->heads;
  view.pruning = pruning;
  return interplay_results_new (IPL_PYTHON_HEADS, &view, self->the_case->kernel, &self->run,
                                g_strdup (doubt));
}

InterplayResults *
interplay_results_prune (InterplayCase *the_case, const char *width, const char *temperature,
                         InterplayOptions *options, GCancellable *cancellable, GError **error)
{
  g_auto (Pruning) self = { .the_case = the_case };
  g_autoptr (IplHeadResult) result = NULL;

  g_return_val_if_fail (the_case != NULL, NULL);

  self.options = interplay_options_or_default (options);
  if (!find_test (&self, error) || !make_run (&self, width, temperature, error)
      || !solve (&self, cancellable, error) || !set_tuning (&self, cancellable, error))
    return NULL;
  result = look_at_heads (&self, cancellable);
  if (result != NULL && result->error != NULL)
    g_propagate_error (error, g_error_copy (result->error));
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error) && result != NULL)
    return take_heads (&self, result, error);
  return NULL;
}

typedef struct
{
  const InterplayOptions *options;
  const char *usual; /* (nullable): what is being done */
} Telling;

static void
say (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const Telling *self = data;

  if (self->options->progress != NULL)
    self->options->progress (fraction, seconds_left, sentence != NULL ? sentence : self->usual,
                             self->options->user_data);
}

static void
show_nothing (IplExperimentResult *so_far, gpointer data)
{
  ipl_experiment_result_unref (so_far);
}

static InterplayResults *
compute (const IplParameters *parameters, InterplayOptions *options, GCancellable *cancellable,
         GError **error)
{
  g_autoptr (InterplayOptions) own = interplay_options_or_default (options);
  g_autoptr (GCancellable) never = cancellable == NULL ? g_cancellable_new () : NULL;
  Telling telling = { own, parameters->experiment->progress };
  IplExperimentRun run = { .threads = own->threads,
                           .cancellable = cancellable != NULL ? cancellable : never,
                           .progress = say,
                           .show = show_nothing,
                           .data = &telling };
  g_autoptr (IplExperimentResult) result
      = parameters->experiment->compute (parameters, &run, error);
  g_auto (IplRunSettings) settings = { .command = NULL };
  IplView view;

  if (result == NULL)
    return NULL;
  if (result->trajectory == NULL)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "“%s” records nothing in time: draw its figures with figure.",
                          parameters->experiment->id);
  ipl_run_settings_init (&settings, "dynamics", parameters);
  ipl_view_init (&view, parameters);
  ipl_view_set_own (&view, result, parameters->shown_time);
  return interplay_results_new (IPL_PYTHON_TRAJECTORY, &view, NULL, &settings,
                                g_strdup (result->trajectory->message));
}

InterplayResults *
interplay_results_dynamics (const char *name, const char *const *words, InterplayOptions *options,
                            GCancellable *cancellable, GError **error)
{
  const IplExperiment *experiment;
  IplParameters parameters;

  g_return_val_if_fail (name != NULL, NULL);

  experiment = ipl_experiment_find (ipl_experiment_id_in_time (name));
  if (experiment == NULL || experiment->compute == NULL)
    {
      g_autofree char *shown = ipl_text_shown (name);

      return ipl_fail_null (error, IPL_ERROR_MISSING,
                            "“%s” is none of the experiments in time, which interplay-cli cases "
                            "lists.",
                            shown);
    }
  ipl_parameters_init (&parameters, experiment->id);
  if (!interplay_parameters_set_words (&parameters, words, error) || !ipl_parallel_check (error))
    return NULL;
  return compute (&parameters, options, cancellable, error);
}
