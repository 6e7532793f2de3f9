/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

/* The physical size of an exported figure. */
typedef struct
{
  double width_pt;   /* exact width in points */
  double height_pt;  /* exact height in points */
  double font_pt;    /* text size in points */
  double dpi;        /* dots per inch of a PNG */
  gboolean outlines; /* draws text as shapes, in formats that can hold text */
} IplPaper;

/* A named size: "neurips" 5.5 in, "icml" 3.25 in, "icml2" 6.75 in, "nature" 89 mm, "nature2" 183
 * mm wide, with the preferred height of the panel; "slide" 13.33 x 7.5 in. */
typedef struct
{
  const char *id;    /* name on the command line */
  const char *title; /* name in lists */
  double width_pt;
  double height_pt;     /* 0 for the preferred height of the panel */
  double max_height_pt; /* maximum of the preferred height */
  double font_pt;       /* text size in points */
} IplPaperPreset;

/* Limits of text size and resolution, in points and dots per inch. */
#define IPL_PAPER_MIN_FONT 4
#define IPL_PAPER_MAX_FONT 72
#define IPL_PAPER_MIN_DPI 30
#define IPL_PAPER_MAX_DPI 2400

const IplPaperPreset *ipl_paper_presets (guint *n);
gboolean ipl_paper_init (IplPaper *self, const char *size, const IplPanel *panel,
                         const IplView *view, double font_pt, double dpi, GError **error);
void ipl_paper_apply (const IplPaper *self, const IplStyle *style, IplStyle *out);
