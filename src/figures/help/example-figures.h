/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/examples.h"
#include "core/parameters/parameters.h"
#include "figures/view/panel.h"

/* A figure of an example, which is a figure of a paper or represents the example. A small picture
 * of it is among the data files. */
typedef struct
{
  const char *number;     /* (nullable): "Figure 1b"; %NULL for an example */
  IplExampleFamily paper; /* paper with the figure; IPL_FAMILY_NONE for an example */
  const char *example;    /* id of an experiment or of a file of examples */
  const char *panel;      /* id of a panel */
  /* (nullable): NAME=VALUE, separated by spaces: parameters and appearance that differ from the
   * defaults */
  const char *words;
} IplExampleFigure;

const IplExampleFigure *ipl_example_figures (guint *n);
const IplExampleFigure *ipl_example_figure_find (const char *name);
char *ipl_example_figure_name (const IplExampleFigure *self);
char *ipl_example_figure_title (const IplExampleFigure *self);
char *ipl_example_figure_picture (const IplExampleFigure *self);
const IplExperiment *ipl_example_figure_experiment (const IplExampleFigure *self);
gboolean ipl_example_figure_needs_files (const IplExampleFigure *self);
void ipl_example_figure_get_parameters (const IplExampleFigure *self, IplParameters *parameters);
char *ipl_example_figure_command (const IplExampleFigure *self);
