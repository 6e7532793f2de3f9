/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/base/trajectory.h"
#include "core/hierarchy/latent-tree.h"

#define IPL_STACKED_MAX_DEPTH 3
#define IPL_STACKED_MAX_BLOCKS 4
#define IPL_STACKED_MAX_QUERIES 8
#define IPL_STACKED_MAX_UNITS 16
#define IPL_STACKED_MAX_STEPS 1000000

extern const char *const ipl_stacked_units[]; /* "softplus", "relu" */

/* Blocks of attention and hidden units, one above the other, that learn the root of a latent tree
 * (THEORY.md section 15.6). Strings are interned. */
typedef struct
{
  IplLatentTree tree;
  guint blocks;
  guint queries;      /* number in the lowest block; half in each block above, 1 in the last */
  guint units;        /* number for each query; in the last block one for each state of the root */
  const char *unit;   /* one of ipl_stacked_units */
  double temperature; /* of attention */
  double rate;
  double start_sd; /* standard deviation of the initial weights and logits */
  guint steps;
  guint hold; /* steps between updates of stationary gradients, 0 for none */
  guint64 seed;
} IplStacked;

void ipl_stacked_init (IplStacked *self);
gboolean ipl_stacked_validate (gconstpointer settings, GError **error);

extern const IplRecordedArray ipl_stacked_recorded[];
IplTrajectory *ipl_stacked_run (const IplStacked *self, GCancellable *cancellable,
                                void (*progress) (double fraction, gpointer data), gpointer data,
                                GError **error);
