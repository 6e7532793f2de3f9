/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/python/python-figure.h"

G_BEGIN_DECLS

char *ipl_python_plot (const IplPanel *panel, const IplPythonFigure *figure);

G_END_DECLS
