/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a stop of a story as a slide. */

#include "figures/story/slide.h"

#include "figures/kit/axes-frame.h"
#include "figures/kit/text.h"

/* Fractions of the height of a slide: caption text, and the band of the caption with up to two
 * lines. */
#define CAPTION_TEXT 0.043
#define CAPTION_BAND 0.135
/* Fractions of the height: margin, and preferred text size of figures. */
#define MARGIN 0.022
#define FIGURE_TEXT 0.033

/* Minimum height and width of a readable figure, in units of its text size. */
#define LEAST_HEIGHT 21.0
#define LEAST_WIDTH 30.0

#define LEAST_TEXT 5.0 /* minimum text size in points */
#define SMALLER 0.93   /* factor between tried text sizes of a caption */
#define VEIL 0.74      /* opacity of the layer that dims other panels */

struct _IplSlide
{
  const IplStop *stop; /* (nullable): NULL until it is set */
  IplView view;        /* view set last, for headings */
  IplStyle style;      /* with the text size of the figures */
  double width, height;
  guint n_panels;
  IplRect places[IPL_STOP_MAX_PANELS]; /* areas of figures with headings */
  double heading;                      /* height of a heading */
  IplFigure *figures[IPL_STOP_MAX_PANELS];
  const IplPanel *panels[IPL_STOP_MAX_PANELS]; /* panels of the figures */
  GArray
      *occupied[IPL_STOP_MAX_PANELS]; /* IplRect in points: painted text and keys of each figure */
  GArray *marks[IPL_STOP_MAX_PANELS]; /* IplRect in points: painted marks of each figure */
};

/* Returns the number of columns, as on a page of the window: three for five and more panels. */
static guint
count_columns (guint n_panels)
{
  if (n_panels < 2)
    return 1;
  return n_panels > 4 ? 3 : 2;
}

static double
caption_band (double height, gboolean captioned)
{
  return captioned ? CAPTION_BAND * height : 0;
}

/* Returns: largest text size of figures, in points, at which all are readable */
static double
font_size (guint n_panels, double width, double height, gboolean captioned)
{
  guint columns = count_columns (n_panels);
  guint rows = (MAX (n_panels, 1) + columns - 1) / columns;
  double room = height * (1 - 2 * MARGIN) - caption_band (height, captioned);
  double w = width * (1 - 2 * MARGIN) / columns, h = room / rows;

  return MAX (MIN (FIGURE_TEXT * height, MIN (w / LEAST_WIDTH, h / LEAST_HEIGHT)), LEAST_TEXT);
}

static void
place_panels (IplSlide *self)
{
  guint columns = count_columns (self->n_panels);
  guint rows = (self->n_panels + columns - 1) / columns;
  double margin = MARGIN * self->height, gap = 0.9 * self->style.font_pt;
  double top = margin, left = margin, w = self->width - 2 * margin;
  double h = self->height - margin
             - MAX (margin, caption_band (self->height, self->stop->caption[0] != '\0'));
  double row_height = (h - (rows - 1) * gap) / rows;

  for (guint i = 0; i < self->n_panels; i++)
    {
      guint row = i / columns, n_in_row = MIN (columns, self->n_panels - row * columns);
      double place_width = (w - (n_in_row - 1) * gap) / n_in_row;

      self->places[i] = (IplRect){ left + (i % columns) * (place_width + gap),
                                   top + row * (row_height + gap), place_width, row_height };
    }
  self->heading = 1.35 * ipl_text_height (&self->style, self->style.font_pt);
}

IplSlide *
ipl_slide_new (void)
{
  IplSlide *self = g_new0 (IplSlide, 1);

  for (guint i = 0; i < IPL_STOP_MAX_PANELS; i++)
    {
      self->occupied[i] = g_array_new (FALSE, FALSE, sizeof (IplRect));
      self->marks[i] = g_array_new (FALSE, FALSE, sizeof (IplRect));
    }
  return self;
}

void
ipl_slide_free (IplSlide *self)
{
  for (guint i = 0; i < IPL_STOP_MAX_PANELS; i++)
    {
      g_clear_pointer (&self->figures[i], ipl_figure_free);
      g_array_unref (self->occupied[i]);
      g_array_unref (self->marks[i]);
    }
  g_clear_pointer (&self->stop, ipl_stop_unref);
  g_free (self);
}

/* Returns the area of a figure below its heading. A composite contains its headings. */
static IplRect
figure_place (const IplSlide *self, guint i)
{
  IplRect place = self->places[i];
  double heading = ipl_panel_is_composite (self->panels[i]) ? 0 : self->heading;

  return (IplRect){ place.x, place.y + heading, place.w, MAX (place.h - heading, 0) };
}

/* Sets the content of the slide.
 * @view: content of its figures, as for ipl_figure_set()
 * @style: appearance; the size of the slide sets the text size */
