/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/output/figure-command.h"

G_BEGIN_DECLS

#define IPL_EXPORT_MAX_WORD 64

/**
 * IplExportSettings:
 * @figure: id of the panel, or empty
 * @format: ending of the file
 * @size: as ipl_paper_init() takes it
 * @font_pt: size of the text, 0 for what suits the size
 * @dpi: resolution
 * @theme: colours
 * @transparent: whether nothing is painted behind the figure
 * @marked: whether the width shown is marked
 * @outlines: whether text is drawn as shapes
 * @anonymous: whether names of files and of cases from files are left out, for blind review
 *
 * What was asked of the figure that was exported last.
 */
typedef struct
{
  char figure[IPL_EXPORT_MAX_WORD];
  char format[IPL_EXPORT_MAX_WORD];
  char size[IPL_EXPORT_MAX_WORD];
  double font_pt;
  double dpi;
  IplTheme theme;
  gboolean transparent;
  gboolean marked;
  gboolean outlines;
  gboolean anonymous;
} IplExportSettings;

void ipl_export_settings_load (IplExportSettings *self);
void ipl_export_settings_save (const IplExportSettings *self);
IplFigureFile ipl_export_settings_get_file (const IplExportSettings *self, const IplPanel *panel);
char *ipl_export_file_name (const IplParameters *parameters, const IplView *view,
                            const IplPanel *panel, const char *extension);

G_END_DECLS
