/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/eigenpairs.h"
#include "core/theory/outputs-at.h"

gboolean ipl_components_read_outputs (IplComponents *self, const IplOutputsAt *at, gsize wanted,
                                      GError **error);
