/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/figure-request.h"

#define IPL_WIDTH_FILM_MIN_FRAMES 2
#define IPL_WIDTH_FILM_MAX_FRAMES 2000

gboolean ipl_width_film_can_show (const IplPanel *panel, GError **error);

gboolean ipl_figure_film_write (const IplFigureRequest *request, IplJob *job, IplFileResult *result,
                                GError **error);
