/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

/* The physical size of an exported figure. */
typedef struct
{
  double width_pt;   /* width in points, exact */
  double height_pt;  /* height in points, exact */
  double font_pt;    /* text size in points */
  double dpi;        /* dots per inch of a PNG */
  gboolean outlines; /* whether text is drawn as shapes where a format could keep it as text */
} IplPaper;

/* A named size: "neurips" 5.5 in, "icml" 3.25 in, "icml2" 6.75 in, "nature" 89 mm,
 * "nature2" 183 mm wide with a height that suits the panel; "slide" 13.33 x 7.5 in. */
typedef struct
{
  const char *id;       /* its name on the command line */
  const char *title;    /* what lists call it */
  double width_pt;      /* its width */
  double height_pt;     /* its height, 0 where it is as suits the panel */
  double max_height_pt; /* the most it may be then */
  double font_pt;       /* size of its text */
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
