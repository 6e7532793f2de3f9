/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/figure-area.h"

#include <math.h>

#include "app/base/document-widget.h"
#include "app/base/theme.h"
#include "app/base/widget-helpers.h"
#include "figures/kit/text.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"
#include "figures/view/target-sentence.h"

G_DEFINE_FINAL_TYPE (IplFigureArea, ipl_figure_area, GTK_TYPE_WIDGET)

/* A text of the figure with symbols, in pixels of the widget. */
typedef struct
{
  IplRect place;
  char *markup;
} Sign;

static void
sign_free (gpointer data)
{
  g_free (((Sign *)data)->markup);
  g_free (data);
}

/* Returns: context that gives the letters in its figure their meaning */
static IplSymbolPlace
get_symbols (IplFigureArea *self)
{
  const IplPanel *panel = self->panel;
  gboolean paths = panel->experiment == NULL ? panel->fits == NULL
                                             : g_str_equal (panel->experiment, "head-course");

  return paths ? IPL_SYMBOL_PATHS : IPL_SYMBOL_DYNAMICS;
}

static void
on_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  IplFigureArea *self = data;
  g_autofree char *explanation
      = markup != NULL ? ipl_symbols_explain (markup, get_symbols (self)) : NULL;
  double scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  double pt = scale * IPL_PX_PER_PT;
  IplRect place = { ink->x / pt - 1, ink->y / pt - 1, ink->w / pt + 2, ink->h / pt + 2 };
  Sign *sign;

  g_array_append_val (*(markup != NULL ? &self->occupied : &self->marks), place);
  if (explanation == NULL)
    return;
  sign = g_new0 (Sign, 1);
  sign->place = (IplRect){ ink->x / scale, ink->y / scale, ink->w / scale, ink->h / scale };
  sign->markup = g_strdup (markup);
  g_ptr_array_add (self->signs, sign);
}

static const Sign *
find_sign (IplFigureArea *self, double x, double y)
{
  for (guint i = self->signs->len; i-- > 0;)
    {
      const Sign *sign = self->signs->pdata[i];
      IplRect reach
          = { sign->place.x - 3, sign->place.y - 3, sign->place.w + 6, sign->place.h + 6 };

      if (ipl_rect_contains (&reach, x, y))
        return sign;
    }
  return NULL;
}

/* Returns: (transfer full) (nullable): meanings of the symbols in the text at (x, y) */
char *
ipl_figure_area_describe_symbols_at (IplFigureArea *self, double x, double y)
{
  const Sign *sign = find_sign (self, x, y);

  return sign != NULL ? ipl_symbols_explain (sign->markup, get_symbols (self)) : NULL;
}

/* Enables the tooltip only over text with symbols. GTK 4.8 starts a timeout for every widget with a
 * tooltip, which may fire after the window is destroyed. */
void
ipl_figure_area_offer_tip (IplFigureArea *self, double x, double y)
{
  gboolean has_sign = find_sign (self, x, y) != NULL;

  if (has_sign != gtk_widget_get_has_tooltip (GTK_WIDGET (self)))
    gtk_widget_set_has_tooltip (GTK_WIDGET (self), has_sign);
}

static gboolean
ipl_figure_area_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                               GtkTooltip *tooltip)
{
  IplFigureArea *self = IPL_FIGURE_AREA (widget);
  const Sign *sign = keyboard ? NULL : find_sign (self, x, y);
  g_autofree char *explanation
      = sign != NULL ? ipl_figure_area_describe_symbols_at (self, x, y) : NULL;
  GdkRectangle place;

  if (explanation == NULL)
    return FALSE;
  place = (GdkRectangle){ (int)sign->place.x, (int)sign->place.y, (int)ceil (sign->place.w),
                          (int)ceil (sign->place.h) };
  gtk_tooltip_set_text (tooltip, explanation);
  gtk_tooltip_set_tip_area (tooltip, &place);
  return TRUE;
}

