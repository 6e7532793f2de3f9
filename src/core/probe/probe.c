/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/units.h"
#include "core/posterior/posterior.h"
#include "core/probe/probe-file.h"
#include "core/probe/probe-rank.h"
#include "core/theory/order-parameter.h"
#include "core/theory/solution.h"

const char *const ipl_probe_rank_words[IPL_PROBE_N_RANKS]
    = { "theory’s score", "gradient score", "attention entropy", "output norm" };

const IplRecordedArray ipl_probe_recorded[] = {
  { "score", "H", .words = "head scores" },
  { "weight", "H", .words = "sum of |U| through the head" },
  { "U", "HH" },
  { "redundancy", "HH", .words = "what heads have in common" },
  { "accuracy", "" },
  { "accuracy_gp", "", .words = "in the GP limit" },
  { "alignment", "" },
  { "score_sd", "H", .is_optional = TRUE, .words = "standard deviation of head scores" },
  { "drop", "H", .is_optional = TRUE, .words = "accuracy lost without the head" },
  { "gradient", "H", .is_optional = TRUE, .words = "gradient score" },
  { "entropy", "H", .is_optional = TRUE, .words = "entropy of attention", .unit = IPL_NATS },
  { "norm", "H", .is_optional = TRUE, .words = "output norm" },
  { "pair_excess", "HH", .is_optional = TRUE,
    .words = "lost without both beyond the single drops" },
  { "rank_correlation", "MI", .is_optional = TRUE, .words = "rank correlation with the drop" },
  { "rank_correlation_all", "MI", .is_constant = TRUE, .is_optional = TRUE },
  { "pair_correlation_all", "I", .is_constant = TRUE, .is_optional = TRUE },
  { "model_accuracy", "", .is_constant = TRUE, .is_optional = TRUE },
  { NULL },
};

typedef struct
{
  const IplProbe *self;
  const IplProbeWork *work;
  IplProbeFile *file;
  IplTrajectory *trajectory;
} Run;

static gboolean
is_there (const Run *run, const char *name)
{
  if (g_str_equal (name, "score_sd"))
    return run->self->draws > 0;
  if (g_str_equal (name, "pair_excess"))
    return run->file->pair_drop != NULL && run->file->measures[IPL_PROBE_DROP] != NULL;
  if (g_str_equal (name, "rank_correlation"))
    return run->file->measures[IPL_PROBE_DROP] != NULL;
  for (guint i = 0; i < IPL_PROBE_N_MEASURES; i++)
    if (g_str_equal (name, ipl_probe_measure_names[i]))
      return run->file->measures[i] != NULL;
  return FALSE;
}

/* What is recorded at every layer, as far as this file has it. */
static void
add_arrays (Run *run)
{
  const gsize lengths[] = { run->file->most, IPL_PROBE_N_RANKS, 3 };

  run->trajectory = ipl_trajectory_new (TRUE);
  run->trajectory->counted = IPL_PROBE_COUNTED;
  for (const IplRecordedArray *at = ipl_probe_recorded; at->name != NULL; at++)
    {
      IplRecordedArray one[] = { *at, { NULL } };

      if (at->is_constant || (at->is_optional && !is_there (run, at->name)))
        continue;
      one[0].is_optional = FALSE;
      ipl_trajectory_add_recorded (run->trajectory, one, "HMI", lengths);
    }
}

/* Traced over outputs, into the first H rows and columns of [most x most]; the redundancy of two
 * heads is U_pq over the root of U_pp U_qq. A head's weight is the sum of |U_pq| over the ordered
 * pairs that it is in, as in its score, but not over the largest of them: layers can be compared.
 */
static void
record_u (const Run *run, const IplCase *the_case, const double *U)
{
  gsize H = the_case->Pi, K = the_case->labels.outputs, most = run->file->most;
  g_autofree double *work = g_new (double, 2 * H * H);
  double *traced = work, *sums = work + H * H;
  double *to = ipl_trajectory_edit (run->trajectory, "U");
  double *common = ipl_trajectory_edit (run->trajectory, "redundancy");
  double *weight = ipl_trajectory_edit (run->trajectory, "weight");

  ipl_order_trace_outputs (H, K, U, traced);
  ipl_order_sum_outputs (H, K, U, sums);
  for (gsize p = 0; p < H; p++)
    {
      weight[p] = -sums[p * H + p];
      for (gsize q = 0; q < H; q++)
        {
          double u = traced[p * H + q];

          to[p * most + q] = u;
          common[p * most + q] = u / sqrt (traced[p * H + p] * traced[q * H + q]);
          weight[p] += sums[p * H + q] + sums[q * H + p];
        }
    }
}

