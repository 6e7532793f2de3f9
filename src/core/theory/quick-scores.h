/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The few numbers of a solution that need no more than one kernel: of maps, which have thousands of
 * them. */
#pragma once

#include "core/case/setting.h"
#include "core/kernel/kernel.h"
#include "core/theory/saddle.h"

typedef struct
{
  double accuracy;       /* on the case's own test set, or the mean squared error there */
  double alignment;      /* centred, of the training kernel with the labels */
  double train_residual; /* root mean square of label minus mean on the training examples */
} IplQuickScores;

/* @of_paths: (out) (transfer full): U, traced over outputs: [Pi x Pi] */
double *ipl_gp_order_parameter (const IplCase *the_case, const IplSetting *setting, GError **error);
gboolean ipl_score_of_saddle (IplKernel *kernel, const IplSetting *setting, const IplSaddle *saddle,
                              IplQuickScores *score, double **of_paths, GCancellable *cancellable,
                              GError **error);
gboolean ipl_score_of_gp (IplKernel *kernel, const IplSetting *setting, IplQuickScores *score,
                          double **of_paths, GCancellable *cancellable, GError **error);
