/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/work/work.h"
#include "runs/seeds-run.h"

G_BEGIN_DECLS

IplSeedMean *cli_seeds_run (const IplSweepAxis *seeds, const IplParameters *parameters, guint n,
                            const IplSetting *settings, gboolean best, guint threads,
                            GError **error);
void cli_seeds_print (const IplSeedMean *seeds);

G_END_DECLS
