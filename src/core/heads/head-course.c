/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of heads and paths while a network is trained by gradient descent (THEORY.md section
 * 8.9). */
#include "core/heads/head-course.h"

#include "core/case/features.h"
#include "core/network/trained-case.h"
#include "core/theory/observables.h"
#include <string.h>

/* U is recorded whole up to so many paths. */
#define WHOLE_U 64

static gboolean
record_entropies (IplTrajectory *trajectory, const IplTrainedNetwork *network, guint n,
                  const double *tokens, guint threads, GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  IplLayerWeights weights[IPL_MAX_LAYERS] = { { 0 } };
  gboolean done
      = ipl_trained_network_export_attention (network, weights, error)
        && ipl_features_entropy (weights, NULL, shape->L, shape->H, shape->T, shape->N0, n, tokens,
                                 ipl_trajectory_edit (trajectory, "entropy"), threads, NULL, error);

  for (guint l = 0; l < shape->L; l++)
    {
      g_free (weights[l].wq);
      g_free (weights[l].wk);
    }
  return done;
}

/**
 * ipl_head_course_begin:
 * @trajectory: empty
 * @shape: the network that is trained
 *
 * Says what is recorded: `loss`, `accuracy`, `entropy` and `head_score` [heads], layer 1 first,
 * `path_weight` [Pi] (the diagonal of U), and `U` [Pi x Pi] where there are at most 64 paths.
 */
void
ipl_head_course_begin (IplTrajectory *trajectory, const IplTrainedShape *shape)
{
  gsize heads = ipl_trained_shape_n_heads (shape), Pi = ipl_trained_shape_n_paths (shape);

  ipl_trajectory_add (trajectory, "loss", 0, NULL);
  ipl_trajectory_add (trajectory, "accuracy", 0, NULL);
  ipl_trajectory_add (trajectory, "entropy", 1, &heads);
  ipl_trajectory_add (trajectory, "head_score", 1, &heads);
  ipl_trajectory_add (trajectory, "path_weight", 1, &Pi);
  if (Pi <= WHOLE_U)
    ipl_trajectory_add (trajectory, "U", 2, (gsize[]){ Pi, Pi });
}

/**
 * ipl_head_course_record:
 * @trajectory: begun for the network's shape
 * @network: the network as it is now
 * @n: sequences that entropies are the mean over
 * @tokens: [n x T x N0] row-major
 * @step: after the last
 * @loss: mean squared error; NaN where not known
 * @accuracy: of the training; NaN where not known
 * @threads: how many; no number depends on it
 * @error: return location for an #IPL_ERROR
 *
 * Records a moment: U of the trained weights, the score of every head in it (section 5), and the
 * entropy of its attention, mean over queries and sequences.
 *
 * Returns: whether there was memory
 */
gboolean
ipl_head_course_record (IplTrajectory *trajectory, const IplTrainedNetwork *network, guint n,
                        const double *tokens, double step, double loss, double accuracy,
                        guint threads, GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  gsize Pi = ipl_trained_shape_n_paths (shape);
  g_autofree double *U = ipl_trained_network_order (network, error);

  if (U == NULL || !ipl_trajectory_append (trajectory, step, error))
    return FALSE;
  *ipl_trajectory_edit (trajectory, "loss") = loss;
  *ipl_trajectory_edit (trajectory, "accuracy") = accuracy;
  for (gsize p = 0; p < Pi; p++)
    ipl_trajectory_edit (trajectory, "path_weight")[p] = U[p * Pi + p];
  if (Pi <= WHOLE_U)
    memcpy (ipl_trajectory_edit (trajectory, "U"), U, Pi * Pi * sizeof *U);
  ipl_observables_head_scores (shape->L, shape->H, U,
                               ipl_trajectory_edit (trajectory, "head_score"));
  return record_entropies (trajectory, network, n, tokens, threads, error);
}
