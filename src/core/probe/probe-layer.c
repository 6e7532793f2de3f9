/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe-layer.h"

#include <math.h>

#include "core/posterior/posterior.h"
#include "core/theory/order-parameter.h"

/* (type IplProbeLayer) */
void
ipl_probe_layer_clear (gpointer data)
{
  IplProbeLayer *self = data;

  g_clear_pointer (&self->solution, ipl_solution_unref);
  g_clear_pointer (&self->score_sd, g_free);
  g_clear_error (&self->error);
}

/* Standard deviation of each head's score over the draws of the posterior. */
static gboolean
solve_errors (IplProbeLayer *self, const IplProbe *probe, const IplProbeWork *work,
              IplCase *the_case, IplKernel *kernel, const IplSetting *setting, GError **error)
{
  guint H = (guint)the_case->Pi, K = the_case->labels.outputs;
  g_autofree double *space = g_new0 (double, 3 * H + (gsize)H * H);
  double *one = space, *sum = one + H, *squares = sum + H, *of_heads = squares + H;
  g_autoptr (IplPosterior) posterior = NULL;
  IplPosteriorOptions options;
  guint n = 0;

  ipl_posterior_options_init (&options);
  options.seed = probe->seed;
  posterior = ipl_posterior_prepare (the_case, kernel, setting, &options, work->cancellable, error);
  if (posterior == NULL
      || !ipl_posterior_run (posterior, probe->draws, work->threads, NULL, NULL, work->cancellable,
                             error))
    return FALSE;
  for (guint c = 0; c < ipl_posterior_get_n_chains (posterior); c++)
    for (guint d = 0; d < ipl_posterior_get_n_draws (posterior); d++, n++)
      {
        ipl_order_sum_outputs (H, K, ipl_posterior_get_U (posterior, c, d), of_heads);
        ipl_observables_head_scores (1, &H, of_heads, one);
        for (guint h = 0; h < H; h++)
          {
            sum[h] += one[h];
            squares[h] += one[h] * one[h];
          }
      }
  self->score_sd = g_new (double, H);
  for (guint h = 0; h < H; h++)
    self->score_sd[h] = sqrt (fmax (0, squares[h] / n - sum[h] / n * (sum[h] / n)));
  return TRUE;
}

/* One layer is read at a time. */
static IplCase *
read_layer (IplProbeFile *file, guint layer, const IplProbe *probe, const IplProbeWork *work,
            GError **error)
{
  static GMutex reading;
  IplCase *the_case;

  g_mutex_lock (&reading);
  the_case = ipl_probe_file_get_layer (file, layer, probe->temperature, work->threads,
                                       work->cancellable, error);
  g_mutex_unlock (&reading);
  return the_case;
}

/* Solves a layer of a file that several threads may share; its path features are gone then. */
gboolean
ipl_probe_layer_solve (IplProbeLayer *self, IplProbeFile *file, guint layer, const IplProbe *probe,
                       const IplProbeWork *work, GError **error)
{
  g_autoptr (IplCase) the_case = read_layer (file, layer, probe, work, error);
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) gp = NULL;
  IplSetting setting;

  if (the_case == NULL)
    return FALSE;
  kernel = ipl_kernel_prepare (the_case, work->cancellable, error);
  if (kernel == NULL)
    return FALSE;
  ipl_setting_init_for_case (&setting, the_case, probe->width);
  setting.components = 1;
  self->solution = ipl_solution_solve (the_case, kernel, &setting, NULL, work->cancellable, error);
  if (self->solution == NULL
      || (probe->draws > 0 && !solve_errors (self, probe, work, the_case, kernel, &setting, error)))
    return FALSE;
  setting.gp = TRUE;
  gp = ipl_solution_gp (the_case, kernel, &setting, NULL, 0, work->cancellable, error);
  if (gp == NULL)
    return FALSE;
  self->accuracy_gp = gp->tests[0].accuracy;
  return TRUE;
}
