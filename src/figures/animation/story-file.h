/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/animation/figure-request.h"

gboolean ipl_story_file_write (const IplFigureRequest *request, const IplFormat *slides,
                               IplJob *job, IplFileResult *result, GError **error);
