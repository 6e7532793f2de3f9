/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"

/* Where a surrogate of the energy can stand in for it: square A_l, and pairs of paths few enough
 * for a matrix of second derivatives. */
gboolean ipl_surrogate_is_possible (const IplCase *the_case, const IplSetting *setting);
/* ... and where it is worth a pilot: where an exact gradient takes a millisecond or so. */
gboolean ipl_surrogate_is_worth_trying (const IplCase *the_case, const IplSetting *setting);
