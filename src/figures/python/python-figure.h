/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"

/* The kind of file that a panel is redrawn from. */
typedef enum
{
  IPL_PYTHON_ROWS,       /* the widths of a case, as “sweep” and “sample” write them */
  IPL_PYTHON_TRAJECTORY, /* what happened in time, as “dynamics” writes it */
  IPL_PYTHON_HEADS,      /* heads and pruning, as “prune” writes them */
  IPL_PYTHON_KERNELS,    /* path-path kernels, as “kernels” writes them */
  IPL_PYTHON_TRAINING,   /* the course of a training */
  IPL_PYTHON_MAP,        /* the theory over one or two parameters, as “map” writes it */
} IplPythonArrays;

/* A figure that is to be redrawn from a file of results. */
typedef struct
{
  const IplPanel *panel; /* the figure */
  const IplView *view;   /* what is shown */
  const IplStyle *style; /* its colours */
  const IplPaper *paper; /* its size */
  const char *results;   /* name of the file of results */
  const char *made_by;   /* (nullable): the command line that made what is shown */
  const char *identity;  /* (nullable): the hash of the case, as #IplProvenance has it */
  double head;           /* points of it that a title above takes */
} IplPythonFigure;
