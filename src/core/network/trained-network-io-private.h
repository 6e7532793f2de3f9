/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/safetensors.h"
#include "core/network/trained-network-io.h"

G_BEGIN_DECLS

/* The parts of a file that are the network's; prefix "" for itself, "adam.first." and such for what
 * has its shape. Names and values are borrowed by the writer until it closes. */
void ipl_trained_network_describe (const IplTrainedNetwork *self, IplSafetensorsWriter *writer);
void ipl_trained_network_write (const IplTrainedShape *shape, const char *prefix,
                                const float *values, IplSafetensorsWriter *writer);
IplTrainedNetwork *ipl_trained_network_parse (const IplSafetensors *file, const char *shown,
                                              GError **error);
gboolean ipl_trained_network_read (const IplTrainedShape *shape, const char *prefix,
                                   const IplSafetensors *file, const char *shown, float *values,
                                   GError **error);

G_END_DECLS
