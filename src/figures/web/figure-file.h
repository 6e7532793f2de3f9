/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/figure-request.h"

/* Kinds of files of a figure, by the ending of the name. */
typedef enum
{
  IPL_FIGURE_OTHER = 0,
  IPL_FIGURE_PAGE = 1 << 0,   /* .png, .svg, .pdf, .tex */
  IPL_FIGURE_FILM = 1 << 1,   /* .gif, .webp, .mp4, .webm */
  IPL_FIGURE_WEB = 1 << 2,    /* .html */
  IPL_FIGURE_SCRIPT = 1 << 3, /* .py, with a file of results */
} IplFigureKind;

#define IPL_FIGURE_PYTHON "py" /* ending of a script */

IplFigureKind ipl_figure_kind_of (const char *path);
char *ipl_figure_endings (guint kinds);

/* Writes an IplFigureRequest. Posts an IplFileResult at the end. */
extern const IplRun ipl_run_figure;
