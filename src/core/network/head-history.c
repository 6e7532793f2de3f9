/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads and paths while a network is trained by gradient descent (THEORY.md section
 * 8.9). */
#include "core/network/head-history.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/units.h"
#include "core/case/features.h"
#include "core/network/trained-network.h"
#include "core/theory/order-parameter.h"
#include "core/theory/saddle.h"
#include "core/training/recorded-trajectory.h"

#include <string.h>

/* U is recorded completely up to this number of rows. */
#define FULL_U 64

/* Limits of a course: its size, and the range of its number of moments. */
#define MOST_BYTES (8 << 20)
#define FEWEST_MOMENTS 64
#define MOST_MOMENTS 4096

static gboolean
record_entropies (IplTrajectory *trajectory, const IplTrainedNetwork *network, guint n,
                  const double *tokens, guint threads, GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  IplLayerWeights weights[IPL_MAX_LAYERS] = { { 0 } };
  gboolean done
      = ipl_trained_network_export_attention (network, weights, error)
        && ipl_features_entropy (weights, NULL, shape->L, shape->H, NULL, shape->T, shape->N0, n,
                                 tokens, ipl_trajectory_edit (trajectory, "entropy"), threads, NULL,
                                 error);

  ipl_layer_weights_clear (weights, shape->L);
  return done;
}

const IplRecordedArray ipl_head_history_recorded[] = {
  { "loss", "" },
  { "accuracy", "" },
  { "entropy", "h", .words = "entropy of attention", .unit = IPL_NATS },
  { "head_score", "h", .words = "head scores" },
  { "path_weight", "p", .words = "U of each path" },
  { "U", "rr", .is_optional = TRUE },
  { "layer", "h", .is_constant = TRUE },
  { NULL },
};

/* The recorded arrays: `loss`, `accuracy`, `entropy` and `head_score` [heads], layer 1 first,
 * `path_weight` [Pi] (the diagonal of U, summed over outputs), and `U` [Pi K x Pi K] where it has
 * at most 64 rows; and, the same at all times, `layer` [heads], from 1. */
IplTrajectory *
ipl_head_history_new (const IplTrainedShape *shape, GError **error)
{
  g_autoptr (IplTrajectory) self = ipl_trajectory_new (IPL_CLOCK_STEPS);
  gsize heads = ipl_trained_shape_n_heads (shape), Pi = ipl_trained_shape_n_paths (shape);
  gsize rows = ipl_trained_shape_n_rows (shape);
  double layer[IPL_MAX_LAYERS * IPL_MAX_HEADS], *at = layer;

  for (guint l = 0; l < shape->L; l++)
    for (guint h = 0; h < shape->H[l]; h++)
      *at++ = l + 1;

  ipl_trajectory_add_recorded (self, ipl_head_history_recorded, "hp", (gsize[]){ heads, Pi });
  if (rows <= FULL_U)
    ipl_trajectory_add (self, "U", 2, (gsize[]){ rows, rows });
  return ipl_trajectory_add_constant (self, "layer", 1, &heads, layer, error)
             ? g_steal_pointer (&self)
             : NULL;
}

/* Largest number of moments between the first and the last, from the size of a moment. */
guint
ipl_head_history_count_moments (const IplTrajectory *self)
{
  return (guint)CLAMP (MOST_BYTES / ipl_trajectory_get_bytes (self, 1), FEWEST_MOMENTS,
                       MOST_MOMENTS);
}

/* Thins the moments out to ipl_head_history_count_moments() if reports are more frequent: their
 * distance doubles until the number fits. Moments between them are dropped, and so is the end of
 * a run that resumes. The remaining moments depend only on the first moment and @step, not on
 * interruptions. Returns FALSE if @step is not a moment. */
gboolean
ipl_head_history_make_room (IplTrajectory *self, guint64 step, guint64 every)
{
  guint64 first = self->S > 0 ? (guint64)self->time[0] : step;
  guint64 most = ipl_head_history_count_moments (self), spacing = every;
  g_autofree gboolean *selected = NULL;

  if (self->S == 0)
    return TRUE;
  while ((step - first) / spacing > most)
    spacing *= 2;
  if (step % spacing != 0)
    return FALSE;
  selected = g_new (gboolean, self->S);
  for (guint s = 0; s < self->S; s++)
    selected[s] = s == 0 || (guint64)self->time[s] % spacing == 0;
  ipl_trajectory_select (self, selected);
  return TRUE;
}

/* Records a moment: U of the trained weights, the score of every head in it (section 5), and the
 * entropy of its attention, mean over queries and sequences. @tokens: [n x T x N0] row-major;
 * @loss: of an example; @accuracy: of the training; either can be NaN for an unknown value. */
gboolean
ipl_head_history_record (IplTrajectory *self, const IplTrainedNetwork *network, guint n,
                         const double *tokens, double step, double loss, double accuracy,
                         guint threads, GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  gsize Pi = ipl_trained_shape_n_paths (shape), K = shape->outputs;
  g_autofree double *U = ipl_trained_network_order (network, error);
  g_autofree double *sums
      = U != NULL ? ipl_try_new (double, (double)Pi *(double)Pi, "The head scores", error) : NULL;

  if (sums == NULL || !ipl_trajectory_append (self, step, error))
    return FALSE;
  *ipl_trajectory_edit (self, "loss") = loss;
  *ipl_trajectory_edit (self, "accuracy") = accuracy;
  ipl_order_trace_outputs (Pi, K, U, sums);
  for (gsize p = 0; p < Pi; p++)
    ipl_trajectory_edit (self, "path_weight")[p] = sums[p * Pi + p];
  if (Pi * K <= FULL_U)
    memcpy (ipl_trajectory_edit (self, "U"), U, Pi * K * Pi * K * sizeof *U);
  ipl_order_sum_outputs (Pi, K, U, sums);
  ipl_observables_head_scores (shape->L, shape->H, sums, ipl_trajectory_edit (self, "head_score"));
  return record_entropies (self, network, n, tokens, threads, error);
}

/* Prefix of the course of heads in the file of a network, which also holds the learning curve. */
#define PREFIX "course."

/* Adds the tensors `course.time` [S] and `course.entropy` and so on, time first, in double
 * precision; none if there are no moments. */
void
ipl_head_history_write (const IplTrajectory *self, IplSafetensorsWriter *writer)
{
  if (self->S > 0)
    ipl_recorded_write (self, PREFIX, NULL, writer);
}

/* Reads the tensors of ipl_head_history_write() into a new course of the network's shape; leaves
 * it empty if the file has no course. */
gboolean
ipl_head_history_read (IplTrajectory *self, const IplSafetensors *file, const char *shown,
                       guint64 last_step, GError **error)
{
  GError *own = NULL;

  if (ipl_safetensors_lookup (file, PREFIX "time") == NULL
      || ipl_recorded_read (self, PREFIX, FALSE, file, (double)last_step, &own))
    return TRUE;
  if (own == NULL)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is damaged: what it records of its heads cannot be understood.", shown);
  g_propagate_error (error, own);
  return FALSE;
}
