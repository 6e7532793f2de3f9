/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "figures/pages/paper.h"

G_BEGIN_DECLS

/**
 * IplFigureFile:
 * @panel: the figure
 * @size: a size, as ipl_paper_init() takes it
 * @font_pt: size of its text, or 0 for what suits the size
 * @dpi: dots per inch, or 0 for 300
 * @theme: its colours
 * @look: whose conventions it follows
 * @transparent: whether nothing is painted behind it
 * @marked: whether the width shown is marked
 * @outlines: whether text is drawn as shapes
 * @anonymous: whether names of files and of cases from files are left out
 * @format: ending of the file
 *
 * A figure as it is asked for on a command line.
 */
typedef struct
{
  const IplPanel *panel;
  const char *size;
  double font_pt;
  double dpi;
  IplTheme theme;
  IplLook look;
  gboolean transparent;
  gboolean marked;
  gboolean outlines;
  gboolean anonymous;
  const char *format;
} IplFigureFile;

char *ipl_figure_command (const IplFigureFile *self, const IplParameters *parameters,
                          const IplView *view, char **missing);

G_END_DECLS
