/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/case.h>

#include "core/files/npz.h"
#include "core/parameters/parameters.h"
#include "core/kernel/kernel.h"
#include "core/case/setting.h"
#include <interplay/setting.h>

struct _InterplayCase
{
  IplCase *the_case;
  IplParameters *parameters; /* of the case; for a case in memory, a file without a name */
  GMutex lock;               /* of the next */
  IplKernel *kernel;         /* (nullable): computed on first use */
  gatomicrefcount ref_count;
};

/* (transfer none): the path-path kernels of the training set. */
IplKernel *interplay_case_get_kernel (InterplayCase *self, GCancellable *cancellable,
                                      GError **error);

/* interplay-arrays.c: takes the arrays out; none are left. */
IplNpz *interplay_arrays_steal (InterplayArrays *self);

/* interplay-case-make.c */
gboolean interplay_parameters_set_words (IplParameters *parameters, const char *const *words,
                                         GError **error);

struct _InterplaySetting
{
  IplSetting setting;
  IplCase *the_case; /* a reference: the case for validation */
};

InterplaySetting *interplay_setting_wrap (const IplSetting *setting, IplCase *the_case);
