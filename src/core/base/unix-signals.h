/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

int ipl_end_signals_catch (void);
int ipl_end_signal_get_first (void);
