/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-entry.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"

/* A symmetric logarithmic scale is linear below this share of its limit. */
#define IPL_U_LINEAR_SHARE 1e-3

/* The numbers of a map over paths and outputs, @less taken off where there is one; @values NULL
 * while unknown. */
typedef struct
{
  const double *values;
  const double *less;
  /* (nullable): [Pi x Pi] whose sd is that of U traced over outputs, for maps of @values that are
   */
  const IplPosteriorEntry *traced;
} IplUSource;

/* Maps beside each other: the theory's, the samples', and gradient descent's. */
#define IPL_U_MAX_MAPS 3
/* Entries in a row that are drawn one by one, larger maps as a picture. */
#define IPL_U_MAX_VECTOR 24

/* The numbers of a map. */
typedef enum
{
  IPL_U_THEORY,
  IPL_U_SAMPLED,
  IPL_U_DIFFERENCE,
  IPL_U_SD,
  IPL_U_TRAINED,
} IplUKind;

/* The large maps. */
typedef struct
{
  const IplCaseInfo *the_case;
  IplHeatmapMode mode;
  IplHeatmapScale scale;
  gsize Pi;
  IplShownPaths shown; /* in its order */
  IplOutputsView outputs;
  gsize n;       /* rows and columns: paths that are shown, times outputs of a tile */
  guint n_maps;  /* up to 3 side by side, else 1 */
  guint n_parts; /* of a small map: those that change with the width */
  IplUKind kind[IPL_U_MAX_MAPS];
  IplUSource source[IPL_U_MAX_MAPS];
  char *title[IPL_U_MAX_MAPS], *short_title[IPL_U_MAX_MAPS];
  char *limit_text[IPL_U_MAX_MAPS]; /* of a map with limits of its own, which no title leaves out */
  double limit;                     /* of the colors */
  /* whether the large maps would look empty on the scale of the small ones, and have their own */
  gboolean is_apart;
} IplUMaps;

void ipl_u_maps_find_sources (const IplUMaps *self, const IplSolution *solution,
                              const IplPosteriorSummary *posterior,
                              IplUSource source[IPL_U_MAX_MAPS]);
double ipl_u_maps_at (const IplUMaps *self, const IplUSource *source, gsize row, gsize column);
double ipl_u_maps_largest (const IplUMaps *self, const IplUSource source[IPL_U_MAX_MAPS]);
void ipl_u_maps_include_frames (IplUMaps *maps, const IplView *view);
const IplView *ipl_u_maps_find_ghost (const IplUMaps *self, const IplView *view);
void ipl_u_maps_include_ghost (IplUMaps *self, const IplView *view);
void ipl_u_maps_init (IplUMaps *self, const IplView *view);
double ipl_u_maps_scaled (const IplUMaps *self, double value, double limit);
gboolean ipl_u_maps_leaves_diagonal (const IplUMaps *self);
double ipl_u_maps_limit (const IplUMaps *self, guint map);
void ipl_u_maps_make_titles (IplUMaps *self, const IplView *view, const IplStyle *style);
gboolean ipl_u_maps_is_known (const IplUMaps *self); /* whether some map has numbers */
gboolean ipl_u_maps_shows_theory (const IplUMaps *self, guint map);
char *ipl_u_maps_few_markup (const IplUMaps *self, const IplView *view);
void ipl_u_maps_clear (IplUMaps *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplUMaps, ipl_u_maps_clear)