/* Standard deviation of each head's score over the draws of the posterior. */
static gboolean
record_errors (const Run *run, IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
               GError **error)
{
  guint H = (guint)the_case->Pi, K = the_case->labels.outputs;
  double *sd = ipl_trajectory_edit (run->trajectory, "score_sd");
  g_autofree double *work = g_new (double, 3 * H + (gsize)H * H);
  double *one = work, *sum = one + H, *squares = sum + H, *of_heads = squares + H;
  g_autoptr (IplPosterior) posterior = NULL;
  IplPosteriorOptions options;
  guint n = 0;

  ipl_posterior_options_init (&options);
  options.seed = run->self->seed;
  posterior
      = ipl_posterior_prepare (the_case, kernel, setting, &options, run->work->cancellable, error);
  if (posterior == NULL
      || !ipl_posterior_run (posterior, run->self->draws, run->work->threads, NULL, NULL,
                             run->work->cancellable, error))
    return FALSE;
  memset (sum, 0, 2 * H * sizeof (double));
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
  for (guint h = 0; h < H; h++)
    sd[h] = sqrt (fmax (0, squares[h] / n - sum[h] / n * (sum[h] / n)));
  return TRUE;
}

static gboolean
record_theory (const Run *run, IplCase *the_case, GError **error)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, run->work->cancellable, error);
  g_autoptr (IplSolution) solution = NULL, gp = NULL;
  IplSetting setting;

  if (kernel == NULL)
    return FALSE;
  ipl_setting_init_for_case (&setting, the_case, run->self->width);
  setting.components = 1;
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, run->work->cancellable, error);
  if (solution == NULL)
    return FALSE;
  record_u (run, the_case, solution->U);
  memcpy (ipl_trajectory_edit (run->trajectory, "score"), solution->head_score,
          the_case->Pi * sizeof (double));
  *ipl_trajectory_edit (run->trajectory, "accuracy") = solution->tests[0].accuracy;
  *ipl_trajectory_edit (run->trajectory, "alignment") = solution->alignment;
  if (!solution->converged)
    ipl_trajectory_set_message (run->trajectory, "The theory did not converge in every layer: what "
                                                 "it says there must not be trusted.");
  if (run->self->draws > 0 && !record_errors (run, the_case, kernel, &setting, error))
    return FALSE;
  setting.gp = TRUE;
  gp = ipl_solution_gp (the_case, kernel, &setting, NULL, 0, run->work->cancellable, error);
  if (gp == NULL)
    return FALSE;
  *ipl_trajectory_edit (run->trajectory, "accuracy_gp") = gp->tests[0].accuracy;
  return TRUE;
}

/* (nullable): the numbers by which heads are ranked, those of the layers after it behind them */
static const double *
ranked (const IplTrajectory *trajectory, guint rank, guint layer)
{
  static const char *const names[IPL_PROBE_N_RANKS] = { "weight", "gradient", "entropy", "norm" };

  return ipl_trajectory_find (trajectory, names[rank]) != NULL
             ? ipl_trajectory_get (trajectory, names[rank], layer)
             : NULL;
}

/* What the file says of the layer's heads, and how well each number ranks them. */
static void
record_measures (const Run *run, guint layer)
{
  const IplProbeFile *file = run->file;
  IplTrajectory *trajectory = run->trajectory;
  gsize most = file->most;
  const double *drop = file->measures[IPL_PROBE_DROP];
  double *correlation, *excess;

  for (guint i = 0; i < IPL_PROBE_N_MEASURES; i++)
    if (file->measures[i] != NULL)
      memcpy (ipl_trajectory_edit (trajectory, ipl_probe_measure_names[i]),
              file->measures[i] + layer * most, most * sizeof (double));
  if (drop == NULL)
    return;
  correlation = ipl_trajectory_edit (trajectory, "rank_correlation");
  for (guint r = 0; r < IPL_PROBE_N_RANKS; r++)
    if (ranked (trajectory, r, layer) != NULL)
      ipl_probe_rank (most, ranked (trajectory, r, layer), drop + layer * most, run->self->seed,
                      &correlation[3 * r], &correlation[3 * r + 1], &correlation[3 * r + 2]);
  if (file->pair_drop == NULL)
    return;
  excess = ipl_trajectory_edit (trajectory, "pair_excess");
  for (gsize p = 0; p < most; p++)
    for (gsize q = 0; q < most; q++)
      if (p != q)
        excess[p * most + q] = file->pair_drop[(layer * most + p) * most + q]
                               - drop[layer * most + p] - drop[layer * most + q];
}

