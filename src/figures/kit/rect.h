/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A rectangle, in points. */
typedef struct
{
  double x, y, w, h;
} IplRect;

static inline gboolean
ipl_rect_contains (const IplRect *self, double x, double y)
{
  return x >= self->x && x < self->x + self->w && y >= self->y && y < self->y + self->h;
}
