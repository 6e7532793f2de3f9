/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-options.h"
#include "core/experiments/experiment.h"

void ipl_parameters_init (IplParameters *self, const char *experiment_id);
gboolean ipl_parameters_same_sweep (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_equal (const IplParameters *a, const IplParameters *b);
gboolean ipl_parameters_same_case (const IplParameters *a, const IplParameters *b);
void ipl_parameters_copy_settings (IplParameters *self, const IplParameters *old);
void ipl_parameters_open_file (IplParameters *self, const char *path);
const char *ipl_parameters_get_source (const IplParameters *self);
gconstpointer ipl_parameters_get_table (const IplParameters *self, const IplField *table);
gpointer ipl_parameters_edit_table (IplParameters *self, const IplField *table);
char *ipl_parameters_get_title (const IplParameters *self, const IplParameters *defaults);
gboolean ipl_parameters_get_seed (const IplParameters *self, guint64 *seed);
void ipl_parameters_set_seed (IplParameters *self, guint64 seed);
IplCase *ipl_parameters_sketch (const IplParameters *self);
IplCase *ipl_parameters_make_case (const IplParameters *self, gboolean keep_inputs, guint threads,
                                   GCancellable *cancellable, GError **error);
IplCase *ipl_parameters_make_case_from (const IplParameters *self, gpointer *cache, guint threads,
                                        GCancellable *cancellable, GError **error);

void ipl_parameters_get_sampler (const IplParameters *self, IplPosteriorOptions *options);

IplSetting ipl_parameters_get_setting (const IplParameters *self, guint i);
void ipl_parameters_set_widths (IplParameters *self, guint i, const IplSetting *setting);
void ipl_parameters_set_layers (IplParameters *self, guint L);
void ipl_parameters_fit_layers (IplParameters *self);
void ipl_parameters_adopt_case (IplParameters *self, const IplCase *the_case);
char *ipl_parameters_widths_text (const IplParameters *self);
gboolean ipl_parameters_parse_widths (IplParameters *self, const char *text, GError **error);
gboolean ipl_parameters_open_network (IplParameters *self, const char *path,
                                      GCancellable *cancellable, GError **error);

gboolean ipl_parameters_set_words (IplParameters *self, guint n, const char *const *words,
                                   GError **error);
