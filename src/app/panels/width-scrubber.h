/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/scrubber.h"

#define IPL_TYPE_WIDTH_SCRUBBER (ipl_width_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (IplWidthScrubber, ipl_width_scrubber, IPL, WIDTH_SCRUBBER, IplScrubber)
