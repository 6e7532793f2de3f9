/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"
#include "core/hierarchy/hierarchy-table.h"

/* Its own parameters, and the data of its results, are an IplHierarchyTable. */
extern const IplExperiment ipl_experiment_joma_table;
