/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/results/results-load.h"

G_BEGIN_DECLS

IplSeedMean *ipl_stored_rows_mean (const IplResults *results, const IplSetting *at);
GPtrArray *ipl_stored_rows_samples (const IplResults *results, const IplSetting *at);

G_END_DECLS
