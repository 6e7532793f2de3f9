/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/dialogs/export-parts.h"

#include <math.h>
#include <string.h>

#include "app/base/theme.h"
#include "app/base/widget-helpers.h"
#include "figures/output/figure.h"

#define MARGIN 8

/* Largest scale of the preview: twice the true size, so that a small figure looks small. */
#define MAX_SCALE (2.0 * 96.0 / 72.0)

/* Preview of an exported figure, in its true proportions. */
struct _IplFigurePreview
{
  GtkDrawingArea parent_instance;
  IplDocument *document;
  const IplPanel *panel; /* (nullable): NULL for an empty preview */
  IplPaper paper;
  IplStyle style;
};

G_DEFINE_FINAL_TYPE (IplFigurePreview, ipl_figure_preview, GTK_TYPE_DRAWING_AREA)

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  IplFigurePreview *self = IPL_FIGURE_PREVIEW (area);
  const IplPaper *paper = &self->paper;
  IplView view;
  double scale;

  if (self->panel == NULL || !ipl_document_get_view (self->document, &view))
    return;
  scale = MIN ((width - MARGIN) / paper->width_pt, (height - MARGIN) / paper->height_pt);
  scale = MIN (scale, MAX_SCALE);
  cairo_translate (cr, round ((width - scale * paper->width_pt) / 2),
                   round ((height - scale * paper->height_pt) / 2));
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, paper->width_pt, paper->height_pt);
  cairo_clip (cr);
  ipl_figure_draw (self->panel, &view, &self->style, cr, paper->width_pt, paper->height_pt);
}

/* @panel: (nullable): the figure; NULL for an empty preview */
void
ipl_figure_preview_show (IplFigurePreview *self, IplDocument *document, const IplPanel *panel,
                         const IplPaper *paper, const IplStyle *style)
{
  g_set_object (&self->document, document);
  self->panel = panel;
  self->paper = *paper;
  self->style = *style;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ipl_figure_preview_dispose (GObject *object)
{
  IplFigurePreview *self = IPL_FIGURE_PREVIEW (object);

  self->panel = NULL;
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ipl_figure_preview_parent_class)->dispose (object);
}

static void
ipl_figure_preview_class_init (IplFigurePreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_figure_preview_dispose;
}

static void
ipl_figure_preview_init (IplFigurePreview *self)
{
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self), draw, NULL, NULL);
}

#define MM_PER_INCH 25.4
#define PT_PER_INCH 72.0

/* Resolutions of print and of screens: an animated slide is 1920 pixels wide. */
#define PRINT_DPI 300.0
#define SCREEN_DPI 144.0

/* Page of a figure: size, text size, resolution and colours. */
struct _IplPaperRows
{
  GtkBox parent_instance;
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
  GtkCheckButton *marked;
  GtkCheckButton *outlines;
  GtkCheckButton *anonymous;
  guint n_presets;
  gboolean unit_is_mm;
  gboolean font_is_own; /* FALSE if it follows the preset */
  gboolean moves;       /* TRUE for an animation */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplPaperRows, ipl_paper_rows, GTK_TYPE_BOX)

static void
notify_changed (IplPaperRows *self)
{
  gtk_widget_set_visible (self->custom_box,
                          gtk_drop_down_get_selected (self->size) >= self->n_presets);
  if (!self->updating)
    g_signal_emit_by_name (self, "changed");
}

static void
on_size (IplPaperRows *self)
{
  self->font_is_own = FALSE;
  notify_changed (self);
}

static void
on_font (IplPaperRows *self)
{
  if (self->updating)
    return;
  self->font_is_own = TRUE;
  notify_changed (self);
}

/* Converts the numbers to the new unit; the size stays. */
static void
on_unit (IplPaperRows *self)
{
  gboolean mm = gtk_drop_down_get_selected (self->unit) == 1, updating = self->updating;
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
  self->updating = updating;
  notify_changed (self);
}

