/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"
#include "core/heads/pruning.h"
#include "core/tasks/one-shot-task.h"

/* A trained network and the inputs of its fine-tuning. Zero-initialised. */
typedef struct
{
  IplTrainedNetwork *network; /* (nullable): the trained network behind the case */
  IplOneShotTask *task;       /* (nullable): the task it is fine-tuned on */
  IplTrainerConfig config;    /* its training settings */
  float *test_x;              /* (nullable): tokens of the test set */
  /* pruning options with the fields of fine-tuning set; the caller sets the others */
  IplPruningOptions options;
} IplFineTuning;

gboolean ipl_fine_tuning_init (IplFineTuning *self, const IplParameters *parameters,
                               const char *network, const IplCase *the_case, guint test,
                               guint fine_tune_steps, guint threads, GCancellable *cancellable,
                               GError **error);
void ipl_fine_tuning_clear (IplFineTuning *self);

IplTrainedNetwork *ipl_fine_tuning_pruned_network (const IplParameters *parameters,
                                                   const IplPruning *pruning, IplRemovalOrder order,
                                                   guint n, GCancellable *cancellable,
                                                   GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplFineTuning, ipl_fine_tuning_clear)
