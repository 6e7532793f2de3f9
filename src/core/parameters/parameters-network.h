/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

gboolean ipl_parameters_open_network (IplParameters *self, const char *path,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS
