/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/export-dialog.h"

#include <string.h>

#include "figures/output/export-job.h"

#include "app/window/animation-rows.h"
#include "app/window/export-panels.h"
#include "app/window/figure-preview.h"
#include "app/window/file-chooser.h"
#include "app/window/paper-rows.h"

/**
 * IplExportDialog:
 *
 * Which figure to take home, in which format, at which size; with a preview of its true
 * proportions.
 */
struct _IplExportDialog
{
  GtkWindow parent_instance;
  GtkDropDown *panel;
  GtkDropDown *format;
  GtkStringList *formats; /* those of pages, then those of moving pictures */
  IplPaperRows *paper;
  IplAnimationRows *animation;
  IplFigurePreview *preview;
  GtkLabel *facts;
  GtkLabel *error;
  GtkButton *export_button;
  IplSession *session;
  GPtrArray *offered; /* the panels in the order of the list */
  gboolean updating;
  guint told; /* what the session knows to be in sight, #IplNeeds */
};

G_DEFINE_FINAL_TYPE (IplExportDialog, ipl_export_dialog, GTK_TYPE_WINDOW)

enum
{
  SIGNAL_EXPORTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const IplPanel *
get_panel (IplExportDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->panel);

  return self->offered->pdata[MIN (selected, self->offered->len - 1)];
}

/* NULL where a still is chosen. */
static const IplAnimationFormat *
get_animation (IplExportDialog *self)
{
  guint n, selected = gtk_drop_down_get_selected (self->format);
  const IplAnimationFormat *const *formats = ipl_animation_formats (&n);

  return selected > IPL_FORMAT_PDF && selected - IPL_FORMAT_PDF - 1 < n
             ? formats[selected - IPL_FORMAT_PDF - 1]
             : NULL;
}

static const char *
get_extension (IplExportDialog *self)
{
  const IplAnimationFormat *animation = get_animation (self);

  return animation != NULL
             ? animation->id
             : ipl_format_extension ((IplFormat)gtk_drop_down_get_selected (self->format));
}

static gboolean
get_paper (IplExportDialog *self, const IplView *view, IplPaper *paper, GError **error)
{
  return ipl_paper_rows_get_paper (self->paper, get_panel (self), view, paper, error);
}

static void
update (IplExportDialog *self)
{
  const IplAnimationFormat *animation = get_animation (self);
  g_autoptr (GError) error = NULL;
  IplPaper paper = { 0 };
  IplStyle style = { 0 };
  IplView view;
  gboolean fine;

  if (self->updating || self->session == NULL)
    return;
  ipl_session_tell_shown (self->session, &self->told, get_panel (self)->needs);
  fine = ipl_session_get_view (self->session, &view) && get_paper (self, &view, &paper, &error)
         && (animation == NULL
             || ipl_animation_rows_check (self->session, get_panel (self), animation, &error));
  gtk_widget_set_visible (GTK_WIDGET (self->animation), animation != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), fine);
  gtk_label_set_label (self->error, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), error != NULL);
  if (fine)
    {
      g_autofree char *facts = ipl_paper_rows_describe (self->paper, &paper);

      ipl_paper_rows_show (self->paper, &paper);
      gtk_label_set_label (self->facts, facts);
    }
  if (fine)
    ipl_paper_rows_get_style (self->paper, &paper, &style);
  ipl_figure_preview_show (self->preview, self->session, fine ? get_panel (self) : NULL, &paper,
                           &style);
}

static void
on_changed (IplExportDialog *self)
{
  update (self);
}

static void
on_format (IplExportDialog *self)
{
  const IplAnimationFormat *animation = get_animation (self);
  gboolean has_pixels
      = animation != NULL || gtk_drop_down_get_selected (self->format) == IPL_FORMAT_PNG;

  ipl_paper_rows_set_format (self->paper, has_pixels, animation != NULL);
  update (self);
}

/* @path: NULL where none was written; @message: why, or NULL where it was stopped. */
static void
end (IplExportDialog *self, const char *path, const char *message)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), TRUE);
  if (path == NULL)
    {
      gtk_label_set_label (self->error, message != NULL ? message : "");
      gtk_widget_set_visible (GTK_WIDGET (self->error), message != NULL);
      return;
    }
  g_signal_emit (self, signals[SIGNAL_EXPORTED], 0, path);
  gtk_window_close (GTK_WINDOW (self));
}

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (IplExportDialog) self = IPL_EXPORT_DIALOG (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = ipl_export_job_finish (result, &error);

  if (self->session != NULL)
    end (self, path, error != NULL ? error->message : NULL);
}

static void
on_ended (IplExportDialog *self, const char *path, const char *message)
{
  if (self->session != NULL)
    end (self, path, message);
}

/**
 * ipl_export_dialog_set_extension:
 * @self: the dialog
 * @extension: of a file of some format, without the dot
 *
 * Chooses that format.
 */
void
ipl_export_dialog_set_extension (IplExportDialog *self, const char *extension)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->formats)); i++)
    {
      gtk_drop_down_set_selected (self->format, i);
      if (strcmp (get_extension (self), extension) == 0)
        return;
    }
}

void
ipl_export_dialog_set_format (IplExportDialog *self, IplFormat format)
{
  gtk_drop_down_set_selected (self->format, format);
}

/**
 * ipl_export_dialog_export_to:
 * @self: the dialog
 * @path: the file to write
 *
 * Writes the figure as set, in the background; closes the dialog when that has succeeded.
 */
void
ipl_export_dialog_export_to (IplExportDialog *self, const char *path)
{
  const IplAnimationFormat *animation = get_animation (self);
  IplFormat format = (IplFormat)gtk_drop_down_get_selected (self->format);
  g_autoptr (GError) error = NULL;
  IplStyle style;
  IplPaper paper;
  IplView view;

  if (!ipl_session_get_view (self->session, &view) || !get_paper (self, &view, &paper, &error))
    return;
  ipl_paper_rows_get_style (self->paper, &paper, &style);
  if (animation != NULL
      && !ipl_animation_rows_check (self->session, get_panel (self), animation, NULL))
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), FALSE);
  if (animation != NULL)
    {
      ipl_animation_rows_start (self->animation, self->session, get_panel (self), &style, &paper,
                                animation, path);
      return;
    }
  ipl_export_job_start (get_panel (self), &view, &style, &paper, format, path, on_exported,
                        g_object_ref (self));
}

static void
on_response (GtkFileChooserNative *chooser, int response, IplExportDialog *self)
{
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);
  const char *given = files->len > 0 ? g_file_peek_path (files->pdata[0]) : NULL;

  if (given != NULL)
    {
      g_autofree char *name = g_path_get_basename (given);
      g_autofree char *path = strchr (name, '.') != NULL
                                  ? g_strdup (given)
                                  : g_strconcat (given, ".", get_extension (self), NULL);

      ipl_export_dialog_export_to (self, path);
    }
}

static void
on_export (IplExportDialog *self)
{
  const IplPanel *panel = get_panel (self);
  g_autofree char *name
      = g_strdup_printf ("interplay-%s.%s", panel == self->offered->pdata[0] ? "figure" : panel->id,
                         get_extension (self));
  GtkFileChooserNative *chooser
      = ipl_file_chooser_new (GTK_WINDOW (self), "Export the Figure", GTK_FILE_CHOOSER_ACTION_SAVE,
                              "_Export", NULL, NULL, name);

  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
ipl_export_dialog_dispose (GObject *object)
{
  IplExportDialog *self = IPL_EXPORT_DIALOG (object);

  ipl_session_tell_shown (self->session, &self->told, 0);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_export_dialog_parent_class)->dispose (object);
}

static void
ipl_export_dialog_finalize (GObject *object)
{
  g_clear_pointer (&IPL_EXPORT_DIALOG (object)->offered, g_ptr_array_unref);
  G_OBJECT_CLASS (ipl_export_dialog_parent_class)->finalize (object);
}

static void
ipl_export_dialog_class_init (IplExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (IPL_TYPE_ANIMATION_ROWS);
  g_type_ensure (IPL_TYPE_FIGURE_PREVIEW);
  g_type_ensure (IPL_TYPE_PAPER_ROWS);
  G_OBJECT_CLASS (klass)->dispose = ipl_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_export_dialog_finalize;
  /* With the path of the file that has been written. */
  signals[SIGNAL_EXPORTED] = g_signal_new ("exported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, panel);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, formats);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, animation);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, paper);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, facts);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, error);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, export_button);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_ended);
  gtk_widget_class_bind_template_callback (widget_class, on_format);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ipl_export_dialog_init (IplExportDialog *self)
{
  guint n;
  const IplAnimationFormat *const *animations = ipl_animation_formats (&n);

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (self->formats, animations[i]->title);
  self->updating = FALSE;
}

/* The figures that there are now. */
static void
offer_panels (IplExportDialog *self)
{
  g_autoptr (GtkStringList) panels = gtk_string_list_new (NULL);
  IplView view;

  self->offered
      = ipl_export_panels_list (ipl_session_get_view (self->session, &view) ? &view : NULL);
  if (self->offered->len == 0)
    {
      g_ptr_array_unref (self->offered);
      self->offered = ipl_export_panels_list (NULL);
    }
  for (guint i = 0; i < self->offered->len; i++)
    {
      const IplPanel *panel = self->offered->pdata[i];

      gtk_string_list_append (panels, ipl_panel_is_composite (panel) && panel->label != NULL
                                          ? panel->label
                                          : panel->title);
    }
  self->updating = TRUE;
  gtk_drop_down_set_model (self->panel, G_LIST_MODEL (panels));
  self->updating = FALSE;
}

/**
 * ipl_export_dialog_new:
 * @parent: the window it belongs to
 * @session: whose figures
 * @panel: which is offered first
 *
 * Returns: (transfer none): the dialog
 */
IplExportDialog *
ipl_export_dialog_new (GtkWindow *parent, IplSession *session, const IplPanel *panel)
{
  IplExportDialog *self
      = g_object_new (IPL_TYPE_EXPORT_DIALOG, "transient-for", parent, "modal", TRUE, NULL);
  guint at;

  self->session = g_object_ref (session);
  offer_panels (self);
  ipl_animation_rows_set_widths (self->animation, ipl_session_get_parameters (session));
  if (g_ptr_array_find (self->offered, panel, &at))
    gtk_drop_down_set_selected (self->panel, at);
  g_signal_connect_object (self->session, "results-changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "job-changed::train", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "job-changed::heads", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  update (self);
  return self;
}
