/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of the sidebar by their labels. The keyboard is given to a control by its name. */

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

typedef struct
{
  IplControlFunc func;
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
    /* Its child has no parent widget while it is closed. */
    return go (walk, gtk_expander_get_child (GTK_EXPANDER (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !done;
       child = gtk_widget_get_next_sibling (child))
    done = go (walk, child);
  return done;
}

/* Calls @func for every control in it that has an effect now, in what is folded too, from top to
 * bottom, until it returns TRUE.
 * Returns: whether it did */
gboolean
ipl_controls_for_each (GtkWidget *widget, IplControlFunc func, gpointer data)
{
  Walk walk = { func, data, "" };

  return go (&walk, widget);
}
