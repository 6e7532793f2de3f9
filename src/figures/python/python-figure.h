/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/page-size.h"

/* The kind of results file from which a script draws a panel. */
typedef enum
{
  IPL_PYTHON_ROWS,       /* widths of a case, from "sweep" and "sample" */
  IPL_PYTHON_TRAJECTORY, /* a trajectory, from "dynamics" */
  IPL_PYTHON_HEADS,      /* heads and pruning, from "prune" */
  IPL_PYTHON_KERNELS,    /* path-path kernels, from "kernels" */
  IPL_PYTHON_TRAINING,   /* the recording of a training */
  IPL_PYTHON_MAP,        /* the theory over one or two parameters, from "map" */
} IplPythonArrays;

/* A figure to draw from a file of results. */
typedef struct
{
  const IplPanel *panel; /* panel or composite */
  const IplView *view;
  const IplStyle *style; /* colours */
  const IplPaper *paper; /* size */
  const char *results;   /* name of the file of results */
  const char *producer;  /* (nullable): command line that made the results */
  const char *identity;  /* (nullable): hash of the case, as in #IplProvenance */
  double head;           /* height of the title above the figure, in points */
} IplPythonFigure;
