/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order in which the pairs of a latent tree are learned (THEORY.md section 15.2). All tokens
 * that are equally far apart behave the same, so that there is one weight a height. */
#include "core/hierarchy/tree-attention.h"
#include "core/base/units.h"

#include <math.h>

/* Moments that are recorded of a run, at most. */
#define MOMENTS 500

/* @attention: [D] of one token whose common ancestor with the query is h = 1 .. D levels up;
 * returns the entropy of the attention on all tokens but the query. */
static double
attend (const IplTreeAttention *self, const double *v, double *attention)
{
  guint D = self->tree.depth;
  double largest = 0, sum = 0, entropy = 0;

  for (guint k = 0; k < D; k++)
    largest = MAX (largest, v[k] * v[k] / self->temperature);
  for (guint k = 0; k < D; k++)
    {
      attention[k] = exp (v[k] * v[k] / self->temperature - largest);
      sum += ipl_latent_tree_n_relatives (k + 1) * attention[k];
    }
  for (guint k = 0; k < D; k++)
    {
      attention[k] /= sum;
      if (attention[k] > 0)
        entropy -= ipl_latent_tree_n_relatives (k + 1) * attention[k] * log (attention[k]);
    }
  return entropy;
}

static gboolean
record (IplTrajectory *trajectory, guint step, guint D, const double *v, const double *attention,
        double entropy, GError **error)
{
  double *to_v, *to_attention;

  if (!ipl_trajectory_append (trajectory, step, error))
    return FALSE;
  to_v = ipl_trajectory_edit (trajectory, "v");
  to_attention = ipl_trajectory_edit (trajectory, "attention");
  for (guint k = 0; k < D; k++)
    {
      to_v[k] = v[k];
      to_attention[k] = attention[k];
    }
  *ipl_trajectory_edit (trajectory, "entropy") = entropy;
  return TRUE;
}

const IplRecordedArray ipl_tree_recorded[] = {
  { "v", "D" },
  { "attention", "D" },
  { "entropy", "", .words = "entropy of attention", .unit = IPL_NATS },
  { "mu", "D", .is_constant = TRUE },
  { "learned_at", "D", .is_constant = TRUE },
  { "cooccurrence", "MM", .is_constant = TRUE },
  { "cooccurrence_sampled", "MM", .is_constant = TRUE },
  { "flip", "D", .is_constant = TRUE },
  { "root_one", "", .is_constant = TRUE },
  { NULL },
};

/* Runs v_h += rate (mu_h - v_h) a_h with a = softmax(v^2/T) over all tokens but the query and mu_h
 * = kappa P(l | m) of the tree, from v = 0.05. Returns of every height h = 1 .. D the weight `v`
 * [S, D], the attention of one such token `attention` [S, D], their `entropy` [S], and what does
 * not change: `mu` [D] and `learned_at` [D], the step from which v is at nine tenths of mu, NaN
 * where it is not reached. */
IplTrajectory *
ipl_tree_attention_run (const IplTreeAttention *self, GCancellable *cancellable, GError **error)
{
  gsize D = self->tree.depth;
  guint stride = self->steps / MOMENTS + 1;
  double v[IPL_TREE_MAX_DEPTH], mu[IPL_TREE_MAX_DEPTH], learned_at[IPL_TREE_MAX_DEPTH];
  double attention[IPL_TREE_MAX_DEPTH];
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (TRUE);

  ipl_trajectory_add_recorded (trajectory, ipl_tree_recorded, "D", &D);
  for (guint k = 0; k < D; k++)
    {
      v[k] = IPL_TREE_ATTENTION_START;
      mu[k] = self->strength * ipl_latent_tree_cooccurrence (&self->tree, k + 1);
      learned_at[k] = NAN;
    }
  for (guint step = 0;; step++)
    {
      double entropy = attend (self, v, attention);

      for (guint k = 0; k < D; k++)
        if (isnan (learned_at[k]) && v[k] >= IPL_TREE_ATTENTION_LEARNED * mu[k])
          learned_at[k] = step;
      if ((step % stride == 0 || step == self->steps)
          && (g_cancellable_set_error_if_cancelled (cancellable, error)
              || !record (trajectory, step, (guint)D, v, attention, entropy, error)))
        return NULL;
      if (step == self->steps)
        break;
      for (guint k = 0; k < D; k++)
        v[k] += self->rate * (mu[k] - v[k]) * attention[k];
    }
  if (!ipl_trajectory_add_constant (trajectory, "mu", 1, &D, mu, error)
      || !ipl_trajectory_add_constant (trajectory, "learned_at", 1, &D, learned_at, error))
    return NULL;
  ipl_trajectory_set_words (trajectory, "learned_at", "learned at", IPL_STEPS);
  return g_steal_pointer (&trajectory);
}
