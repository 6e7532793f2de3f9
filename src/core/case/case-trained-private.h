/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case-reader-private.h"

G_BEGIN_DECLS

/* The arrays trained_widths, trained_u and trained_readout: all three or none. */
void ipl_case_trained_write (const IplCase *self, IplNpzWriter *npz);
gboolean ipl_case_trained_read (IplCaseReader *self, GError **error);

G_END_DECLS
