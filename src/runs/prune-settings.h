/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/run-settings.h"
#include "core/theory/sweep.h"

/* Settings at which heads are looked at. */
gboolean ipl_prune_set_axes (IplRunSettings *run, const IplCase *the_case, const char *widths,
                             double temperature, GError **error);
guint ipl_prune_find_best (const IplSweep *sweep, guint test);
