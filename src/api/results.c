/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <interplay/results.h>

#include "api/case-private.h"
#include "api/posterior-private.h"
#include "api/setting-private.h"
#include "api/theory-private.h"
#include "core/base/parallel.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results.h"

/* A sweep by another name. */
struct _InterplayResults
{
  IplSweep sweep;
};

/**
 * interplay_results_solve:
 * @the_case: a case
 * @n: number of settings, at least 1
 * @settings: (array length=n): where to solve
 * @threads: threads to share the work, 0 for as many as there are cores; the numbers do not depend
 *   on it
 * @cancellable: (nullable): looked at while solving
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Solves the theory at every setting, and the Gaussian-process limits that go with them.
 *
 * Returns: (transfer full) (nullable): the results
 */
InterplayResults *
interplay_results_solve (InterplayCase *the_case, guint n, const InterplaySetting *const *settings,
                         guint threads, GCancellable *cancellable, GError **error)
{
  g_autofree IplSetting *plain = NULL;
  IplKernel *kernel;

  g_return_val_if_fail (the_case != NULL && n > 0 && settings != NULL, NULL);

  kernel = interplay_case_get_kernel (the_case, error);
  if (kernel == NULL)
    return NULL;
  plain = g_new (IplSetting, n);
  for (guint i = 0; i < n; i++)
    plain[i] = settings[i]->setting;
  return (InterplayResults *)ipl_sweep_run (the_case->the_case, kernel, n, plain,
                                            threads > 0 ? threads : ipl_parallel_default_threads (),
                                            NULL, NULL, cancellable, error);
}

/**
 * interplay_results_ref:
 * @self: results
 *
 * Returns: (transfer full): @self with one more reference
 */
InterplayResults *
interplay_results_ref (InterplayResults *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (InterplayResults *)ipl_sweep_ref (&self->sweep);
}

/**
 * interplay_results_unref:
 * @self: (nullable) (transfer full): results
 */
void
interplay_results_unref (InterplayResults *self)
{
  if (self != NULL)
    ipl_sweep_unref (&self->sweep);
}

/**
 * interplay_results_get_n_settings:
 * @self: results
 *
 * Returns: at how many settings
 */
guint
interplay_results_get_n_settings (InterplayResults *self)
{
  return self->sweep.n_rows;
}

/**
 * interplay_results_get_theory:
 * @self: results
 * @index: which setting, from 0
 *
 * Returns: (transfer full): what the theory says there
 */
InterplayTheory *
interplay_results_get_theory (InterplayResults *self, guint index)
{
  g_return_val_if_fail (index < self->sweep.n_rows, NULL);

  return (InterplayTheory *)ipl_solution_ref (self->sweep.rows[index]);
}

/**
 * interplay_results_get_gp:
 * @self: results
 * @index: which setting, from 0
 *
 * Returns: (transfer full): the Gaussian-process limit at its temperature and variances
 */
InterplayTheory *
interplay_results_get_gp (InterplayResults *self, guint index)
{
  const IplSweepGroup *group;

  g_return_val_if_fail (index < self->sweep.n_rows, NULL);

  group = &self->sweep.groups[self->sweep.group[index]];
  return (InterplayTheory *)ipl_solution_ref (group->lines[0].solution);
}

/* [n_rows] of what was sampled, or NULL. */
static const IplPosteriorSummary **
plain_samples (const InterplayResults *self, InterplaySummary *const *samples)
{
  const IplPosteriorSummary **plain;

  if (samples == NULL)
    return NULL;
  plain = g_new0 (const IplPosteriorSummary *, self->sweep.n_rows);
  for (guint i = 0; i < self->sweep.n_rows; i++)
    plain[i] = (const IplPosteriorSummary *)samples[i];
  return plain;
}

/**
 * interplay_results_save_npz:
 * @self: results
 * @samples: (nullable) (array): for each setting what was sampled there, %NULL where nothing was
 * @path: file name
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes the arrays widths, temperature, variances, U, action, gradient, relative_gradient,
 * mean_test, var_test, accuracy (mean_squared_error of a regression), those of the Gaussian-process
 * limit with the suffix _gp, and more, for NumPy. A file of that name is replaced once all is
 * written.
 *
 * Returns: whether the file was written
 */
gboolean
interplay_results_save_npz (InterplayResults *self, InterplaySummary *const *samples,
                            const char *path, GError **error)
{
  g_autofree const IplPosteriorSummary **plain = NULL;

  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  plain = plain_samples (self, samples);
  return ipl_results_save_npz (&self->sweep, plain, NULL, NULL, path, error);
}

/**
 * interplay_results_save_csv:
 * @self: results
 * @path: file name
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Writes a table with a line for each setting.
 *
 * Returns: whether the file was written
 */
gboolean
interplay_results_save_csv (InterplayResults *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  return ipl_results_save_csv (&self->sweep, path, error);
}

/**
 * interplay_results_to_json:
 * @self: results
 * @samples: (nullable) (array): as for interplay_results_save_npz()
 *
 * Returns: (transfer full): JSON text under the same names; free with g_free()
 */
char *
interplay_results_to_json (InterplayResults *self, InterplaySummary *const *samples)
{
  g_autofree const IplPosteriorSummary **plain = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  plain = plain_samples (self, samples);
  return ipl_results_to_json (&self->sweep, plain, NULL, NULL);
}
