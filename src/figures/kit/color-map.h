/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef struct
{
  double r, g, b;
} IplColor;

IplColor ipl_color_from_oklab (double L, double a, double b);
void ipl_color_to_oklab (IplColor color, double *L, double *a, double *b);
IplColor ipl_color_mix (IplColor from, IplColor to, double t);
IplColor ipl_color_from_lch (double L, double C, double hue_degrees);
double ipl_color_luminance (IplColor color);
IplColor ipl_color_map_diverging (double t, gboolean dark);
IplColor ipl_color_map_sequential (double t);
