/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

gboolean ipl_blas_claim_buffers (guint n, GError **error);
gboolean ipl_blas_claim_helper (void);
void ipl_blas_start_without_threads (char **argv);
