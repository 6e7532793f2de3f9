/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"

/* The matrix in the U panel. */
typedef enum
{
  IPL_HEATMAP_THEORY,     /* U at the saddle point */
  IPL_HEATMAP_SAMPLED,    /* E[U] over the draws */
  IPL_HEATMAP_DIFFERENCE, /* E[U] less the saddle point, with limits of its own */
  IPL_HEATMAP_SD,         /* posterior standard deviation of U */
  /* theory, E[U] where it is sampled, and U of gradient descent where the case has a trained
     network */
  IPL_HEATMAP_SIDE_BY_SIDE,
  IPL_HEATMAP_TRAINED, /* U of the network trained by gradient descent */
  IPL_N_HEATMAPS,
} IplHeatmapMode;

/* Lines of the accuracy panel for the predictor with parts of U (THEORY.md section 5). */
typedef enum
{
  IPL_ACCURACY_FULL,     /* the theory's own U */
  IPL_ACCURACY_DIAGONAL, /* beside it what U's diagonal alone predicts */
  IPL_ACCURACY_LEVELLED, /* beside it what U levelled predicts */
  IPL_ACCURACY_ALL,      /* all three */
} IplAccuracyLines;

/* Meanings of the thickness of a path in the path diagram. */
typedef enum
{
  IPL_PATHS_OWN,    /* the thickest path is that of the largest U_pp at the width shown */
  IPL_PATHS_LINEAR, /* one linear scale over all widths of the sweep */
  IPL_PATHS_LOG,    /* one logarithmic scale over all of them */
} IplPathScale;

/* How colors stand for the entries of U. */
typedef enum
{
  IPL_HEATMAP_LINEAR, /* linear up to the largest entry */
  /* logarithmic on either side of 0 over three decades, linear within the last */
  IPL_HEATMAP_SYMLOG,
  /* linear up to the largest entry beside the diagonal, which has no color */
  IPL_HEATMAP_OFF_DIAGONAL,
} IplHeatmapScale;

/* Parts of U over several outputs that figures show. */
typedef enum
{
  IPL_OUTPUTS_TRACED, /* the sum over outputs of the entries of each: one number a pair of paths */
  IPL_OUTPUTS_ONE,    /* those of one output */
  IPL_OUTPUTS_ALL,    /* in heatmaps all, a tile of outputs for each pair of paths; else traced */
} IplOutputsShown;

/* Order of the paths in the matrix of paths and outputs. */
typedef enum
{
  IPL_PATH_ORDER_PATHS,  /* as all figures list them */
  IPL_PATH_ORDER_WEIGHT, /* the largest U_pp, traced over outputs, first */
  IPL_PATH_ORDER_OUTPUT, /* by the output that each weighs most for, then by that weight */
} IplPathOrder;

/* Display of maps over one or two parameters. */
typedef enum
{
  IPL_MAP_SHOWS_ACCURACY,
  IPL_MAP_SHOWS_GAIN, /* over the GP limit */
  IPL_MAP_SHOWS_GP,
  IPL_MAP_SHOWS_OFF_DIAGONAL,
  IPL_MAP_SHOWS_ALIGNMENT,
  IPL_MAP_SHOWS_RESIDUAL, /* of the training examples */
  IPL_MAP_SHOWS_ACTION,
  IPL_MAP_SHOWS_STARTS, /* how many agree */
  IPL_MAP_SHOWS_U,      /* U_pp of the selected path */
} IplMapShown;

/* The axis of time of panels against time. */
typedef enum
{
  IPL_TIME_AXIS_OWN, /* as the panel has it */
  IPL_TIME_AXIS_LINEAR,
  IPL_TIME_AXIS_LOG, /* without the moments before or at time 0 */
} IplTimeAxis;

/* How figures show what there is. Nothing but @n_components is
 * computed anew when it changes. */
typedef struct
{
  IplHeatmapMode heatmap;          /* what the U panel shows */
  IplHeatmapScale heatmap_scale;   /* how colors stand for entries of U */
  IplAccuracyLines accuracy_lines; /* for which parts of U the accuracy panel shows the theory */
  IplPathScale path_scale;         /* what the thickness of a path means */
  guint paths_shown; /* how many paths figures show, of more those of the largest U_pp; 0 for all */
  double paths_share;     /* and of these none whose U_pp is a smaller share of the largest */
  guint n_components;     /* principal components that are found and shown in the overlap panel */
  gboolean shared_limits; /* whether all heatmaps share max |U| over widths */
  /* whether K, the GP's kernel and y y^T are divided by their mean diagonals */
  gboolean normalised_kernels;
  IplMapShown map_quantity; /* what maps show */
  gboolean map_load;        /* whether curves along widths or P are shown over P/N */
  gboolean map_inverse;     /* ... over N/P in its place */
  IplOutputsShown outputs;  /* which outputs of several U and the thickness of paths are of */
  guint shown_output;       /* the one of #IPL_OUTPUTS_ONE, from 1 */
  guint shown_example;      /* the test example whose predicted classes are shown, from 1 */
  IplPathOrder path_order;  /* how paths are listed beside outputs */
  IplTimeAxis time_axis;    /* of panels against time */
  guint map_x, map_y;       /* where the cursor stands on their axes, from 1; 0 for the first */
} IplDisplay;

/* A choice is a field of kind IPL_FIELD_OPTION. */
G_STATIC_ASSERT (sizeof (IplHeatmapMode) == sizeof (guint));

/* The table of its fields: flags, documents, menus and rows of the sidebar are made from it. */
#define IPL_N_DISPLAY_FIELDS 19
extern const IplField ipl_display_fields[IPL_N_DISPLAY_FIELDS];

void ipl_display_init (IplDisplay *self);
gboolean ipl_display_equal (const IplDisplay *a, const IplDisplay *b);
