/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/joint.h"

extern const IplWork test_joint_nobody;

void test_joint_init (IplJointSettings *settings, const char *attention, const char *unit);
/* A run that ends as it should. */
IplTrajectory *test_joint_run (const IplJointSettings *settings);
