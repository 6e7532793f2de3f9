/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/case/setting.h"
#include "core/theory/saddle.h"

/* Prior and rule of learned attention (THEORY.md section 19.1). */
typedef struct
{
  IplAttentionRule rule;
  guint G;         /* query/key width; 0 for combined weights */
  double variance; /* s_w^2 of every weight */
  gboolean causal; /* no token attends to a later one */
} IplAttentionPrior;

/* A case whose attention weights are variables. They form a vector w: [n], layer by layer and
 * head by head W: [N0 x N0], or Wq and then Wk: [G x N0]. A model is for a single thread. */
typedef struct
{
  IplCase *the_case; /* at the last point, with all inputs; only the model changes it */
  IplSetting setting;
  IplAttentionPrior prior;
  gsize n;
  gsize head_size;             /* weights of one head */
  gsize first[IPL_MAX_LAYERS]; /* of a layer in w */
} IplAttentionModel;

/* The first @P training examples in the nested order of the case, which must have its tokens; 0
 * for all. */
IplAttentionModel *ipl_attention_model_new (const IplCase *the_case, gsize P,
                                            const IplSetting *setting,
                                            const IplAttentionPrior *prior, GError **error);
void ipl_attention_model_free (IplAttentionModel *self);
gboolean ipl_attention_check (const IplCase *the_case, GError **error);
/* Copies the attention weights of the case; FALSE if the rule of the model cannot represent
 * them. */
gboolean ipl_attention_model_get_case_weights (const IplAttentionModel *self,
                                               const IplCase *the_case, double *w);
/* Path features of the training set, or of the test sets, at w. */
gboolean ipl_attention_model_set (IplAttentionModel *self, const double *w,
                                  GCancellable *cancellable, GError **error);
gboolean ipl_attention_model_set_tests (IplAttentionModel *self, GCancellable *cancellable,
                                        GError **error);
/* Adds to dw: [n] the gradient in w at the last point, given the gradient in the path features
 * dxi: [P x Pi x N0]. FALSE if cancelled. */
gboolean ipl_attention_model_pull_back (const IplAttentionModel *self, const double *dxi,
                                        double *dw, GCancellable *cancellable, GError **error);

/* F(w) = |w|^2 / s_w^2 + min_A [E + chain] (THEORY.md section 19.1), up to a constant: the
 * minimum over A is N times the action of the saddle point, N the largest width. @saddle:
 * (inout) (nullable): start of the search, and its end. @gradient: (nullable): [n]. FALSE with
 * IPL_ERROR_SINGULAR or IPL_ERROR_VALUE if F is not defined. */
gboolean ipl_attention_free_energy (IplAttentionModel *self, const double *w, IplSaddle **saddle,
                                    double *value, double *gradient, GCancellable *cancellable,
                                    GError **error);
/* |w|^2 / s_w^2; adds its gradient: [n] (nullable) */
double ipl_attention_prior (const IplAttentionModel *self, const double *w, double *gradient);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAttentionModel, ipl_attention_model_free)
