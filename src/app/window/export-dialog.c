/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/window/export-dialog.h"

#include "app/base/theme.h"

#include <math.h>
#include <string.h>

#include "figures/output/export-job.h"
#include "figures/output/figure.h"

#include "app/base/preferences.h"
#include "app/window/animation-rows.h"
#include "app/window/export-panels.h"

#define MM_PER_INCH 25.4
#define PT_PER_INCH 72.0

/* Of print, and of screens: moving pictures of a slide are 1920 pixels wide. */
#define PRINT_DPI 300.0
#define SCREEN_DPI 144.0

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
  IplAnimationRows *animation;
  GtkDropDown *size;
  GtkWidget *custom_box;
  GtkSpinButton *width;
  GtkSpinButton *height;
  GtkDropDown *unit;
  GtkSpinButton *font;
  GtkWidget *dpi_label;
  GtkSpinButton *dpi;
  GtkDropDown *theme;
  GtkCheckButton *transparent;
  GtkDrawingArea *preview;
  GtkLabel *facts;
  GtkLabel *error;
  GtkButton *export_button;
  IplSession *session;
  GPtrArray *offered; /* the panels in the order of the list */
  guint n_presets;
  gboolean unit_is_mm;
  gboolean font_is_own; /* else it follows the preset */
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
  const IplPaperPreset *presets = ipl_paper_presets (NULL);
  guint selected = gtk_drop_down_get_selected (self->size);
  double font = self->font_is_own ? gtk_spin_button_get_value (self->font) : 0.0;
  g_autofree char *custom = NULL;
  char w[G_ASCII_DTOSTR_BUF_SIZE], h[G_ASCII_DTOSTR_BUF_SIZE];

  if (selected < self->n_presets)
    return ipl_paper_init (paper, presets[selected].id, get_panel (self), view, font,
                           gtk_spin_button_get_value (self->dpi), error);
  g_ascii_formatd (w, sizeof w, "%.4f", gtk_spin_button_get_value (self->width));
  g_ascii_formatd (h, sizeof h, "%.4f", gtk_spin_button_get_value (self->height));
  custom = g_strdup_printf ("%sx%s%s", w, h, self->unit_is_mm ? "mm" : "in");
  return ipl_paper_init (paper, custom, get_panel (self), view, font,
                         gtk_spin_button_get_value (self->dpi), error);
}

static void
get_style (IplExportDialog *self, const IplPaper *paper, IplStyle *style)
{
  static const IplTheme themes[]
      = { IPL_THEME_LIGHT, IPL_THEME_DARK, IPL_THEME_CONTRAST, IPL_THEME_CONTRAST_DARK };
  guint selected = gtk_drop_down_get_selected (self->theme);

  ipl_style_init (style, themes[MIN (selected, G_N_ELEMENTS (themes) - 1)], paper->font_pt);
  style->look = ipl_theme_choice_get_look (ipl_theme_choice_get_default ());
  style->transparent
      = get_animation (self) == NULL && gtk_check_button_get_active (self->transparent);
}

static char *
describe_paper (const IplPaper *paper, gboolean has_pixels)
{
  double w = paper->width_pt / PT_PER_INCH, h = paper->height_pt / PT_PER_INCH;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%.2f × %.2f in, %.1f × %.1f mm", w, h, w * MM_PER_INCH,
                          h * MM_PER_INCH);
  if (has_pixels)
    g_string_append_printf (text, ", %.0f × %.0f pixels", w * paper->dpi, h * paper->dpi);
  return g_string_free (text, FALSE);
}

static void
update (IplExportDialog *self)
{
  const IplAnimationFormat *animation = get_animation (self);
  gboolean has_pixels
      = animation != NULL || gtk_drop_down_get_selected (self->format) == IPL_FORMAT_PNG;
  g_autoptr (GError) error = NULL;
  g_autofree char *facts = NULL;
  IplPaper paper;
  IplView view;
  gboolean fine;

  if (self->updating || self->session == NULL)
    return;
  ipl_session_tell_shown (self->session, &self->told, get_panel (self)->needs);
  fine = ipl_session_get_view (self->session, &view) && get_paper (self, &view, &paper, &error)
         && (animation == NULL
             || ipl_animation_rows_check (self->session, get_panel (self), animation, &error));
  gtk_widget_set_visible (GTK_WIDGET (self->animation), animation != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (self->transparent), animation == NULL);
  gtk_widget_set_visible (self->custom_box,
                          gtk_drop_down_get_selected (self->size) >= self->n_presets);
  gtk_widget_set_visible (GTK_WIDGET (self->dpi), has_pixels);
  gtk_widget_set_visible (self->dpi_label, has_pixels);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button), fine);
  gtk_label_set_label (self->error, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), error != NULL);
  if (fine)
    {
      self->updating = TRUE;
      if (!self->font_is_own)
        gtk_spin_button_set_value (self->font, paper.font_pt);
      if (gtk_drop_down_get_selected (self->size) < self->n_presets)
        {
          double unit = self->unit_is_mm ? MM_PER_INCH / PT_PER_INCH : 1.0 / PT_PER_INCH;
          gtk_spin_button_set_value (self->width, paper.width_pt * unit);
          gtk_spin_button_set_value (self->height, paper.height_pt * unit);
        }
      self->updating = FALSE;
      facts = describe_paper (&paper, has_pixels);
      gtk_label_set_label (self->facts, facts);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self->preview));
}

static void
on_changed (IplExportDialog *self)
{
  update (self);
}

