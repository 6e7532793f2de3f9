/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/sweep-folder.h"

G_BEGIN_DECLS

char *ipl_row_settings (const IplSweepFolder *folder, guint row);
char *ipl_row_checkpoint (const IplSweepFolder *folder, guint row);
void ipl_row_checkpoint_remove (const char *path);

G_END_DECLS
