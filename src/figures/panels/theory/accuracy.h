/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/posterior/posterior-summary.h"
#include "figures/plot/plot.h"

/* The results at a width. */
typedef struct
{
  const IplSetting *setting;
  const IplSolution *theory;         /* (nullable) */
  const IplPosteriorSummary *sample; /* (nullable) */
} IplAccuracyWidth;

/* Points of the accuracy panel: rows of the sweep, then the current solution if it is not among
 * them, then samples at other widths. */
typedef struct
{
  IplPlot *plot;
  IplPlotAxes *axes;
  const IplView *view;
  GArray *widths; /* of IplAccuracyWidth */
  guint n_rows, n_solved;
  const int *rows; /* [n_rows] row index of targets */
  IplNumbers x;    /* of all widths */
} IplAccuracy;

static inline const IplAccuracyWidth *
ipl_accuracy_width (const IplAccuracy *self, guint i)
{
  return &g_array_index (self->widths, IplAccuracyWidth, i);
}

void ipl_accuracy_init (IplAccuracy *self, IplPlot *plot);
void ipl_accuracy_clear (IplAccuracy *self);
double ipl_accuracy_abscissa (const IplSetting *setting);
void ipl_accuracy_add_width_columns (const IplAccuracy *self);
void ipl_accuracy_note_widths (const IplAccuracy *self);
const IplPosteriorSummary *ipl_accuracy_find_doubtful (const IplView *view);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAccuracy, ipl_accuracy_clear)

void ipl_accuracy_add_levels (IplPlot *plot, IplPlotAxes *axes);
void ipl_accuracy_add_seeds (IplPlot *plot, IplPlotAxes *axes);
void ipl_accuracy_add_trained (IplPlot *plot, IplPlotAxes *axes);
