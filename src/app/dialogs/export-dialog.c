/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/dialogs/export-dialog.h"

#include "app/base/widget-helpers.h"
#include "app/base/document-widget.h"

#include <string.h>

#include "core/base/text-escape.h"
#include "figures/output/figure.h"

#include "app/help/context-help.h"
#include "app/dialogs/export-parts.h"
#include "app/base/file-chooser.h"

#define ADVICE_MS 200

/* Export of a figure: panel, format and size, with a preview of its proportions. */
struct _IplExportDialog
{
  GtkWindow parent_instance;
  GtkDropDown *panel;
  GtkDropDown *format;
  GtkStringList *formats; /* formats of pages and animations, and Python */
  IplPaperRows *paper;
  IplAnimationRows *animation;
  IplFigurePreview *preview;
  GtkLabel *facts;
  GtkLabel *advice;
  GtkLabel *error;
  GtkWidget *copy_button;
  GtkButton *export_button;
  IplDocument *document;
  IplJobs *jobs;      /* (nullable): NULL before the first export */
  gboolean writing;   /* TRUE until the end of an export is reported */
  char *written;      /* (nullable): file of the last export */
  char *failure;      /* (nullable): reason for which it failed */
  GPtrArray *offered; /* panels in the order of the list */
  gboolean updating;
  guint advice_timeout;
  guint reported; /* quantities that the session was asked for, #IplNeeds */
};

G_DEFINE_FINAL_TYPE (IplExportDialog, ipl_export_dialog, GTK_TYPE_WINDOW)

static const IplPanel *
get_panel (IplExportDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->panel);

  return self->offered->pdata[MIN (selected, self->offered->len - 1)];
}

/* Returns: (nullable): format of pages; NULL for animations and Python */
static const IplFormat *
get_still (IplExportDialog *self)
{
  guint n, selected = gtk_drop_down_get_selected (self->format);
  const IplFormat *const *formats = ipl_formats (&n);

  return selected < n ? formats[selected] : NULL;
}

/* Returns: (nullable): format of animations; NULL for pages and Python */
static const IplAnimationFormat *
get_animation (IplExportDialog *self)
{
  guint n, n_stills, selected = gtk_drop_down_get_selected (self->format);
  const IplAnimationFormat *formats = ipl_animation_formats (&n);

  ipl_formats (&n_stills);
  return selected >= n_stills && selected - n_stills < n ? &formats[selected - n_stills] : NULL;
}

static gboolean
is_python (IplExportDialog *self)
{
  return get_still (self) == NULL && get_animation (self) == NULL;
}

static const char *
get_extension (IplExportDialog *self)
{
  const IplAnimationFormat *animation = get_animation (self);

  if (is_python (self))
    return IPL_FIGURE_PYTHON;
  return animation != NULL ? animation->id : get_still (self)->id;
}

static gboolean
get_paper (IplExportDialog *self, const IplView *view, IplPaper *paper, GError **error)
{
  return ipl_paper_rows_get_paper (self->paper, get_panel (self), view, paper, error);
}

/* Warns if the page is too small for the figure. Called a moment after the last change. */
static gboolean
advise (gpointer data)
{
  IplExportDialog *self = data;
  g_autofree char *text = NULL;
  IplPaper paper;
  IplStyle style;
  IplView view;

  self->advice_timeout = 0;
  if (ipl_document_get_view (self->document, &view) && get_paper (self, &view, &paper, NULL))
    {
      ipl_paper_rows_get_style (self->paper, &paper, &style);
      text = ipl_figure_too_small (get_panel (self), &view, &style, &paper);
    }
  ipl_label_set_or_hide (self->advice, text);
  return G_SOURCE_REMOVE;
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

  if (self->updating || self->document == NULL)
    return;
  ipl_document_update_needs (self->document, &self->reported,
                             is_python (self) ? ipl_export_python_needs (get_panel (self))
                                              : get_panel (self)->needs);
  fine = ipl_document_get_view (self->document, &view) && get_paper (self, &view, &paper, &error)
         && (animation == NULL
             || ipl_animation_rows_check (self->document, get_panel (self), &error))
         && (!is_python (self)
             || ipl_export_python_check (self->document, get_panel (self), &error));
  gtk_widget_set_visible (GTK_WIDGET (self->animation), animation != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), fine && !self->writing);
  gtk_widget_set_sensitive (self->copy_button, fine && animation == NULL);
  ipl_label_set_or_hide (self->error, error != NULL ? error->message : NULL);
  if (fine)
    {
      g_autofree char *facts = ipl_paper_rows_describe (self->paper, &paper);

      ipl_paper_rows_show (self->paper, &paper);
      gtk_label_set_label (self->facts, facts);
    }
  if (fine)
    ipl_paper_rows_get_style (self->paper, &paper, &style);
  g_clear_handle_id (&self->advice_timeout, g_source_remove);
  self->advice_timeout = g_timeout_add (ADVICE_MS, advise, self);
  ipl_figure_preview_show (self->preview, self->document, fine ? get_panel (self) : NULL, &paper,
                           &style);
}

