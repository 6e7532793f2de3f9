/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/choice-menu.h"

/* @with_next: whether there is an item for the next option, too
 * Returns: (transfer full): a menu of its options */
GMenuModel *
ipl_choice_menu_new (const IplChoice *choice, gboolean with_next)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) options = g_menu_new ();

  for (guint i = 0; i < choice->n; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.%s::%s", choice->id, choice->options[i].id);

      g_menu_append (options, choice->options[i].label, action);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (options));
  if (with_next)
    {
      g_autofree char *action = g_strdup_printf ("win.next-%s", choice->id);
      g_autoptr (GMenu) next = g_menu_new ();

      g_menu_append (next, "_Next", action);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (next));
    }
  return G_MENU_MODEL (menu);
}
