/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * IplHeatmapMode:
 * @IPL_HEATMAP_THEORY: U at the saddle point
 * @IPL_HEATMAP_SAMPLED: E[U] over the draws
 * @IPL_HEATMAP_DIFFERENCE: E[U] less the saddle point, with limits of its own
 * @IPL_HEATMAP_SD: posterior standard deviation of U
 * @IPL_HEATMAP_SIDE_BY_SIDE: theory, E[U] where it is sampled, and U of gradient descent where the
 *   case has a trained network
 * @IPL_HEATMAP_TRAINED: U of the network trained by gradient descent
 *
 * What the U panel shows.
 */
typedef enum
{
  IPL_HEATMAP_THEORY,
  IPL_HEATMAP_SAMPLED,
  IPL_HEATMAP_DIFFERENCE,
  IPL_HEATMAP_SD,
  IPL_HEATMAP_SIDE_BY_SIDE,
  IPL_HEATMAP_TRAINED,
  IPL_N_HEATMAPS,
} IplHeatmapMode;

const char *ipl_heatmap_mode_id (IplHeatmapMode mode); /* "theory", "sampled", "difference", ... */
gboolean ipl_heatmap_mode_parse (const char *id, IplHeatmapMode *mode);

G_END_DECLS
