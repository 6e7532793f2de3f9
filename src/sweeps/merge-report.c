/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweeps/merge-report.h"

void
ipl_merge_report_clear (IplMergeReport *self)
{
  g_clear_pointer (&self->states, g_free);
  g_clear_pointer (&self->damage, g_free);
}
