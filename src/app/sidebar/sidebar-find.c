/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Giving the keyboard to a control of the sidebar by its name. */
#include "app/sidebar/controls.h"
#include "app/sidebar/fold.h"
#include "app/sidebar/sidebar.h"

typedef struct
{
  const char *id;
  GtkWidget *control;
} Wanted;

static gboolean
is_wanted (const char *id, const char *title, const char *group, GtkWidget *control, gpointer data)
{
  Wanted *wanted = data;

  if (g_str_equal (id, wanted->id))
    wanted->control = control;
  return wanted->control != NULL;
}

/* Opens what a control is folded in. */
static void
unfold (GtkWidget *widget, GtkWidget *control)
{
  if (IPL_IS_FOLD (widget) && gtk_widget_is_ancestor (control, widget))
    ipl_fold_set_expanded (IPL_FOLD (widget), TRUE);
  if (GTK_IS_EXPANDER (widget)
      && gtk_widget_is_ancestor (control, gtk_expander_get_child (GTK_EXPANDER (widget))))
    gtk_expander_set_expanded (GTK_EXPANDER (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    unfold (child, control);
}

/* Gives the keyboard to a control, which scrolls to it.
 * @id: of those of ipl_controls_for_each(); nothing happens where there is none of that name */
void
ipl_sidebar_focus (IplSidebar *self, const char *id)
{
  Wanted wanted = { id, NULL };

  ipl_controls_for_each (GTK_WIDGET (self), is_wanted, &wanted);
  if (wanted.control == NULL)
    return;
  unfold (GTK_WIDGET (self), wanted.control);
  gtk_widget_grab_focus (wanted.control);
}
