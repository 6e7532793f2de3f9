/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/style.h"

#define IPL_AXIS_MAX_TICKS 40
#define IPL_AXIS_MAX_MINOR 200

/* A range with its ticks and their labels. If @linear is not 0, the axis is linear from -@linear
 * to @linear and logarithmic beyond. */
typedef struct
{
  double lo, hi;
  gboolean log;
  double linear;
  guint n;
  double at[IPL_AXIS_MAX_TICKS];
  char label[IPL_AXIS_MAX_TICKS][48];
  guint n_minor;
  double minor[IPL_AXIS_MAX_MINOR];
  double label_w; /* width of the widest label, in points */
} IplAxis;

void ipl_axis_init (IplAxis *self, const IplStyle *style, double lo, double hi, gboolean log,
                    double length, gboolean vertical);
void ipl_axis_init_symlog (IplAxis *self, const IplStyle *style, double lo, double hi,
                           double linear, double length, gboolean vertical);
double ipl_symlog (double value, double linear, double limit);
double ipl_axis_fraction (const IplAxis *self, double value);
double ipl_axis_value (const IplAxis *self, double fraction);
double ipl_axis_tick_length (const IplStyle *style);
double ipl_axis_last_overhang (const IplAxis *self, const IplStyle *style, double length);
void ipl_axis_draw_x (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                      double length);
void ipl_axis_draw_y (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                      double length, gboolean labels_right);
void ipl_axis_init_integers (IplAxis *self, const IplStyle *style, double lo, double hi,
                             double length, gboolean vertical);
void ipl_axis_draw_top (const IplAxis *self, const IplStyle *style, cairo_t *cr, double x, double y,
                        double length);
