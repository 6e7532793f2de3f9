/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

G_BEGIN_DECLS

gboolean ipl_results_save_csv (const IplSweep *sweep, const char *path, GError **error);

G_END_DECLS
