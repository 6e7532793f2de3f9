/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* bench-machine.c: what this machine can do right now, to set figures beside. */
double bench_dgemm_flops_per_second (guint threads);
double bench_peak_megabytes (void); /* of this process so far */
double bench_seconds (void);        /* CPU time of the whole process */

/* bench-case.c: Gaussian path features with a teacher on some paths. */
IplCase *bench_synthetic_case (gsize P, gsize P_test, guint L, const guint *H, gsize N0);
/* The paper's four paths, with 100 of its 1000 test sequences. */
IplCase *bench_hmc4_case (void);
