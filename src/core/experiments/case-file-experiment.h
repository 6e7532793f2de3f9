/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case-io.h"
#include "core/experiments/experiment.h"

extern const IplExperiment ipl_experiment_file;

void ipl_parameters_set_file (IplParameters *self, const char *path);
const IplCaseImport *ipl_parameters_get_import (const IplParameters *self);
void ipl_parameters_set_import (IplParameters *self, const IplCaseImport *import);
const IplField *ipl_import_fields (guint *n);
