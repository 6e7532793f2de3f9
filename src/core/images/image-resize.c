/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/image-set.h"

#include <math.h>

/* Fractional bits of the integer weights of a pass: with 8 bits of gray and headroom for
 * rounding they fill 32 bits. */
#define WEIGHT_BITS 22

/* The weights of the pixels [first, first + n) of a line to one pixel of the resized line. */
typedef struct
{
  guint first;
  guint n;
  gint32 *weights; /* [n] sum 2^WEIGHT_BITS but for rounding */
} Taps;

/* The triangle filter, with the width of a target pixel if the image shrinks. */
static Taps *
make_taps (guint from, guint to)
{
  Taps *taps = g_new (Taps, to);
  double scale = (double)from / to;
  double stretch = MAX (scale, 1);
  g_autofree double *weights = g_new (double, (gsize)(2 * ceil (stretch)) + 2);

  for (guint i = 0; i < to; i++)
    {
      double centre = (i + 0.5) * scale;
      /* Truncates instead of rounding down: both values are positive here. */
      guint first = (guint)MAX (centre - stretch + 0.5, 0);
      guint end = (guint)MIN (centre + stretch + 0.5, from);
      double sum = 0;

      taps[i].first = first;
      taps[i].n = end - first;
      taps[i].weights = g_new (gint32, taps[i].n);
      for (guint k = 0; k < taps[i].n; k++)
        {
          weights[k] = MAX (1 - fabs ((first + k - centre + 0.5) / stretch), 0);
          sum += weights[k];
        }
      for (guint k = 0; k < taps[i].n; k++)
        taps[i].weights[k] = (gint32)(0.5 + weights[k] / sum * (1 << WEIGHT_BITS));
    }
  return taps;
}

static void
free_taps (Taps *taps, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (taps[i].weights);
  g_free (taps);
}

static guint8
apply_taps (const Taps *taps, const guint8 *line, gsize step)
{
  gint64 sum = 1 << (WEIGHT_BITS - 1);

  for (guint k = 0; k < taps->n; k++)
    sum += (gint64)taps->weights[k] * line[(taps->first + k) * step];
  return (guint8)MIN (sum >> WEIGHT_BITS, 255);
}

/* Resizes with the bilinear (triangle) filter, widened when the image shrinks so that every
 * pixel counts, as Pillow's Image.resize and torchvision's Resize do by default for an 8-bit
 * image. Columns first, then rows, each rounded to 8 bits: the result is Pillow's to the last
 * bit. @from: [@height x @width] row-major gray levels; @to: [@to_height x @to_width] resized. */
void
ipl_image_resize (const guint8 *from, guint height, guint width, guint8 *to, guint to_height,
                  guint to_width)
{
  g_autofree guint8 *narrow = NULL;
  Taps *across, *down;

  g_return_if_fail (height > 0 && width > 0 && to_height > 0 && to_width > 0);

  narrow = g_malloc ((gsize)height * to_width);
  across = make_taps (width, to_width);
  down = make_taps (height, to_height);
  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < to_width; x++)
      narrow[(gsize)y * to_width + x] = apply_taps (&across[x], from + (gsize)y * width, 1);
  for (guint y = 0; y < to_height; y++)
    for (guint x = 0; x < to_width; x++)
      to[(gsize)y * to_width + x] = apply_taps (&down[y], narrow + x, to_width);
  free_taps (across, to_width);
  free_taps (down, to_height);
}
