/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Words and numbers that several panels say. */

#include "figures/view/words.h"

#include "core/base/number-text.h"
#include "figures/kit/number.h"
#include "figures/view/theory-doubt.h"

#include <math.h>

/* Where the theory stands. */
void
ipl_describe_setting (GString *text, const IplView *view)
{
  if (view->current == NULL)
    {
      g_string_append (text, " Nothing is solved yet.");
      return;
    }
  g_autofree char *setting = ipl_view_setting_text (&view->current->setting);
  g_autofree char *temperature = ipl_number_text (view->current->setting.temperature, 2);
  g_string_append_printf (text, " Shown at %s, temperature %s.", setting, temperature);
  ipl_describe_doubt (text, view->current);
}

void
ipl_table_number (GString *text, double value)
{
  char buffer[IPL_NUMBER_TEXT_SIZE];

  if (!isfinite (value))
    return;
  ipl_number_format (value, buffer);
  g_string_append (text, buffer);
}

/* In the next column. */
void
ipl_table_cell (GString *text, double value)
{
  g_string_append_c (text, '\t');
  ipl_table_number (text, value);
}
