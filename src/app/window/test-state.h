/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window.h"

void ipl_test_state_watch (IplWindow *window);
