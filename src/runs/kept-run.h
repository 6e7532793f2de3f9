/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/posterior/posterior.h"
#include "runs/checkpoint.h"

typedef struct _IplKeptRun IplKeptRun;

IplPosterior *ipl_kept_run_begin (const IplCheckpoint *checkpoint, const char *file,
                                  IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                                  const IplPosteriorOptions *options, GCancellable *cancellable,
                                  GError **error);
IplKeptRun *ipl_kept_run_new (const IplCheckpoint *checkpoint, const char *file,
                              IplPosterior *posterior);
void ipl_kept_run_free (IplKeptRun *self);
void ipl_kept_run_keep (IplKeptRun *self);
void ipl_kept_run_keep_in_time (IplKeptRun *self);
