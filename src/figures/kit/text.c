/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pango markup, laid out in points. The context has no screen: no hinting and no resolution, so
 * that text has the same extents in the window, in a PNG at any resolution and in a PDF. */

#include "figures/kit/text.h"

#include "core/base/error.h"
#include "figures/kit/recorder.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

/* Minimum size of sub- and superscripts in points, unless the text itself is smaller. */
#define LEAST_PT 5.0

/* Number of entries at which the cache of sizes is emptied. */
#define CACHE_SIZE 4096
/* Number of bytes of wrapped text that Pango lays out at a time. */
#define WRAPPED_AT_ONCE 1000

typedef struct
{
  PangoFontMap *map;
  PangoContext *context;
  GHashTable *sizes; /* key text -> IplTextSize */
} Typesetter;

static void
typesetter_free (gpointer data)
{
  Typesetter *self = data;
  g_hash_table_unref (self->sizes);
  g_object_unref (self->context);
  g_object_unref (self->map);
  g_free (self);
}

/* Pango objects are not thread-safe, and exports may run in other threads. */
static GPrivate per_thread = G_PRIVATE_INIT (typesetter_free);

static Typesetter *
typesetter_get (void)
{
  Typesetter *self = g_private_get (&per_thread);
  if (self != NULL)
    return self;
  self = g_new0 (Typesetter, 1);
  self->map = pango_cairo_font_map_new ();
  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (self->map), 72);
  self->context = pango_font_map_create_context (self->map);
  cairo_font_options_t *options = cairo_font_options_create ();
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (self->context, options);
  cairo_font_options_destroy (options);
  pango_context_set_round_glyph_positions (self->context, FALSE);
  /* The locale's language would select other glyphs: Turkish has no ligature fi. */
  pango_context_set_language (self->context, pango_language_from_string ("en"));
  self->sizes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_private_set (&per_thread, self);
  return self;
}

/* Checks with fontconfig for a usable font. Call it before the other functions, and in the window
 * before GTK starts.
 * Returns: TRUE if a font can be drawn */
gboolean
ipl_text_has_font (GError **error)
{
  g_autoptr (GObject) map = G_OBJECT (pango_cairo_font_map_new ());
  g_autoptr (GObject) context = NULL, font = NULL;
  PangoFontDescription *any = pango_font_description_from_string ("Sans 10");
  g_autofree PangoFontFamily **families = NULL;
  int n = 0;

  pango_font_map_list_families (PANGO_FONT_MAP (map), &families, &n);
  if (n > 0)
    {
      context = G_OBJECT (pango_font_map_create_context (PANGO_FONT_MAP (map)));
      font = (GObject *)pango_font_map_load_font (PANGO_FONT_MAP (map), PANGO_CONTEXT (context),
                                                  any);
    }
  pango_font_description_free (any);
  if (font != NULL)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_MISSING,
                   "No font was found on this machine, so nothing can be drawn: install one "
                   "(such as the package fonts-dejavu-core), or check FONTCONFIG_FILE.");
}

/* Returns the font size of a run, in points. */
static double
run_size (const PangoLayoutRun *run)
{
  PangoFontDescription *font = pango_font_describe_with_absolute_size (run->item->analysis.font);
  double size = (double)pango_font_description_get_size (font) / PANGO_SCALE;

  pango_font_description_free (font);
  return size;
}

/* A run that is too small, and the byte range of its attributes. */
typedef struct
{
  guint at; /* byte in the text */
  gboolean found;
  guint begin, end;
} Script;

/* Removes the scale attribute of the run of @data. */
static gboolean
remove_scale (PangoAttribute *attribute, gpointer data)
{
  Script *script = data;

  if (attribute->klass->type != PANGO_ATTR_FONT_SCALE || attribute->start_index > script->at
      || attribute->end_index <= script->at)
    return FALSE;
  script->found = TRUE;
  script->begin = attribute->start_index;
  script->end = attribute->end_index;
  return TRUE;
}

static void
enlarge (PangoAttrList *attributes, guint at)
{
  Script script = { .at = at };
  PangoAttrList *unscaled = pango_attr_list_filter (attributes, remove_scale, &script);
  PangoAttribute *size;

  g_clear_pointer (&unscaled, pango_attr_list_unref);
  if (!script.found)
    return;
  size = pango_attr_size_new_absolute ((int)(LEAST_PT * PANGO_SCALE));
  size->start_index = script.begin;
  size->end_index = script.end;
  pango_attr_list_change (attributes, size);
}

