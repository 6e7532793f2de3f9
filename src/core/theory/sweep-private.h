/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

IplSweep *ipl_sweep_new (IplCase *the_case, guint n_settings, const IplSetting *settings,
                         GError **error);