void
ipl_slide_set (IplSlide *self, const IplStop *stop, const IplView *view, const IplStyle *style,
               double width, double height)
{
  const IplStop *old = self->stop;

  self->stop = ipl_stop_ref (stop);
  g_clear_pointer (&old, ipl_stop_unref);
  self->view = *view;
  self->width = width;
  self->height = height;
  self->n_panels = stop->n_panels;
  ipl_style_init (&self->style, style->theme,
                  font_size (stop->n_panels, width, height, stop->caption[0] != '\0'));
  self->style.look = style->look;
  self->style.has_heading = TRUE;
  place_panels (self);
  for (guint i = 0; i < self->n_panels; i++)
    {
      IplRect place;

      if (self->panels[i] != stop->panels[i])
        {
          g_clear_pointer (&self->figures[i], ipl_figure_free);
          self->figures[i] = ipl_figure_new (stop->panels[i]);
          self->panels[i] = stop->panels[i];
        }
      place = figure_place (self, i);
      ipl_figure_set (self->figures[i], view, &self->style, place.w, place.h);
    }
}

/* Drops the layouts after a change of the objects of the view. The slide has to be set before it
 * is drawn. */
void
ipl_slide_invalidate (IplSlide *self)
{
  for (guint i = 0; i < IPL_STOP_MAX_PANELS; i++)
    if (self->figures[i] != NULL)
      ipl_figure_invalidate (self->figures[i]);
}

static void
draw_heading (const IplSlide *self, guint i, cairo_t *cr)
{
  const IplPanel *panel = self->panels[i];
  const IplRect *place = &self->places[i];
  g_autofree char *markup = ipl_panel_heading_markup (panel, &self->view);
  g_autofree char *bold = g_strconcat ("<b>", markup, "</b>", NULL);
  double size = 1.08 * self->style.font_pt;

  /* Aligns baselines, because symbols change the ascent of headings. */
  ipl_text_draw_fitted (cr, &self->style, bold, size, self->style.ink, place->x,
                        place->y + ipl_text_ascent (&self->style, size)
                            - ipl_text_baseline (&self->style, bold, size),
                        place->w);
}

typedef struct
{
  cairo_t *cr;
  GArray *occupied, *marks;
} Recording;

/* Records text or a key of a figure, in device units. */
static void
on_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  Recording *recording = data;
  IplRect place = *ink;

  cairo_device_to_user (recording->cr, &place.x, &place.y);
  cairo_device_to_user_distance (recording->cr, &place.w, &place.h);
  g_array_append_val (*(markup != NULL ? &recording->occupied : &recording->marks), place);
}

static void
paint_figure (const IplSlide *self, guint i, cairo_t *cr)
{
  const IplRecorder *before = ipl_recorder_get (cr);
  IplRecorder recorder = *before;

  recorder.on_text = recorder.on_place = on_text;
  recorder.on_data = &(Recording){ cr, self->occupied[i], self->marks[i] };
  g_array_set_size (self->occupied[i], 0);
  g_array_set_size (self->marks[i], 0);
  ipl_recorder_set (cr, &recorder);
  ipl_figure_paint (self->figures[i], cr);
  ipl_recorder_set (cr, before);
}

static gboolean
steps_back (const IplSlide *self, guint i)
{
  return self->stop->emphasised != NULL && self->stop->emphasised != self->panels[i];
}

/* Draws the static part: figures on paper with headings.
 * @cr: a context with points as user units */
void
ipl_slide_paint (IplSlide *self, cairo_t *cr)
{
  g_return_if_fail (self->stop != NULL);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  ipl_fill (cr, self->style.paper, 1);
  for (guint i = 0; i < self->n_panels; i++)
    {
      IplRect place = figure_place (self, i);

      if (!ipl_panel_is_composite (self->panels[i]))
        draw_heading (self, i, cr);
      ipl_area_begin (cr, &place);
      paint_figure (self, i, cr);
      cairo_restore (cr);
    }
}

/* Draws highlights, and dims the panels that are not emphasised. Only the hovered panel shows a
 * caption for its target; the caption of the stop describes selections.
 * @selected: (nullable): selected target
 * @hovered: (nullable): hovered target
 * @in: (nullable): panel under the pointer
 * @cr: context of the static part */
void
ipl_slide_paint_highlights (IplSlide *self, const IplTarget *selected, const IplTarget *hovered,
                            const IplPanel *in, cairo_t *cr)
{
  g_return_if_fail (self->stop != NULL);
  const IplRecorder *before = ipl_recorder_get (cr);
  IplRecorder recorder = *before;

  if (hovered == NULL || ipl_target_is_none (hovered))
    in = NULL;
  for (guint i = 0; i < self->n_panels; i++)
    {
      IplRect place = figure_place (self, i);
      IplCaptionRoom room = { .width = place.w,
                              .height = place.h,
                              .occupied = self->occupied[i],
                              .marks = self->marks[i],
                              .is_quiet = self->panels[i] != in };

      recorder.captions = &room;
      ipl_recorder_set (cr, &recorder);
      ipl_area_begin (cr, &place);
      ipl_figure_paint_highlights (self->figures[i], selected, hovered, cr);
      cairo_restore (cr);
      ipl_recorder_set (cr, before);
      if (!steps_back (self, i))
        continue;
      place = self->places[i];
      cairo_rectangle (cr, place.x, place.y, place.w, place.h);
      ipl_fill (cr, self->style.paper, VEIL);
    }
}

