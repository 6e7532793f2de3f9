/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"
#include "core/base/text-escape.h"

#include "app/help/context-help.h"
#include "core/fields/training-fields.h"
#include "core/experiments/experiment-table.h"

/* In pixels; a longer list scrolls. */
#define HOLDOUT_HEIGHT 200

/* Editor for a one-shot task: image files, held-out alphabets, sequences, and further test sets. */
struct _IplImageTaskEditor
{
  IplDocumentWidget;
  GtkBox *glyph_rows;
  GtkWidget *files_box;
  GtkBox *files;
  GtkLabel *holdout_label;
  GtkExpander *holdout_expander;
  GtkScrolledWindow *holdout_scroller;
  GtkBox *holdout;
  GtkWidget *holdout_default;
  GtkBox *rows;
  GtkBox *extras;
  IplOneShotTask *task; /* task whose alphabets are listed */
  char *listed;         /* listed files and further test sets */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplImageTaskEditor, ipl_image_task_editor, IPL_TYPE_DOCUMENT_WIDGET)

static const IplImageTask *
get_task (IplImageTaskEditor *self)
{
  return &ipl_parameters_get_trainable (ipl_document_get_parameters (self->document))->task;
}

/* Removes a file or a further test set from the task. */
static void
on_remove (IplImageTaskEditor *self, GtkButton *button)
{
  guint place = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "place"));
  IplParameters parameters = *ipl_document_get_parameters (self->document);
  gboolean extra = g_object_get_data (G_OBJECT (button), "extra") != NULL;
  IplImageTask *task = &ipl_parameters_edit_trainable (&parameters)->task;
  const char **places = extra ? task->extras : task->files;
  guint n = extra ? IPL_IMAGE_TASK_EXTRAS : IPL_IMAGE_TASK_FILES;

  for (guint i = place; i + 1 < n; i++)
    places[i] = places[i + 1];
  places[n - 1] = "";
  ipl_document_change (self->document, &parameters, NULL);
}

static void
add_file (IplImageTaskEditor *self, GtkBox *box, const char *path, guint place, gboolean extra,
          gboolean removable)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *name = ipl_file_shown (path);
  g_autofree char *tip = g_strdup_printf ("Remove %s", name);
  GtkWidget *label = ipl_label_new (name, NULL);
  GtkWidget *remove = ipl_icon_button_new ("window-close-symbolic", tip);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (label, TRUE);
  ipl_widget_set_tooltip (label, path);
  gtk_box_append (GTK_BOX (row), label);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_add_css_class (remove, "reset");
  gtk_widget_set_sensitive (remove, removable);
  g_object_set_data (G_OBJECT (remove), "place", GUINT_TO_POINTER (place));
  g_object_set_data (G_OBJECT (remove), "extra", extra ? self : NULL);
  g_signal_connect_swapped (remove, "clicked", G_CALLBACK (on_remove), self);
  gtk_box_append (GTK_BOX (row), remove);
  gtk_box_append (box, row);
}

static void
list_files (IplImageTaskEditor *self, const IplImageTask *task)
{
  g_autoptr (GString) listed = g_string_new (NULL);
  guint n_files = 0;

  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    {
      g_string_append_printf (listed, "%s\n", task->files[i]);
      n_files += task->files[i][0] != '\0';
    }
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    g_string_append_printf (listed, "%s\n", task->extras[i]);
  if (g_strcmp0 (listed->str, self->listed) == 0)
    return;
  g_free (self->listed);
  self->listed = g_string_free (g_steal_pointer (&listed), FALSE);
  ipl_widget_clear (self->files);
  ipl_widget_clear (self->extras);
  for (guint i = 0; i < IPL_IMAGE_TASK_FILES; i++)
    if (task->files[i][0] != '\0')
      add_file (self, self->files, task->files[i], i, FALSE, n_files > 1);
  for (guint i = 0; i < IPL_IMAGE_TASK_EXTRAS; i++)
    if (task->extras[i][0] != '\0')
      add_file (self, self->extras, task->extras[i], i, TRUE, TRUE);
}

/* Returns: (transfer full): held-out alphabets of the parameters, or the task's default */
static char **
get_holdout (IplImageTaskEditor *self)
{
  const IplImageTask *task = get_task (self);
  char **names;

  if (task->holdout[0] == '\0')
    return self->task != NULL && self->task->task.holdout[0] == '\0'
               ? g_strdupv (self->task->holdout)
               : (self->task != NULL ? ipl_image_set_default_holdout (self->task->set)
                                     : g_new0 (char *, 1));
  names = g_strsplit (task->holdout, ",", -1);
  for (guint i = 0; names[i] != NULL; i++)
    g_strstrip (names[i]);
  return names;
}

