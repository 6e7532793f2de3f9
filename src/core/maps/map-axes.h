/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The axes that a map of a case can have, and values to begin with. */
#pragma once

#include "core/parameters/sweep-axis.h"

char **ipl_map_axis_names (const IplParameters *parameters);
char *ipl_map_axis_default (const IplParameters *parameters, const char *name);
