/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "core/results/results-load.h"

G_BEGIN_DECLS

gboolean ipl_stored_parameters_read (const char *path, IplParameters *parameters,
                                     IplResults **results, GError **error);

G_END_DECLS
