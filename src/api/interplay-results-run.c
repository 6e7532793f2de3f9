/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Public sweep, sample, kernels and map: each does the work of the command of that name. */
#include "api/interplay-results-private.h"

#include "api/interplay-case-private.h"
#include "api/interplay-options-private.h"
#include "core/base/error.h"
#include "core/maps/map-plan.h"
#include "figures/view/view-of-result.h"
#include "runs/map-run.h"
#include "runs/sweep-run.h"

/* A request for a case; zero-filled at first. */
typedef struct
{
  InterplayOptions *options;
  IplRunSettings run;
  guint n;
  IplSetting *settings; /* [n] */
} Work;

static void
work_clear (Work *self)
{
  g_clear_pointer (&self->options, interplay_options_unref);
  g_clear_pointer (&self->settings, g_free);
  ipl_run_settings_clear (&self->run);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

static gboolean
work_begin (Work *self, InterplayCase *the_case, const char *command, const char *widths,
            const char *temperatures, InterplayOptions *options, GError **error)
{
  g_autofree char *understood = NULL;
  IplRunOptions run_options;

  self->options = interplay_options_or_default (options);
  run_options = self->options->run_options;
  run_options.widths = widths;
  run_options.temperatures = temperatures;
  ipl_run_settings_init (&self->run, command, the_case->parameters);
  return ipl_run_settings_resolve (&self->run, &run_options, the_case->the_case, &understood,
                                   &self->settings, &self->n, error);
}

/* Solves the list of settings, and samples them if @sample; sets @error if a row is missing. */
static InterplayResults *
work_solve (Work *self, InterplayCase *the_case, IplPythonArrays arrays, gboolean sample,
            GCancellable *cancellable, GError **error)
{
  IplKernel *kernel = interplay_case_get_kernel (the_case, cancellable, error);
  const InterplayOptions *options = self->options;
  IplSweepRequest request
      = { .the_case = the_case->the_case,
          .kernel = kernel,
          .n = arrays == IPL_PYTHON_KERNELS ? 1 : self->n,
          .settings = self->settings,
          .gp_paths = arrays == IPL_PYTHON_ROWS && !sample ? self->run.parameters.gp_paths : NULL,
          .best = self->run.best,
          .sample = sample,
          .options = self->run.options,
          .draws = options->draws };
  g_autoptr (IplSweepResult) result = NULL;
  IplView view;

  if (kernel == NULL)
    return NULL;
  result = ipl_sweep_request_run (&request, &(IplWork){ .threads = options->threads,
                                                        .cancellable = cancellable,
                                                        .progress = options->progress,
                                                        .data = options->user_data });
  if (result->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&result->error));
      return NULL;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  ipl_view_init (&view, the_case->parameters);
  ipl_view_set_sweep (&view, result->sweep, result->sweep->rows[0], result->posteriors);
  view.best_temperature = self->run.best;
  return interplay_results_new (arrays, &view, result->kernel, &self->run,
                                interplay_results_find_doubt (result->sweep, result->posteriors));
}

InterplayResults *
interplay_results_sweep (InterplayCase *the_case, const char *widths, const char *temperatures,
                         InterplayOptions *options, GCancellable *cancellable, GError **error)
{
  g_auto (Work) work = { NULL };

  g_return_val_if_fail (the_case != NULL, NULL);

  return work_begin (&work, the_case, "sweep", widths, temperatures, options, error)
             ? work_solve (&work, the_case, IPL_PYTHON_ROWS, FALSE, cancellable, error)
             : NULL;
}

static gboolean
check_number (const char *flag, double value, double least, double most, GError **error)
{
  return (value >= least && value <= most)
         || ipl_fail (error, IPL_ERROR_VALUE, "--%s must be from %.10g to %.10g, and is %.10g.",
                      flag, least, most, value);
}

/* TRUE if the requested method can sample every setting. */
static gboolean
set_sampler (Work *work, InterplayCase *the_case, GError **error)
{
  const InterplayOptions *options = work->options;

  work->run.options = options->sampler;
  work->run.parameters.draws = options->draws;
  if (!check_number ("chains", options->sampler.chains, 1, IPL_MAX_CHAINS, error)
      || !check_number ("warmup", options->sampler.warmup, IPL_MIN_WARMUP, IPL_MAX_DRAWS, error)
      || !check_number ("draws", options->draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS, error)
      || !check_number ("target-acceptance", options->sampler.target_acceptance,
                        IPL_POSTERIOR_LEAST_ACCEPTANCE, IPL_POSTERIOR_MOST_ACCEPTANCE, error))
    return FALSE;
  for (guint i = 0; i < work->n; i++)
    if (!ipl_posterior_options_validate (&work->run.options, the_case->the_case, &work->settings[i],
                                         error))
      return FALSE;
  return TRUE;
}

InterplayResults *
interplay_results_sample (InterplayCase *the_case, const char *widths, const char *temperatures,
                          InterplayOptions *options, GCancellable *cancellable, GError **error)
{
  g_auto (Work) work = { NULL };

  g_return_val_if_fail (the_case != NULL, NULL);

  return work_begin (&work, the_case, "sample", widths, temperatures, options, error)
                 && set_sampler (&work, the_case, error)
             ? work_solve (&work, the_case, IPL_PYTHON_ROWS, TRUE, cancellable, error)
             : NULL;
}

InterplayResults *
interplay_results_kernels (InterplayCase *the_case, const char *width, const char *temperature,
                           InterplayOptions *options, GCancellable *cancellable, GError **error)
{
  g_auto (Work) work = { NULL };

  g_return_val_if_fail (the_case != NULL, NULL);

  return work_begin (&work, the_case, "sweep", width, temperature, options, error)
             ? work_solve (&work, the_case, IPL_PYTHON_KERNELS, FALSE, cancellable, error)
             : NULL;
}

/* The name and the paths of the case, which figures show. */
static InterplayResults *
make_map_results (InterplayCase *the_case, const IplMap *map)
{
  IplView view;

  ipl_view_init (&view, &map->run.parameters);
  view.the_case = &the_case->the_case->info;
  view.pinned = IPL_TARGET_NONE;
  view.map = map;
  return interplay_results_new (IPL_PYTHON_MAP, &view, NULL, &map->run, NULL);
}

InterplayResults *
interplay_results_map (InterplayCase *the_case, const char *x, const char *y, const char *width,
                       const char *temperature, InterplayOptions *options,
                       GCancellable *cancellable, GError **error)
{
  g_auto (Work) work = { NULL };
  g_autoptr (IplMapResult) result = NULL;
  IplMapRequest request;
  IplRunSettings *run = &work.run;

  g_return_val_if_fail (the_case != NULL && x != NULL, NULL);

  if (!work_begin (&work, the_case, "map", width, temperature, options, error)
      || !ipl_map_axis_find (&run->x, "--x", x, &run->parameters, error)
      || (y != NULL && !ipl_map_axis_find (&run->y, "--y", y, &run->parameters, error))
      || !ipl_map_plan_check (run, error))
    return NULL;
  run->best = FALSE;
  request = (IplMapRequest){ .run = *run,
                             .kernel = interplay_case_get_kernel (the_case, cancellable, error),
                             .case_parameters = *the_case->parameters,
                             .threads = work.options->threads };
  if (request.kernel == NULL)
    return NULL;
  result = ipl_run_now (&ipl_run_map, NULL, &request, cancellable, work.options->progress,
                        work.options->user_data);
  if (result->error != NULL)
    g_propagate_error (error, g_error_copy (result->error));
  else if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    return make_map_results (the_case, result->map);
  return NULL;
}
