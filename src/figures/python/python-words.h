/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/python/python-figure.h"
#include "figures/view/view.h"

guint ipl_python_tile (const IplPanel *panel, const IplView *view);
void ipl_python_append_words (GString *text, const IplPythonFigure *figure, GHashTable *used);
void ipl_python_append_text (GString *text, const char *value);
void ipl_python_append_number (GString *text, double value);
void ipl_python_append_color (GString *text, IplColor color);
