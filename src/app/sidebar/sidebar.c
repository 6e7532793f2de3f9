/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/sidebar.h"

#include "app/base/preferences.h"
#include "app/base/widget-helpers.h"

#include <stddef.h>
#include <string.h>

#include "app/sidebar/group.h"
#include "app/sidebar/rows.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters-fields.h"

/* Groups whose state differs from the default, each as "experiment/group". */
#define TOGGLED_KEY "sidebar-folds"

/* Display fields with a row; panels have menus for the others. */
#define N_DISPLAY_ROWS 5

/* Groups, from top to bottom. */
enum
{
  TRAINING,
  TASK,
  NETWORK,
  BAYES,
  PRUNING,
  POSTERIOR,
  DISPLAY,
  N_GROUPS
};

/* Parameters of the session in groups: task, training, network, Bayesian inference, pruning,
 * posterior, display. Shows the groups that the experiment has. */
struct _IplSidebar
{
  IplDocumentWidget;
  IplGroup groups[N_GROUPS];
  GtkBox *task_rows;
  IplHeadsEditor *heads;
  IplImageTaskEditor *image_task;
  IplCaseFacts *facts;
  IplTrainingEditor *training;
  GtkBox *widths_row;
  GtkBox *widths_box;
  GtkBox *temperatures_row;
  GtkSwitch *best;
  IplTemperatureRow *temperature;
  GtkBox *variances_box;
  GtkBox *pruning_rows;
  GtkBox *posterior_rows;
  GtkBox *display_rows;
  GtkWidget *stop_pruning;
  GtkWidget *fine_tune;            /* row of fine-tuning steps in the pruning rows */
  guint L;                         /* number of layers of the network rows */
  const IplExperiment *experiment; /* experiment of the task rows */
  guint values_id;                 /* idle callback that updates the values of closed groups */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplSidebar, ipl_sidebar, IPL_TYPE_DOCUMENT_WIDGET)

/* Makes a row for each width and each prior variance of a network of L layers. */
static void
rebuild_network (IplSidebar *self, guint L)
{
  self->L = L;
  ipl_widget_clear (self->widths_box);
  ipl_widget_clear (self->variances_box);
  ipl_width_rows_append (self->widths_box, L, self->document);
  ipl_variance_rows_append (self->variances_box, L, self->document);
}

static void
append_heading (GtkBox *box, const char *title)
{
  GtkWidget *label = ipl_label_new (title, "heading");

  gtk_widget_set_margin_top (label, 12);
  gtk_box_append (box, label);
}

/* Task parameters that are visible at first. */
static const char *const main_parameters[] = { "n-tokens", "n-train", "beta", "seed", NULL };

/* Adds the rows of a task: its main parameters, and the others in an expander. */
static void
append_task_rows (GtkBox *rows, const IplFieldGroup *group, IplDocument *document)
{
  GtkBox *rest = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  GtkWidget *more = gtk_expander_new ("More parameters");

  ipl_widget_set_name (more, "More parameters");
  gtk_widget_set_margin_top (GTK_WIDGET (rest), 6);
  gtk_expander_set_child (GTK_EXPANDER (more), GTK_WIDGET (rest));
  for (guint i = 0; i < group->n_fields; i++)
    ipl_field_rows_append (g_strv_contains (main_parameters, group->fields[i].id) ? rows : rest, 1,
                           &group->fields[i], group->fields, document);
  if (gtk_widget_get_first_child (GTK_WIDGET (rows)) == NULL)
    gtk_expander_set_expanded (GTK_EXPANDER (more), TRUE);
  gtk_widget_set_visible (more, gtk_widget_get_first_child (GTK_WIDGET (rest)) != NULL);
  gtk_box_append (rows, more);
}

/* Makes the rows of the experiment's own parameters; a one-shot task has an editor instead. Without
 * other groups they are listed under their titles. */
static void
rebuild_task (IplSidebar *self, const IplExperiment *experiment)
{
  self->experiment = experiment;
  ipl_widget_clear (self->task_rows);
  for (guint g = 0; experiment->edit_trainable == NULL && g < experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &experiment->groups[g];

      if (g > 0 && experiment->compute != NULL && group->title != NULL)
        append_heading (self->task_rows, group->title);
      if (experiment->compute == NULL && experiment->generated)
        append_task_rows (self->task_rows, group, self->document);
      else
        ipl_field_rows_append (self->task_rows, group->n_fields, group->fields, group->fields,
                               self->document);
    }
}

