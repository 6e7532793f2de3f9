/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/files/npz.h"
#include "core/posterior/posterior-summary.h"

/* The posterior_* arrays of n rows, some of which may be NULL: NaN there, 0 in counts. */
void ipl_results_add_posteriors_npz (IplNpzWriter *npz, const IplCaseInfo *the_case, gsize n,
                                     const IplPosteriorSummary *const *posteriors);
/* One row's "posterior" object. */
void ipl_results_add_posterior_json (JsonBuilder *builder, const IplPosteriorSummary *posterior);
