/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "figures/pages/paper.h"

/* A figure as it is asked for on a command line. */
typedef struct
{
  const IplPanel *panel; /* the figure */
  const char *size;      /* a size, as ipl_paper_init() takes it */
  double font_pt;        /* size of its text, or 0 for what suits the size */
  double dpi;            /* dots per inch, or 0 for 300 */
  IplTheme theme;        /* its colours */
  IplLook look;          /* whose conventions it follows */
  gboolean transparent;  /* whether nothing is painted behind it */
  gboolean marked;       /* whether the width shown is marked */
  gboolean outlines;     /* whether text is drawn as shapes */
  gboolean anonymous;    /* whether names of files and of cases from files are left out */
  const char *format;    /* ending of the file */
} IplFigureFile;

char *ipl_figure_command (const IplFigureFile *self, const IplParameters *parameters,
                          const IplView *view, char **missing);
