/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/files/npz.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results-field-private.h"
#include "core/theory/sweep.h"

/* Writes the fields of a group as arrays [n, ..], over @objects; with @one, fields that depend
 * only on temperature and variances are [..], taken from the first object. @gps: (nullable): [n]
 * their GP limits. Counts and flags are integers. A missing number of the theory omits the
 * array; a missing number of samples is NaN, or 0 for a count. */
void ipl_results_write_group_npz (IplNpzWriter *npz, IplResultsGroup group,
                                  const IplCaseInfo *the_case, guint test, gsize n,
                                  gconstpointer objects, gconstpointer gps, gboolean one);
/* Widths [n], or [n, L + 1] if the widths of a row differ; infinite for a GP limit. @N: [n x (L
 * + 1)], 0 for a GP limit */
void ipl_results_write_widths_npz (IplNpzWriter *npz, gsize n, guint L, const guint *N);
/* The posterior_* arrays of n rows. A NULL row is NaN, 0 in counts. */
void ipl_results_add_posteriors_npz (IplNpzWriter *npz, const IplCaseInfo *the_case, gsize n,
                                     const IplPosteriorSummary *const *posteriors);
void ipl_results_add_seeds_npz (IplNpzWriter *npz, const IplSeedMean *seeds);
/* Facts of the case, if there are any: residual [L], the weights of identity heads, and warnings
 * about parts of the model outside the theory. */
void ipl_results_write_case_npz (IplNpzWriter *npz, IplAnyCase any);

/* NaN and infinity, which JSON cannot represent, become null. */
void ipl_results_write_number (JsonBuilder *builder, const char *name, double value);
void ipl_results_write_numbers (JsonBuilder *builder, const char *name, gsize n,
                                const double *values);
void ipl_results_write_list (JsonBuilder *builder, gsize n, const double *values);
void ipl_results_write_message (JsonBuilder *builder, const char *message); /* (nullable) */
void ipl_results_write_texts (JsonBuilder *builder, const char *name, gsize n, gconstpointer texts);
/* @settings_json: (nullable); as an object "settings". */
void ipl_results_write_settings (JsonBuilder *builder, const char *settings_json);
/* @gp: (nullable): the GP limit at the setting of @object */
void ipl_results_write_group (JsonBuilder *builder, IplResultsGroup group,
                              const IplCaseInfo *the_case, guint test, gconstpointer object,
                              gconstpointer gp);
void ipl_results_write_case (JsonBuilder *builder, IplAnyCase any);
/* The "posterior" object of a row. */
void ipl_results_add_posterior_json (JsonBuilder *builder, const IplPosteriorSummary *posterior);
void ipl_results_add_seeds_json (JsonBuilder *builder, const IplSeedMean *seeds);
