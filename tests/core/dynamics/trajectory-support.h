/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"

/* Asserts the same times, arrays and numbers; NaN equals NaN. */
void test_same_trajectory (const IplTrajectory *a, const IplTrajectory *b);
/* Number @k of an array at a moment. */
double test_at (const IplTrajectory *self, const char *name, guint moment, gsize k);
