/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

void ipl_interactive_begin (void);
void ipl_interactive_wait (GThread *exempt);
