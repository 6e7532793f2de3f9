/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"
#include "runs/checkpoint.h"

typedef struct _IplTrainCheckpoint IplTrainCheckpoint;

IplTrainCheckpoint *ipl_train_checkpoint_new (const IplCheckpoint *checkpoint,
                                              const IplTrainer *beginning, const char *limits);
void ipl_train_checkpoint_free (IplTrainCheckpoint *self);
IplTrainer *ipl_train_checkpoint_load (IplTrainCheckpoint *self, const IplTrainer *beginning,
                                       IplSequenceSource source, gpointer data,
                                       GCancellable *cancellable, GError **error);
void ipl_train_checkpoint_pause (IplTrainCheckpoint *self, IplTrainer *trainer);
void ipl_train_checkpoint_keep (IplTrainCheckpoint *self, IplTrainer *trainer);
