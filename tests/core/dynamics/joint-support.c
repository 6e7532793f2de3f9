/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dynamics/joint-support.h"

#include "support.h"

const IplWork test_joint_nobody;

void
test_joint_init (IplJointSettings *settings, const char *attention, const char *unit)
{
  ipl_joint_settings_init (settings);
  settings->attention = g_intern_string (attention);
  settings->unit = g_intern_string (unit);
}

IplTrajectory *
test_joint_run (const IplJointSettings *settings)
{
  g_auto (IplJointEnd) end = { 0 };

  return TEST_OK (ipl_joint_run (settings, NULL, NULL, &test_joint_nobody, &end, &error));
}