static const struct
{
  const char *id; /* id in the template */
  const char *name, *title;
  gboolean of_paths;    /* shown only with attention paths */
  gboolean of_training; /* shown only if a network can be trained */
  gboolean folds;       /* closed at first, since its parameters are rarely needed */
} groups[N_GROUPS] = {
  [TRAINING] = { "training_group", "training", "Training", .of_training = TRUE },
  [TASK] = { "task_group", "task", "Task" },
  [NETWORK] = { "network_group", "network", "Network", .of_paths = TRUE, .folds = TRUE },
  [BAYES] = { "bayes_group", "bayes", "Bayesian inference", .of_paths = TRUE, .folds = TRUE },
  [PRUNING] = { "pruning_group", "pruning", "Pruning", .of_paths = TRUE, .folds = TRUE },
  [POSTERIOR] = { "posterior_group", "posterior", "Posterior", .of_paths = TRUE, .folds = TRUE },
  [DISPLAY] = { "display_group", "display", "Display", .of_paths = TRUE, .folds = TRUE },
};

/* Returns: (transfer full): a group of the open experiment, as in TOGGLED_KEY */
static char *
name_group (IplSidebar *self, guint i)
{
  return g_strconcat (self->experiment->id, "/", groups[i].name, NULL);
}

/* Opens and closes the groups as the user left them for this experiment. */
static void
fold_groups (IplSidebar *self)
{
  for (guint i = 0; i < N_GROUPS; i++)
    {
      g_autofree char *name = name_group (self, i);

      gtk_expander_set_expanded (self->groups[i].expander,
                                 ipl_preferences_list_has (TOGGLED_KEY, name) == groups[i].folds);
    }
}

static void
on_expanded (IplSidebar *self, GParamSpec *pspec, GtkExpander *expander)
{
  guint i = 0;
  g_autofree char *name = NULL;

  while (self->groups[i].expander != expander)
    i++;
  ipl_group_show_values (&self->groups[i]);
  if (self->experiment == NULL)
    return;
  name = name_group (self, i);
  ipl_preferences_list_put (TOGGLED_KEY, name,
                            gtk_expander_get_expanded (expander) == groups[i].folds);
}

/* Hides groups without an effect on the open case. */
static void
show_groups (IplSidebar *self, gboolean has_paths, gboolean trainable)
{
  for (guint i = 0; i < N_GROUPS; i++)
    gtk_widget_set_visible (GTK_WIDGET (self->groups[i].expander),
                            (has_paths || !groups[i].of_paths)
                                && (trainable || !groups[i].of_training));
}

/* Shows Reset buttons of groups with changed parameters. The width of the slider does not count as
 * a change; widths that differ between layers do. */
static void
show_resets (IplSidebar *self, gboolean imported)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  const IplParameters *defaults = ipl_document_get_defaults (self->document);
  const IplSetting *current = &parameters->current;

  for (guint i = 0; i < N_GROUPS; i++)
    {
      IplParameters before = *parameters;

      ipl_group_reset (&before, defaults, groups[i].name);
      if (ipl_setting_has_equal_widths (current))
        {
          memcpy (before.current.N, current->N, sizeof before.current.N);
          before.current.gp = current->gp;
        }
      gtk_widget_set_visible (self->groups[i].reset, !ipl_parameters_equal (&before, parameters)
                                                         && !(imported && i == TASK));
    }
}

static gboolean
show_values (gpointer data)
{
  IplSidebar *self = data;

  self->values_id = 0;
  for (guint i = 0; i < N_GROUPS; i++)
    ipl_group_show_values (&self->groups[i]);
  return G_SOURCE_REMOVE;
}

/* Returns: "Task", or the title of the first of several groups */
static const char *
title_of (const IplExperiment *experiment)
{
  if (experiment->compute != NULL && experiment->n_groups > 1
      && experiment->groups[0].title != NULL)
    return experiment->groups[0].title;
  return experiment->generated || experiment->compute != NULL ? "Task" : "Case";
}

