/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "figures/python/python-figure.h"

char *ipl_python_plot (const IplPanel *panel, const IplPythonFigure *figure);

char *ipl_python_mathtext (const char *markup);
