/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

char *ipl_parameters_to_json (const IplParameters *self);
gboolean ipl_parameters_from_json (IplParameters *self, const char *json, GError **error);
