/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/duration.h"

/**
 * ipl_duration_text:
 * @seconds: a duration that is guessed
 *
 * Returns: (transfer full): "12 s", "3 min": no finer than it is known
 */
char *
ipl_duration_text (double seconds)
{
  if (seconds < 60.0)
    return g_strdup_printf ("%.0f s", MAX (seconds, 1.0));
  if (seconds < 5400.0)
    return g_strdup_printf ("%.0f min", seconds / 60.0);
  return g_strdup_printf ("%.1f h", seconds / 3600.0);
}
