/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/study.h"

G_BEGIN_DECLS

/* A trained network with all that fine-tuning it needs. */
typedef struct
{
  IplImageWorld *world;
  IplTrainer *trainer; /* nullable: only of a file that holds the state of its training */
  IplTrainedNetwork *network;
  IplTrainerConfig config;
  float *test_x;
  IplPruningOptions options;
} IplWorkbench;

gboolean ipl_workbench_init (IplWorkbench *self, const IplParameters *parameters,
                             const IplCase *the_case, guint test, guint fine_tune_steps,
                             GCancellable *cancellable, GError **error);
void ipl_workbench_clear (IplWorkbench *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplWorkbench, ipl_workbench_clear)

G_END_DECLS
