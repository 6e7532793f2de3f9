/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"

G_BEGIN_DECLS

/* Gives results that an earlier version wrote the arrays that this version writes, NaN where the
 * numbers are not known. */
void ipl_results_update (IplNpz *npz);

G_END_DECLS
