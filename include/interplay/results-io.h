/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/sweep.h>

G_BEGIN_DECLS

gboolean ipl_results_save_npz (const IplSweep *sweep, const char *settings_json, const char *path,
                               GError **error);
gboolean ipl_results_save_csv (const IplSweep *sweep, const char *path, GError **error);
char    *ipl_results_to_json (const IplSweep *sweep);

G_END_DECLS
