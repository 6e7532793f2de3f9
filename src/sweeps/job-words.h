/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/job-script.h"

G_BEGIN_DECLS

gboolean ipl_job_parse_time (const char *text, double *seconds);
gboolean ipl_job_parse_memory (const char *text, double *megabytes);
gboolean ipl_job_is_line (const char *text);
char *ipl_job_describe (const IplSweepPlan *plan, const IplJobOptions *options);

G_END_DECLS
