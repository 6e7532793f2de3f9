/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/probe/probe.h"

#include <math.h>
#include <string.h>

#include "core/base/parallel.h"
#include "core/base/units.h"
#include "core/probe/probe-layer.h"
#include "core/probe/probe-prune.h"
#include "core/probe/probe-rank.h"
#include "core/theory/order-parameter.h"

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
  { "prune_order", "RN", .is_constant = TRUE, .is_optional = TRUE },
  { "prune_place", "OLH", .is_constant = TRUE, .is_optional = TRUE },
  { "prune_accuracy", "RP", .is_constant = TRUE, .is_optional = TRUE },
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

/* Adds the arrays of every layer that this file has numbers for. */
static void
add_arrays (Run *run)
{
  const gsize lengths[] = { run->file->most, IPL_PROBE_N_RANKS, 3 };

  run->trajectory = ipl_trajectory_new (IPL_CLOCK_LAYERS);
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
record_u (const Run *run, const IplSolution *solution)
{
  gsize H = solution->the_case->Pi, K = solution->the_case->labels.outputs, most = run->file->most;
  g_autofree double *work = g_new (double, 2 * H * H);
  double *traced = work, *sums = work + H * H;
  double *to = ipl_trajectory_edit (run->trajectory, "U");
  double *common = ipl_trajectory_edit (run->trajectory, "redundancy");
  double *weight = ipl_trajectory_edit (run->trajectory, "weight");

  ipl_order_trace_outputs (H, K, solution->U, traced);
  ipl_order_sum_outputs (H, K, solution->U, sums);
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

static void
record_theory (const Run *run, const IplProbeLayer *layer)
{
  const IplSolution *solution = layer->solution;
  gsize bytes = solution->the_case->Pi * sizeof (double);

  record_u (run, solution);
  memcpy (ipl_trajectory_edit (run->trajectory, "score"), solution->head_score, bytes);
  if (layer->score_sd != NULL)
    memcpy (ipl_trajectory_edit (run->trajectory, "score_sd"), layer->score_sd, bytes);
  *ipl_trajectory_edit (run->trajectory, "accuracy") = solution->tests[0].accuracy;
  *ipl_trajectory_edit (run->trajectory, "accuracy_gp") = layer->accuracy_gp;
  *ipl_trajectory_edit (run->trajectory, "alignment") = solution->alignment;
  if (!solution->converged)
    ipl_trajectory_set_message (run->trajectory, "The theory did not converge in every layer: what "
                                                 "it says there must not be trusted.");
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

/* Records the measured numbers of the layer's heads and their rank correlations. */
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

typedef struct
{
  Run *run;
  guint first;           /* the layer of the first of these */
  IplProbeLayer *layers; /* as many as there are threads */
} Round;

static void
solve_in_round (gsize i, gpointer data)
{
  Round *round = data;

  IplProbeLayer *layer = &round->layers[i];
  const Run *run = round->run;

  ipl_probe_layer_solve (layer, run->file, round->first + (guint)i, run->self, run->work,
                         &layer->error);
}

/* A layer that is alone has all threads for itself. */
static void
solve_round (Round *round, guint n)
{
  if (n == 1)
    solve_in_round (0, round);
  else
    ipl_parallel_for (n, n, solve_in_round, round, NULL);
}

static gboolean
record_round (const Round *round, guint n, GError **error)
{
  const IplProbeWork *work = round->run->work;
  IplTrajectory *trajectory = round->run->trajectory;

  for (guint i = 0; i < n; i++)
    {
      guint l = round->first + i;

      if (round->layers[i].error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&round->layers[i].error));
          return FALSE;
        }
      if (!ipl_trajectory_append (trajectory, l + 1.0, error))
        return FALSE;
      record_theory (round->run, &round->layers[i]);
      record_measures (round->run, l);
      ipl_probe_layer_clear (&round->layers[i]);
      if (work->show != NULL)
        work->show (trajectory, (l + 1.0) / round->run->file->n_layers, work->data);
    }
  return TRUE;
}

/* FALSE with an error; as many layers at a time as there are threads, until it is stopped. */
static gboolean
go (Run *run, gboolean *complete, GError **error)
{
  guint n_layers = run->file->n_layers, at_once = CLAMP (run->work->threads, 1, n_layers), n;
  g_autoptr (GArray) layers = g_array_sized_new (FALSE, TRUE, sizeof (IplProbeLayer), at_once);
  Round round = { .run = run };

  g_array_set_clear_func (layers, ipl_probe_layer_clear);
  g_array_set_size (layers, at_once);
  round.layers = (IplProbeLayer *)(gpointer)layers->data;
  for (; round.first < n_layers; round.first += n)
    {
      n = MIN (at_once, n_layers - round.first);
      if (round.first > 0 && g_cancellable_is_cancelled (run->work->stop))
        {
          *complete = FALSE;
          break;
        }
      solve_round (&round, n);
      if (!record_round (&round, n, error))
        return FALSE;
    }
  return record_overall (run, error)
         && (!*complete
             || ipl_probe_prune (run->file, run->work, run->self->seed, run->trajectory, error));
}

/* Moments are the layers, from 1. Where layers have fewer heads than others, NaN stands beyond. */
IplTrajectory *
ipl_probe_run (const IplProbe *self, IplProbeFile *file, const IplProbeWork *work,
               gboolean *complete, GError **error)
{
  Run run = { .self = self, .work = work, .file = file };
  gboolean done;

  *complete = TRUE;
  add_arrays (&run);
  done = go (&run, complete, error);
  if (!done)
    g_clear_pointer (&run.trajectory, ipl_trajectory_unref);
  return run.trajectory;
}
