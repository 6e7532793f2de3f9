/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/legend.h"
#include "figures/view/shown-paths.h"

/* The scale of the thickness of lines in the path diagram. */
typedef struct
{
  IplPathScale scale; /* whether it is the width's own, or one over all widths */
  double least;       /* U_pp of the thinnest line, on a logarithmic scale */
  double largest;     /* U_pp of the thickest line; 0 where nothing is solved */
  double thickest;    /* its width in points */
} IplPathThickness;

/* Pairs of the paths that are drawn, and how many of them are. */
typedef struct
{
  gsize n_pairs;
  guint n_arcs, most_arcs;
  const char *few; /* (nullable): how many paths are drawn of how many, markup */
} IplPathCounts;

void ipl_path_thickness_init (IplPathThickness *self, const IplView *view, double thickest);
double ipl_path_thickness_get (const IplPathThickness *self, double value, double thin);
void ipl_path_thickness_make_legend (const IplPathThickness *self, IplLegend *legend,
                                     const IplView *view, const IplStyle *style,
                                     const IplPathCounts *counts, double width, gboolean widest);
