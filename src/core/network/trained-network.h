/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

G_BEGIN_DECLS

#define IPL_TRAINED_MAX_PATHS 4096

/**
 * IplTrainedShape:
 * @L: attention layers
 * @H: [L] heads per layer, layer 1 first
 * @G: query/key width of every head
 * @N: [L + 1] widths N_1 .. N_L, N_a
 * @N0: width of a token
 * @T: tokens of a sequence
 * @readout: the token readout
 *
 * The shape of a network that gradient descent trains.
 */
typedef struct
{
  guint L;
  guint H[IPL_MAX_LAYERS];
  gsize G;
  gsize N[IPL_MAX_LAYERS + 1];
  gsize N0;
  gsize T;
  IplReadout readout;
} IplTrainedShape;

/**
 * IplTrainedNetwork:
 * @shape: its shape
 * @n_parameters: number of parameters
 * @parameters: [n_parameters] all of them: per layer Wq [H_l x G x N0], Wk [H_l x G x N0]; then
 *   V^0 [N_1 x N0]; then per layer V^{l,.} [H_l x N_{l+1} x N_l]; then a [N_a]. Row-major.
 * @task: (nullable): what it was trained on, in the words of who trained it; kept in its file
 *
 * The network of THEORY.md section 1 with query/key attention, all factors 1/sqrt(width) and
 * 1/sqrt(heads) outside the weights, in single precision.
 */
typedef struct
{
  IplTrainedShape shape;
  gsize n_parameters;
  float *parameters;
  char *task;
} IplTrainedNetwork;

gboolean ipl_trained_shape_validate (const IplTrainedShape *self, GError **error);
gsize ipl_trained_shape_n_paths (const IplTrainedShape *self);
gsize ipl_trained_shape_n_heads (const IplTrainedShape *self);
double ipl_trained_shape_multiply_adds (const IplTrainedShape *self);

IplTrainedNetwork *ipl_trained_network_new (const IplTrainedShape *shape, double logit_sd,
                                            guint64 seed, GError **error);
IplTrainedNetwork *ipl_trained_network_copy (const IplTrainedNetwork *self);
void ipl_trained_network_free (IplTrainedNetwork *self);
IplTrainedNetwork *ipl_trained_network_prune (const IplTrainedNetwork *self,
                                              const gboolean *removed, GError **error);

gboolean ipl_trained_network_predict (const IplTrainedNetwork *self, const gboolean *removed,
                                      gsize count, const float *x, float *f, guint threads,
                                      GCancellable *cancellable, GError **error);
double ipl_trained_accuracy (gsize count, const float *f, const float *y, double *standard_error);

void ipl_trained_network_export_attention (const IplTrainedNetwork *self, IplLayerWeights *weights);
double *ipl_trained_network_effective (const IplTrainedNetwork *self);
double *ipl_trained_network_order (const IplTrainedNetwork *self);
IplCaseTrained *ipl_trained_network_for_case (const IplTrainedNetwork *self);

gboolean ipl_trained_network_save (const IplTrainedNetwork *self, const char *path, GError **error);
IplTrainedNetwork *ipl_trained_network_load (const char *path, GCancellable *cancellable,
                                             GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainedNetwork, ipl_trained_network_free)

G_END_DECLS
