/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window-parts.h"
#include "figures/python/python-script.h"
#include "session/session.h"

void ipl_window_python_saved (IplWindow *self, IplPythonArrays arrays, const char *path,
                              const IplParameters *parameters, guint amount);
char *ipl_window_python_stem (IplWindow *self);
guint ipl_window_python_amount (const IplSolveResult *result);