static void
on_check (IplImageTaskEditor *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  IplParameters parameters;
  guint n = 0, all = 0;

  if (self->updating || self->document == NULL)
    return;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->holdout)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      all++;
      if (!gtk_check_button_get_active (GTK_CHECK_BUTTON (child)))
        continue;
      g_string_append_printf (text, "%s%s", n++ > 0 ? "," : "",
                              gtk_check_button_get_label (GTK_CHECK_BUTTON (child)));
    }
  parameters = *ipl_document_get_parameters (self->document);
  if (n == 0 || n == all)
    {
      g_signal_emit_by_name (self->document, "message",
                             n == 0 ? "At least one alphabet must be held out for the test."
                                    : "At least one alphabet must be left to train on.",
                             TRUE);
      /* Restores the check buttons. */
      g_signal_emit_by_name (self->document, "parameters-changed");
      return;
    }
  ipl_parameters_edit_trainable (&parameters)->task.holdout = g_intern_string (text->str);
  ipl_document_change (self->document, &parameters, NULL);
}

static void
on_default (IplImageTaskEditor *self)
{
  IplParameters parameters = *ipl_document_get_parameters (self->document);

  ipl_parameters_edit_trainable (&parameters)->task.holdout = "";
  ipl_document_change (self->document, &parameters, NULL);
}

/* Makes a check button for every alphabet once the images are read. */
static void
list_alphabets (IplImageTaskEditor *self)
{
  const IplHeadResult *heads = ipl_document_get_result (self->document, "heads");
  IplOneShotTask *task = heads != NULL ? heads->task : NULL;
  gboolean same = self->task != NULL && task != NULL && self->task->set == task->set;

  if (task == NULL)
    return;
  if (task != self->task)
    {
      g_clear_pointer (&self->task, ipl_one_shot_task_unref);
      self->task = ipl_one_shot_task_ref (task);
    }
  if (same)
    return;
  ipl_widget_clear (self->holdout);
  for (guint i = 0; i < task->set->n_alphabets; i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (task->set->alphabet_names[i]);

      gtk_box_append (self->holdout, check);
      g_signal_connect_swapped (check, "toggled", G_CALLBACK (on_check), self);
    }
  /* The list has its natural height, up to HOLDOUT_HEIGHT. */
  gtk_scrolled_window_set_min_content_height (
      self->holdout_scroller, (int)MIN (24 * task->set->n_alphabets, HOLDOUT_HEIGHT));
}

static void
show_holdout (IplImageTaskEditor *self)
{
  g_auto (GStrv) names = get_holdout (self);
  g_autofree char *joined = g_strjoinv (", ", names);
  g_autofree char *text = g_strdup_printf ("Held out: %s", *joined != '\0' ? joined : "…");
  const IplImageTask *task = get_task (self);

  gtk_label_set_label (self->holdout_label, text);
  ipl_widget_set_tooltip (self->holdout_label, text);
  gtk_widget_set_sensitive (self->holdout_default, task->holdout[0] != '\0');
  self->updating = TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->holdout)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_check_button_set_active (
        GTK_CHECK_BUTTON (child),
        g_strv_contains ((const char *const *)names,
                         gtk_check_button_get_label (GTK_CHECK_BUTTON (child))));
  self->updating = FALSE;
}

static void
on_changed (IplImageTaskEditor *self)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  gboolean glyphs = parameters->experiment != &ipl_experiment_images;

  if (!ipl_document_is_trainable (self->document))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->glyph_rows), glyphs);
  gtk_widget_set_visible (self->files_box, !glyphs);
  list_files (self, get_task (self));
  list_alphabets (self);
  show_holdout (self);
}

static void
attach (IplImageTaskEditor *self)
{
  for (guint i = 0; i < IPL_N_IMAGE_TASK_FIELDS; i++)
    {
      const IplField *field = &ipl_image_task_fields[i];
      gboolean glyphs = g_str_has_prefix (field->json, "glyphs/");

      ipl_field_rows_append (glyphs ? self->glyph_rows : self->rows, 1, field,
                             ipl_image_task_fields, self->document);
    }
  ipl_document_follow (self->document, "job-changed::heads", G_CALLBACK (on_changed), self);
}

static void
ipl_image_task_editor_dispose (GObject *object)
{
  IplImageTaskEditor *self = IPL_IMAGE_TASK_EDITOR (object);

  g_clear_pointer (&self->task, ipl_one_shot_task_unref);
  g_clear_pointer (&self->listed, g_free);
  G_OBJECT_CLASS (ipl_image_task_editor_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplImageTaskEditor, name)
static const IplTemplateChild children[] = { CHILD (glyph_rows),
                                             CHILD (files_box),
                                             CHILD (files),
                                             CHILD (holdout_label),
                                             CHILD (holdout_expander),
                                             CHILD (holdout_scroller),
                                             CHILD (holdout),
                                             CHILD (holdout_default),
                                             CHILD (rows),
                                             CHILD (extras),
                                             { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_default), { NULL } };

static void
ipl_image_task_editor_class_init (IplImageTaskEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_image_task_editor_dispose;
  ipl_document_widget_class_set_up (klass, "imagetaskeditor", G_CALLBACK (attach),
                                    G_CALLBACK (on_changed));
  ipl_template_set (klass, "image-task-editor", children, callbacks);
}

static void
ipl_image_task_editor_init (IplImageTaskEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "task");
}
