/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/results/results-merge.h"
#include "sweeps/sweep-folder.h"

G_BEGIN_DECLS

gboolean ipl_pack_shard (const IplSweepFolder *folder, guint shard, GCancellable *cancellable,
                         GError **error);
IplNpz *ipl_pack_read (const IplSweepFolder *folder, guint shard, GCancellable *cancellable,
                       GError **error);
IplNpz *ipl_row_read (const IplSweepFolder *folder, guint row, GCancellable *cancellable,
                      GError **error);

G_END_DECLS
