/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-network.h"

G_BEGIN_DECLS

gboolean ipl_trained_network_save (const IplTrainedNetwork *self, const char *path, GError **error);
IplTrainedNetwork *ipl_trained_network_load (const char *path, GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