/* Returns: (transfer full): size as text for ipl_paper_init() */
static char *
get_size (IplPaperRows *self)
{
  guint selected = gtk_drop_down_get_selected (self->size);
  char w[G_ASCII_DTOSTR_BUF_SIZE], h[G_ASCII_DTOSTR_BUF_SIZE];

  if (selected < self->n_presets)
    return g_strdup (ipl_paper_presets (NULL)[selected].id);
  g_ascii_formatd (w, sizeof w, "%.7g", gtk_spin_button_get_value (self->width));
  g_ascii_formatd (h, sizeof h, "%.7g", gtk_spin_button_get_value (self->height));
  return g_strdup_printf ("%sx%s%s", w, h, self->unit_is_mm ? "mm" : "in");
}

/* @paper: (out): page of the figure
 * Returns: FALSE with the reason if the page is invalid */
gboolean
ipl_paper_rows_get_paper (IplPaperRows *self, const IplPanel *panel, const IplView *view,
                          IplPaper *paper, GError **error)
{
  double font = self->font_is_own ? gtk_spin_button_get_value (self->font) : 0.0;
  g_autofree char *size = get_size (self);

  if (!ipl_paper_init (paper, size, panel, view, font, gtk_spin_button_get_value (self->dpi),
                       error))
    return FALSE;
  paper->outlines = gtk_check_button_get_active (self->outlines);
  return TRUE;
}

/* @style: (out): appearance of the figure */
void
ipl_paper_rows_get_style (IplPaperRows *self, const IplPaper *paper, IplStyle *style)
{
  static const IplTheme themes[]
      = { IPL_THEME_LIGHT, IPL_THEME_DARK, IPL_THEME_CONTRAST, IPL_THEME_CONTRAST_DARK };
  guint selected = gtk_drop_down_get_selected (self->theme);

  ipl_style_init (style, themes[MIN (selected, G_N_ELEMENTS (themes) - 1)], paper->font_pt);
  style->look = ipl_theme_choice_get_default ()->look;
  style->transparent = !self->moves && gtk_check_button_get_active (self->transparent);
  /* An animation shows the width by its marks. */
  style->marks_shown = self->moves || gtk_check_button_get_active (self->marked);
  ipl_paper_apply (paper, style, style);
}

/* Shows a custom size in the units that are offered. */
static gboolean
set_custom (IplPaperRows *self, const char *size)
{
  gboolean mm = g_str_has_suffix (size, "mm");
  char *end = NULL;
  double width = g_ascii_strtod (size, &end),
         height = *end == 'x' ? g_ascii_strtod (end + 1, NULL) : 0;

  if (!(width > 0 && height > 0) || (!mm && !g_str_has_suffix (size, "in")))
    return FALSE;
  gtk_drop_down_set_selected (self->size, self->n_presets);
  gtk_drop_down_set_selected (self->unit, mm ? 1 : 0);
  gtk_spin_button_set_value (self->width, width);
  gtk_spin_button_set_value (self->height, height);
  return TRUE;
}

/* @settings: settings to show; unknown values leave the widgets unchanged */
void
ipl_paper_rows_load (IplPaperRows *self, const IplFigureFile *settings)
{
  const IplPaperPreset *presets = ipl_paper_presets (NULL);

  self->updating = TRUE;
  if (!set_custom (self, settings->size))
    for (guint i = 0; i < self->n_presets; i++)
      if (strcmp (settings->size, presets[i].id) == 0)
        gtk_drop_down_set_selected (self->size, i);
  gtk_spin_button_set_value (self->dpi, settings->dpi);
  gtk_drop_down_set_selected (self->theme, settings->theme);
  gtk_check_button_set_active (self->transparent, settings->transparent);
  gtk_check_button_set_active (self->marked, settings->marked);
  gtk_check_button_set_active (self->outlines, settings->outlines);
  gtk_check_button_set_active (self->anonymous, settings->anonymous);
  self->font_is_own = settings->font_pt > 0;
  if (self->font_is_own)
    gtk_spin_button_set_value (self->font, settings->font_pt);
  self->updating = FALSE;
  notify_changed (self);
}

/* @settings: (inout): receives the settings; the resolution applies to pages only */
void
ipl_paper_rows_store (IplPaperRows *self, IplFigureFile *settings)
{
  g_autofree char *size = get_size (self);

  settings->size = g_intern_string (size);
  settings->font_pt = self->font_is_own ? gtk_spin_button_get_value (self->font) : 0;
  if (!self->moves)
    settings->dpi = gtk_spin_button_get_value (self->dpi);
  settings->theme = (IplTheme)gtk_drop_down_get_selected (self->theme);
  settings->transparent = gtk_check_button_get_active (self->transparent);
  settings->marked = gtk_check_button_get_active (self->marked);
  settings->outlines = gtk_check_button_get_active (self->outlines);
  settings->anonymous = gtk_check_button_get_active (self->anonymous);
}

