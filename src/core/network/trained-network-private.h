/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-network.h"
#include "core/files/safetensors.h"

/* The parts of a file that are the network's; names and values are borrowed by the writer until it
 * closes. */
void ipl_trained_network_describe (const IplTrainedNetwork *self, IplSafetensorsWriter *writer);
IplTrainedNetwork *ipl_trained_network_parse (const IplSafetensors *file, const char *shown,
                                              GError **error);
