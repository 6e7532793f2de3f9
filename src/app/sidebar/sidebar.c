/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/sidebar.h"

#include <stddef.h>
#include <string.h>

#include "app/sidebar/case-facts.h"
#include "app/sidebar/heads-editor.h"
#include "app/sidebar/image-task-editor.h"
#include "app/sidebar/parameter-row.h"
#include "core/experiments/parameters-util.h"
#include "app/sidebar/temperature-row.h"
#include "app/sidebar/temperatures-row.h"
#include "app/sidebar/training-editor.h"

/**
 * IplSidebar:
 *
 * All parameters of the session in groups: task, training, network, Bayesian inference, pruning,
 * posterior, display; those that the experiment has.
 */
struct _IplSidebar
{
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkLabel *task_title;
  GtkBox *task_rows;
  IplHeadsEditor *heads;
  IplImageTaskEditor *image_task;
  IplCaseFacts *facts;
  GtkWidget *training_group;
  IplTrainingEditor *training;
  GtkEntry *widths_entry;
  GtkLabel *widths_error;
  GtkBox *widths_box;
  IplTemperaturesRow *temperatures;
  IplTemperatureRow *temperature;
  GtkBox *variances_box;
  GtkBox *pruning_rows;
  GtkBox *posterior_rows;
  GtkBox *display_rows;
  GtkSwitch *shared_limits;
  GtkWidget *task_reset;
  GtkWidget *fine_tune; /* of the pruning rows */
  IplSession *session;
  guint L; /* layers the network rows are for */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplSidebar, ipl_sidebar, GTK_TYPE_WIDGET)

static void
show_widths (IplSidebar *self)
{
  g_autofree char *text = ipl_parameters_widths_text (ipl_session_get_parameters (self->session));

  gtk_widget_remove_css_class (GTK_WIDGET (self->widths_entry), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->widths_error), FALSE);
  if (strcmp (text, gtk_editable_get_text (GTK_EDITABLE (self->widths_entry))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->widths_entry), text);
}

static void
apply_widths (IplSidebar *self)
{
  IplParameters parameters;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  if (!ipl_parameters_parse_widths (
          &parameters, gtk_editable_get_text (GTK_EDITABLE (self->widths_entry)), &error))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->widths_entry), "error");
      gtk_label_set_label (self->widths_error, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->widths_error), TRUE);
      return;
    }
  ipl_session_change (self->session, &parameters, NULL);
  show_widths (self);
}

static void
add_row (IplSidebar *self, GtkBox *box, const IplParameterInfo *info)
{
  gtk_box_append (box, ipl_parameter_row_new (info, self->session));
}

static void
clear_box (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
}

/* One row for every width and every prior variance of a network of L layers. */
static void
rebuild_network (IplSidebar *self, guint L)
{
  self->L = L;
  clear_box (self->widths_box);
  clear_box (self->variances_box);
  for (guint l = 0; l <= L; l++)
    {
      g_autofree char *id = g_strdup_printf ("width-%u", l + 1);
      g_autofree char *label = l < L
                                   ? g_strdup_printf ("Into layer %u, N<sub>%u</sub>", l + 1, l + 1)
                                   : g_strdup ("Into the readout, N<sub>a</sub>");
      IplParameterInfo info = { id,
                                label,
                                "",
                                "Number of hidden units at this point of the network",
                                IPL_FIELD_INTEGER,
                                offsetof (IplParameters, current.N) + l * sizeof (guint),
                                1.0,
                                (double)IPL_MAX_WIDTH,
                                1.0,
                                0,
                                1 };
      add_row (self, self->widths_box, &info);
    }
  for (guint l = 0; l < L + 2; l++)
    {
      g_autofree char *id = g_strdup_printf ("variance-%u", l);
      g_autofree char *label = l == 0 ? g_strdup ("Embedding σ<sub>0</sub>²")
                               : l == L + 1
                                   ? g_strdup ("Readout σ<sub>a</sub>²")
                                   : g_strdup_printf ("Values, layer %u, σ<sub>%u</sub>²", l, l);
      IplParameterInfo info = { id,
                                label,
                                "",
                                "Prior variance of the weights",
                                IPL_FIELD_REAL,
                                offsetof (IplParameters, current.variances) + l * sizeof (double),
                                0.001,
                                1000.0,
                                0.1,
                                3,
                                0 };
      add_row (self, self->variances_box, &info);
    }
}

static void
on_parameters (IplSidebar *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  gboolean trainable = ipl_session_is_trainable (self->session);
  gboolean generated = parameters->file[0] == '\0' && !trainable;
  gboolean imported = parameters->file[0] != '\0';

  gtk_label_set_label (self->task_title, imported ? "Case" : "Task");
  gtk_widget_set_visible (GTK_WIDGET (self->task_rows), generated);
  gtk_widget_set_visible (GTK_WIDGET (self->heads), generated);
  gtk_widget_set_visible (GTK_WIDGET (self->image_task), trainable);
  gtk_widget_set_visible (self->training_group, trainable);
  gtk_widget_set_visible (self->fine_tune, trainable);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), imported);
  gtk_widget_set_visible (self->task_reset, !imported);
  gtk_widget_set_visible (GTK_WIDGET (self->temperature), parameters->n_temperatures == 0);
  if (parameters->current.L != self->L)
    rebuild_network (self, parameters->current.L);
  gtk_widget_set_sensitive (GTK_WIDGET (self->widths_box), !parameters->current.gp);
  show_widths (self);
  self->updating = TRUE;
  gtk_switch_set_active (self->shared_limits, parameters->shared_limits);
  self->updating = FALSE;
}