/* Shows the options of a format. Animations and pages have separate defaults; values that the user
 * changed stay.
 * @still: (nullable): format of pages; NULL for animations */
void
ipl_paper_rows_set_format (IplPaperRows *self, const IplFormat *still)
{
  gboolean moves = still == NULL, has_pixels = moves || still->has_pixels;
  double usual = moves ? SCREEN_DPI : PRINT_DPI, other = moves ? PRINT_DPI : SCREEN_DPI;

  if (moves != self->moves && gtk_spin_button_get_value (self->dpi) == other)
    gtk_spin_button_set_value (self->dpi, usual);
  self->moves = moves;
  gtk_widget_set_sensitive (GTK_WIDGET (self->transparent), !moves);
  gtk_widget_set_visible (GTK_WIDGET (self->marked), !moves);
  gtk_widget_set_visible (GTK_WIDGET (self->outlines), !moves && still->has_outlines);
  gtk_widget_set_visible (GTK_WIDGET (self->dpi), has_pixels);
  gtk_widget_set_visible (self->dpi_label, has_pixels);
}

/* Shows the text size and page size of a preset. */
void
ipl_paper_rows_show (IplPaperRows *self, const IplPaper *paper)
{
  double unit = (self->unit_is_mm ? MM_PER_INCH : 1.0) / PT_PER_INCH;

  self->updating = TRUE;
  if (!self->font_is_own)
    gtk_spin_button_set_value (self->font, paper->font_pt);
  if (gtk_drop_down_get_selected (self->size) < self->n_presets)
    {
      gtk_spin_button_set_value (self->width, paper->width_pt * unit);
      gtk_spin_button_set_value (self->height, paper->height_pt * unit);
    }
  self->updating = FALSE;
}

/* Returns: (transfer full): size for people */
char *
ipl_paper_rows_describe (IplPaperRows *self, const IplPaper *paper)
{
  double w = paper->width_pt / PT_PER_INCH, h = paper->height_pt / PT_PER_INCH;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%.2f × %.2f in, %.1f × %.1f mm", w, h, w * MM_PER_INCH,
                          h * MM_PER_INCH);
  if (gtk_widget_get_visible (GTK_WIDGET (self->dpi)))
    g_string_append_printf (text, ", %.0f × %.0f pixels", w * paper->dpi, h * paper->dpi);
  return g_string_free (text, FALSE);
}

static void
ipl_paper_rows_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), IPL_TYPE_PAPER_ROWS);
  G_OBJECT_CLASS (ipl_paper_rows_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplPaperRows, name)
static const IplTemplateChild children[]
    = { CHILD (size),   CHILD (custom_box), CHILD (width),     CHILD (height), CHILD (unit),
        CHILD (font),   CHILD (dpi_label),  CHILD (dpi),       CHILD (theme),  CHILD (transparent),
        CHILD (marked), CHILD (outlines),   CHILD (anonymous), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (notify_changed),
                                                 IPL_CALLBACK (on_size),
                                                 IPL_CALLBACK (on_font),
                                                 IPL_CALLBACK (on_unit),
                                                 { NULL } };

static void
ipl_paper_rows_class_init (IplPaperRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_paper_rows_dispose;
  ipl_signal_add (klass, "changed", 0);
  ipl_template_set (klass, "paper-rows", children, callbacks);
}

static void
ipl_paper_rows_init (IplPaperRows *self)
{
  g_autoptr (GtkStringList) sizes = gtk_string_list_new (NULL);
  const IplPaperPreset *presets = ipl_paper_presets (&self->n_presets);

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_spin_accept_comma (self->width);
  ipl_spin_accept_comma (self->height);
  ipl_spin_accept_comma (self->font);
  for (guint i = 0; i < self->n_presets; i++)
    gtk_string_list_append (sizes, presets[i].title);
  gtk_string_list_append (sizes, "Custom size");
  gtk_drop_down_set_model (self->size, G_LIST_MODEL (sizes));
  self->updating = FALSE;
}
