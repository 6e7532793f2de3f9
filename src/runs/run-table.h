/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/run.h"

G_BEGIN_DECLS

const IplRun *const *ipl_runs (guint *n);
const IplRun *ipl_run_find (const char *id);
void ipl_run_register (const IplRun *run);

G_END_DECLS