/* What is usual for moving pictures is not for print; what was asked for stays. */
static void
on_format (IplExportDialog *self)
{
  double usual = get_animation (self) != NULL ? SCREEN_DPI : PRINT_DPI;
  double other = get_animation (self) != NULL ? PRINT_DPI : SCREEN_DPI;

  if (gtk_spin_button_get_value (self->dpi) == other)
    gtk_spin_button_set_value (self->dpi, usual);
  update (self);
}

static void
on_size (IplExportDialog *self)
{
  self->font_is_own = FALSE;
  update (self);
}

static void
on_font (IplExportDialog *self)
{
  if (self->updating)
    return;
  self->font_is_own = TRUE;
  update (self);
}

/* The size stays, its numbers change. */
static void
on_unit (IplExportDialog *self)
{
  gboolean mm = gtk_drop_down_get_selected (self->unit) == 1;
  double width = gtk_spin_button_get_value (self->width);
  double height = gtk_spin_button_get_value (self->height);
  double factor = mm ? MM_PER_INCH : 1.0 / MM_PER_INCH;

  if (mm == self->unit_is_mm)
    return;
  self->unit_is_mm = mm;
  self->updating = TRUE;
  gtk_spin_button_set_range (self->width, mm ? 12.7 : 0.5, mm ? 1524.0 : 60.0);
  gtk_spin_button_set_range (self->height, mm ? 12.7 : 0.5, mm ? 1524.0 : 60.0);
  gtk_spin_button_set_increments (self->width, mm ? 1.0 : 0.25, mm ? 10.0 : 1.0);
  gtk_spin_button_set_increments (self->height, mm ? 1.0 : 0.25, mm ? 10.0 : 1.0);
  gtk_spin_button_set_value (self->width, width * factor);
  gtk_spin_button_set_value (self->height, height * factor);
  self->updating = FALSE;
  update (self);
}

static void
draw_preview (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  IplExportDialog *self = data;
  IplStyle style;
  IplPaper paper;
  IplView view;
  double scale;

  if (!ipl_session_get_view (self->session, &view) || !get_paper (self, &view, &paper, NULL))
    return;
  get_style (self, &paper, &style);
  scale = MIN ((width - 8) / paper.width_pt, (height - 8) / paper.height_pt);
  /* No larger than twice life size, so that a small figure looks small. */
  scale = MIN (scale, 2.0 * 96.0 / 72.0);
  cairo_translate (cr, round ((width - scale * paper.width_pt) / 2),
                   round ((height - scale * paper.height_pt) / 2));
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, paper.width_pt, paper.height_pt);
  cairo_clip (cr);
  ipl_figure_draw (get_panel (self), &view, &style, cr, paper.width_pt, paper.height_pt);
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
  get_style (self, &paper, &style);
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
on_response (GtkNativeDialog *chooser, int response, IplExportDialog *self)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL && g_file_peek_path (file) != NULL)
    {
      const char *extension = get_extension (self);
      g_autofree char *name = g_file_get_basename (file);
      g_autofree char *path = strchr (name, '.') != NULL
                                  ? g_file_get_path (file)
                                  : g_strconcat (g_file_peek_path (file), ".", extension, NULL);

      ipl_preferences_set_folder (file);
      ipl_export_dialog_export_to (self, path);
    }
  gtk_native_dialog_destroy (chooser);
  g_object_unref (chooser);
}

static void
on_export (IplExportDialog *self)
{
  const char *extension = get_extension (self);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      "Export the Figure", GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, "_Export", NULL);
  g_autofree char *folder_path = ipl_preferences_get_folder ();
  g_autoptr (GFile) folder = g_file_new_for_path (folder_path);
  const IplPanel *panel = get_panel (self);
  g_autofree char *name = g_strdup_printf (
      "interplay-%s.%s", panel == self->offered->pdata[0] ? "figure" : panel->id, extension);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static void
ipl_export_dialog_dispose (GObject *object)
{
  IplExportDialog *self = IPL_EXPORT_DIALOG (object);

  if (self->preview != NULL)
    gtk_drawing_area_set_draw_func (self->preview, NULL, NULL, NULL);
  self->preview = NULL;
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
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, size);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, custom_box);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, width);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, height);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, unit);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, font);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, dpi_label);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, dpi);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, theme);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, transparent);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, facts);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, error);
  gtk_widget_class_bind_template_child (widget_class, IplExportDialog, export_button);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_ended);
  gtk_widget_class_bind_template_callback (widget_class, on_format);
  gtk_widget_class_bind_template_callback (widget_class, on_size);
  gtk_widget_class_bind_template_callback (widget_class, on_font);
  gtk_widget_class_bind_template_callback (widget_class, on_unit);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ipl_export_dialog_init (IplExportDialog *self)
{
  g_autoptr (GtkStringList) sizes = gtk_string_list_new (NULL);
  const IplPaperPreset *presets = ipl_paper_presets (&self->n_presets);
  guint n;
  const IplAnimationFormat *const *animations = ipl_animation_formats (&n);

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < n; i++)
    gtk_string_list_append (self->formats, animations[i]->title);
  for (guint i = 0; i < self->n_presets; i++)
    gtk_string_list_append (sizes, presets[i].title);
  gtk_string_list_append (sizes, "Custom size");
  gtk_drop_down_set_model (self->size, G_LIST_MODEL (sizes));
  gtk_drawing_area_set_draw_func (self->preview, draw_preview, self, NULL);
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
