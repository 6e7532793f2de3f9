/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot-thumbnails.h"
#include "figures/view/outputs.h"

/* Maximum number of large maps: theory, samples and gradient descent. */
#define IPL_U_MAX_MAPS 3
/* Maximum number of rows of maps with numbers in their cells. */
#define IPL_U_MAX_NUMBERED 6
/* Maximum number of paths with single names; more are named in groups. */
#define IPL_U_MAX_UNGROUPED 16
/* Largest entry relative to the common limit below which a map looks empty. */
#define IPL_U_PALE 0.05

/* The content of a map. */
typedef enum
{
  IPL_U_THEORY,
  IPL_U_SAMPLED,
  IPL_U_DIFFERENCE,
  IPL_U_SD,
  IPL_U_TRAINED,
} IplUKind;

/* The maps of U in a plot. */
typedef struct
{
  IplPlot *plot;
  const IplView *view;
  const IplShownPaths *paths;
  IplOutputsView outputs;
  gsize n; /* number of rows: paths shown times rows of each path */
  IplUKind kind[IPL_U_MAX_MAPS];
  guint n_maps, n_parts; /* number of large maps, and of those that depend on the width */
  gboolean leaves_diagonal;
  double limit, small_limit; /* limits of the colours of large and of small maps */
  gboolean is_apart; /* large maps have a separate scale, because they would look empty on that of
                        small maps */
} IplUMaps;

void ipl_u_add_thumbnails (const IplUMaps *self);
const char *const *ipl_u_make_names (const IplUMaps *self);
const char *ipl_u_make_series (const IplUMaps *self, guint m);
void ipl_u_add_headings (const IplUMaps *self, guint m, IplMapCaption *caption,
                         gboolean has_values);
void ipl_u_add_small_headings (const IplUMaps *self, const IplSetting *setting,
                               IplMapCaption *caption);
const char *ipl_u_make_limit (const IplUMaps *self, const IplSolution *solution, double largest);
void ipl_u_add_notes (const IplUMaps *self);
