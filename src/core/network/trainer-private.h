/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/head-history.h"
#include "core/network/trainer.h"

struct _IplTrainer
{
  IplTrainerConfig config;
  gboolean plan; /* total_steps follows from the limits of runs */
  IplTrainedNetwork *network;
  IplAdam adam;
  float *gradient; /* [n_parameters] */
  IplSequenceSource source;
  gpointer data;
  char *run; /* (nullable): whose checkpoint this is */
  guint64 step;
  double seconds;
  IplTrainerPoint *points;
  gsize n_points;
  gsize point_room; /* allocated points */
  /* Since the last point. */
  double window_loss;
  guint64 window_right;
  guint64 window_steps;
  gsize n_holdout;
  float *holdout_x; /* [n_holdout x T x N0] */
  float *holdout_y; /* [n_holdout x K] */
  IplTrajectory *history;
  double *watched; /* (nullable): [IPL_HEAD_HISTORY_SEQUENCES x T x N0], if heads are recorded */
};

/* FALSE: IPL_ERROR_MEMORY */
gboolean ipl_trainer_add_point (IplTrainer *self, const IplTrainerPoint *point, GError **error);

double ipl_trainer_rates_schedule (const IplTrainerConfig *config, guint64 step);