/* Sets scripts below the minimum size to that size. They keep their rise. */
static void
enlarge_scripts (PangoLayout *layout)
{
  PangoAttrList *attributes = pango_attr_list_copy (pango_layout_get_attributes (layout));
  PangoLayoutIter *iter = pango_layout_get_iter (layout);

  do
    {
      const PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);

      if (run != NULL && run_size (run) < LEAST_PT - 1e-3)
        enlarge (attributes, (guint)run->item->offset);
    }
  while (pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
}

static PangoLayout *
make_layout (const IplStyle *style, const char *markup, double size)
{
  PangoLayout *layout = pango_layout_new (typesetter_get ()->context);
  PangoFontDescription *font = pango_font_description_new ();
  pango_font_description_set_family (font, style->font_family);
  pango_font_description_set_absolute_size (font, MAX (size, 0.1) * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_markup (layout, markup, -1);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (size >= LEAST_PT && strstr (markup, "<su") != NULL)
    enlarge_scripts (layout);
  return layout;
}

static void
read_size (PangoLayout *layout, IplTextSize *out)
{
  PangoRectangle ink, logical;
  pango_layout_get_extents (layout, &ink, &logical);
  *out = (IplTextSize){
    .w = (double)logical.width / PANGO_SCALE,
    .h = (double)logical.height / PANGO_SCALE,
    .ink_x = (double)ink.x / PANGO_SCALE,
    .ink_y = (double)ink.y / PANGO_SCALE,
    .ink_w = (double)ink.width / PANGO_SCALE,
    .ink_h = (double)ink.height / PANGO_SCALE,
  };
}

void
ipl_text_measure (const IplStyle *style, const char *markup, double size, IplTextSize *out)
{
  Typesetter *self = typesetter_get ();
  g_autofree char *key = g_strdup_printf ("%.4f\x1f%s\x1f%s", size, style->font_family, markup);
  const IplTextSize *cached = g_hash_table_lookup (self->sizes, key);
  if (cached != NULL)
    {
      *out = *cached;
      return;
    }
  g_autoptr (PangoLayout) layout = make_layout (style, markup, size);
  read_size (layout, out);
  if (g_hash_table_size (self->sizes) >= CACHE_SIZE)
    g_hash_table_remove_all (self->sizes);
  g_hash_table_insert (self->sizes, g_steal_pointer (&key), g_memdup2 (out, sizeof *out));
}

double
ipl_text_width (const IplStyle *style, const char *markup, double size)
{
  IplTextSize extents;
  ipl_text_measure (style, markup, size, &extents);
  return extents.w;
}

/* Returns the height of a line of text, in points. */
double
ipl_text_height (const IplStyle *style, double size)
{
  IplTextSize extents;
  ipl_text_measure (style, "Ag", size, &extents);
  return extents.h;
}

/* Converts a rectangle from user space to device units. */
static IplRect
device_box (cairo_t *cr, double x, double y, double w, double h)
{
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
  for (int corner = 0; corner < 4; corner++)
    {
      double at_x = x + (corner & 1 ? w : 0), at_y = y + (corner & 2 ? h : 0);
      cairo_user_to_device (cr, &at_x, &at_y);
      left = MIN (left, at_x);
      right = MAX (right, at_x);
      top = MIN (top, at_y);
      bottom = MAX (bottom, at_y);
    }
  return (IplRect){ left, top, right - left, bottom - top };
}

/* Returns a character without a glyph in any font, which Pango draws as a box; 0 for none. */
static gunichar
find_missing (PangoLayout *layout)
{
  PangoLayoutIter *iter;
  gunichar missing = 0;

  if (pango_layout_get_unknown_glyphs_count (layout) == 0)
    return 0;
  iter = pango_layout_get_iter (layout);
  do
    {
      const PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);

      for (int i = 0; run != NULL && missing == 0 && i < run->glyphs->num_glyphs; i++)
        if (run->glyphs->glyphs[i].glyph & PANGO_GLYPH_UNKNOWN_FLAG)
          missing = run->glyphs->glyphs[i].glyph & ~PANGO_GLYPH_UNKNOWN_FLAG;
    }
  while (missing == 0 && pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  return missing;
}

static void
show (cairo_t *cr, PangoLayout *layout, const char *markup, double size, IplColor color,
      double align)
{
  const IplRecorder *recorder = ipl_recorder_get (cr);
  IplRecorderText text = { layout, markup, size, color, align };

  /* The current point is the top left corner of the layout. */
  if (recorder->on_text != NULL || recorder->room != NULL)
    {
      IplTextSize extents;
      double x0, y0;
      cairo_get_current_point (cr, &x0, &y0);
      read_size (layout, &extents);
      IplRect box
          = device_box (cr, x0 + extents.ink_x, y0 + extents.ink_y, extents.ink_w, extents.ink_h);
      if (recorder->room != NULL && box.w > 0 && box.h > 0)
        g_array_append_val (recorder->room->texts, box);
      if (recorder->on_text != NULL)
        recorder->on_text (markup, size, &box, recorder->on_data);
    }
  if (recorder->room != NULL && recorder->room->missing == 0)
    recorder->room->missing = find_missing (layout);
  ipl_set_color (cr, color, 1);
  if (recorder->set_text == NULL || !recorder->set_text (cr, &text, recorder->data))
    pango_cairo_show_layout (cr, layout);
  cairo_new_path (cr);
}

/* Draws @markup so that the anchor (@anchor_x, @anchor_y), in fractions of the size of its
 * logical box, is at (@x, @y). */
void
ipl_text_draw (cairo_t *cr, const IplStyle *style, const char *markup, double size, IplColor color,
               double x, double y, double anchor_x, double anchor_y)
{
  g_autoptr (PangoLayout) layout = make_layout (style, markup, size);
  IplTextSize extents;
  read_size (layout, &extents);
  cairo_move_to (cr, x - anchor_x * extents.w, y - anchor_y * extents.h);
  show (cr, layout, markup, size, color, anchor_x);
}

/* Draws @markup from @x on, with its baseline at @y. */
void
ipl_text_draw_on (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                  IplColor color, double x, double y)
{
  g_autoptr (PangoLayout) layout = make_layout (style, markup, size);

  cairo_move_to (cr, x, y - (double)pango_layout_get_baseline (layout) / PANGO_SCALE);
  show (cr, layout, markup, size, color, 0);
}

/* Returns the distance of the baseline of @markup from its top, in points. */
double
ipl_text_baseline (const IplStyle *style, const char *markup, double size)
{
  g_autoptr (PangoLayout) layout = make_layout (style, markup, size);

  return (double)pango_layout_get_baseline (layout) / PANGO_SCALE;
}

/* Returns the ascent of plain text, in points. */
double
ipl_text_ascent (const IplStyle *style, double size)
{
  return ipl_text_baseline (style, "Ag", size);
}

/* Draws @markup reading upwards, centred at (@x, @y) but shifted to lie between @top and
 * @bottom. Draws nothing if it does not fit. */
void
ipl_text_draw_up_within (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                         IplColor color, double x, double y, double top, double bottom)
{
  double half = ipl_text_width (style, markup, size) / 2;
  if (2 * half > bottom - top)
    {
      ipl_room_add_left_out (cr);
      return;
    }
  cairo_save (cr);
  cairo_translate (cr, x, CLAMP (y, top + half, bottom - half));
  cairo_rotate (cr, -G_PI / 2);
  ipl_text_draw (cr, style, markup, size, color, 0, 0, 0.5, 0.5);
  cairo_restore (cr);
}

/* Draws @markup from the top left corner (@x, @y), with an ellipsis beyond @max_width. */
void
ipl_text_draw_fitted (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                      IplColor color, double x, double y, double max_width)
{
  g_autoptr (PangoLayout) layout = make_layout (style, markup, size);
  IplTextSize extents;
  read_size (layout, &extents);
  if (extents.w > max_width)
    {
      pango_layout_set_width (layout, (int)(MAX (max_width, 0) * PANGO_SCALE));
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }
  cairo_move_to (cr, x, y);
  show (cr, layout, markup, size, color, 0);
}

static PangoLayout *
make_wrapped (const IplStyle *style, const char *markup, double size, double width)
{
  PangoLayout *layout = make_layout (style, markup, size);

  pango_layout_set_single_paragraph_mode (layout, FALSE);
  pango_layout_set_width (layout, (int)(MAX (width, 0) * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  return layout;
}

/* Breaks a long text into lines piece by piece, because Pango's time to wrap grows with the square
 * of the length. The last piece stays as it is.
 * @text: plain text
 * @laid_out: (out): number of bytes laid out by Pango
 * Returns: (transfer full): @text with a newline at the end of each line */
char *
ipl_text_break_lines (const IplStyle *style, const char *text, double size, double width,
                      gsize *laid_out)
{
  GString *broken = g_string_new (NULL);
  const char *end = text + strlen (text);
  gsize piece = WRAPPED_AT_ONCE;

  *laid_out = 0;
  while ((gsize)(end - text) > piece)
    {
      const char *cut = g_utf8_find_prev_char (text, text + piece + 1);
      g_autofree char *markup = g_markup_escape_text (text, cut - text);
      g_autoptr (PangoLayout) layout = make_wrapped (style, markup, size, width);
      int n = pango_layout_get_line_count (layout), from = 0;

      *laid_out += (gsize)(cut - text);
      piece = n < 2 ? 2 * piece : WRAPPED_AT_ONCE;
      for (int i = 1; i < n; i++)
        {
          int to = pango_layout_get_line_readonly (layout, i)->start_index;

          g_string_append_len (broken, text + from, to - from);
          if (broken->len > 0 && broken->str[broken->len - 1] != '\n')
            g_string_append_c (broken, '\n');
          from = to;
        }
      text += from;
    }
  g_string_append (broken, text);
  return g_string_free (broken, FALSE);
}

/* Draws plain text from the top left corner (@x, @y) in lines of at most @width. Returns: their
 * height; only measures if @cr is NULL */
double
ipl_text_draw_wrapped (cairo_t *cr, const IplStyle *style, const char *text, double size,
                       IplColor color, double x, double y, double width)
{
  gsize laid_out;
  g_autofree char *broken = ipl_text_break_lines (style, text, size, width, &laid_out);
  g_autofree char *markup = g_markup_escape_text (broken, -1);
  g_autoptr (PangoLayout) layout = make_wrapped (style, markup, size, width);
  IplTextSize extents;

  read_size (layout, &extents);
  if (cr != NULL)
    {
      cairo_move_to (cr, x, y);
      show (cr, layout, markup, size, color, 0);
    }
  return extents.h;
}

/* Reports a visible box that captions must not cover. */
void
ipl_text_record_place (cairo_t *cr, double x, double y, double w, double h)
{
  const IplRecorder *recorder = ipl_recorder_get (cr);
  IplRect box = device_box (cr, x, y, w, h);

  if (recorder->on_place != NULL)
    recorder->on_place ("", 0, &box, recorder->on_data);
}

/* Reports a box of a mark, which captions cover only if all other positions are worse. */
void
ipl_text_record_mark (cairo_t *cr, double x, double y, double w, double h)
{
  const IplRecorder *recorder = ipl_recorder_get (cr);
  IplRect box = device_box (cr, x, y, w, h);

  if (recorder->on_place != NULL)
    recorder->on_place (NULL, 0, &box, recorder->on_data);
}

/* Luminance at which black and white text have equal contrast. */
#define MIDDLE 0.179

/* Luminances between which neither reaches the contrast of 7 to 1, required by high contrast. */
#define PLATE_FROM 0.1
#define PLATE_TO 0.3

/* Draws text in black or white. In high contrast, cells of medium luminance get a plate of paper
 * colour with text in ink. */
void
ipl_cell_text_draw (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                    IplColor cell, double x, double y)
{
  double Y = ipl_color_luminance (cell);
  IplColor color = Y > MIDDLE ? (IplColor){ 0, 0, 0 } : (IplColor){ 1, 1, 1 };

  if (style->theme >= IPL_THEME_CONTRAST && Y > PLATE_FROM && Y < PLATE_TO)
    {
      double w = ipl_text_width (style, markup, size) + 0.4 * size;
      double h = ipl_text_height (style, size);

      cairo_rectangle (cr, x - w / 2, y - h / 2, w, h);
      ipl_fill (cr, style->paper, 1);
      color = style->ink;
    }
  ipl_text_draw (cr, style, markup, size, color, x, y, 0.5, 0.5);
}
