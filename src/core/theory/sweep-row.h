/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

G_BEGIN_DECLS

IplSweep *ipl_sweep_run_row (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                             const IplSweep *before, gboolean continues, guint threads,
                             GCancellable *cancellable, GError **error);

G_END_DECLS
