/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a panel is divided between large heatmaps and a block of small ones. */

#include "figures/panels/theory/u-layout.h"

#include <math.h>

IplUDivision
ipl_u_divide (const IplUTask *t)
{
  double most_w = (t->width - t->frame_w - (t->across - 1) * t->between) / t->across;
  double most_h = (t->height - t->down * t->frame_h - (t->down - 1) * t->between) / t->down;
  IplUDivision best = { .score = -INFINITY, .side = MIN (most_w, most_h) };
  for (int below = 0; below <= 1; below++)
    for (guint columns = 1; columns <= t->n; columns++)
      for (int step = 25; step <= 100; step++)
        {
          double side = MIN (most_w, most_h) * step / 100;
          guint rows = (t->n + columns - 1) / columns;
          double used_w = t->frame_w + t->across * side + (t->across - 1) * t->between;
          double used_h = t->down * (t->frame_h + side) + (t->down - 1) * t->between;
          double room_w = below ? t->width : t->width - used_w - 2 * t->gap;
          double room_h = below ? t->height - used_h - t->gap : t->height;
          double pitch_w = (room_w + t->gap) / columns, pitch_h = (room_h + t->gap) / rows;
          double part_w = (pitch_w - t->gap - (t->parts - 1) * t->part_gap) / t->parts;
          double small = MIN (part_w, pitch_h - t->gap - t->caption_h);
          if (pitch_w < t->caption_w + t->gap)
            continue;
          small = MIN (small, 0.3 * side);
          if (small < t->gap)
            continue;
          double score = side + 1.5 * small + (side >= t->numbers_side ? t->numbers_worth : 0);
          score -= 3 * MAX (0, t->smallest - small);
          if (score > best.score)
            best = (IplUDivision){ score, below, columns, side, small };
        }
  return best;
}

/* The same without small maps. */
IplUDivision
ipl_u_divide_alone (const IplUTask *self)
{
  IplUTask alone = *self;

  alone.n = 0;
  return ipl_u_divide (&alone);
}
