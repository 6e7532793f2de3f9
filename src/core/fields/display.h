/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/fields/field.h"

/* The matrix in the U panel. */
typedef enum
{
  IPL_HEATMAP_THEORY,     /* U at the saddle point */
  IPL_HEATMAP_SAMPLED,    /* E[U] over the draws */
  IPL_HEATMAP_DIFFERENCE, /* E[U] minus U of the saddle point, with separate limits */
  IPL_HEATMAP_SD,         /* posterior standard deviation of U */
  /* theory, E[U] if sampled, and U of gradient descent if the case has a trained network */
  IPL_HEATMAP_SIDE_BY_SIDE,
  IPL_HEATMAP_TRAINED, /* U of the network trained by gradient descent */
  IPL_N_HEATMAPS,
} IplHeatmapMode;

/* Lines of the accuracy panel for the predictor with parts of U (THEORY.md section 5). */
typedef enum
{
  IPL_ACCURACY_FULL,     /* the theory's own U */
  IPL_ACCURACY_DIAGONAL, /* also the prediction from U's diagonal */
  IPL_ACCURACY_LEVELLED, /* also the prediction from U levelled */
  IPL_ACCURACY_ALL,      /* all three */
} IplAccuracyLines;

/* Meanings of the thickness of a path in the path diagram. */
typedef enum
{
  IPL_PATHS_DEFAULT, /* the thickest path is that of the largest U_pp at the shown width */
  IPL_PATHS_LINEAR,  /* one linear scale over all widths of the sweep */
  IPL_PATHS_LOG,     /* one logarithmic scale over all of them */
} IplPathScale;

/* Colour scale of the entries of U. */
typedef enum
{
  IPL_HEATMAP_LINEAR, /* linear up to the largest entry */
  /* logarithmic on either side of 0 over three decades, linear within the last */
  IPL_HEATMAP_SYMLOG,
  /* linear up to the largest off-diagonal entry; the diagonal has no colour */
  IPL_HEATMAP_OFF_DIAGONAL,
} IplHeatmapScale;

/* Shown parts of U over several outputs. */
typedef enum
{
  IPL_OUTPUTS_TRACED, /* the trace over outputs: one number for a pair of paths */
  IPL_OUTPUTS_ONE,    /* the entries of a single output */
  IPL_OUTPUTS_ALL, /* in heatmaps all entries, a tile of outputs for each pair of paths; else traced
                    */
} IplOutputsShown;

/* Order of the paths in the matrix of paths and outputs. */
typedef enum
{
  IPL_PATH_ORDER_PATHS,  /* as all figures list them */
  IPL_PATH_ORDER_WEIGHT, /* the largest U_pp, traced over outputs, first */
  IPL_PATH_ORDER_OUTPUT, /* by the output of its largest weight, then by that weight */
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
  IPL_MAP_SHOWS_STARTS, /* number of agreeing starts */
  IPL_MAP_SHOWS_U,      /* U_pp of the selected path */
} IplMapShown;

/* The axis of time of panels against time. */
typedef enum
{
  IPL_TIME_AXIS_DEFAULT, /* the default of the panel */
  IPL_TIME_AXIS_LINEAR,
  IPL_TIME_AXIS_LOG, /* without moments at time 0 or before */
} IplTimeAxis;

/* Display options of figures. Only @n_components requires a new computation. */
typedef struct
{
  IplHeatmapMode heatmap;          /* matrix of the U panel */
  IplHeatmapScale heatmap_scale;   /* colour scale of the entries of U */
  IplAccuracyLines accuracy_lines; /* parts of U for which the accuracy panel shows the theory */
  IplPathScale path_scale;         /* meaning of the thickness of a path */
  guint paths_shown;               /* number of paths shown, those of the largest U_pp; 0 for all */
  double paths_share;              /* smallest U_pp of a shown path, as a share of the largest */
  guint n_components;     /* principal components to compute and show in the overlap panel */
  gboolean shared_limits; /* TRUE if all heatmaps share max |U| over widths */
  /* TRUE to divide K, the GP's kernel and y y^T by their mean diagonals */
  gboolean normalised_kernels;
  IplMapShown map_quantity; /* quantity of maps */
  gboolean map_load;        /* TRUE to show curves along widths or P over P/N */
  gboolean map_inverse;     /* ... over N/P instead */
  IplOutputsShown outputs;  /* outputs shown in U and in the thickness of paths */
  guint shown_output;       /* the one of #IPL_OUTPUTS_ONE, from 1 */
  guint shown_example;      /* the test example of the class probabilities, from 1 */
  IplPathOrder path_order;  /* order of the paths in the matrix of paths and outputs */
  IplTimeAxis time_axis;    /* of panels against time */
  guint map_x, map_y; /* position of the cursor on the axes of a map, from 1; 0 for the first */
} IplDisplay;

/* A choice is a field of kind IPL_FIELD_OPTION. */
G_STATIC_ASSERT (sizeof (IplHeatmapMode) == sizeof (guint));

/* The table of display fields: flags, documents, menus and rows of the sidebar are made from it. */
#define IPL_N_DISPLAY_FIELDS 19
extern const IplField ipl_display_fields[IPL_N_DISPLAY_FIELDS];

void ipl_display_init (IplDisplay *self);
gboolean ipl_display_equal (const IplDisplay *a, const IplDisplay *b);
