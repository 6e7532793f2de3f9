/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"

gboolean ipl_training_results_save (const IplLearningCurve *curve, const char *settings_json,
                                    const char *path, GError **error);
