/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/paper.h"

G_BEGIN_DECLS

/**
 * IplPythonArrays:
 * @IPL_PYTHON_ROWS: the widths of a case, as “sweep” and “sample” write them
 * @IPL_PYTHON_TRAJECTORY: what happened in time, as “dynamics” writes it
 * @IPL_PYTHON_HEADS: heads and pruning, as “prune” writes them
 * @IPL_PYTHON_KERNELS: path-path kernels, as “kernels” writes them
 * @IPL_PYTHON_TRAINING: the course of a training
 *
 * The kind of file that a panel is redrawn from.
 */
typedef enum
{
  IPL_PYTHON_ROWS,
  IPL_PYTHON_TRAJECTORY,
  IPL_PYTHON_HEADS,
  IPL_PYTHON_KERNELS,
  IPL_PYTHON_TRAINING,
} IplPythonArrays;

/**
 * IplPythonFigure:
 * @panel: the figure
 * @view: what is shown
 * @style: its colours
 * @paper: its size
 * @results: name of the file of results
 * @made_by: (nullable): the command line that made what is shown
 * @identity: (nullable): the hash of the case, as #IplProvenance has it
 *
 * A figure that is to be redrawn from a file of results.
 */
typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  const IplStyle *style;
  const IplPaper *paper;
  const char *results;
  const char *made_by;
  const char *identity;
} IplPythonFigure;

G_END_DECLS
