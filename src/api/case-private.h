/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/case.h>

#include "core/theory/kernel.h"

struct _InterplayCase
{
  IplCase *the_case;
  GMutex lock;       /* of the next */
  IplKernel *kernel; /* (nullable): made when it is first asked for */
  gatomicrefcount ref_count;
};

/* (transfer none): the path-path kernels of the training set. */
IplKernel *interplay_case_get_kernel (InterplayCase *self, GError **error);
