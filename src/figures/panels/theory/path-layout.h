/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/plot/plot.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"
#include "figures/view/view.h"

/* Arcs drawn at the most, of the paths that are shown; the legend says when there are more. */
#define IPL_MAX_ARCS 24
/* With more paths than this, ports stand in the order of the last head. */
#define IPL_MANY_PATHS 12

/* Which names stand at the readout. */
typedef enum
{
  IPL_PATH_NAMES_NONE,
  IPL_PATH_NAMES_LARGEST, /* of the paths of the largest U_pp */
  IPL_PATH_NAMES_SHORT,
  IPL_PATH_NAMES_FULL,
} IplPathNames;

/* The scale of the thickness of lines in the path diagram. */
typedef struct
{
  IplPathScale scale; /* whether it is the width's own, or one over all widths */
  double least;       /* U_pp of the thinnest line, on a logarithmic scale */
  double largest;     /* U_pp of the thickest line; 0 where nothing is solved */
  double shown;       /* the largest U_pp at the width shown */
  double thickest;    /* its width in points */
} IplPathThickness;

/* Pairs of the paths that are drawn, and how many of them are. */
typedef struct
{
  gsize n_pairs;
  guint n_arcs, most_arcs;
  const char *few; /* (nullable): how many paths are drawn of how many, markup */
} IplPathCounts;

/* An arc between the ends of paths p and q. */
typedef struct
{
  gsize p, q;
  double U;
  double line_width;
  double reach; /* how far it bulges to the right */
} IplArc;

/* A column's heading, placed where it fits. */
typedef struct
{
  char *markup;
  double x;
} IplHeading;

/* Where everything in the path diagram lies; drawing, lighting and picking all read this. */
typedef struct
{
  const IplCaseInfo *the_case;
  const IplSolution *solution; /* nullable */
  IplOutputsView outputs;      /* what of its U */
  gsize Pi;
  IplShownPaths shown;
  guint L;
  IplRect body; /* between headings and legend */
  double heading_y;
  GArray *headings; /* of IplHeading */
  IplRect tokens;
  guint n_squares;
  double square;
  IplRect *nodes;     /* [heads] */
  char **node_markup; /* [heads] */
  double node_strip;  /* height of a node's name */
  IplRect ports;      /* the readout */
  char **port_markup; /* [Pi], empty for paths left out; NULL where there is no room for names */
  gboolean all_named; /* FALSE where only the paths of the largest U_pp have names */
  double *name_y;     /* [Pi] the middle of a path's name */
  double port_pitch;
  double *y;          /* [Pi x (L + 2)] tokens, layers, port; of those that are shown */
  double *line_width; /* [Pi] */
  char *few;          /* (nullable): how many paths are drawn of how many, markup */
  double max_line;
  IplPathThickness thickness;
  GArray *arcs; /* of IplArc, weakest first */
  double arc_room;
  IplLegend legend;
  double legend_y;
} IplPathLayout;

/* The panel that draws such a layout. */
extern const IplPanel ipl_panel_paths;

void ipl_path_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                           double width, double height);
void ipl_path_layout_place_arcs (IplPathLayout *self, const IplStyle *style);
void ipl_path_layout_clear (gpointer layout);
gboolean ipl_path_layout_extra_arc (const IplPathLayout *self, const IplStyle *style, gsize p,
                                    gsize q, IplArc *arc);
/* The box of a head. */
static inline const IplRect *
ipl_path_layout_node (const IplPathLayout *self, guint layer, guint head)
{
  return &self->nodes[ipl_case_head_index (self->the_case, layer, head)];
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPathLayout, ipl_path_layout_clear)

void ipl_path_layout_trace (const IplPathLayout *self, cairo_t *cr, gsize path);
void ipl_path_layout_trace_arc (const IplPathLayout *self, cairo_t *cr, const IplArc *arc);
double ipl_path_distance (cairo_t *cr, double x, double y);
int ipl_path_layout_nearest_port (const IplPathLayout *self, double y);
gsize *ipl_path_layout_order (const IplPathLayout *self);

void ipl_tell_paths (IplPlot *plot, const IplView *view);
IplTarget ipl_step_paths (const IplTarget *self, const IplView *view, int dx, int dy);

void ipl_path_thickness_init (IplPathThickness *self, const IplView *view, double thickest);
double ipl_path_thickness_get (const IplPathThickness *self, double value, double thin);
void ipl_path_thickness_make_legend (const IplPathThickness *self, IplLegend *legend,
                                     const IplView *view, const IplStyle *style,
                                     const IplPathCounts *counts, double width, gboolean widest);
char **ipl_path_names_new (const IplCaseInfo *the_case, const IplStyle *style,
                           const IplShownPaths *shown, IplPathNames which, gsize rows);
void ipl_path_names_spread (char **names, gsize n, double *y, double row, double top,
                            double bottom);
