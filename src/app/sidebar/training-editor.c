/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"
#include "core/base/text-escape.h"

#include "app/help/context-help.h"
#include "core/base/parallel.h"
#include "core/fields/training-fields.h"

/* Editor for training: settings, buttons that start and stop it, and its results. */
struct _IplTrainingEditor
{
  IplDocumentWidget;
  GtkBox *rows;
  GtkProgressBar *progress;
  GtkLabel *network;
  GtkLabel *details;
  GtkWidget *stop;
  GtkWidget *forget;
  GtkWidget *presets_button;
  GMenu *presets_menu;
};

G_DEFINE_FINAL_TYPE (IplTrainingEditor, ipl_training_editor, IPL_TYPE_DOCUMENT_WIDGET)

#define WHY_NOT "Settings cannot change during training. Stop it, or wait until it ends."

/* Disables the settings during a run, with the reason as tooltip. */
static void
allow_settings (IplTrainingEditor *self, gboolean allowed)
{
  if (gtk_widget_get_sensitive (GTK_WIDGET (self->rows)) == allowed)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->rows), allowed);
  gtk_widget_set_sensitive (self->presets_button, allowed);
  ipl_widget_set_tooltip (self->rows, allowed ? NULL : WHY_NOT);
}

/* TRUE if the shown attention is that of the built-in network. */
static gboolean
shows_shipped (IplTrainingEditor *self)
{
  IplView view;

  return ipl_document_get_view (self->document, &view) && view.the_case != NULL
         && view.the_case->trained != NULL;
}

static void
on_training (IplTrainingEditor *self)
{
  const char *path = ipl_parameters_get_network (ipl_document_get_parameters (self->document));
  gboolean running = ipl_document_is_training (self->document);
  g_autofree char *name = ipl_file_shown (path);
  gboolean shipped = path[0] == '\0' && shows_shipped (self);
  g_autofree char *details
      = running || path[0] != '\0' ? ipl_document_describe_training (self->document)
        : shipped ? g_strdup ("The attention is that of the built-in network, trained on these "
                              "glyphs. Press Train to train your own.")
                  : g_strdup ("The attention is that of random weights.");

  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  if (running)
    {
      const IplJobStatus *status = ipl_document_get_status (self->document, "train");

      if (status->fraction >= 0.0)
        gtk_progress_bar_set_fraction (self->progress, MIN (status->fraction, 1.0));
      else
        gtk_progress_bar_pulse (self->progress);
      gtk_progress_bar_set_text (self->progress, status->sentence != NULL ? status->sentence : "");
      ipl_widget_set_tooltip (self->progress, status->sentence);
    }
  gtk_label_set_label (self->network, running           ? "A network is being trained"
                                      : shipped         ? "Built-in network"
                                      : path[0] == '\0' ? "No trained network yet"
                                                        : name);
  ipl_label_set_or_hide (self->details, details);
  ipl_widget_set_tooltip (self->network, path[0] != '\0' ? path : NULL);
  gtk_widget_set_sensitive (self->stop, running);
  gtk_widget_set_visible (self->forget, path[0] != '\0');
  allow_settings (self, !running);
}

static void
on_stop (IplTrainingEditor *self)
{
  ipl_document_stop_training (self->document);
}

static void
on_forget (IplTrainingEditor *self)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);

  ipl_parameters_edit_trainable (&parameters)->network = "";
  ipl_document_change (self->document, &parameters, NULL);
}

static void
list_presets (IplTrainingEditor *self)
{
  guint n;
  const IplTrainingPreset *presets = ipl_training_presets (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("win.training-preset::", presets[i].id, NULL);

      g_menu_append (self->presets_menu, presets[i].title, action);
    }
}

static void
attach (IplTrainingEditor *self)
{
  gtk_box_append (self->rows,
                  ipl_field_row_new (&ipl_training_fields[0], ipl_training_fields, self->document));
  ipl_field_rows_append (self->rows, IPL_N_TRAINING_FIELDS, ipl_training_fields,
                         ipl_training_fields, self->document);
  ipl_document_follow (self->document, "job-changed::train", G_CALLBACK (on_training), self);
  ipl_document_follow (self->document, "results-changed", G_CALLBACK (on_training), self);
}

#define CHILD(name) IPL_CHILD (IplTrainingEditor, name)
static const IplTemplateChild children[]
    = { CHILD (rows),   CHILD (progress),     CHILD (network),        CHILD (details), CHILD (stop),
        CHILD (forget), CHILD (presets_menu), CHILD (presets_button), { NULL } };
static const IplTemplateCallback callbacks[]
    = { IPL_CALLBACK (on_stop), IPL_CALLBACK (on_forget), { NULL } };

static void
ipl_training_editor_class_init (IplTrainingEditorClass *klass)
{
  ipl_document_widget_class_set_up (klass, "trainingeditor", G_CALLBACK (attach),
                                    G_CALLBACK (on_training));
  ipl_template_set (klass, "training-editor", children, callbacks);
}

static void
ipl_training_editor_init (IplTrainingEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "training");
  list_presets (self);
  ipl_menu_button_set_menu (GTK_MENU_BUTTON (self->presets_button),
                            G_MENU_MODEL (self->presets_menu));
}
