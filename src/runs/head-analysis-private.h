/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/head-analysis.h"

G_BEGIN_DECLS

/* A trained network with all that fine-tuning it needs. */
typedef struct
{
  IplOneShotTask *world;
  IplTrainer *trainer; /* nullable: only of a file that holds the state of its training */
  IplTrainedNetwork *network;
  IplTrainerConfig config;
  float *test_x;
  IplPruningOptions options;
} IplFineTuning;

gboolean ipl_fine_tuning_init (IplFineTuning *self, const IplParameters *parameters,
                             const IplCase *the_case, guint test, guint fine_tune_steps,
                             GCancellable *cancellable, GError **error);
void ipl_fine_tuning_clear (IplFineTuning *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplFineTuning, ipl_fine_tuning_clear)

G_END_DECLS
