/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/units.h"

/* Returns: the unit in which people can judge it: seconds below two minutes, minutes below two
 *   hours, else hours */
const IplTimeUnit *
ipl_time_unit (double seconds)
{
  static const IplTimeUnit units[]
      = { { 1, IPL_SECONDS }, { 60, IPL_MINUTES }, { 3600, IPL_HOURS } };

  return &units[seconds < 2 * units[1].seconds ? 0 : seconds < 2 * units[2].seconds ? 1 : 2];
}

/* @unit: its unit, "" for none
 * Returns: the title of an axis, "loss (nats)"; interned */
const char *
ipl_unit_label (const char *words, const char *unit)
{
  g_autofree char *label = NULL;

  if (unit[0] == '\0')
    return g_intern_string (words);
  label = g_strdup_printf ("%s (%s)", words, unit);
  return g_intern_string (label);
}