static void
on_format (IplExportDialog *self)
{
  const IplFormat *still = get_still (self);

  /* A script draws a vector page, like PDF. */
  if (is_python (self))
    ipl_format_parse ("pdf", &still);
  ipl_paper_rows_set_format (self->paper, still);
  update (self);
}

/* Reports the end of an export.
 * @path: (nullable): written file
 * @message: (nullable): reason of a failure; NULL after a stop */
static void
end (IplExportDialog *self, const char *path, const char *message)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), TRUE);
  if (path == NULL)
    {
      ipl_label_set_or_hide (self->error, message);
      return;
    }
  g_signal_emit_by_name (self, "exported", path);
  gtk_window_close (GTK_WINDOW (self));
}

/* Reports the end when the jobs have returned: end() may close the dialog and thereby free them. */
static gboolean
end_later (gpointer data)
{
  IplExportDialog *self = data;

  if (self->document != NULL)
    end (self, self->written, self->failure);
  return G_SOURCE_REMOVE;
}

/* Reports the end once, with the result, or without one after a stop. */
static void
on_update (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplExportDialog *self = user_data;
  const IplFileResult *result = data;
  guint n = result != NULL ? g_strv_length (result->paths) : 0;

  ipl_animation_rows_show (self->animation, status);
  if (!self->writing || (result == NULL && status->running))
    return;
  self->writing = FALSE;
  g_free (self->written);
  g_free (self->failure);
  self->written = n > 0 ? g_strdup (result->paths[n - 1]) : NULL;
  self->failure = result == NULL          ? NULL
                  : result->error != NULL ? g_strdup (result->error->message)
                                          : g_strdup (result->doubt);
  g_idle_add_full (G_PRIORITY_DEFAULT, end_later, g_object_ref (self), g_object_unref);
}

/* Cancels the export of a film, which leaves no file. */
static void
on_stopped (IplExportDialog *self)
{
  if (self->jobs != NULL)
    ipl_jobs_cancel (self->jobs);
}

/* Chooses the format of a file ending, if there is one.
 * @extension: ending without the dot */
void
ipl_export_dialog_set_extension (IplExportDialog *self, const char *extension)
{
  guint before = gtk_drop_down_get_selected (self->format);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->formats)); i++)
    {
      gtk_drop_down_set_selected (self->format, i);
      if (g_ascii_strcasecmp (get_extension (self), extension) == 0)
        return;
    }
  gtk_drop_down_set_selected (self->format, before);
}

/* Gets the settings in the widgets. */
static void
get_settings (IplExportDialog *self, IplFigureFile *settings)
{
  ipl_export_settings_load (settings);
  ipl_paper_rows_store (self->paper, settings);
  settings->panel = get_panel (self);
  settings->format = get_extension (self);
}

/* @missing: (out) (nullable): properties of the figure that no option sets
 * Returns: (transfer full) (nullable): command line that draws the figure; NULL without one, and
 *   for animations */
char *
ipl_export_dialog_get_command (IplExportDialog *self, char **missing)
{
  IplFigureFile settings;

  *missing = NULL;
  if (get_animation (self) != NULL)
    return NULL;
  get_settings (self, &settings);
  return ipl_export_command (self->document, &settings, get_panel (self), missing);
}

