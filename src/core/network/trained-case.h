/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-network.h"

G_BEGIN_DECLS

/* What the theory wants to know of a trained network. */
void ipl_trained_network_export_attention (const IplTrainedNetwork *self, IplLayerWeights *weights);
double *ipl_trained_network_effective (const IplTrainedNetwork *self);
double *ipl_trained_network_order (const IplTrainedNetwork *self);
IplCaseTrained *ipl_trained_network_for_case (const IplTrainedNetwork *self);

G_END_DECLS