static double
caption_height (const IplSlide *self, const char *caption, double size, double width)
{
  return ipl_text_draw_wrapped (NULL, &self->style, caption, size, self->style.ink, 0, 0, width);
}

/* Draws the caption below the figures, with smaller text for long captions.
 * @alpha: opacity, in [0, 1] */
void
ipl_slide_paint_caption (const IplSlide *self, const char *caption, double alpha, cairo_t *cr)
{
  double margin = MARGIN * self->height, band = CAPTION_BAND * self->height;
  double width = self->width - 2 * margin, size = CAPTION_TEXT * self->height, least = size, h;

  if (caption[0] == '\0' || alpha <= 0 || width <= 0)
    return;
  while (least > LEAST_TEXT)
    least *= SMALLER;
  /* A caption that does not fit at the minimum size gets that size without further trials. */
  if (caption_height (self, caption, least, width) > band - 0.7 * margin)
    size = least;
  while ((h = caption_height (self, caption, size, width)) > band - 0.7 * margin && size > least)
    size *= SMALLER;
  cairo_save (cr);
  /* An SVG stores an opaque group as a picture; a group as large as the slide costs more than
   * all that is drawn into it. */
  if (alpha < 1)
    {
      cairo_rectangle (cr, 0, self->height - band, self->width, band);
      cairo_clip (cr);
      cairo_push_group (cr);
    }
  ipl_text_draw_wrapped (cr, &self->style, caption, size, self->style.ink, margin,
                         self->height - (band + h) / 2, width);
  if (alpha < 1)
    {
      cairo_pop_group_to_source (cr);
      cairo_paint_with_alpha (cr, alpha);
    }
  cairo_restore (cr);
}

/* Draws the complete slide at a point of the story: at a stop, or in a transition, where either one
 * picture replaces another, or a figure and its caption change continuously.
 * @self: set to the stop @point->to, with a view of the parameters of @point
 * @before: (nullable): slide of @point->from, of equal size in points; required if @point fades
 * @hovered: (nullable): hovered target
 * @in: (nullable): panel under the pointer */
void
ipl_slide_paint_point (IplSlide *self, const IplStoryPoint *point, cairo_surface_t *before,
                       const IplTarget *hovered, const IplPanel *in, cairo_t *cr)
{
  gboolean fades = point->fades && before != NULL && point->fade < 1;

  ipl_slide_paint (self, cr);
  ipl_slide_paint_highlights (self, &point->selected, hovered, in, cr);
  if (!fades && point->from != point->to)
    ipl_slide_paint_caption (self, point->from->caption, 1 - point->fade, cr);
  ipl_slide_paint_caption (self, point->to->caption, fades ? 1 : point->fade, cr);
  /* The slide is opaque, so the previous one is painted above it with decreasing opacity, which
   * needs no group. */
  if (fades)
    {
      cairo_set_source_surface (cr, before, 0, 0);
      cairo_paint_with_alpha (cr, 1 - point->fade);
    }
}

/* @x, @y: (inout): position in points, converted to the coordinates of the figure
 * @panel: (out): panel of the figure, if there is one
 * Returns: (nullable): the figure at this position */
IplFigure *
ipl_slide_find_figure (const IplSlide *self, double *x, double *y, const IplPanel **panel)
{
  for (guint i = 0; self->stop != NULL && i < self->n_panels; i++)
    {
      IplRect place = figure_place (self, i);

      if (!ipl_rect_contains (&place, *x, *y))
        continue;
      *x -= place.x;
      *y -= place.y;
      *panel = self->panels[i];
      return self->figures[i];
    }
  return NULL;
}

/* @target: (out): target at this position, or none
 * Returns: (nullable): the panel at this position */
const IplPanel *
ipl_slide_find (IplSlide *self, double x, double y, IplTarget *target)
{
  const IplPanel *panel = NULL;
  IplFigure *figure = ipl_slide_find_figure (self, &x, &y, &panel);

  *target = IPL_TARGET_NONE;
  if (figure != NULL)
    ipl_figure_find (figure, x, y, target);
  return panel;
}

/* @panel: (out): panel of the figure
 * Returns: area of figure @i, in points */
IplRect
ipl_slide_get_place (const IplSlide *self, guint i, const IplPanel **panel)
{
  *panel = self->panels[i];
  return figure_place (self, i);
}
