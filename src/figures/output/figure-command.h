/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "figures/pages/page-size.h"

/* A figure with the settings of its file. */
typedef struct
{
  const IplPanel *panel;
  const char *size; /* a size for ipl_paper_init() */
  double font_pt;   /* text size in points; 0 for the default of @size */
  double dpi;       /* dots per inch; 0 for 300 */
  IplTheme theme;
  IplLook look;         /* conventions of the program or of the papers */
  gboolean transparent; /* leaves the background unpainted */
  gboolean marked;      /* marks the width shown */
  gboolean outlines;    /* draws text as shapes */
  gboolean anonymous;   /* omits names of files, and of cases from files */
  const char *format;   /* file extension */
} IplFigureFile;

char *ipl_figure_command (const IplFigureFile *self, const IplParameters *parameters,
                          const IplView *view, char **missing);