static void
on_copy (IplExportDialog *self)
{
  g_autofree char *missing = NULL;
  g_autofree char *command = ipl_export_dialog_get_command (self, &missing);

  if (command == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  g_signal_emit_by_name (self, "copied", missing);
  gtk_window_close (GTK_WINDOW (self));
}

/* Returns: (transfer full) (nullable): the figure and its file; NULL if it cannot be made */
static IplFigureRequest *
make_request (IplExportDialog *self, const char *path, const IplFigureFile *settings,
              GError **error)
{
  g_autoptr (IplFigureRequest) request = g_new0 (IplFigureRequest, 1);
  const IplPanel *panel = get_panel (self);
  IplView view;

  if (!ipl_document_get_view (self->document, &view)
      || !get_paper (self, &view, &request->page, error)
      || (get_animation (self) != NULL && !ipl_animation_rows_check (self->document, panel, error))
      || (is_python (self) && !ipl_export_python_check (self->document, panel, error)))
    return NULL;
  ipl_paper_rows_get_style (self->paper, &request->page, &request->style);
  ipl_export_view (self->document, settings, &view);
  request->n_panels = 1;
  request->panels[0] = panel;
  request->shown = ipl_view_share (&view);
  request->path = g_strdup (path);
  request->provenance = ipl_export_provenance (self->document, settings, panel);
  if (get_animation (self) != NULL)
    ipl_animation_rows_set_request (self->animation, self->document, request);
  if (is_python (self)
      && !ipl_export_python_set (self->document, request, settings->anonymous, error))
    return NULL;
  return g_steal_pointer (&request);
}

/* Exports the figure in the background; closes the dialog after success. */
void
ipl_export_dialog_export_to (IplExportDialog *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  IplFigureRequest *request;
  IplFigureFile settings;

  get_settings (self, &settings);
  request = make_request (self, path, &settings, &error);
  if (request == NULL)
    {
      end (self, NULL, error != NULL ? error->message : NULL);
      return;
    }
  ipl_export_settings_save (&settings);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), FALSE);
  if (self->jobs == NULL)
    self->jobs = ipl_jobs_new (NULL, &ipl_run_figure, on_update, self);
  self->writing = TRUE;
  ipl_jobs_submit (self->jobs, request);
}

/* Appends the ending of the format if the name has none or another. The file chooser has not asked
 * to replace a file of the completed name, so such a file is an error. */
static char *
complete_path (IplExportDialog *self, const char *given)
{
  const char *dot = strrchr (given, '.');
  g_autofree char *path = NULL;

  if (dot != NULL && strchr (dot, '/') == NULL)
    ipl_export_dialog_set_extension (self, dot + 1);
  if (dot != NULL && g_ascii_strcasecmp (dot + 1, get_extension (self)) == 0)
    return g_strdup (given);
  path = g_strconcat (given, ".", get_extension (self), NULL);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  g_autofree char *shown = ipl_file_shown (path);
  g_autofree char *text
      = g_strdup_printf ("%s exists already. To replace it, choose it by its full name.", shown);
  end (self, NULL, text);
  return NULL;
}

static void
on_chosen (IplExportDialog *self, const char *given)
{
  g_autofree char *path = complete_path (self, given);

  if (path != NULL)
    ipl_export_dialog_export_to (self, path);
}

static void
on_export (IplExportDialog *self)
{
  static const IplFileQuestion question
      = { "Export the Figure", IPL_FILE_SAVE, "_Export", .help = "figures-out" };
  g_autofree char *name = ipl_export_name (self->document, get_panel (self), get_extension (self));

  ipl_file_chooser_open (GTK_WINDOW (self), &question, name, G_CALLBACK (on_chosen), self, NULL);
}

static void
ipl_export_dialog_dispose (GObject *object)
{
  IplExportDialog *self = IPL_EXPORT_DIALOG (object);

  g_clear_handle_id (&self->advice_timeout, g_source_remove);
  g_clear_pointer (&self->jobs, ipl_jobs_free);
  ipl_document_update_needs (self->document, &self->reported, 0);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ipl_export_dialog_parent_class)->dispose (object);
}

