/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot-thumbnails.h"
#include "figures/view/outputs.h"

/* Large maps: of theory, samples and gradient descent. */
#define IPL_U_MAX_MAPS 3
/* Cells of more rows have no numbers in them. */
#define IPL_U_MAX_NUMBERED 6
/* More paths are named in groups. */
#define IPL_U_MAX_UNGROUPED 16
/* A map whose largest entry is below this share of the common scale looks empty. */
#define IPL_U_PALE 0.05

/* What a map shows. */
typedef enum
{
  IPL_U_THEORY,
  IPL_U_SAMPLED,
  IPL_U_DIFFERENCE,
  IPL_U_SD,
  IPL_U_TRAINED,
} IplUKind;

/* The maps of U that a plot has. */
typedef struct
{
  IplPlot *plot;
  const IplView *view;
  const IplShownPaths *paths;
  IplOutputsView outputs;
  gsize n; /* rows: paths that are shown, times outputs of a tile */
  IplUKind kind[IPL_U_MAX_MAPS];
  guint n_maps, n_parts; /* large maps, and those of them that change with the width */
  gboolean leaves_diagonal;
  double limit, small_limit; /* of the colours */
  gboolean is_apart; /* on the scale of small maps large ones would look empty: have their own */
} IplUMaps;

void ipl_u_name_maps (const IplUMaps *self);
const char *const *ipl_u_make_names (const IplUMaps *self);
const char *ipl_u_make_series (const IplUMaps *self, guint m);
void ipl_u_add_headings (const IplUMaps *self, guint m, IplMapCaption *caption, gboolean known);
void ipl_u_add_small_headings (const IplUMaps *self, const IplSetting *setting,
                               IplMapCaption *caption);
const char *ipl_u_make_limit (const IplUMaps *self, const IplSolution *solution, double largest);
void ipl_u_add_notes (const IplUMaps *self);
