/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"
#include "figures/view/view.h"

/* The part of U that is kept (THEORY.md section 5). */
typedef enum
{
  IPL_PART_DIAGONAL, /* U without what is off its diagonal */
  IPL_PART_LEVELLED, /* its diagonal levelled to its first entry besides */
  IPL_N_PARTS
} IplAccuracyPart;

/* How its curve is told from others, in plain text and in markup. */
typedef struct
{
  const char *name, *markup;
  IplRole role;
  IplDash dash;
  IplMarker marker;
} IplAccuracyPartLook;

extern const IplAccuracyPartLook ipl_accuracy_parts[IPL_N_PARTS];

/* What the marks of the panel are made from. */
typedef struct
{
  IplPlot *plot;
  IplPlotAxes *axes;
  const IplView *view;
  guint n_tests;      /* test sets, each a series of its own */
  gboolean *is_shown; /* [n]: whether a row of the sweep is drawn */
  guint n;            /* number of rows of the sweep */
  GPtrArray *samples; /* of const IplPosteriorSummary */
} IplAccuracyMarks;

void ipl_accuracy_marks_init (IplAccuracyMarks *self, IplPlot *plot, const IplView *view);
void ipl_accuracy_marks_clear (IplAccuracyMarks *self);
double *ipl_accuracy_marks_new_numbers (const IplAccuracyMarks *self, guint n);
const IplSolution *ipl_accuracy_marks_get (const IplAccuracyMarks *self, guint i);
double ipl_accuracy_abscissa (const IplSetting *setting);
const IplPrediction *ipl_accuracy_prediction (const IplSolution *solution, guint test);
IplRole ipl_accuracy_gp_role (const IplView *view, guint test, guint line);
const IplSweepGroup *ipl_accuracy_group (const IplView *view);
IplRole ipl_accuracy_test_role (guint test);
IplMarker ipl_accuracy_test_marker (guint test);
double ipl_accuracy_find_trained (const IplView *view, guint *test, double *value, double *error);
char *ipl_accuracy_best_name (const IplView *view);
void ipl_accuracy_marks_add_keys (const IplAccuracyMarks *self);
void ipl_accuracy_marks_add_limits (const IplAccuracyMarks *self);
void ipl_accuracy_marks_add_seeds (const IplAccuracyMarks *self);
gboolean ipl_accuracy_part_is_shown (const IplView *view, IplAccuracyPart part);
double ipl_accuracy_part_value (const IplSolution *solution, IplAccuracyPart part);
gboolean ipl_accuracy_seeds_are_shown (const IplView *view);
gboolean ipl_accuracy_seeds_is_one (const IplView *view);
IplSeedSpread ipl_accuracy_seeds_row (const IplSeedMean *seeds, guint row);
IplSeedSpread ipl_accuracy_seeds_line (const IplSeedMean *seeds, guint line);
GPtrArray *ipl_accuracy_samples (const IplView *view);
const IplPosteriorSummary *ipl_accuracy_sample_doubtful (const IplView *view);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAccuracyMarks, ipl_accuracy_marks_clear)

void ipl_describe_accuracy (GString *text, const IplView *view);
void ipl_table_accuracy (GString *text, const IplView *view);
