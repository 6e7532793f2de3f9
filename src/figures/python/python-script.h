/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "figures/python/python-figure.h"

IplPythonArrays ipl_python_arrays (const IplPanel *panel);
const char *ipl_python_ending (IplPythonArrays arrays);
char *ipl_python_refusal (const IplPanel *panel, const IplView *view);
char *ipl_python_script (const IplPythonFigure *self, char **missing, GError **error);

gboolean ipl_python_results_save (IplPythonArrays arrays, const IplView *view, const char *settings,
                                  const char *path, GCancellable *cancellable, GError **error);
char *ipl_python_results_to_json (IplPythonArrays arrays, const IplView *view,
                                  const char *settings);
