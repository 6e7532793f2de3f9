/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-shape.h"
#include "core/files/safetensors.h"

/* The network of THEORY.md section 1 with query/key attention, all factors 1/sqrt(width) and
 * 1/sqrt(heads) outside the weights, in single precision. */
typedef struct
{
  IplTrainedShape shape; /* its shape */
  gsize n_parameters;    /* number of parameters */
  /* [n_parameters] row-major: per layer Wq [H_l x G x N0], Wk [H_l x G x N0]; then V^0 [N_1 x
   * N0]; then per layer V^{l,.} [H_l x N_{l+1} x N_l]; then a [K x N_a] */
  float *parameters;
  /* (nullable): description of the training task, in the words of the caller; saved with the
   * network */
  char *task;
  /*< private >*/
  gatomicrefcount ref_count;
} IplTrainedNetwork;

IplTrainedNetwork *ipl_trained_network_new (const IplTrainedShape *shape, double logit_sd,
                                            guint64 seed, GError **error);
IplTrainedNetwork *ipl_trained_network_copy (const IplTrainedNetwork *self, GError **error);
IplTrainedNetwork *ipl_trained_network_ref (IplTrainedNetwork *self);
void ipl_trained_network_unref (IplTrainedNetwork *self);
IplTrainedNetwork *ipl_trained_network_prune (const IplTrainedNetwork *self,
                                              const gboolean *removed, GError **error);

gboolean ipl_trained_network_predict (const IplTrainedNetwork *self, gsize count, const float *x,
                                      float *f, guint threads, GCancellable *cancellable,
                                      GError **error);
double ipl_trained_accuracy (guint outputs, gsize count, const float *f, const float *y,
                             double *standard_error);

gboolean ipl_trained_network_save (const IplTrainedNetwork *self, const char *path, GError **error);
IplTrainedNetwork *ipl_trained_network_load (const char *path, GCancellable *cancellable,
                                             GError **error);

/* The theory's inputs from a trained network; FALSE or NULL with IPL_ERROR_MEMORY. */
gboolean ipl_trained_network_export_attention (const IplTrainedNetwork *self,
                                               IplLayerWeights *weights, GError **error);
double *ipl_trained_network_effective (const IplTrainedNetwork *self, GError **error);
double *ipl_trained_network_order (const IplTrainedNetwork *self, GError **error);
IplCaseTrained *ipl_trained_network_for_case (const IplTrainedNetwork *self, GError **error);

/* Adds the tensors and metadata of the network; the writer borrows names and values until it
 * closes. */
void ipl_trained_network_write (const IplTrainedNetwork *self, IplSafetensorsWriter *writer);
IplTrainedNetwork *ipl_trained_network_parse (const IplSafetensors *file, const char *shown,
                                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainedNetwork, ipl_trained_network_unref)
