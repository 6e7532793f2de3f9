/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

G_BEGIN_DECLS

/* What the marks of one view are added with: the view's own, or those of what is compared. */
typedef struct
{
  IplPlot *plot;
  IplPlotAxes *axes;
  const IplView *view;
  const char *name;     /* (nullable): of the view, where two are compared */
  gboolean is_compared; /* it is what the other is compared with */
  guint n_tests;        /* test sets, each a series of its own */
  int *rows;          /* [n]: rows of the sweep, first by the rows of the first view; -1 for none */
  guint n, n_items;   /* how many, and how many of them are rows of the first view */
  GPtrArray *samples; /* of const IplPosteriorSummary */
} IplAccuracyMarks;

void ipl_accuracy_marks_init (IplAccuracyMarks *self, IplPlot *plot, const IplView *view,
                              const IplView *first);
void ipl_accuracy_marks_clear (IplAccuracyMarks *self);
IplMark *ipl_accuracy_marks_add_key (const IplAccuracyMarks *self, IplKeyKind kind, IplRole role,
                                     char *text_take);
IplMark *ipl_accuracy_marks_finish (const IplAccuracyMarks *self, IplMark *mark, IplRole role,
                                    gboolean pale, IplDash dash);
double *ipl_accuracy_marks_new_numbers (const IplAccuracyMarks *self, guint n);
const IplSolution *ipl_accuracy_marks_get (const IplAccuracyMarks *self, guint i);
double ipl_accuracy_abscissa (const IplSetting *setting);
const IplPrediction *ipl_accuracy_prediction (const IplSolution *solution, guint test);
IplRole ipl_accuracy_gp_role (const IplView *view, guint test, guint line);
void ipl_accuracy_marks_add_limits (const IplAccuracyMarks *self);
void ipl_accuracy_marks_add_seeds (const IplAccuracyMarks *self);
void ipl_accuracy_marks_add_awaited (const IplAccuracyMarks *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAccuracyMarks, ipl_accuracy_marks_clear)

G_END_DECLS
