/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-network.h"

/* The theory's inputs from a trained network; FALSE or NULL with IPL_ERROR_MEMORY. */
gboolean ipl_trained_network_export_attention (const IplTrainedNetwork *self,
                                               IplLayerWeights *weights, GError **error);
double *ipl_trained_network_effective (const IplTrainedNetwork *self, GError **error);
double *ipl_trained_network_order (const IplTrainedNetwork *self, GError **error);
IplCaseTrained *ipl_trained_network_for_case (const IplTrainedNetwork *self, GError **error);
