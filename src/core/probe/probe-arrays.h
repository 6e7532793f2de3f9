/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays as a file of probes has them. */
#pragma once

#include "core/case/case.h"
#include "core/files/npz.h"

void ipl_probe_add_labels (IplNpz *to, const IplCase *the_case);
void ipl_probe_add_features (IplNpz *to, gboolean test, guint layer, gsize P, gsize heads,
                             gsize width, const double *xi);
