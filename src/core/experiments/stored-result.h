/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* For the restore of experiments whose results are their trajectory and no more. */
IplExperimentResult *ipl_stored_result_plain (const IplParameters *parameters,
                                              IplTrajectory *trajectory, gboolean complete,
                                              IplNpz *npz, char **why);

G_END_DECLS