static void
on_parameters (IplSidebar *self)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  gboolean trainable = ipl_document_is_trainable (self->document);
  gboolean has_paths = parameters->experiment->compute == NULL;
  gboolean imported = !parameters->experiment->generated && has_paths;
  gboolean generated = !imported && !trainable;

  if (parameters->experiment != self->experiment)
    {
      rebuild_task (self, parameters->experiment);
      fold_groups (self);
    }
  ipl_group_set_title (&self->groups[TASK], title_of (parameters->experiment));
  show_groups (self, has_paths, trainable);
  gtk_widget_set_visible (GTK_WIDGET (self->task_rows), generated);
  gtk_widget_set_visible (GTK_WIDGET (self->heads),
                          ipl_parameters_get_markov_chain (parameters) != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->image_task), trainable);
  gtk_widget_set_visible (self->fine_tune, trainable);
  gtk_widget_set_visible (GTK_WIDGET (self->facts), imported);
  show_resets (self, imported);
  gtk_widget_set_visible (GTK_WIDGET (self->temperature), parameters->n_temperatures == 0);
  if (parameters->current.L != self->L)
    rebuild_network (self, parameters->current.L);
  gtk_widget_set_sensitive (GTK_WIDGET (self->widths_box), !parameters->current.gp);
  self->updating = TRUE;
  gtk_switch_set_active (self->best, parameters->n_temperatures > 0);
  self->updating = FALSE;
  /* Runs after the rows have the new values. */
  if (self->values_id == 0)
    self->values_id = g_idle_add (show_values, self);
}

/* Solves every width at the paper's temperatures, or at one. */
static void
on_best (IplSidebar *self)
{
  IplParameters parameters;

  if (self->updating || self->document == NULL)
    return;
  parameters = *ipl_document_get_parameters (self->document);
  parameters.n_temperatures = 0;
  memset (parameters.temperatures, 0, sizeof parameters.temperatures);
  if (gtk_switch_get_active (self->best))
    {
      const double *paper = ipl_paper_temperatures (&parameters.n_temperatures);

      memcpy (parameters.temperatures, paper, parameters.n_temperatures * sizeof *paper);
    }
  ipl_document_change (self->document, &parameters, NULL);
}

static void
reset_group (GtkWidget *widget, const char *action_name, GVariant *parameter)
{
  IplSidebar *self = IPL_SIDEBAR (widget);
  IplParameters parameters = *ipl_document_get_parameters (self->document);

  ipl_group_reset (&parameters, ipl_document_get_defaults (self->document),
                   g_variant_get_string (parameter, NULL));
  ipl_document_change (self->document, &parameters, NULL);
}

/* Sampler settings are insensitive while samples are drawn. */
static void
on_solve (IplSidebar *self)
{
  GtkWidget *rows = GTK_WIDGET (self->posterior_rows);
  gboolean sampling = ipl_document_is_sampling (self->document);

  if (gtk_widget_get_sensitive (rows) != sampling)
    return;
  gtk_widget_set_sensitive (rows, !sampling);
  ipl_widget_set_tooltip (rows, sampling ? "Sampler settings cannot change during sampling. Stop "
                                           "it, or wait until all draws are done."
                                         : NULL);
}

static void
on_heads (IplSidebar *self)
{
  gtk_widget_set_sensitive (self->stop_pruning,
                            ipl_document_get_status (self->document, "heads")->running);
}

static void
on_stop_pruning (IplSidebar *self)
{
  ipl_document_stop_heads (self->document);
}