static void
ipl_export_dialog_finalize (GObject *object)
{
  IplExportDialog *self = IPL_EXPORT_DIALOG (object);

  g_clear_pointer (&self->offered, g_ptr_array_unref);
  g_free (self->written);
  g_free (self->failure);
  G_OBJECT_CLASS (ipl_export_dialog_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplExportDialog, name)
static const IplTemplateChild children[]
    = { CHILD (panel), CHILD (format),      CHILD (formats),       CHILD (animation),
        CHILD (paper), CHILD (preview),     CHILD (facts),         CHILD (advice),
        CHILD (error), CHILD (copy_button), CHILD (export_button), { NULL } };
static const IplTemplateCallback callbacks[]
    = { IPL_CALLBACK (update),  IPL_CALLBACK (on_stopped), IPL_CALLBACK (on_format),
        IPL_CALLBACK (on_copy), IPL_CALLBACK (on_export),  { NULL } };

static void
ipl_export_dialog_class_init (IplExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (IPL_TYPE_ANIMATION_ROWS);
  g_type_ensure (IPL_TYPE_FIGURE_PREVIEW);
  g_type_ensure (IPL_TYPE_PAPER_ROWS);
  G_OBJECT_CLASS (klass)->dispose = ipl_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_export_dialog_finalize;
  /* Emitted with the path of the written file. */
  ipl_signal_add (klass, "exported", 1);
  /* Emitted when the command is in the clipboard, with (nullable) the properties that no option
   * sets. */
  ipl_signal_add (klass, "copied", 1);
  ipl_template_set (klass, "export-dialog", children, callbacks);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ipl_export_dialog_init (IplExportDialog *self)
{
  guint n, n_stills;
  const IplAnimationFormat *animations = ipl_animation_formats (&n);
  const IplFormat *const *stills = ipl_formats (&n_stills);

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "figures-out");
  for (guint i = 0; i < n_stills; i++)
    gtk_string_list_append (self->formats, stills[i]->title);
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (self->formats, animations[i].title);
  gtk_string_list_append (self->formats, "Python script with results");
  self->updating = FALSE;
}

/* Fills the list with the panels that can be drawn. */
static void
offer_panels (IplExportDialog *self)
{
  g_autoptr (GtkStringList) panels = gtk_string_list_new (NULL);
  IplView view;

  self->offered
      = ipl_export_list_panels (ipl_document_get_view (self->document, &view) ? &view : NULL);
  if (self->offered->len == 0)
    {
      g_ptr_array_unref (self->offered);
      self->offered = ipl_export_list_panels (NULL);
    }
  for (guint i = 0; i < self->offered->len; i++)
    {
      const IplPanel *panel = self->offered->pdata[i];

      gtk_string_list_append (panels, ipl_document_get_panel_label (self->document, panel));
    }
  self->updating = TRUE;
  gtk_drop_down_set_model (self->panel, G_LIST_MODEL (panels));
  self->updating = FALSE;
}

/* @panel: (nullable): initial panel; NULL for the one that was exported last, if it can be drawn */
IplExportDialog *
ipl_export_dialog_new (GtkWindow *parent, IplDocument *document, const IplPanel *panel)
{
  IplExportDialog *self
      = g_object_new (IPL_TYPE_EXPORT_DIALOG, "transient-for", parent, "modal", TRUE, NULL);
  IplFigureFile settings;
  guint at;

  self->document = g_object_ref (document);
  offer_panels (self);
  ipl_export_settings_load (&settings);
  ipl_export_dialog_set_extension (self, settings.format);
  ipl_paper_rows_load (self->paper, &settings);
  if (panel == NULL)
    panel = settings.panel;
  ipl_animation_rows_set_widths (self->animation, ipl_document_get_parameters (document));
  if (panel != NULL && g_ptr_array_find (self->offered, panel, &at))
    gtk_drop_down_set_selected (self->panel, at);
  ipl_document_follow (self->document,
                       "figure-style-changed results-changed job-changed::train job-changed::heads",
                       G_CALLBACK (update), self);
  update (self);
  return self;
}
