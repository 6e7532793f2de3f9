/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"
#include "core/maps/map.h"

gboolean cli_map_set_axes (IplRunSettings *run, const char *x_option, const char *x,
                           const char *y_option, const char *y, GError **error);
CliExit cli_map_work (CliWork *self);
