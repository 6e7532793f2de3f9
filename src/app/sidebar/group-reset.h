/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"

void ipl_group_reset (IplParameters *parameters, const IplParameters *defaults, const char *group);
