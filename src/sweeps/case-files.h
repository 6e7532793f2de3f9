/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sweeps/sweep-plan.h"

G_BEGIN_DECLS

gboolean ipl_case_files_copy (IplSweepPlan *plan, const char *folder, GCancellable *cancellable,
                              GError **error);
gboolean ipl_case_files_check (const IplSweepPlan *plan, const char *folder,
                               GCancellable *cancellable, GError **error);
gboolean ipl_case_files_use (const IplSweepPlan *plan, const char *folder,
                             IplParameters *parameters, GError **error);

char *ipl_case_files_settings (const IplSweepPlan *plan, const char *folder,
                               const IplRunSettings *run);

G_END_DECLS
