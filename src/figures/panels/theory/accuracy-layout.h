/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/legend.h"
#include "figures/kit/rect.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

typedef struct _IplAccuracyLayout IplAccuracyLayout;
struct _IplAccuracyLayout
{
  const IplView *view;
  IplAccuracyLayout *compared; /* (nullable): what is compared, in the same axes */
  gboolean is_compared;        /* whether it is that itself */
  const IplSweepGroup *group;  /* nullable */
  GArray *rows;                /* of guint, solved, by rising width */
  GPtrArray *posteriors;       /* of const IplPosteriorSummary, by rising width */
  gboolean regression;
  gboolean percent;      /* what the vertical axis is labelled in */
  gboolean unequal;      /* some widths differ from layer to layer */
  guint n_tests;         /* test sets, each a series of its own */
  IplPrediction trained; /* what gradient descent reached, without a mean; NaN while not known */
  guint trained_test;    /* on which test set */
  double trained_N;
  IplLegend legend;
  double legend_y;
  IplRect plot; /* the finite widths */
  double gp_x;  /* the stop for N -> infinity */
  double right; /* end of the GP zone */
  IplAxis x, y;
  double label_x;         /* middle of the rotated label */
  double aside;           /* how far a dot stands to the right of the cross of its width */
  gboolean limited;       /* the ends of axes were chosen: what is drawn may lie outside */
  gboolean finite_hidden; /* finite widths lie outside, to draw the GP zone alone */
};

void ipl_accuracy_layout_init (IplAccuracyLayout *self, const IplView *view, const IplStyle *style,
                               double width, double height);
void ipl_accuracy_layout_clear (IplAccuracyLayout *self);
const IplSolution *ipl_accuracy_layout_row (const IplAccuracyLayout *self, guint i);
double ipl_accuracy_layout_x (const IplAccuracyLayout *self, double N);
double ipl_accuracy_layout_y (const IplAccuracyLayout *self, double value);
double ipl_accuracy_layout_at (const IplAccuracyLayout *self, const IplSolution *solution);
double ipl_accuracy_layout_sample_x (const IplAccuracyLayout *self,
                                     const IplPosteriorSummary *posterior);
const IplPrediction *ipl_accuracy_prediction (const IplSolution *solution, guint test);
IplColor ipl_accuracy_color (const IplStyle *style, guint test);
IplMarker ipl_accuracy_marker (guint test);
IplColor ipl_accuracy_gp_color (const IplAccuracyLayout *self, const IplStyle *style, guint test,
                                guint line);
gboolean ipl_accuracy_layout_shows (const IplAccuracyLayout *self, const IplSolution *solution);
IplColor ipl_accuracy_layout_color (const IplAccuracyLayout *self, const IplStyle *style,
                                    IplColor color, gboolean pale);
IplDash ipl_accuracy_layout_dash (const IplAccuracyLayout *self, IplDash dash);
char *ipl_accuracy_x_title (const IplAccuracyLayout *self);
const char *ipl_accuracy_y_title (const IplAccuracyLayout *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAccuracyLayout, ipl_accuracy_layout_clear)

G_END_DECLS
