/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/duration.h"
#include "core/base/units.h"

/* Returns: (transfer full): "12 s", "3 min": no finer than it is known */
char *
ipl_duration_text (double seconds)
{
  if (seconds < 60.0)
    return g_strdup_printf ("%.0f " IPL_SECONDS, MAX (seconds, 1.0));
  if (seconds < 5400.0)
    return g_strdup_printf ("%.0f " IPL_MINUTES, seconds / 60.0);
  return g_strdup_printf ("%.1f " IPL_HOURS, seconds / 3600.0);
}

/* @sentence: (nullable): what is being done
 * @seconds_left: honest guess, or negative where it is not known
 * Returns: (transfer full) (nullable): "Training at step 10, 3 min left" */
char *
ipl_duration_left_text (const char *sentence, double seconds_left)
{
  g_autofree char *left = NULL;

  if (sentence == NULL || seconds_left < 0.0)
    return g_strdup (sentence);
  left = ipl_duration_text (seconds_left);
  return g_strdup_printf ("%s, %s left", sentence, left);
}
