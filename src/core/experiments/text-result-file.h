/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* How "joma-text" writes its results to files and reads them back, as #IplExperiment asks. */
extern const IplRecordedArray ipl_text_recorded[];

void ipl_text_result_add_npz (const IplExperimentResult *result, IplNpzWriter *npz);
IplExperimentResult *ipl_text_result_restore (const IplParameters *parameters,
                                              IplTrajectory *trajectory, gboolean complete,
                                              IplNpz *npz, char **why);

G_END_DECLS
