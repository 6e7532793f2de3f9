/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/files/npz.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results-field-private.h"
#include "core/theory/sweep.h"

/* The fields of a group as arrays [n, ..], of each of @objects; or [..], of the first one, what
 * belongs to a temperature and variances, where @one says that all rows share it. @gps: (nullable):
 * [n] the GP limits that go with them. Counts and flags are integers. Where a number of the theory
 * is not there, the array is not; of samples it is NaN, or 0 of a count. */
void ipl_results_write_group_npz (IplNpzWriter *npz, IplResultsGroup group,
                                  const IplCaseInfo *the_case, guint test, gsize n,
                                  gconstpointer objects, gconstpointer gps, gboolean one);
/* Widths [n], or [n, L + 1] where those of a row differ; a GP limit is infinitely wide.
 * @N: [n x (L + 1)], 0 of a GP limit */
void ipl_results_write_widths_npz (IplNpzWriter *npz, gsize n, guint L, const guint *N);
/* The posterior_* arrays of n rows, some of which may be NULL: NaN there, 0 in counts. */
void ipl_results_add_posteriors_npz (IplNpzWriter *npz, const IplCaseInfo *the_case, gsize n,
                                     const IplPosteriorSummary *const *posteriors);
void ipl_results_add_seeds_npz (IplNpzWriter *npz, const IplSeedMean *seeds);
/* Facts of the case, where there are any: residual [L], the weights of
 * identity heads, and warnings, what of its model lies outside the theory. */
void ipl_results_write_case_npz (IplNpzWriter *npz, IplAnyCase any);

/* In JSON, which has no word for NaN and infinity: they are null there. */
void ipl_results_write_number (JsonBuilder *builder, const char *name, double value);
void ipl_results_write_numbers (JsonBuilder *builder, const char *name, gsize n,
                                const double *values);
void ipl_results_write_list (JsonBuilder *builder, gsize n, const double *values);
void ipl_results_write_message (JsonBuilder *builder, const char *message); /* (nullable) */
void ipl_results_write_texts (JsonBuilder *builder, const char *name, gsize n, gconstpointer texts);
/* @settings_json: (nullable); as an object "settings". */
void ipl_results_write_settings (JsonBuilder *builder, const char *settings_json);
/* @gp: (nullable): the GP limit that goes with @object */
void ipl_results_write_group (JsonBuilder *builder, IplResultsGroup group,
                              const IplCaseInfo *the_case, guint test, gconstpointer object,
                              gconstpointer gp);
void ipl_results_write_case (JsonBuilder *builder, IplAnyCase any);
/* One row's "posterior" object. */
void ipl_results_add_posterior_json (JsonBuilder *builder, const IplPosteriorSummary *posterior);
void ipl_results_add_seeds_json (JsonBuilder *builder, const IplSeedMean *seeds);
