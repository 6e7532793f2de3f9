/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* Leaves out training examples of a case that nobody else has yet, so that @n stay: the first @n of
 * one order that @seed draws, in the order in which they stood. So a smaller set is part of a
 * larger one, and all examples are the case itself. */
gboolean ipl_case_keep_examples (IplCase *self, gsize n, guint64 seed, GError **error);
