/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map.h"
#include "core/theory/kernel.h"

/* Options of solving the cells of a map. */
typedef struct
{
  guint threads; /* the numbers do not depend on it */
  /* (nullable): existing kernels of the case of @known */
  IplKernel *kernel;
  const IplParameters *known;
  /* (nullable): progress, with the remaining seconds, negative if unknown */
  void (*progress) (double fraction, double seconds_left, const char *sentence, gpointer data);
  /* (nullable): receives the map so far: after the first cell, then a few times a second */
  void (*show) (const IplMap *so_far, gpointer data);
  gpointer data; /* for both, which are called one at a time */
  GCancellable *cancellable;
} IplMapSolve;

gboolean ipl_map_solve (IplMap *self, const IplMapSolve *how, GError **error);
