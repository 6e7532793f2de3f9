/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/heads.h"
#include "sweeps/seed-case.h"

G_BEGIN_DECLS

IplHeadResult *ipl_row_prune (const IplSeedCase *self, IplSolution *solution,
                              const IplRowTools *tools, GError **error);
gboolean ipl_row_prune_save (const IplSeedCase *self, const IplHeadResult *result,
                             const IplSolution *solution, const char *settings_json,
                             const char *path, GError **error);

G_END_DECLS
