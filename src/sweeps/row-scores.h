/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/results/results-merge.h"
#include "core/theory/sweep.h"
#include "sweeps/sweep-plan.h"

/* The numbers of a sweep's rows: NaN where a row is not there. */
typedef struct
{
  guint n_rows;     /* rows of the plan */
  guint n_groups;   /* seeds times priors of the plan */
  guint group_rows; /* rows of each of those */
  IplLabels labels; /* and so whether scores are mean squared errors */
  double *accuracy; /* [@n_rows] on the case's own test set */
  double *diagonal; /* [@n_rows] with U's diagonal only */
  double *levelled; /* [@n_rows] with U's diagonal levelled */
  double *sampled; /* (nullable): [@n_rows] of the posterior's samples, where the plan draws some */
  double *sampled_se;       /* (nullable): [@n_rows] its standard error */
  double *sampled_doubtful; /* [@n_rows] nonzero where the chains do not pass their tests */
  guint n_lines;            /* GP lines of each row's prior; 0 before a row is there */
  GStrv lines;              /* [@n_lines] what they are called */
  double *gp;               /* (nullable): [@n_groups x @n_lines] their accuracies */
  double *gp_se; /* (nullable): [@n_groups x @n_lines] standard errors of these, behind them in one
                    array */
} IplRowScores;

IplRowScores *ipl_row_scores_new (const IplSweepPlan *plan, GError **error);
IplRowScores *ipl_row_scores_copy (const IplRowScores *self, GError **error);
void ipl_row_scores_free (IplRowScores *self);
gboolean ipl_row_scores_take (IplRowScores *self, guint row, const IplResultsPart *part,
                              gsize index, GError **error);
IplSeedMean *ipl_row_scores_mean (const IplRowScores *self, gsize n_seeds, gsize n_rows,
                                  guint n_lines);
void ipl_row_scores_put (const IplRowScores *self, gsize row, IplSeedMean *mean, gsize at);
double ipl_row_number (const IplResultsPart *part, const char *name, gsize index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplRowScores, ipl_row_scores_free)
