/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of the sidebar: their headings, the values of closed ones, and resetting their
 * parameters. */
#include "app/sidebar/group.h"

#include <string.h>

#include "app/base/widget-helpers.h"
#include "app/sidebar/control-lookup.h"
#include "core/parameters/parameters-fields.h"

/* Returns: (transfer full) (nullable): value of a control: "Seed 27", "0.01, 0.1" of an entry */
static char *
describe (GtkWidget *control, const char *title)
{
  if (GTK_IS_SPIN_BUTTON (control))
    return g_strdup_printf ("%s %s", title, gtk_editable_get_text (GTK_EDITABLE (control)));
  if (GTK_IS_SWITCH (control))
    return gtk_switch_get_active (GTK_SWITCH (control)) ? g_strdup (title) : NULL;
  if (GTK_IS_EDITABLE (control))
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (control)));
  if (GTK_IS_DROP_DOWN (control))
    {
      GObject *item = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (control));

      return GTK_IS_STRING_OBJECT (item)
                 ? g_strdup (gtk_string_object_get_string (GTK_STRING_OBJECT (item)))
                 : NULL;
    }
  return NULL;
}

static gboolean
add_value (const char *id, const char *title, const char *group, GtkWidget *control, gpointer data)
{
  g_autofree char *value = describe (control, title);

  if (value != NULL && value[0] != '\0')
    g_string_append_printf (data, "%s%s", ((GString *)data)->len > 0 ? " · " : "", value);
  return FALSE;
}

/* Lists the values of a closed group in a line. */
void
ipl_group_show_values (IplGroup *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!gtk_expander_get_expanded (self->expander))
    ipl_controls_for_each (gtk_expander_get_child (self->expander), add_value, text);
  ipl_widget_set_tooltip (self->values, text->str);
  ipl_label_set_or_hide (GTK_LABEL (self->values), text->str);
}

void
ipl_group_set_title (IplGroup *self, const char *title)
{
  g_autofree char *heading = g_strdup_printf ("Parameters: %s", title);
  g_autofree char *reset = g_strdup_printf ("Reset %s", title);

  gtk_label_set_label (GTK_LABEL (self->title), title);
  ipl_widget_set_name (self->expander, heading);
  ipl_widget_set_name (self->reset, reset);
}

/* Makes the heading of the expander.
 * @name: name of the group for ipl_group_reset() */
void
ipl_group_set_up (IplGroup *self, const char *name, const char *title)
{
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  self->title = ipl_label_new (NULL, "heading");
  self->reset = gtk_button_new_with_label ("Reset");
  self->values = ipl_label_new (NULL, "dim-label");
  gtk_widget_set_hexpand (self->title, TRUE);
  gtk_widget_add_css_class (self->reset, "flat");
  gtk_widget_add_css_class (self->reset, "caption");
  gtk_widget_set_tooltip_text (self->reset, "Reset the parameters of this group to their defaults");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->reset), "s", name);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->reset), "sidebar.reset-group");
  gtk_widget_add_css_class (self->values, "caption");
  gtk_label_set_ellipsize (GTK_LABEL (self->values), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (line), self->title);
  gtk_box_append (GTK_BOX (line), self->reset);
  gtk_box_append (GTK_BOX (heading), line);
  gtk_box_append (GTK_BOX (heading), self->values);
  gtk_widget_set_hexpand (heading, TRUE);
  gtk_expander_set_label_widget (self->expander, heading);
  gtk_widget_add_css_class (GTK_WIDGET (self->expander), "parameter-group");
  ipl_group_set_title (self, title);
}

/* Resets the experiment's own parameters of training, or its others. */
static void
reset_experiment_fields (IplParameters *parameters, const IplParameters *defaults,
                         gboolean training)
{
  for (guint g = 0; g < parameters->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &parameters->experiment->groups[g];
      gconstpointer from = ipl_parameters_get_table (defaults, group->fields);

      if (from == NULL || group->id == NULL)
        continue;
      /* An experiment without attention paths resets all its groups together. */
      if (parameters->experiment->compute != NULL
          || (strcmp (group->id, "training") == 0) == training)
        ipl_fields_copy (group->n_fields, group->fields,
                         ipl_parameters_edit_table (parameters, group->fields), from);
    }
}

static void
reset_common (IplParameters *parameters, const IplParameters *defaults, const IplFieldGroup *group)
{
  ipl_fields_copy (group->n_fields, group->fields, parameters, defaults);
}

/* Sets the parameters of a group of the sidebar to @defaults.
 * @name: name of the group */
void
ipl_group_reset (IplParameters *parameters, const IplParameters *defaults, const char *name)
{
  if (strcmp (name, "task") == 0)
    reset_experiment_fields (parameters, defaults, FALSE);
  else if (strcmp (name, "training") == 0)
    reset_experiment_fields (parameters, defaults, TRUE);
  else if (strcmp (name, "pruning") == 0)
    reset_common (parameters, defaults, &ipl_pruning_group);
  else if (strcmp (name, "network") == 0)
    {
      parameters->n_widths = defaults->n_widths;
      memcpy (parameters->widths, defaults->widths, sizeof parameters->widths);
      parameters->current.gp = defaults->current.gp;
      if (parameters->current.L == defaults->current.L)
        memcpy (parameters->current.N, defaults->current.N, sizeof parameters->current.N);
    }
  else if (strcmp (name, "bayes") == 0)
    {
      parameters->current.temperature = defaults->current.temperature;
      parameters->n_temperatures = defaults->n_temperatures;
      memcpy (parameters->temperatures, defaults->temperatures, sizeof parameters->temperatures);
      for (guint l = 0; l < parameters->current.L + 2; l++)
        parameters->current.variances[l]
            = parameters->current.L == defaults->current.L ? defaults->current.variances[l] : 1.0;
    }
  else if (strcmp (name, "posterior") == 0)
    reset_common (parameters, defaults, &ipl_sampler_group);
  else
    {
      parameters->display = defaults->display;
      reset_common (parameters, defaults, &ipl_curves_group);
    }
}
