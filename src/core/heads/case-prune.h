/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

G_BEGIN_DECLS

/* The case that has only the heads left, with Pi and names of its own. */
IplCase *ipl_case_without_heads (const IplCase *self, const gboolean *removed, GError **error);

G_END_DECLS
