/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/plot/plot.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"
#include "figures/view/view.h"

/* Maximum number of arcs among the paths shown; the legend notes a larger number of pairs. */
#define IPL_MAX_ARCS 24
/* Number of paths above which ports are ordered by the last head. */
#define IPL_MANY_PATHS 12

/* The path names at the readout. */
typedef enum
{
  IPL_PATH_NAMES_NONE,
  IPL_PATH_NAMES_LARGEST, /* only of the paths with the largest U_pp */
  IPL_PATH_NAMES_SHORT,
  IPL_PATH_NAMES_FULL,
} IplPathNames;

/* The scale of line thickness in the path diagram. */
typedef struct
{
  IplPathScale scale; /* scale of one width, or common to all widths */
  double least;       /* U_pp of the thinnest line, on a logarithmic scale */
  double largest;     /* U_pp of the thickest line; 0 without a solution */
  double shown;       /* largest U_pp at the shown width */
  double thickest;    /* width of the thickest line in points */
} IplPathThickness;

/* Numbers for the legend: pairs of the paths shown, and arcs drawn. */
typedef struct
{
  gsize n_pairs;
  guint n_arcs, most_arcs;
  const char *few; /* (nullable): note on the paths shown, markup */
} IplPathCounts;

/* An arc between the ends of paths p and q. */
typedef struct
{
  gsize p, q;
  double U;
  double line_width;
  double reach; /* horizontal extent to the right */
} IplArc;

/* The heading of a column. */
typedef struct
{
  char *markup;
  double x;
} IplHeading;

/* The layout of the path diagram, for drawing, highlights and picking. */
typedef struct
{
  const IplCaseInfo *the_case;
  const IplSolution *solution; /* (nullable) */
  IplOutputsView outputs;      /* entries of U that are shown */
  gsize Pi;
  IplShownPaths shown;
  guint L;
  IplRect body; /* area between headings and legend */
  double heading_y;
  GArray *headings; /* of IplHeading */
  IplRect tokens;
  guint n_squares;
  double square;
  IplRect *nodes;     /* [heads] */
  char **node_markup; /* [heads] */
  double node_strip;  /* height of the name of a node */
  IplRect ports;      /* box of the readout */
  char **port_markup; /* [Pi] "" for paths left out; NULL if names do not fit */
  gboolean all_named; /* FALSE if only the paths with the largest U_pp have names */
  double *name_y;     /* [Pi] centre of the name of a path */
  double port_pitch;
  double *y;          /* [Pi x (L + 2)] at tokens, layers and port; set for the paths shown */
  double *line_width; /* [Pi] */
  char *few;          /* (nullable): note on the paths shown, markup */
  double max_line;
  IplPathThickness thickness;
  GArray *arcs; /* of IplArc, weakest first */
  double arc_room;
  IplLegend legend;
  double legend_y;
} IplPathLayout;

/* The panel with this layout. */
extern const IplPanel ipl_panel_paths;

void ipl_path_layout_init (gpointer layout, const IplView *view, const IplStyle *style,
                           double width, double height);
void ipl_path_layout_place_arcs (IplPathLayout *self, const IplStyle *style);
void ipl_path_layout_clear (gpointer layout);
gboolean ipl_path_layout_extra_arc (const IplPathLayout *self, const IplStyle *style, gsize p,
                                    gsize q, IplArc *arc);
/* Returns the box of a head. */
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

void ipl_paths_add_numbers (IplPlot *plot, const IplView *view);
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
