/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/output/figure-command.h"

void ipl_export_settings_load (IplFigureFile *self);
void ipl_export_settings_save (const IplFigureFile *self);
char *ipl_export_file_name (const IplParameters *parameters, const IplView *view,
                            const IplPanel *panel, const char *extension);
