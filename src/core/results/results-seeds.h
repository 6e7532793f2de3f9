/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/files/npz.h"
#include "core/theory/sweep.h"

G_BEGIN_DECLS

void ipl_results_add_seeds_npz (IplNpzWriter *npz, const IplSeedMean *seeds);
void ipl_results_add_seeds_json (JsonBuilder *builder, const IplSeedMean *seeds);

G_END_DECLS
