/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"
#include "core/maps/map.h"

/* The axes of a map as they are given. */
typedef struct
{
  char *x;
  char *y; /* (nullable) */
} CliMapArguments;

void cli_map_arguments_clear (CliMapArguments *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliMapArguments, cli_map_arguments_clear)

gboolean cli_map_set_axes (IplRunSettings *run, const char *x_option, const char *x,
                           const char *y_option, const char *y, GError **error);
CliExit cli_map_work (CliWork *self);
CliExit cli_map_tell (const char *command, const IplMap *map, const char *out);
