/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a map that the command map wrote. */
#pragma once

#include "cli/options/drawing.h"
#include "cli/work/figure-files.h"
#include "core/maps/map.h"

typedef struct
{
  IplMap *map;
  IplCaseInfo *info;
  IplView view;
} CliFigureMap;

void cli_figure_map_clear (CliFigureMap *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliFigureMap, cli_figure_map_clear)

gboolean cli_figure_map_is_file (const char *path);
CliExit cli_figure_map_open (CliFigureMap *self, const char *command, const char *path,
                             CliDrawing *drawing);
CliExit cli_figure_map_draw (const char *command, CliFigureFiles *files, const char *path);
