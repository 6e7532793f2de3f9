/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the controls of the sidebar by their labels. */
#include "app/sidebar/control-lookup.h"

typedef struct
{
  IplControlFunc func;
  gpointer data;
  const char *group; /* heading of the present group */
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

/* Returns: TRUE if @func stops the search */
static gboolean
offer (Walk *walk, GtkWidget *control, GtkLabel *label)
{
  const char *title = gtk_label_get_text (label);
  g_autofree char *id = g_strconcat (walk->group, "/", title, NULL);

  return walk->func (id, title, walk->group, control, walk->data);
}

/* A control is the mnemonic widget of a label. */
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
    /* A closed expander does not parent its child. */
    return go (walk, gtk_expander_get_child (GTK_EXPANDER (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !done;
       child = gtk_widget_get_next_sibling (child))
    done = go (walk, child);
  return done;
}

/* Calls @func for every control with an effect, also in closed groups, from top to bottom, until it
 * returns TRUE.
 * Returns: TRUE if @func has returned TRUE */
gboolean
ipl_controls_for_each (GtkWidget *widget, IplControlFunc func, gpointer data)
{
  Walk walk = { func, data, "" };

  return go (&walk, widget);
}
