/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "core/files/npz.h"
#include "core/results/results-field-private.h"

/* How a field's numbers are written. Counts and flags are integers in .npz; JSON has no word for
 * NaN and infinity, which are null there. */
void ipl_results_write_npz (IplNpzWriter *npz, IplResultsKind kind, const char *name,
                            const double *values, guint ndim, const gsize *shape);

/* What the case says about itself, where it has something to say: residual [L], the weights of
 * identity heads, and warnings, what of its model lies outside the theory. */
void ipl_results_write_warnings_npz (IplNpzWriter *npz, const GPtrArray *warnings);
void ipl_results_write_case_npz (IplNpzWriter *npz, IplAnyCase any);
void ipl_results_write_case (JsonBuilder *builder, IplAnyCase any);

void ipl_results_write_number (JsonBuilder *builder, const char *name, double value);
void ipl_results_write_numbers (JsonBuilder *builder, const char *name, gsize n,
                                const double *values);
void ipl_results_write_list (JsonBuilder *builder, gsize n, const double *values);
void ipl_results_write_text (JsonBuilder *builder, const char *name, const char *text);
/* @settings_json: (nullable); as an object "settings". */
void ipl_results_write_settings (JsonBuilder *builder, const char *settings_json);
/* @object: (nullable); a text that is not there is left out. */
void ipl_results_write_field (JsonBuilder *builder, const IplResultsField *field, const char *name,
                              const IplCaseInfo *the_case, gconstpointer object);
