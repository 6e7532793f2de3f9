/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window.h"

G_BEGIN_DECLS

void ipl_test_state_watch (IplWindow *window);

G_END_DECLS
