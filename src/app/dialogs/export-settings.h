/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/output/figure-command.h"

#define IPL_EXPORT_MAX_WORD 64

/* What was asked of the figure that was exported last. */
typedef struct
{
  char figure[IPL_EXPORT_MAX_WORD]; /* id of the panel, or empty */
  char format[IPL_EXPORT_MAX_WORD]; /* ending of the file */
  char size[IPL_EXPORT_MAX_WORD];   /* as ipl_paper_init() takes it */
  double font_pt;                   /* size of the text, 0 for what suits the size */
  double dpi;                       /* resolution */
  IplTheme theme;                   /* colours */
  gboolean transparent;             /* whether nothing is painted behind the figure */
  gboolean marked;                  /* whether the width shown is marked */
  gboolean outlines;                /* whether text is drawn as shapes */
  /* whether names of files and of cases from files are left out, for blind review */
  gboolean anonymous;
} IplExportSettings;

void ipl_export_settings_load (IplExportSettings *self);
void ipl_export_settings_save (const IplExportSettings *self);
IplFigureFile ipl_export_settings_get_file (const IplExportSettings *self, const IplPanel *panel);
char *ipl_export_file_name (const IplParameters *parameters, const IplView *view,
                            const IplPanel *panel, const char *extension);
