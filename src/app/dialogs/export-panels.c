/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which figures can be taken home. */
#include "app/dialogs/export-panels.h"

#include "app/pages/page-table.h"
#include "figures/panels/panel-table.h"

/* Whether a panel, or a part of a composite, has something to draw; all have before there is. */
static gboolean
can_draw (const IplPanel *panel, const IplView *view)
{
  gboolean can = panel->n_parts == 0 && (view == NULL || ipl_panel_fits (panel, view));

  for (guint i = 0; i < panel->n_parts; i++)
    can = can || view == NULL || ipl_panel_fits (panel->parts[i].panel, view);
  return can;
}

static void
add (GPtrArray *list, const IplPanel *panel, const IplView *view)
{
  if (panel != NULL && can_draw (panel, view) && !g_ptr_array_find (list, panel, NULL))
    g_ptr_array_add (list, (gpointer)panel);
}

/* @view: (nullable): what there is; NULL for all panels
 * Returns: (transfer full): panels page by page, each page after what stands for all of it, then
 *   those that are on no page; those that can draw what there is */
GPtrArray *
ipl_export_panels_list (const IplView *view)
{
  GPtrArray *list = g_ptr_array_new ();

  for (const IplPage *const *page = ipl_pages (NULL); *page != NULL; page++)
    {
      if ((*page)->composite != NULL)
        add (list, ipl_panel_find ((*page)->composite), view);
      for (guint i = 0; i < IPL_PANEL_GRID_PLACES && (*page)->places[i].panel != NULL; i++)
        add (list, ipl_panel_find ((*page)->places[i].panel), view);
    }
  for (const IplPanel *const *panel = ipl_panels (NULL); *panel != NULL; panel++)
    add (list, *panel, view);
  return list;
}
