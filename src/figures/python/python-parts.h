/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "figures/plot/plot.h"
#include "figures/python/python-figure.h"
#include "figures/view/view.h"

guint ipl_python_tile (const IplPanel *panel, const IplView *view);
void ipl_python_append_words (GString *text, const IplPythonFigure *figure, GHashTable *used);
void ipl_python_append_text (GString *text, const char *value);
void ipl_python_append_number (GString *text, double value);
/* Number of numbers or names in a line of a list. */
#define IPL_PYTHON_IN_LINE 8

void ipl_python_append_numbers (GString *text, const IplPythonFigure *figure,
                                const IplNumbers *numbers, gsize columns);
void ipl_python_append_markup (GString *text, const char *name, const char *markup);
void ipl_python_append_argument (GString *text, const char *name, double value, double usual);
void ipl_python_append_flag (GString *text, const char *name, gboolean value);
void ipl_python_append_limits (GString *text, const char *name, double lo, double hi);
void ipl_python_append_names (GString *text, const char *argument, const char *const *names,
                              gsize n);
void ipl_python_append_color (GString *text, IplColor color);

char *ipl_python_preamble (void);
char *ipl_python_function (const char *panel_id);
GHashTable *ipl_python_identifiers (const char *text);
char *ipl_python_gather_parts (const char *text);

char *ipl_python_plot (const IplPanel *panel, const IplPythonFigure *figure);

void ipl_python_append_facet_subplots (GString *text, const IplPlot *plot);
void ipl_python_append_facets (GString *text, const IplPythonFigure *figure, const IplPlot *plot);

char *ipl_python_mathtext (const char *markup);
