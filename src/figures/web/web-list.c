/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/web/web-list.h"

/* Writes numbers, each as what it is more than the one after the last.
 * @values: numbers that often go up by one */
void
ipl_web_write_list (JsonBuilder *json, const guint *values, guint n)
{
  gint64 expected = 0;

  json_builder_begin_array (json);
  for (guint i = 0; i < n; i++)
    {
      json_builder_add_int_value (json, (gint64)values[i] - expected);
      expected = (gint64)values[i] + 1;
    }
  json_builder_end_array (json);
}
