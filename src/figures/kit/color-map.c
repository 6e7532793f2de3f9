/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colour maps, interpolated in Oklab (B. Ottosson, 2020), in which equal steps look equal. */

#include "figures/kit/color-map.h"

#include <math.h>

static double
to_linear (double c)
{
  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
from_linear (double c)
{
  c = CLAMP (c, 0, 1);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * pow (c, 1 / 2.4) - 0.055;
}

/* Converts linear light to and from Oklab, by the cone responses. */
void
ipl_color_to_oklab (IplColor color, double *L, double *a, double *b)
{
  double red = to_linear (color.r), green = to_linear (color.g), blue = to_linear (color.b);
  double l = cbrt (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  double m = cbrt (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  double s = cbrt (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  *L = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
  *a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
  *b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

IplColor
ipl_color_from_oklab (double L, double a, double b)
{
  double l = L + 0.3963377774 * a + 0.2158037573 * b;
  double m = L - 0.1055613458 * a - 0.0638541728 * b;
  double s = L - 0.0894841775 * a - 1.2914855480 * b;
  l = l * l * l;
  m = m * m * m;
  s = s * s * s;
  return (IplColor){
    from_linear (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    from_linear (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    from_linear (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
  };
}

IplColor
ipl_color_from_lch (double L, double C, double hue_degrees)
{
  double hue = hue_degrees * G_PI / 180;
  return ipl_color_from_oklab (L, C * cos (hue), C * sin (hue));
}

IplColor
ipl_color_mix (IplColor from, IplColor to, double t)
{
  double L0, a0, b0, L1, a1, b1;
  ipl_color_to_oklab (from, &L0, &a0, &b0);
  ipl_color_to_oklab (to, &L1, &a1, &b1);
  return ipl_color_from_oklab (L0 + t * (L1 - L0), a0 + t * (a1 - a0), b0 + t * (b1 - b0));
}

/* Returns the relative luminance of linear light, for the choice of black or white text on a
 * cell. */
double
ipl_color_luminance (IplColor color)
{
  return 0.2126 * to_linear (color.r) + 0.7152 * to_linear (color.g) + 0.0722 * to_linear (color.b);
}

#define HEX(h)                                                                                     \
  {                                                                                                \
    ((h) >> 16 & 255) / 255.0, ((h) >> 8 & 255) / 255.0, ((h)&255) / 255.0                         \
  }

static IplColor
interpolate (const IplColor *nodes, guint n, double t)
{
  t = isnan (t) ? 0 : CLAMP (t, 0, 1);
  double at = t * (n - 1);
  guint i = MIN ((guint)at, n - 2);
  return ipl_color_mix (nodes[i], nodes[i + 1], at - i);
}

/* Diverging map, @t in [-1, 1]: blue below 0, red above (ColorBrewer RdBu). The middle is near
 * the colour of the paper, so it is dark for dark themes. */
IplColor
ipl_color_map_diverging (double t, gboolean dark)
{
  static const IplColor light_nodes[] = {
    HEX (0x053061), HEX (0x2166AC), HEX (0x4393C3), HEX (0x92C5DE), HEX (0xD1E5F0), HEX (0xF7F7F7),
    HEX (0xFDDBC7), HEX (0xF4A582), HEX (0xD6604D), HEX (0xB2182B), HEX (0x67001F),
  };
  static const IplColor dark_nodes[] = {
    HEX (0xC6E4FF), HEX (0x7CBBF5), HEX (0x4A93DB), HEX (0x2F669F), HEX (0x274463), HEX (0x26282C),
    HEX (0x5F3134), HEX (0x9C3F40), HEX (0xDA5B50), HEX (0xF4937C), HEX (0xFFD6C8),
  };
  if (isnan (t))
    t = 0;
  const IplColor *nodes = dark ? dark_nodes : light_nodes;
  return interpolate (nodes, G_N_ELEMENTS (light_nodes), 0.5 + 0.5 * t);
}

/* Sequential map, @t in [0, 1]: viridis, with uniformly increasing lightness. */
IplColor
ipl_color_map_sequential (double t)
{
  static const IplColor nodes[] = {
    HEX (0x440154), HEX (0x472D7B), HEX (0x3B528B), HEX (0x2C728E), HEX (0x21918C),
    HEX (0x28AE80), HEX (0x5EC962), HEX (0xADDC30), HEX (0xFDE725),
  };
  return interpolate (nodes, G_N_ELEMENTS (nodes), t);
}