/* Returns: text size in points. It grows slowly with the panel, for reading an enlarged one from a
 *   distance, and with the text size of the desktop and the user, while it leaves enough space for
 *   the figure. */
static double
font_size (int width, int height, double scale)
{
  double side = MIN (width / 4.0, height / 3.0);
  double usual = CLAMP (7.5 + (side - 90.0) / 45.0, 7.5, 13.0);

  return MIN (scale * usual, MAX (usual, side / 6.5));
}

/* Returns: (nullable) (transfer none): figure of the present results at the size of the widget in
 *   points. Its layouts are cached until one of these changes. */
IplFigure *
ipl_figure_area_get_figure (IplFigureArea *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  IplThemeChoice *choice = ipl_theme_choice_get_default ();
  IplStyle style;
  IplView view;

  if (self->document == NULL || !ipl_document_get_view (self->document, &view))
    return NULL;
  ipl_style_init (&style, choice->theme,
                  font_size (width, height, ipl_theme_choice_get_text_scale (choice)));
  style.look = choice->look;
  style.has_controls = TRUE;
  style.has_heading = TRUE;
  ipl_figure_set (self->figure, &view, &style, width / IPL_PX_PER_PT, height / IPL_PX_PER_PT);
  return self->figure;
}

/* @recorder: (nullable): receives the drawn text and places */
static GdkTexture *
render (IplFigureArea *self, double scale, const IplRecorder *recorder)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  cairo_surface_t *surface;
  GdkTexture *texture;
  IplFigure *figure;
  cairo_t *cr;
  IplView view;

  if (self->document == NULL || width < 2 || height < 2
      || !ipl_document_get_view (self->document, &view))
    return NULL;
  figure = ipl_figure_area_get_figure (self);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int)lround (width * scale),
                                        (int)lround (height * scale));
  cr = cairo_create (surface);
  cairo_scale (cr, scale * IPL_PX_PER_PT, scale * IPL_PX_PER_PT);
  ipl_recorder_set (cr, recorder);
  ipl_figure_paint (figure, cr);
  cairo_destroy (cr);
  texture = ipl_texture_new (surface);
  cairo_surface_destroy (surface);
  return texture;
}

/* @scale: pixels of the texture per pixel of the widget
 * Returns: (transfer full) (nullable): the figure without highlights, at the size of the widget */
GdkTexture *
ipl_figure_area_render (IplFigureArea *self, double scale)
{
  return render (self, scale, NULL);
}

/* Returns: (transfer full) (nullable): the figure without highlights as an SVG, at the size of the
 *   widget */
GBytes *
ipl_figure_area_get_drawing (IplFigureArea *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  IplPaper page = { .width_pt = width / IPL_PX_PER_PT, .height_pt = height / IPL_PX_PER_PT };
  g_autoptr (GError) error = NULL;
  GBytes *bytes;
  IplView view;

  if (self->document == NULL || width < 2 || height < 2
      || !ipl_document_get_view (self->document, &view))
    return NULL;
  bytes = ipl_figure_make (self->panel, &view,
                           ipl_figure_get_style (ipl_figure_area_get_figure (self)), &page, NULL,
                           &ipl_format_svg, &error);
  if (error != NULL)
    g_warning ("%s", error->message);
  return bytes;
}

static void
ensure_texture (IplFigureArea *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (self->texture != NULL && self->texture_width == width && self->texture_height == height
      && self->texture_scale == scale)
    return;
  g_clear_object (&self->texture);
  g_ptr_array_set_size (self->signs, 0);
  g_array_set_size (self->occupied, 0);
  g_array_set_size (self->marks, 0);
  self->texture = render (
      self, scale, &(IplRecorder){ .on_text = on_text, .on_place = on_text, .on_data = self });
  self->texture_width = width;
  self->texture_height = height;
  self->texture_scale = scale;
}

