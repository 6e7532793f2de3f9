/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plan of a map: the settings of a run with axes x and y and seeds. A cell is a setting; cell
 * (s * ny + y) * nx + x is that of the s-th seed. */
#pragma once

#include "core/parameters/run-settings.h"

/* Cells of a map that this machine solves; a planned sweep may have more. */
#define IPL_MAP_MAX_CELLS 1000000
/* Largest number of rows of a plan. */
#define IPL_MAP_MOST_ROWS 10000000

gboolean ipl_map_axis_find (IplSweepAxis *axis, const char *what, const char *text,
                            const IplParameters *parameters, GError **error);
gboolean ipl_map_plan_check (const IplRunSettings *run, GError **error);
guint ipl_map_plan_nx (const IplRunSettings *run);
guint ipl_map_plan_ny (const IplRunSettings *run);
guint ipl_map_plan_n_seeds (const IplRunSettings *run);
double ipl_map_plan_n_cells (const IplRunSettings *run);
void ipl_map_plan_get (const IplRunSettings *run, guint cell, IplParameters *parameters);
void ipl_map_plan_apply_seed (const IplRunSettings *run, guint i, IplParameters *parameters);
IplSetting ipl_map_plan_setting (const IplRunSettings *run, guint cell);
guint ipl_map_plan_n_cases (const IplRunSettings *run);
guint ipl_map_plan_row_cell (const IplRunSettings *run, guint row);
guint ipl_map_plan_gp_cell (const IplRunSettings *run, guint cell);
gboolean ipl_map_plan_find (const IplRunSettings *run, const IplParameters *parameters,
                            guint *cell);
char *ipl_map_plan_describe (const IplRunSettings *run, guint cell, gboolean of_mean);
