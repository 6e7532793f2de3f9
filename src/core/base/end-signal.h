/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int ipl_end_signals_catch (void);
int ipl_end_signal_get_first (void);

G_END_DECLS
