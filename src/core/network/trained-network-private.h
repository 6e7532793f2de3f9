/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-network.h"

/* A network with room for its parameters, checked against the machine's memory. */
IplTrainedNetwork *ipl_trained_network_alloc (const IplTrainedShape *shape, GError **error);