static void
on_shared_limits (IplSidebar *self)
{
  IplParameters parameters;

  if (self->updating || self->session == NULL)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  parameters.shared_limits = gtk_switch_get_active (self->shared_limits);
  ipl_session_change (self->session, &parameters, NULL);
}

static void
reset_group (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  IplSidebar *self = IPL_SIDEBAR (widget);
  IplParameters parameters = *ipl_session_get_parameters (self->session);
  const IplParameters *defaults = ipl_session_get_defaults (self->session);
  const char *group = g_variant_get_string (parameter, NULL);

  if (strcmp (group, "task") == 0)
    {
      parameters.chain = defaults->chain;
      parameters.images = defaults->images;
    }
  else if (strcmp (group, "training") == 0)
    parameters.training = defaults->training;
  else if (strcmp (group, "pruning") == 0)
    {
      parameters.random_orders = defaults->random_orders;
      parameters.fine_tune_steps = defaults->fine_tune_steps;
    }
  else if (strcmp (group, "network") == 0)
    {
      parameters.n_widths = defaults->n_widths;
      memcpy (parameters.widths, defaults->widths, sizeof parameters.widths);
      parameters.current.gp = defaults->current.gp;
      if (parameters.current.L == defaults->current.L)
        memcpy (parameters.current.N, defaults->current.N, sizeof parameters.current.N);
    }
  else if (strcmp (group, "bayes") == 0)
    {
      parameters.current.temperature = defaults->current.temperature;
      parameters.n_temperatures = defaults->n_temperatures;
      memcpy (parameters.temperatures, defaults->temperatures, sizeof parameters.temperatures);
      for (guint l = 0; l < parameters.current.L + 2; l++)
        parameters.current.variances[l]
            = parameters.current.L == defaults->current.L ? defaults->current.variances[l] : 1.0;
    }
  else if (strcmp (group, "posterior") == 0)
    {
      parameters.chains = defaults->chains;
      parameters.warmup = defaults->warmup;
      parameters.draws = defaults->draws;
    }
  else
    {
      parameters.n_components = defaults->n_components;
      parameters.shared_limits = defaults->shared_limits;
      g_strlcpy (parameters.heatmap, defaults->heatmap, sizeof parameters.heatmap);
    }
  ipl_session_change (self->session, &parameters, NULL);
}

void
ipl_sidebar_set_session (IplSidebar *self, IplSession *session)
{
  const IplParameterInfo *infos;
  guint n;

  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  infos = ipl_parameter_table_task (&n);
  for (guint i = 0; i < n; i++)
    add_row (self, self->task_rows, &infos[i]);
  infos = ipl_parameter_table_pruning (&n);
  for (guint i = 0; i < n; i++)
    add_row (self, self->pruning_rows, &infos[i]);
  self->fine_tune = gtk_widget_get_last_child (GTK_WIDGET (self->pruning_rows));
  infos = ipl_parameter_table_posterior (&n);
  for (guint i = 0; i < n; i++)
    add_row (self, self->posterior_rows, &infos[i]);
  infos = ipl_parameter_table_display (&n);
  for (guint i = 0; i < n; i++)
    add_row (self, self->display_rows, &infos[i]);
  ipl_heads_editor_set_session (self->heads, session);
  ipl_image_task_editor_set_session (self->image_task, session);
  ipl_training_editor_set_session (self->training, session);
  ipl_case_facts_set_session (self->facts, session);
  ipl_temperatures_row_set_session (self->temperatures, session);
  ipl_temperature_row_set_session (self->temperature, session);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (on_parameters), self,
                           G_CONNECT_SWAPPED);
  on_parameters (self);
}

static void
ipl_sidebar_dispose (GObject *object)
{
  IplSidebar *self = IPL_SIDEBAR (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_sidebar_parent_class)->dispose (object);
}

static void
ipl_sidebar_class_init (IplSidebarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_sidebar_dispose;
  gtk_widget_class_set_css_name (widget_class, "sidebar");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (IPL_TYPE_HEADS_EDITOR);
  g_type_ensure (IPL_TYPE_CASE_FACTS);
  g_type_ensure (IPL_TYPE_IMAGE_TASK_EDITOR);
  g_type_ensure (IPL_TYPE_TRAINING_EDITOR);
  g_type_ensure (IPL_TYPE_TEMPERATURES_ROW);
  g_type_ensure (IPL_TYPE_TEMPERATURE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, scroller);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, task_title);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, task_rows);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, task_reset);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, heads);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, facts);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, training);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, training_group);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, image_task);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, widths_entry);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, widths_error);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, widths_box);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, temperature);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, temperatures);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, variances_box);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, posterior_rows);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, pruning_rows);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, display_rows);
  gtk_widget_class_bind_template_child (widget_class, IplSidebar, shared_limits);
  gtk_widget_class_bind_template_callback (widget_class, apply_widths);
  gtk_widget_class_bind_template_callback (widget_class, on_shared_limits);
  gtk_widget_class_install_action (widget_class, "sidebar.reset-group", "s", reset_group);
}

static void
ipl_sidebar_init (IplSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
