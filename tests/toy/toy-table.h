/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-table.h"
#include "figures/panels/panel-table.h"

G_BEGIN_DECLS

extern const IplExperiment toy_experiment;
extern const IplPanel toy_panel, toy_quantity_panel;
extern const IplQuantity toy_quantity;

void toy_register_experiments (void);
void toy_register_panels (void);
void toy_register_quantities (void);

G_END_DECLS
