/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/figure-request.h"

gboolean ipl_web_file_write (const IplFigureRequest *request, IplJob *job, IplFileResult *result,
                             GError **error);
gboolean ipl_web_story_write (const IplFigureRequest *request, IplJob *job, IplFileResult *result,
                              GError **error);
