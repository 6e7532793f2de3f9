/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"

/* What dynamics does when its parameters are known, which rerun does too. */
CliExit cli_dynamics_work (CliWork *self);

/* dynamics-table.c */
void cli_dynamics_print (const IplExperimentResult *result);
