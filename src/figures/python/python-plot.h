/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "figures/python/python-figure.h"

G_BEGIN_DECLS

char *ipl_python_plot (const IplPanel *panel, const IplPythonFigure *figure);

char *ipl_python_mathtext (const char *markup);

G_END_DECLS
