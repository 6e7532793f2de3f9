/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/posterior/posterior.h"
#include "runs/checkpoint.h"

typedef struct _IplSamplingCheckpoint IplSamplingCheckpoint;

IplPosterior *ipl_sampling_checkpoint_open (const IplCheckpoint *checkpoint, const char *file,
                                            IplCase *the_case, IplKernel *kernel,
                                            const IplSetting *setting,
                                            const IplPosteriorOptions *options,
                                            GCancellable *cancellable, GError **error);
IplSamplingCheckpoint *ipl_sampling_checkpoint_new (const IplCheckpoint *checkpoint,
                                                    const char *file, IplPosterior *posterior);
void ipl_sampling_checkpoint_free (IplSamplingCheckpoint *self);
void ipl_sampling_checkpoint_save (IplSamplingCheckpoint *self);
void ipl_sampling_checkpoint_save_in_time (IplSamplingCheckpoint *self);
