/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/sweep-folder.h"

G_BEGIN_DECLS

GPtrArray *ipl_leftovers_find (const IplSweepFolder *folder, guint first, guint end);
void ipl_leftovers_remove (const IplSweepFolder *folder, guint first, guint end);

G_END_DECLS
