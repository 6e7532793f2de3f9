/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/results/results-merge.h"
#include "sweeps/sweep-plan.h"

G_BEGIN_DECLS

/**
 * IplRowScores:
 * @n_rows: rows of the plan
 * @n_groups: seeds times priors of the plan
 * @group_rows: rows of each of those
 * @regression: whether scores are mean squared errors
 * @accuracy: [@n_rows] on the case's own test set
 * @diagonal: [@n_rows] with U's diagonal only
 * @levelled: [@n_rows] with U's diagonal levelled
 * @sampled: (nullable): [@n_rows] of the posterior's samples, where the plan draws some
 * @sampled_se: (nullable): [@n_rows] its standard error
 * @sampled_doubtful: (nullable): [@n_rows] whether the chains do not pass their tests
 * @n_lines: GP lines of each row's prior; 0 before a row is there
 * @lines: [@n_lines] what they are called
 * @gp: (nullable): [@n_groups x @n_lines] their accuracies
 * @gp_se: (nullable): [@n_groups x @n_lines] standard errors of these, behind them in one array
 *
 * What is read of a sweep's rows: NaN where a row is not there.
 */
typedef struct
{
  guint n_rows;
  guint n_groups;
  guint group_rows;
  gboolean regression;
  double *accuracy;
  double *diagonal;
  double *levelled;
  double *sampled;
  double *sampled_se;
  guint8 *sampled_doubtful;
  guint n_lines;
  GStrv lines;
  double *gp;
  double *gp_se;
} IplRowScores;

IplRowScores *ipl_row_scores_new (const IplSweepPlan *plan, GError **error);
IplRowScores *ipl_row_scores_copy (const IplRowScores *self, GError **error);
void ipl_row_scores_free (IplRowScores *self);
gboolean ipl_row_scores_take (IplRowScores *self, guint row, const IplResultsPart *part,
                              gsize index, GError **error);
double ipl_row_number (const IplResultsPart *part, const char *name, gsize index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplRowScores, ipl_row_scores_free)

G_END_DECLS
