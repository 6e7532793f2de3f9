/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* Tokens of @count test sequences from the @first-th on: x: [count x T x N0] row-major. */
typedef void (*IplHeadTokens) (gsize first, gsize count, double *x, gpointer data);

double *ipl_head_entropy (const IplCase *the_case, guint test, IplHeadTokens tokens, gpointer data,
                          guint threads, GCancellable *cancellable, GError **error);
