/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"

#define IPL_TYPE_TEMPERATURE_ROW (ipl_temperature_row_get_type ())
G_DECLARE_FINAL_TYPE (IplTemperatureRow, ipl_temperature_row, IPL, TEMPERATURE_ROW,
                      IplSessionWidget)
