/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"
#include "sweeps/seed-case.h"

G_BEGIN_DECLS

IplSweep *ipl_row_solve (const IplSeedCase *self, guint row, const IplSweep *before,
                         gboolean continues, const IplRowTools *tools, GError **error);
gboolean ipl_row_finish (const IplSeedCase *self, guint row, IplSweep *solved,
                         const IplRowTools *tools, GError **error);
void ipl_row_fail (const IplSweepFolder *folder, guint row, const GError *why);

G_END_DECLS
