/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/rect.h"

/* Input of ipl_frame_init(): range, titles and constraints. */
typedef struct
{
  double x_lo, x_hi, y_lo, y_hi;
  const char *x_title, *x_title_short; /* (nullable): markup; the same for y */
  const char *y_title, *y_title_short;
  double aspect;        /* maximum ratio of the sides, the plot is centred then; 0 for no limit */
  double plot_h;        /* required height of the plot; 0 for all that is available */
  double shared_bottom; /* height at the bottom of the area that overlaps the title of the plot
                           below */
  gboolean x_log, y_log;
  const char *x_stop; /* (nullable): label of x = INFINITY, beyond a break of the axis */
} IplFrameSpec;

typedef struct
{
  IplRect area, plot;
  IplAxis x, y;
  const char *x_title, *y_title;
  double label_x;
  gboolean limited; /* the user set a range; marks outside are clipped */
  const char *x_stop;
  double stop_x, right; /* position of the stop, and right end of the axis line; without stop, that
                           of the plot */
  gboolean finite_hidden; /* only the stop is visible */
} IplFrame;

void ipl_frame_init (IplFrame *self, const IplStyle *style, const IplRect *area,
                     const IplFrameSpec *spec);
double ipl_frame_x (const IplFrame *self, double value);
double ipl_frame_y (const IplFrame *self, double value);
void ipl_frame_draw (const IplFrame *self, const IplStyle *style, cairo_t *cr);
void ipl_frame_clip (const IplFrame *self, cairo_t *cr, double margin);
void ipl_empty_draw (const IplStyle *style, cairo_t *cr, const IplRect *area, const char *markup,
                     const char *more);
void ipl_empty_draw_full (const IplStyle *style, cairo_t *cr, double width, double height,
                          const char *markup, const char *more);
void ipl_area_begin (cairo_t *cr, const IplRect *area);
