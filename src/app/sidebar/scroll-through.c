/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/scroll-through.h"

/* Takes the scroll wheel from a widget that changes its number by it: a list of parameters that is
 * scrolled must not change the numbers under the pointer. */
void
ipl_scroll_through (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = g_list_model_get_n_items (controllers); i > 0; i--)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i - 1);
      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_widget_remove_controller (widget, controller);
    }
}
