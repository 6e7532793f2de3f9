/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

/**
 * IplResultFile:
 *
 * The contents of a file of results of an experiment without a case, written by dynamics or the
 * window, or of a session with such results.
 */
typedef struct _IplResultFile IplResultFile;

void ipl_result_file_add (const IplExperimentResult *result, const char *settings_json,
                          IplNpzWriter *npz);
gboolean ipl_result_file_save (const IplExperimentResult *result, const char *settings_json,
                               const char *path, GError **error);

gboolean ipl_result_file_is (const char *path);
IplResultFile *ipl_result_file_open (const char *path, GCancellable *cancellable, GError **error);
void ipl_result_file_free (IplResultFile *self);
const IplParameters *ipl_result_file_get_parameters (const IplResultFile *self);
IplExperimentResult *ipl_result_file_restore (IplResultFile *self, const IplParameters *parameters,
                                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplResultFile, ipl_result_file_free)
