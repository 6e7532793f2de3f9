/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/command.h"
#include "app/present/stage.h"

void ipl_stage_add_input (IplStage *self);
void ipl_stage_add_shortcuts (GPtrArray *shortcuts);
