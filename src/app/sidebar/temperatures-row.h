/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/session-widget.h"

#define IPL_TYPE_TEMPERATURES_ROW (ipl_temperatures_row_get_type ())
G_DECLARE_FINAL_TYPE (IplTemperaturesRow, ipl_temperatures_row, IPL, TEMPERATURES_ROW,
                      IplSessionWidget)
