/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/heatmap-menu.h"

#include "figures/view/heatmap-mode.h"

/**
 * ipl_heatmap_menu_fill:
 * @menu: a menu or a section of one
 *
 * Adds an item for everything that a heatmap can show, from the table of modes.
 */
void
ipl_heatmap_menu_fill (GMenu *menu)
{
  for (IplHeatmapMode mode = 0; mode < IPL_N_HEATMAPS; mode++)
    {
      g_autofree char *action = g_strconcat ("win.heatmap::", ipl_heatmap_mode_id (mode), NULL);

      g_menu_append (menu, ipl_heatmap_mode_label (mode), action);
    }
}
