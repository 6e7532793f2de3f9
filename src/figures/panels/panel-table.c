/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All panels and composites. */

#include "figures/panels/panel-table.h"

#define ENTRY(name) &ipl_panel_##name,
static const IplPanel *const panels[] = { IPL_PANEL_TABLE (ENTRY) NULL };

/* @n: (out): number of entries
 * Returns: all panels and composites in display order; NULL-terminated */
const IplPanel *const *
ipl_panels (guint *n)
{
  if (n != NULL)
    *n = G_N_ELEMENTS (panels) - 1;
  return panels;
}

/* Returns: (nullable): the panel with this id */
const IplPanel *
ipl_panel_find (const char *id)
{
  g_return_val_if_fail (id, NULL);
  for (const IplPanel *const *panel = panels; *panel; panel++)
    if (g_str_equal (id, (*panel)->id))
      return *panel;
  return NULL;
}
