/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of the sidebar by their labels, so that one can be found and given the keyboard. */
#include "app/sidebar/sidebar.h"

typedef struct
{
  IplSidebarFunc func;
  gpointer data;
  const char *group; /* heading of the group that is walked through */
} Walk;

static const char *
find_heading (GtkWidget *widget)
{
  const char *found = NULL;

  if (GTK_IS_LABEL (widget))
    return gtk_widget_has_css_class (widget, "heading") ? gtk_label_get_text (GTK_LABEL (widget))
                                                        : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_heading (child);
  return found;
}

/* TRUE where @func wants no more. */
static gboolean
offer (Walk *walk, GtkWidget *control, GtkLabel *label)
{
  const char *title = gtk_label_get_text (label);
  g_autofree char *id = g_strconcat (walk->group, "/", title, NULL);

  return walk->func (id, title, walk->group, control, walk->data);
}

/* A control has a label that leads to it by its mnemonic. */
static gboolean
go (Walk *walk, GtkWidget *widget)
{
  g_autoptr (GList) labels = NULL;
  gboolean done = FALSE;

  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (gtk_widget_has_css_class (widget, "parameter-group"))
    walk->group = find_heading (widget);
  labels = gtk_widget_list_mnemonic_labels (widget);
  if (labels != NULL && !GTK_IS_EXPANDER (widget))
    return offer (walk, widget, labels->data);
  if (GTK_IS_EXPANDER (widget))
    /* What is in it is in no widget while it is closed. */
    return go (walk, gtk_expander_get_child (GTK_EXPANDER (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !done;
       child = gtk_widget_get_next_sibling (child))
    done = go (walk, child);
  return done;
}

/* Calls @func for every control that has an effect now, from top to bottom, until it returns TRUE.
 */
void
ipl_sidebar_for_each (IplSidebar *self, IplSidebarFunc func, gpointer data)
{
  Walk walk = { func, data, "" };

  go (&walk, GTK_WIDGET (self));
}

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

/* Opens the expanders that a control is in. */
static void
unfold (GtkWidget *widget, GtkWidget *control)
{
  if (GTK_IS_EXPANDER (widget)
      && gtk_widget_is_ancestor (control, gtk_expander_get_child (GTK_EXPANDER (widget))))
    gtk_expander_set_expanded (GTK_EXPANDER (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    unfold (child, control);
}

/* Gives the keyboard to a control, which scrolls to it.
 * @id: of those of ipl_sidebar_for_each()
 * Returns: FALSE where there is none of that name */
gboolean
ipl_sidebar_focus (IplSidebar *self, const char *id)
{
  Wanted wanted = { id, NULL };

  ipl_sidebar_for_each (self, is_wanted, &wanted);
  if (wanted.control == NULL)
    return FALSE;
  unfold (GTK_WIDGET (self), wanted.control);
  return gtk_widget_grab_focus (wanted.control);
}
