/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Menus of drawing choices, and of the shown outputs. */

#include "app/panels/panel-view.h"

#include "app/base/widget-helpers.h"
#include "figures/view/outputs.h"

/* Returns: (transfer full): menu of its options */
GMenuModel *
ipl_choice_menu_new (const IplChoice *choice)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < choice->n; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.%s::%s", choice->id, choice->options[i].id);

      g_menu_append (menu, choice->options[i].label, action);
    }
  return G_MENU_MODEL (menu);
}

/* Returns: (transfer full): menu with the trace over outputs, all outputs, and each output by
 *   name */
static GMenuModel *
output_menu_new (const IplView *view)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) together = g_menu_new (), single = g_menu_new ();

  for (guint i = 0; i < ipl_choice_outputs.n; i++)
    {
      const IplChoiceOption *option = &ipl_choice_outputs.options[i];
      g_autofree char *action = g_strdup_printf ("win.outputs::%s", option->id);

      if (i != IPL_OUTPUTS_ONE)
        g_menu_append (together, option->label, action);
    }
  for (guint k = 0; k < view->the_case->labels.outputs; k++)
    {
      g_autofree char *action = g_strdup_printf ("win.outputs::%u", k + 1);
      /* Underscores in names are no mnemonics. */
      g_auto (GStrv) parts = g_strsplit (ipl_view_output_name (view, k), "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      g_menu_append (single, label, action);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (together));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (single));
  return G_MENU_MODEL (menu);
}

/* Updates the button for the outputs of a panel; it is hidden for a single output.
 * @listed: (inout) (nullable): case whose outputs the menu lists */
void
ipl_output_menu_update (GtkMenuButton *button, GtkLabel *label, IplDocument *document,
                        const IplPanel *panel, IplCaseInfo **listed)
{
  IplView view;
  gboolean offered = (panel->controls & IPL_CONTROL_OUTPUTS) != 0
                     && ipl_document_get_view (document, &view) && ipl_view_has_outputs (&view);

  gtk_widget_set_visible (GTK_WIDGET (button), offered);
  if (!offered)
    return;
  gtk_label_set_label (label, view.display.outputs == IPL_OUTPUTS_ONE
                                  ? ipl_view_output_name (&view, ipl_outputs_view (&view).first)
                                  : ipl_choice_outputs.options[view.display.outputs].title);
  if (view.the_case == *listed)
    return;
  g_clear_pointer (listed, ipl_case_info_unref);
  *listed = ipl_case_info_ref ((IplCaseInfo *)view.the_case);

  g_autoptr (GMenuModel) menu = output_menu_new (&view);
  ipl_menu_button_set_menu (button, menu);
}