/* TRUE for the only figure that shows the caption of the hovered target. */
static gboolean
speaks (IplFigureArea *self, IplSelection *selection)
{
  const IplPanel *in = ipl_selection_get_panel (selection);

  return in != NULL ? in == self->panel : gtk_widget_has_focus (GTK_WIDGET (self));
}

static void
ipl_figure_area_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  IplFigureArea *self = IPL_FIGURE_AREA (widget);
  float width = (float)gtk_widget_get_width (widget);
  float height = (float)gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, width, height);
  IplCaptionRoom room;
  IplSelection *selection;
  IplFigure *figure;
  cairo_t *cr;

  ensure_texture (self);
  figure = ipl_figure_area_get_figure (self);
  if (self->texture == NULL || figure == NULL)
    return;
  ipl_snapshot_append_texture (snapshot, widget, self->texture, &bounds);
  selection = ipl_document_get_selection (self->document);
  if (ipl_target_is_none (ipl_selection_get_selected (selection))
      && ipl_target_is_none (ipl_selection_get_hovered (selection)))
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  cairo_scale (cr, IPL_PX_PER_PT, IPL_PX_PER_PT);
  room = (IplCaptionRoom){ .width = width / IPL_PX_PER_PT,
                           .height = height / IPL_PX_PER_PT,
                           .occupied = self->occupied,
                           .marks = self->marks,
                           .is_quiet = !speaks (self, selection) };
  ipl_recorder_set (cr, &(IplRecorder){ .captions = &room });
  ipl_figure_paint_highlights (figure, ipl_selection_get_selected (selection),
                               ipl_selection_get_hovered (selection), cr);
  cairo_destroy (cr);
}

static void
ipl_figure_area_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 168 : 116;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 480 : 320;
}

