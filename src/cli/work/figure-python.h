/* SPDX-License-Identifier: GPL-3.0-or-later */
/* “py” of --format: a script that redraws the figure from a file of results, which is written
 * beside it where the figure is of a case. */
#pragma once

#include "cli/work/subject.h"

#include "figures/python/python-script.h"

gboolean cli_figure_python_is_format (const char *word);
/* TRUE if one of these formats, by commas, is that. */
gboolean cli_figure_python_is_asked (const char *formats);
/* The needs of the figure and its file of results, #IplNeeds; @formats: all that are asked
 * for, by commas. */
guint cli_figure_python_needs (const char *formats, const IplPanel *panel);
/* TRUE if there is such a script, if it is asked for; to be called before any work. */
CliExit cli_figure_python_check (const char *formats, const IplPanel *panel);
/* Writes both into a folder, and prints their names. @stem: name of the script without its ending.
 */
CliExit cli_figure_python_write (const CliSubject *subject, const IplPythonFigure *figure,
                                 const char *folder, const char *stem);
