/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of heads and paths while a network is trained by gradient descent (THEORY.md section
 * 8.9). */
#include "core/heads/head-course.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/case/features.h"
#include "core/network/trained-case.h"
#include "core/theory/observables.h"
#include <math.h>
#include <string.h>

/* U is recorded whole up to so many paths. */
#define WHOLE_U 64

/* Entropies of all heads for some sequences. */
typedef struct
{
  const IplTrainedShape *shape;
  const IplLayerWeights *weights;
  const double *tokens; /* [n x T x N0] */
  double *O;            /* [n x T x T] */
  double *entropy;      /* [n x heads] */
} Work;

/* Mean over queries of the entropy of what they attend to. */
static double
mean_entropy (const double *O, gsize T)
{
  double sum = 0;

  for (gsize i = 0; i < T * T; i++)
    if (O[i] > 0)
      sum -= O[i] * log (O[i]);
  return sum / (double)T;
}

static void
find_entropies (gsize sequence, gpointer data)
{
  const Work *self = data;
  const IplTrainedShape *shape = self->shape;
  double *O = self->O + sequence * shape->T * shape->T;
  double *entropy = self->entropy + sequence * ipl_trained_shape_n_heads (shape);

  for (guint l = 0; l < shape->L; l++)
    for (guint h = 0; h < shape->H[l]; h++)
      {
        ipl_features_attention_matrix (&self->weights[l], h, shape->T, shape->N0,
                                       self->tokens + sequence * shape->T * shape->N0, O);
        *entropy++ = mean_entropy (O, shape->T);
      }
}

static gboolean
record_entropies (IplTrajectory *trajectory, const IplTrainedNetwork *network, guint n,
                  const double *tokens, guint threads, GError **error)
{
  const IplTrainedShape *shape = &network->shape;
  gsize heads = ipl_trained_shape_n_heads (shape), T = shape->T;
  IplLayerWeights weights[IPL_MAX_LAYERS] = { { 0 } };
  g_autofree double *room
      = ipl_memory_try_doubles ((double)n * (double)(T * T + heads), "attention", error);
  Work work = { shape, weights, tokens, room, NULL };
  double *mean = ipl_trajectory_edit (trajectory, "entropy");
  gboolean done;

  if (room == NULL)
    return FALSE;
  work.entropy = room + n * T * T;
  done = ipl_trained_network_export_attention (network, weights, error);
  if (done)
    ipl_parallel_for (n, threads, find_entropies, &work, NULL);
  for (gsize k = 0; k < heads && done; k++)
    {
      mean[k] = 0;
      for (guint i = 0; i < n; i++)
        mean[k] += work.entropy[i * heads + k] / n;
    }
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
