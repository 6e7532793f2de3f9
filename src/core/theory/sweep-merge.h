/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

G_BEGIN_DECLS

IplSweep *ipl_sweep_resume (IplCase *the_case, const IplSweep *old, guint n,
                            const IplSetting *settings);
void ipl_sweep_adopt (IplSweep *self, guint n, const guint *rows, const IplSweep *part);
IplSweep *ipl_sweep_copy (const IplSweep *self);
IplSweep *ipl_sweep_known (const IplSweep *self);

G_END_DECLS