static void
update_accessible (IplFigureArea *self)
{
  g_autofree char *description = NULL;
  IplView view;

  if (self->document == NULL || !ipl_document_get_view (self->document, &view))
    return;
  description = ipl_figure_describe (self->panel, &view);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  ipl_panel_heading (self->panel, &view),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
redraw (IplFigureArea *self)
{
  if (self->document != NULL)
    ipl_document_get_view (self->document, &self->drawn);
  g_clear_object (&self->texture);
  ipl_figure_invalidate (self->figure);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_results (IplFigureArea *self)
{
  redraw (self);
  /* The accessible description is updated only for visible panels, not at every width. */
  self->undescribed = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (!self->undescribed)
    update_accessible (self);
}

static void
ipl_figure_area_map (GtkWidget *widget)
{
  IplFigureArea *self = IPL_FIGURE_AREA (widget);

  GTK_WIDGET_CLASS (ipl_figure_area_parent_class)->map (widget);
  if (self->undescribed)
    update_accessible (self);
  self->undescribed = FALSE;
  if (self->document != NULL)
    ipl_document_update_needs (self->document, &self->reported, self->panel->needs);
}

static void
ipl_figure_area_unmap (GtkWidget *widget)
{
  IplFigureArea *self = IPL_FIGURE_AREA (widget);

  if (self->document != NULL)
    ipl_document_update_needs (self->document, &self->reported, 0);
  GTK_WIDGET_CLASS (ipl_figure_area_parent_class)->unmap (widget);
}

/* Redraws panels of training after a training result. */
static void
on_training (IplFigureArea *self)
{
  gint64 now = g_get_monotonic_time ();
  IplLearningCurve curve = { 0 };
  IplView view;

  if ((self->panel->needs & IPL_NEEDS_TRAINING) == 0
      || !ipl_document_get_view (self->document, &view))
    return;
  if (view.training != NULL)
    curve = *view.training;
  /* A change of the remaining time alone is drawn less often. */
  if (curve.running && self->curve.running && curve.n_points == self->curve.n_points
      && now - self->drawn_usec < G_USEC_PER_SEC)
    return;
  self->curve = curve;
  self->drawn_usec = now;
  on_results (self);
}

static void
on_heads (IplFigureArea *self)
{
  if (self->panel->needs
      & (IPL_NEEDS_GALLERY | IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING | IPL_NEEDS_KERNELS))
    on_results (self);
}

/* Redraws if the view has changed otherwise than by results, which have their own signal. */
static void
follow (IplFigureArea *self)
{
  IplView view;

  if (ipl_document_get_view (self->document, &view)
      && !ipl_view_same (&view, &self->drawn, self->panel->needs & ~(guint)IPL_NEEDS_TRAINING))
    on_results (self);
}

static void
on_selection (IplFigureArea *self)
{
  const IplTarget *shown = ipl_selection_get_shown (ipl_document_get_selection (self->document));
  IplView view;

  follow (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (gtk_widget_has_focus (GTK_WIDGET (self)) && !ipl_target_is_none (shown)
      && ipl_document_get_view (self->document, &view))
    {
      g_autofree char *text = ipl_figure_describe_target (self->panel, shown, &view);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                      text, -1);
    }
}

void
ipl_figure_area_set_session (IplFigureArea *self, IplDocument *document)
{
  g_return_if_fail (self->document == NULL);
  self->document = g_object_ref (document);
  ipl_document_follow (document, "results-changed figure-style-changed", G_CALLBACK (on_results),
                       self);
  ipl_document_follow (document, "parameters-changed", G_CALLBACK (follow), self);
  ipl_document_follow (document, "job-changed::train", G_CALLBACK (on_training), self);
  ipl_document_follow (document, "job-changed::heads shown-changed", G_CALLBACK (on_heads), self);
  g_signal_connect_object (ipl_document_get_selection (document), "changed",
                           G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  on_results (self);
}

void
ipl_figure_area_set_panel (IplFigureArea *self, const IplPanel *panel)
{
  self->panel = panel;
  ipl_figure_free (self->figure);
  self->figure = ipl_figure_new (panel);
  ipl_widget_set_name (self, panel->title);
  on_results (self);
}

static void
ipl_figure_area_dispose (GObject *object)
{
  IplFigureArea *self = IPL_FIGURE_AREA (object);

  if (self->document != NULL)
    ipl_document_update_needs (self->document, &self->reported, 0);
  g_clear_object (&self->document);
  g_clear_object (&self->texture);
  G_OBJECT_CLASS (ipl_figure_area_parent_class)->dispose (object);
}

static void
ipl_figure_area_finalize (GObject *object)
{
  ipl_figure_free (IPL_FIGURE_AREA (object)->figure);
  g_ptr_array_unref (IPL_FIGURE_AREA (object)->signs);
  g_array_unref (IPL_FIGURE_AREA (object)->occupied);
  g_array_unref (IPL_FIGURE_AREA (object)->marks);
  G_OBJECT_CLASS (ipl_figure_area_parent_class)->finalize (object);
}

static void
ipl_figure_area_class_init (IplFigureAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_figure_area_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_figure_area_finalize;
  widget_class->snapshot = ipl_figure_area_snapshot;
  widget_class->map = ipl_figure_area_map;
  widget_class->unmap = ipl_figure_area_unmap;
  widget_class->measure = ipl_figure_area_measure;
  widget_class->query_tooltip = ipl_figure_area_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "figure");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ipl_figure_area_init (IplFigureArea *self)
{
  self->panel = ipl_panels (NULL)[0];
  self->figure = ipl_figure_new (self->panel);
  self->signs = g_ptr_array_new_with_free_func (sign_free);
  self->occupied = g_array_new (FALSE, FALSE, sizeof (IplRect));
  self->marks = g_array_new (FALSE, FALSE, sizeof (IplRect));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (ipl_theme_choice_get_default (), "changed", G_CALLBACK (redraw), self,
                           G_CONNECT_SWAPPED);
}
