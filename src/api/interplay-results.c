/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/interplay-results-private.h"

#include "api/interplay-case-private.h"
#include "api/interplay-theory-private.h"
#include "core/base/parallel.h"
#include "core/results/results.h"
#include "figures/python/python-script.h"
#include "figures/view/view-of-result.h"

G_DEFINE_BOXED_TYPE (InterplayResults, interplay_results, interplay_results_ref,
                     interplay_results_unref)

/*< private > */
InterplayResults *
interplay_results_new (IplPythonArrays arrays, const IplView *view, IplKernel *kernel,
                       const IplRunSettings *run, char *message)
{
  InterplayResults *self = g_new0 (InterplayResults, 1);

  self->arrays = arrays;
  self->view = ipl_view_share (view);
  self->kernel = kernel != NULL ? ipl_kernel_ref (kernel) : NULL;
  if (run != NULL)
    {
      self->parameters = g_memdup2 (&run->parameters, sizeof run->parameters);
      ipl_sweep_axis_to_parameters (&run->widths, self->parameters);
      self->parameters->n_temperatures = 0;
      if (run->best)
        ipl_sweep_axis_to_parameters (&run->temperatures, self->parameters);
      self->settings = ipl_run_files_to_json (run, FALSE);
    }
  self->message = message;
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

/*< private > */
/* @posteriors: (nullable): of each row
 * Returns: (nullable): a sentence about the first row that did not converge or fails a
 *   diagnostic of sampling */
char *
interplay_results_find_doubt (const IplSweep *sweep, const GPtrArray *posteriors)
{
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      const IplSolution *row = sweep->rows[i];
      const IplPosteriorSummary *posterior = posteriors != NULL ? posteriors->pdata[i] : NULL;
      g_autofree char *widths = ipl_setting_widths_text (&row->setting);

      if (!row->converged)
        return g_strdup_printf ("N = %s: %s", widths, row->message);
      if (posterior != NULL && !posterior->fine)
        return g_strdup_printf ("N = %s: %s", widths, posterior->message);
    }
  return NULL;
}

InterplayResults *
interplay_results_solve (InterplayCase *the_case, guint n, const InterplaySetting *const *settings,
                         guint threads, GCancellable *cancellable, GError **error)
{
  g_autofree IplSetting *plain = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  IplKernel *kernel;
  IplView view;

  g_return_val_if_fail (the_case != NULL && n > 0 && settings != NULL, NULL);

  kernel = interplay_case_get_kernel (the_case, cancellable, error);
  if (kernel == NULL)
    return NULL;
  plain = g_new (IplSetting, n);
  for (guint i = 0; i < n; i++)
    plain[i] = settings[i]->setting;
  sweep = ipl_sweep_run (kernel, n, plain, NULL, NULL,
                         &(IplWork){ .threads
                                     = threads > 0 ? threads : ipl_parallel_default_threads (),
                                     .cancellable = cancellable },
                         error);
  if (sweep == NULL)
    return NULL;
  ipl_view_init (&view, the_case->parameters);
  ipl_view_set_sweep (&view, sweep, sweep->rows[0], NULL);
  return interplay_results_new (IPL_PYTHON_ROWS, &view, kernel, NULL, NULL);
}

InterplayResults *
interplay_results_ref (InterplayResults *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
interplay_results_unref (InterplayResults *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  ipl_view_unref (self->view);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_free (self->parameters);
  g_free (self->settings);
  g_free (self->message);
  g_free (self);
}

guint
interplay_results_get_n_settings (InterplayResults *self)
{
  return self->view->sweep != NULL ? self->view->sweep->n_rows : 0;
}

const char *
interplay_results_get_message (InterplayResults *self)
{
  return self->message;
}

InterplayTheory *
interplay_results_get_theory (InterplayResults *self, guint index)
{
  g_return_val_if_fail (index < interplay_results_get_n_settings (self), NULL);

  return (InterplayTheory *)ipl_solution_ref (self->view->sweep->rows[index]);
}

InterplayTheory *
interplay_results_get_gp (InterplayResults *self, guint index)
{
  const IplSweep *sweep = self->view->sweep;

  g_return_val_if_fail (index < interplay_results_get_n_settings (self), NULL);

  return (InterplayTheory *)ipl_solution_ref (sweep->groups[sweep->group[index]].lines[0].solution);
}

/* The view with other samples. @samples: [n_rows] */
static IplView
view_with (const InterplayResults *self, InterplaySummary *const *samples, GPtrArray *posteriors)
{
  IplView view = *self->view;

  for (guint i = 0; i < view.sweep->n_rows; i++)
    g_ptr_array_add (posteriors, samples[i]);
  view.posteriors = posteriors;
  return view;
}

gboolean
interplay_results_save_npz (InterplayResults *self, InterplaySummary *const *samples,
                            const char *path, GError **error)
{
  g_autoptr (GPtrArray) posteriors = g_ptr_array_new ();
  IplView view;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);
  g_return_val_if_fail (samples == NULL || self->view->sweep != NULL, FALSE);

  view = samples != NULL ? view_with (self, samples, posteriors) : *self->view;
  return ipl_python_results_save (self->arrays, &view, self->settings, path, NULL, error);
}

gboolean
interplay_results_save_csv (InterplayResults *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL && self->view->sweep != NULL, FALSE);

  return ipl_results_save_csv (self->view->sweep, path, error);
}

char *
interplay_results_to_json (InterplayResults *self, InterplaySummary *const *samples)
{
  g_autoptr (GPtrArray) posteriors = g_ptr_array_new ();
  IplView view;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->arrays != IPL_PYTHON_MAP && self->arrays != IPL_PYTHON_KERNELS, NULL);
  g_return_val_if_fail (samples == NULL || self->view->sweep != NULL, NULL);

  view = samples != NULL ? view_with (self, samples, posteriors) : *self->view;
  return ipl_python_results_to_json (self->arrays, &view, self->settings);
}