static void
attach (IplSidebar *self)
{
  IplDocument *document = self->document;

  ipl_field_rows_append (self->pruning_rows, ipl_pruning_group.n_fields, ipl_pruning_group.fields,
                         NULL, document);
  self->fine_tune = gtk_widget_get_last_child (GTK_WIDGET (self->pruning_rows));
  ipl_field_rows_append (self->posterior_rows, ipl_sampler_group.n_fields, ipl_sampler_group.fields,
                         NULL, document);
  gtk_box_append (self->widths_row, ipl_field_row_new (&ipl_widths_field, NULL, document));
  gtk_box_append (self->temperatures_row,
                  ipl_field_row_new (&ipl_temperatures_field, NULL, document));
  ipl_field_rows_append (self->display_rows, N_DISPLAY_ROWS, ipl_display_fields, ipl_display_fields,
                         document);
  for (guint i = 0; i < ipl_curves_group.n_fields; i++)
    gtk_box_append (self->display_rows,
                    ipl_field_row_new (&ipl_curves_group.fields[i], NULL, document));
  ipl_document_widget_set_session (self->heads, document);
  ipl_document_widget_set_session (self->image_task, document);
  ipl_document_widget_set_session (self->training, document);
  ipl_document_widget_set_session (self->facts, document);
  ipl_document_widget_set_session (self->temperature, document);
  ipl_document_follow (document, "job-changed::solve", G_CALLBACK (on_solve), self);
  ipl_document_follow (document, "job-changed::heads", G_CALLBACK (on_heads), self);
  on_heads (self);
}

#define CHILD(name) IPL_CHILD (IplSidebar, name)
static const IplTemplateChild children[] = { CHILD (task_rows),
                                             CHILD (heads),
                                             CHILD (facts),
                                             CHILD (training),
                                             CHILD (image_task),
                                             CHILD (widths_row),
                                             CHILD (temperatures_row),
                                             CHILD (widths_box),
                                             CHILD (temperature),
                                             CHILD (best),
                                             CHILD (stop_pruning),
                                             CHILD (variances_box),
                                             CHILD (posterior_rows),
                                             CHILD (pruning_rows),
                                             CHILD (display_rows),
                                             { NULL } };
static const IplTemplateCallback callbacks[]
    = { IPL_CALLBACK (on_best), IPL_CALLBACK (on_stop_pruning), { NULL } };

static void
ipl_sidebar_dispose (GObject *object)
{
  g_clear_handle_id (&IPL_SIDEBAR (object)->values_id, g_source_remove);
  G_OBJECT_CLASS (ipl_sidebar_parent_class)->dispose (object);
}

static void
ipl_sidebar_class_init (IplSidebarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  ipl_document_widget_class_set_up (klass, "sidebar", G_CALLBACK (attach),
                                    G_CALLBACK (on_parameters));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  G_OBJECT_CLASS (klass)->dispose = ipl_sidebar_dispose;
  g_type_ensure (ipl_heads_editor_get_type ());
  g_type_ensure (ipl_case_facts_get_type ());
  g_type_ensure (ipl_image_task_editor_get_type ());
  g_type_ensure (ipl_training_editor_get_type ());
  g_type_ensure (ipl_temperature_row_get_type ());
  ipl_template_set (klass, "sidebar", children, callbacks);
  for (guint i = 0; i < N_GROUPS; i++)
    gtk_widget_class_bind_template_child_full (widget_class, groups[i].id, FALSE,
                                               (gssize)G_STRUCT_OFFSET (IplSidebar,
                                                                        groups[i].expander));
  gtk_widget_class_install_action (widget_class, "sidebar.reset-group", "s", reset_group);
}

static void
ipl_sidebar_init (IplSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < N_GROUPS; i++)
    {
      ipl_group_set_up (&self->groups[i], groups[i].name, groups[i].title);
      g_signal_connect_swapped (self->groups[i].expander, "notify::expanded",
                                G_CALLBACK (on_expanded), self);
    }
}

/* Search for a control by its id. */
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

/* Opens the expanders that contain a control. A closed one does not parent its child.
 * Returns: TRUE if @widget contains it */
static gboolean
unfold (GtkWidget *widget, GtkWidget *control)
{
  gboolean found = widget == control;

  if (GTK_IS_EXPANDER (widget))
    {
      found = unfold (gtk_expander_get_child (GTK_EXPANDER (widget)), control);
      if (found)
        gtk_expander_set_expanded (GTK_EXPANDER (widget), TRUE);
      return found;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !found;
       child = gtk_widget_get_next_sibling (child))
    found = unfold (child, control);
  return found;
}

/* Moves the focus to a control and scrolls to it.
 * @id: id from ipl_controls_for_each(); an unknown one has no effect */
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
