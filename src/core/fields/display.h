/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"

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

/**
 * IplAccuracyLines:
 * @IPL_ACCURACY_FULL: the theory's own U
 * @IPL_ACCURACY_DIAGONAL: beside it what U's diagonal alone predicts
 * @IPL_ACCURACY_LEVELLED: beside it what U levelled predicts
 * @IPL_ACCURACY_ALL: all three
 *
 * What the accuracy panel shows of the predictor with parts of U (THEORY.md section 5).
 */
typedef enum
{
  IPL_ACCURACY_FULL,
  IPL_ACCURACY_DIAGONAL,
  IPL_ACCURACY_LEVELLED,
  IPL_ACCURACY_ALL,
} IplAccuracyLines;

/**
 * IplPathScale:
 * @IPL_PATHS_OWN: the thickest path is that of the largest U_pp at the width shown
 * @IPL_PATHS_LINEAR: one linear scale over all widths of the sweep
 * @IPL_PATHS_LOG: one logarithmic scale over all of them
 *
 * What the thickness of a path means in the path diagram.
 */
typedef enum
{
  IPL_PATHS_OWN,
  IPL_PATHS_LINEAR,
  IPL_PATHS_LOG,
} IplPathScale;

/**
 * IplHeatmapScale:
 * @IPL_HEATMAP_LINEAR: linear up to the largest entry
 * @IPL_HEATMAP_SYMLOG: logarithmic on either side of 0 over three decades, linear within the last
 * @IPL_HEATMAP_OFF_DIAGONAL: linear up to the largest entry beside the diagonal, which has no color
 *
 * How colors stand for the entries of U.
 */
typedef enum
{
  IPL_HEATMAP_LINEAR,
  IPL_HEATMAP_SYMLOG,
  IPL_HEATMAP_OFF_DIAGONAL,
} IplHeatmapScale;

/**
 * IplDisplay:
 * @heatmap: what the U panel shows
 * @heatmap_scale: how colors stand for entries of U
 * @accuracy_lines: for which parts of U the accuracy panel shows the theory
 * @path_scale: what the thickness of a path means
 * @paths_shown: how many paths figures show, of more those of the largest U_pp; 0 for all
 * @paths_share: and of these none whose U_pp is a smaller share of the largest
 * @n_components: principal components that are found and shown in the overlap panel
 * @shared_limits: whether all heatmaps share max |U| over widths
 * @normalised_kernels: whether K, the GP's kernel and y y^T are divided by their mean diagonals
 * @shown_draw: the draw of the posterior that the effective weights are of, from 1, chain after
 *   chain, and round again
 *
 * How figures show what there is. Nothing but @n_components is
 * computed anew when it changes.
 */
typedef struct
{
  IplHeatmapMode heatmap;
  IplHeatmapScale heatmap_scale;
  IplAccuracyLines accuracy_lines;
  IplPathScale path_scale;
  guint paths_shown;
  double paths_share;
  guint n_components;
  gboolean shared_limits;
  gboolean normalised_kernels;
  guint shown_draw;
} IplDisplay;

/* A choice is a field of kind IPL_FIELD_OPTION. */
G_STATIC_ASSERT (sizeof (IplHeatmapMode) == sizeof (guint));

/* The table of its fields: flags, documents, menus and rows of the sidebar are made from it. */
#define IPL_N_DISPLAY_FIELDS 10
extern const IplField ipl_display_fields[IPL_N_DISPLAY_FIELDS];

void ipl_display_init (IplDisplay *self);
gboolean ipl_display_equal (const IplDisplay *a, const IplDisplay *b);

G_END_DECLS
