/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"

/* Asserts the same times, arrays and numbers; NaN equals NaN. */
void test_same_trajectory (const IplTrajectory *a, const IplTrajectory *b);