/* Over the pairs of heads of all layers, each once, as what is drawn again must be. */
static gboolean
record_pairs (const Run *run, GError **error)
{
  const IplTrajectory *trajectory = run->trajectory;
  const double *common = ipl_trajectory_get (trajectory, "redundancy", 0);
  gsize most = run->file->most, n = trajectory->S * most * most;
  g_autofree double *once = g_memdup2 (common, n * sizeof (double));
  double correlation[3];

  for (gsize i = 0; i < n; i++)
    if (i / most % most > i % most)
      once[i] = NAN;
  ipl_probe_rank (n, once, ipl_trajectory_get (trajectory, "pair_excess", 0), run->self->seed,
                  &correlation[0], &correlation[1], &correlation[2]);
  return ipl_trajectory_add_constant (run->trajectory, "pair_correlation_all", 1, (gsize[]){ 3 },
                                      correlation, error);
}

/* Over the heads of all layers: [ranks x value, low, high]. */
static gboolean
record_overall (const Run *run, GError **error)
{
  const IplTrajectory *trajectory = run->trajectory;
  gsize n = trajectory->S * run->file->most;
  double correlation[IPL_PROBE_N_RANKS * 3];

  if (!isnan (run->file->model_accuracy)
      && !ipl_trajectory_add_constant (run->trajectory, "model_accuracy", 0, NULL,
                                       &run->file->model_accuracy, error))
    return FALSE;
  if (run->file->measures[IPL_PROBE_DROP] == NULL || trajectory->S == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (correlation); i++)
    correlation[i] = NAN;
  for (guint r = 0; r < IPL_PROBE_N_RANKS; r++)
    if (ranked (trajectory, r, 0) != NULL)
      ipl_probe_rank (n, ranked (trajectory, r, 0), ipl_trajectory_get (trajectory, "drop", 0),
                      run->self->seed, &correlation[3 * r], &correlation[3 * r + 1],
                      &correlation[3 * r + 2]);
  if (!ipl_trajectory_add_constant (run->trajectory, "rank_correlation_all", 2,
                                    (gsize[]){ IPL_PROBE_N_RANKS, 3 }, correlation, error))
    return FALSE;
  return ipl_trajectory_find (trajectory, "pair_excess") == NULL || record_pairs (run, error);
}

/* FALSE with an error; layer by layer until it is stopped. */
static gboolean
go (Run *run, gboolean *complete, GError **error)
{
  for (guint l = 0; l < run->file->n_layers; l++)
    {
      g_autoptr (IplCase) the_case = NULL;

      if (l > 0 && g_cancellable_is_cancelled (run->work->stop))
        {
          *complete = FALSE;
          break;
        }
      the_case = ipl_probe_file_get_layer (run->file, l, run->self->temperature, run->work->threads,
                                           run->work->cancellable, error);
      if (the_case == NULL || !ipl_trajectory_append (run->trajectory, l + 1.0, error)
          || !record_theory (run, the_case, error))
        return FALSE;
      record_measures (run, l);
      if (run->work->show != NULL)
        run->work->show (run->trajectory, (l + 1.0) / run->file->n_layers, run->work->data);
    }
  return record_overall (run, error);
}

/* Moments are the layers, from 1. Where layers have fewer heads than others, NaN stands beyond. */
IplTrajectory *
ipl_probe_run (const IplProbe *self, const IplProbeWork *work, gboolean *complete, GError **error)
{
  Run run = { .self = self, .work = work };
  gboolean done;

  *complete = TRUE;
  run.file = ipl_probe_file_open (self->path, work->cancellable, error);
  if (run.file == NULL)
    return NULL;
  add_arrays (&run);
  done = go (&run, complete, error);
  ipl_probe_file_free (run.file);
  if (!done)
    g_clear_pointer (&run.trajectory, ipl_trajectory_unref);
  return run.trajectory;
}

/* Kernels of all pairs of heads of a layer, and a few dozen steps of the solver. */
void
ipl_probe_predict (const char *path, const IplProbe *self, double *seconds, double *bytes)
{
  g_autoptr (IplProbeFile) file = ipl_probe_file_open (path, NULL, NULL);

  *seconds = *bytes = 0;
  if (file == NULL)
    return;
  for (guint l = 0; l < file->n_layers; l++)
    {
      double P = (double)file->P, H = (double)file->H[l],
             D = (double)file->largest / (P + file->P_test);

      *seconds += (P * P * D + 40 * P * P * (P + H * H)) * 1e-10
                  + self->draws * 4.0 * 10 * P * P * (P + H * H) * 1e-10;
    }
  *bytes = sizeof (double)
           * (3.0 * (double)file->largest
              + (double)(file->P * (file->P + file->P_test)) * (double)(file->most * file->most));
}
