/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/rect.h"

/* One plot with two axes and their titles. */
typedef struct
{
  double x_lo, x_hi, y_lo, y_hi;
  const char *x_title, *x_title_short; /* markup, nullable */
  const char *y_title, *y_title_short;
  double aspect; /* greatest ratio of the sides, then in the middle of its area; 0 for any */
  double plot_h; /* height to keep to, 0 for what there is room for */
  double lent;   /* height at the bottom of its area that a plot below has for its title, too */
  gboolean x_log, y_log;
  const char *x_stop; /* (nullable): what stands for x = INFINITY, beyond a break of its axis */
} IplFrameSpec;

typedef struct
{
  IplRect area, plot;
  IplAxis x, y;
  const char *x_title, *y_title;
  double label_x;
  gboolean
      limited; /* ends of axes were chosen: what is drawn may lie outside, and is cut off there */
  const char *x_stop;
  double stop_x, right;   /* where that is, and where its axis ends: the plot's end without one */
  gboolean finite_hidden; /* only what is at the stop is drawn */
} IplFrame;

void ipl_frame_init (IplFrame *self, const IplStyle *style, const IplRect *area,
                     const IplFrameSpec *spec);
double ipl_frame_x (const IplFrame *self, double value);
double ipl_frame_y (const IplFrame *self, double value);
void ipl_frame_draw (const IplFrame *self, const IplStyle *style, cairo_t *cr);
void ipl_frame_clip (const IplFrame *self, cairo_t *cr, double margin);
void ipl_empty_draw (const IplStyle *style, cairo_t *cr, const IplRect *area, const char *markup,
                     const char *more);
void ipl_empty_draw_alone (const IplStyle *style, cairo_t *cr, double width, double height,
                           const char *markup, const char *more);
void ipl_area_begin (cairo_t *cr, const IplRect *area);
