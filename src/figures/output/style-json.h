/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/figure-style.h"

/* Extension of style files. */
#define IPL_STYLE_EXTENSION ".interplay-style"

char *ipl_figure_style_to_json (const IplFigureStyle *self, gboolean pretty);
const IplFigureStyle *ipl_figure_style_from_json (const char *json, GError **error);
gboolean ipl_figure_style_equal (const IplFigureStyle *a, const IplFigureStyle *b);
gboolean ipl_figure_style_save (const IplFigureStyle *self, const char *path, GError **error);
const IplFigureStyle *ipl_figure_style_load (const char *path, GError **error);

char *ipl_style_range_refused (const char *panel_id, IplAxisDirection direction, double lo,
                               double hi);
