/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads are scored and removed, and experiments in time are run, as the commands prune and dynamics
 * do it. */
#include "api/interplay-results-private.h"

#include <math.h>

#include "api/interplay-case-private.h"
#include "api/interplay-options-private.h"
#include "core/base/error.h"
#include "core/base/number-text.h"
#include "core/base/parallel.h"
#include "core/base/text-escape.h"
#include "core/experiments/experiment-table.h"
#include "figures/view/view-of-result.h"
#include "runs/pruning-analysis.h"

static gboolean
begin (IplPruningAnalysis *self, const InterplayOptions *options, const char *width,
       const char *temperature, GError **error)
{
  IplPruneOptions prune_options = { .test = options->test,
                                    .widths = width,
                                    .temperature = NAN,
                                    .order = options->order,
                                    .random_orders = options->random_orders,
                                    .resolve = options->resolve,
                                    .seed = options->prune_seed };

  if (temperature != NULL && !ipl_number_parse_real (temperature, &prune_options.temperature))
    return ipl_fail (error, IPL_ERROR_VALUE, "--temperature: “%s” is not a number.", temperature);
  return ipl_pruning_analysis_begin (self, &prune_options, error);
}

static InterplayResults *
make_head_results (const IplPruningAnalysis *self, const IplHeadResult *result, GError **error)
{
  const IplSolution *solution = self->solution;
  IplView view;

  if (!ipl_prune_check_order (result->pruning, self->order, error))
    return NULL;
  ipl_view_init (&view, &self->run.parameters);
  view.the_case = &self->the_case->info;
  view.current = self->solution;
  view.order = self->order;
  view.heads = result->heads;
  view.pruning = result->pruning;
  return interplay_results_new (IPL_PYTHON_HEADS, &view, self->kernel, &self->run,
                                g_strdup (solution->converged ? result->heads->message
                                                              : solution->message));
}

InterplayResults *
interplay_results_prune (InterplayCase *the_case, const char *width, const char *temperature,
                         InterplayOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (InterplayOptions) own = interplay_options_or_default (options);
  g_auto (IplPruningAnalysis) self = { NULL };
  g_autoptr (IplHeadResult) result = NULL;
  IplKernel *kernel;

  g_return_val_if_fail (the_case != NULL, NULL);

  self = (IplPruningAnalysis){ the_case->parameters, the_case->the_case, own->threads };
  if (!begin (&self, own, width, temperature, error))
    return NULL;
  kernel = interplay_case_get_kernel (the_case, cancellable, error);
  if (kernel == NULL)
    return NULL;
  self.kernel = ipl_kernel_ref (kernel);
  if (!ipl_pruning_analysis_prepare (&self, cancellable, error)
      || !ipl_pruning_analysis_solve (&self, cancellable, own->progress, own->user_data, error))
    return NULL;
  result = ipl_pruning_analysis_run (&self, cancellable, own->progress, own->user_data);
  if (result != NULL && result->error != NULL)
    g_propagate_error (error, g_error_copy (result->error));
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error) && result != NULL)
    return make_head_results (&self, result, error);
  return NULL;
}

typedef struct
{
  const InterplayOptions *options;
  const char *usual; /* (nullable): the present step */
} ProgressReport;

static void
report_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const ProgressReport *self = data;

  if (self->options->progress != NULL)
    self->options->progress (fraction, seconds_left, sentence != NULL ? sentence : self->usual,
                             self->options->user_data);
}

static InterplayResults *
compute (const IplParameters *parameters, InterplayOptions *options, GCancellable *cancellable,
         GError **error)
{
  g_autoptr (InterplayOptions) own = interplay_options_or_default (options);
  g_autoptr (GCancellable) never = cancellable == NULL ? g_cancellable_new () : NULL;
  ProgressReport report = { own, parameters->experiment->progress };
  IplExperimentRun run = { .work = { .threads = own->threads,
                                     .cancellable = cancellable != NULL ? cancellable : never,
                                     .progress = report_progress,
                                     .data = &report } };
  g_autoptr (IplExperimentResult) result
      = parameters->experiment->compute (parameters, &run, error);
  g_auto (IplRunSettings) settings = { .command = NULL };
  IplView view;

  if (result == NULL)
    return NULL;
  if (result->trajectory == NULL)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "“%s” has no record in time: draw its figures with figure.",
                          parameters->experiment->id);
  ipl_run_settings_init (&settings, "dynamics", parameters);
  ipl_view_init (&view, parameters);
  ipl_view_set_dynamics (&view, result, parameters->shown_time);
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
                            "“%s” is not an experiment in time; interplay-cli cases lists these.",
                            shown);
    }
  ipl_parameters_init (&parameters, experiment->id);
  if (!interplay_parameters_set_words (&parameters, words, error) || !ipl_parallel_check (error))
    return NULL;
  return compute (&parameters, options, cancellable, error);
}
