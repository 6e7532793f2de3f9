/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The items of menus, with the submenus that lead to them. */
#include "app/find/menu-items.h"

#include "app/base/widgets.h"

/* The label of a menu without the mark of its mnemonic. */
static char *
without_mnemonic (const char *label)
{
  GString *text = g_string_new (NULL);

  for (const char *at = label; *at != '\0'; at++)
    if (*at != '_' || at[1] == '_')
      g_string_append_c (text, *at == '_' ? *at++ : *at);
  return g_string_free (text, FALSE);
}

static void
walk_menu (GMenuModel *menu, const char *where, IplMenuItemFunc func, gpointer data)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr (GVariant) target
          = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *label = NULL, *action = NULL, *text = NULL;

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      text = without_mnemonic (label != NULL ? label : "");
      if (section != NULL)
        walk_menu (section, where, func, data);
      else if (submenu != NULL)
        {
          g_autofree char *inside
              = where[0] != '\0' ? g_strconcat (where, " › ", text, NULL) : g_strdup (text);

          walk_menu (submenu, inside, func, data);
        }
      else if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
        func (action, target, text, where, data);
    }
}

/* Calls @func for every item with an action in the menus of the buttons below a widget. */
void
ipl_menu_items_for_each (GtkWidget *widget, IplMenuItemFunc func, gpointer data)
{
  if (GTK_IS_MENU_BUTTON (widget))
    {
      GMenuModel *menu = ipl_menu_button_get_menu (GTK_MENU_BUTTON (widget));
      const char *label = gtk_menu_button_get_label (GTK_MENU_BUTTON (widget));
      g_autofree char *where = without_mnemonic (label != NULL ? label : "");

      if (menu != NULL)
        walk_menu (menu, where, func, data);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ipl_menu_items_for_each (child, func, data);
}
