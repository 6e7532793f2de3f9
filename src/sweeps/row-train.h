/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/seed-case.h"

G_BEGIN_DECLS

char *ipl_row_train_network (const IplSweepFolder *folder, guint row);
gboolean ipl_row_train (const IplSweepFolder *folder, guint row, const IplRowTools *tools,
                        GError **error);

G_END_DECLS
