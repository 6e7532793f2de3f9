/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widths of a sweep as a list that is shown and typed. */

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "core/parameters/sweep-axis.h"

#include <math.h>

/* Returns: (transfer full): the sweep's widths as text, "10, 30, 100, 12:25:40" */
char *
ipl_parameters_widths_text (const IplParameters *self)
{
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS };

  ipl_sweep_axis_take (&widths, self);
  return ipl_sweep_axis_to_text (&widths, ", ");
}

/* Returns: whether @text was a list of widths */
gboolean
ipl_parameters_parse_widths (IplParameters *self, const char *text, GError **error)
{
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = self->current.L };

  if (!ipl_sweep_axis_parse (&widths, "The list", text, TRUE, error))
    return FALSE;
  if (widths.n > IPL_MAX_LIST)
    return ipl_fail (error, IPL_ERROR_VALUE, "There are more than %d widths in the list.",
                     IPL_MAX_LIST);
  for (guint i = 0; i < widths.n; i++)
    if (isinf (ipl_sweep_axis_get_value (&widths, i)[0]))
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "The GP limit is always solved and need not be in the list.");
  ipl_sweep_axis_give (&widths, self);
  return TRUE;
}
