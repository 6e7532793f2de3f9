/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/panels/theory/path-thickness.h"
#include "figures/view/outputs.h"
#include "figures/view/panel.h"
#include "figures/view/shown-paths.h"
#include "figures/view/view.h"

/* Lines and arcs drawn at the most, of the paths that are shown; the legend says when there are
 * more. */
#define IPL_MAX_PATH_LINES 512
#define IPL_MAX_ARCS 24
/* With more paths than this, ports stand in the order of the last head. */
#define IPL_MANY_PATHS 12

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
  double *y;          /* [Pi x (L + 2)] tokens, layers, port; of those left out about where */
  double *line_width; /* [Pi] */
  gboolean *drawn;    /* [Pi] */
  gsize n_drawn;
  char *few; /* (nullable): how many paths are drawn of how many, markup */
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
double ipl_path_layout_line_y (const IplPathLayout *self, gsize path, double x, double *slope);
void ipl_path_layout_trace_arc (const IplPathLayout *self, cairo_t *cr, const IplArc *arc);
double ipl_path_layout_arc_distance (const IplPathLayout *self, const IplArc *arc, double x,
                                     double y);
int ipl_path_layout_nearest_port (const IplPathLayout *self, double y);
gsize *ipl_path_layout_order (const IplPathLayout *self);

void ipl_describe_paths (GString *text, const IplView *view);
void ipl_table_paths (GString *text, const IplView *view);
IplTarget ipl_step_paths (const IplTarget *self, const IplView *view, int dx, int dy);
