/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/scrubber.h"

#define IPL_TYPE_TIME_SCRUBBER (ipl_time_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (IplTimeScrubber, ipl_time_scrubber, IPL, TIME_SCRUBBER, IplScrubber)
