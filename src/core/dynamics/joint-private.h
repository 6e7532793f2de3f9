/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/joint.h"

typedef enum
{
  IPL_JOINT_SOFTMAX,
  IPL_JOINT_EXP,
  IPL_JOINT_LINEAR,
} IplJointAttention;

typedef enum
{
  IPL_UNIT_LINEAR,
  IPL_UNIT_RELU,
  IPL_UNIT_SOFTPLUS,
} IplJointUnit;

/* The network of THEORY.md section 11 with the scratch memory of a gradient; used by one thread. */
typedef struct
{
  /* M: contextual tokens; K: classes, and hidden units; size: numbers of a state: V [(M + 1) x K],
   * the query token's row last, then z [M] */
  gsize M, K, size;
  IplJointAttention attention;
  IplJointUnit unit;
  double T;  /* temperature of attention */
  double *X; /* [M x K] frequencies, columns sum to 1 */
  /* [M] their mean over classes; with layer norm that of section 11.6, which adds up to 1 too */
  double *xbar;
  double *held;   /* [K x K] back-propagated gradients that are held, class by unit */
  gboolean holds; /* TRUE while gradients are held, FALSE for those of the loss */
  /* b: [M x K] attention of every class at the last evaluated state; a: [K x K] inputs of the
   * hidden units there, class by unit; g: [K x K] gradient in these, class by unit; db: [M x K]
   * gradient in @b; e: [M] e^{z/T} */
  double *b, *a, *g, *db, *e;
  gboolean layer_norm;
  double *f, *shrink; /* with layer norm: [M x K] b_i / |(b_i, 1)|, and [K] 1 / |(b_i, 1)| */
  gpointer memory;
} IplJointModel;

gboolean ipl_joint_model_init (IplJointModel *self, const IplJointSettings *settings,
                               GCancellable *cancellable, GError **error);
void ipl_joint_model_clear (IplJointModel *self);
void ipl_joint_model_start (const IplJointModel *self, const IplJointSettings *settings,
                            double *state);
double ipl_joint_model_forward (IplJointModel *self, const double *state);
double ipl_joint_model_gradient (IplJointModel *self, const double *state, double *gradient);
void ipl_joint_model_hold (IplJointModel *self, const double *state);

/* Measures a moment; @start is the state at time 0. */
double ipl_joint_entropy (const IplJointModel *self);
void ipl_joint_invariants (const IplJointModel *self, const double *state, double *values);
void ipl_joint_predict (const IplJointModel *self, const double *start, const double *state,
                        double *predicted);
void ipl_joint_correlations (const IplJointModel *self, const double *state,
                             const double *predicted, double *correlations);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplJointModel, ipl_joint_model_clear)
