/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

G_BEGIN_DECLS

double *ipl_head_gradient (const IplCase *the_case, const double *readout, char **why_not,
                           GError **error);

G_END_DECLS
