/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/weight-plane.h"
#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/view/shown-paths.h"
#include "figures/view/view.h"

#define IPL_WEIGHTS_MOST_RINGS 8

/* A path's name beside the tip of its arrow, or a ring's number; no markup where there is no room.
 */
typedef struct
{
  char *markup;
  double x, y; /* its middle */
} IplWeightsName;

/* Where the arrows of the effective weights lie. */
typedef struct
{
  const IplCaseInfo *the_case;
  IplWeightPlane *theory; /* (nullable): of the paths that are shown, turned as its own axes are */
  IplWeightPlane *drawn;  /* (nullable): of the draw, turned to the theory's */
  IplShownPaths shown;    /* arrows */
  double *U;              /* (nullable): [Pi x Pi] of the draw */
  double *U_theory;       /* (nullable): [Pi x Pi] */
  guint draw;             /* which it is, from 0, of ... */
  guint n_draws;          /* ... all of them, or 0 */
  char *why_not;          /* (nullable): why there are no arrows */
  double x, y;            /* the origin */
  double scale;           /* points a unit of sqrt(U) */
  double radius;          /* of the plane, in units */
  guint n_rings;
  double ring[IPL_WEIGHTS_MOST_RINGS]; /* in units */
  IplWeightsName ring_name[IPL_WEIGHTS_MOST_RINGS];
  IplWeightsName *names; /* [Pi] */
  IplLegend legend;
  double legend_x, legend_y;
  IplRect track; /* of the draws; empty where there are none */
  double note_y; /* of a line below */
} IplWeightsLayout;

IplWeightPlane *ipl_weights_plane_new (const IplShownPaths *shown, const double *U, GError **error);
double *ipl_weights_get_theory (const IplView *view);
double *ipl_weights_get_draw (const IplView *view, guint *draw, guint *n_draws);
void ipl_weights_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                              double width, double height);
void ipl_weights_layout_clear (gpointer layout);
const IplWeightPlane *ipl_weights_layout_plane (const IplWeightsLayout *self);
void ipl_weights_layout_tip (const IplWeightsLayout *self, const IplWeightPlane *plane, gsize path,
                             double *x, double *y);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplWeightsLayout, ipl_weights_layout_clear)
