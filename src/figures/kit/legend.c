/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Legends: keys in rows from left to right. */

#include "figures/kit/legend.h"

#include "figures/kit/recorder.h"
#include "figures/kit/text.h"

#include <math.h>

static void
key_clear (gpointer data)
{
  g_free (((IplLegendKey *)data)->markup);
}

void
ipl_legend_init (IplLegend *self)
{
  *self = (IplLegend){ .keys = g_array_new (FALSE, TRUE, sizeof (IplLegendKey)) };
  g_array_set_clear_func (self->keys, key_clear);
}

void
ipl_legend_clear (IplLegend *self)
{
  g_clear_pointer (&self->keys, g_array_unref);
}

void
ipl_legend_add (IplLegend *self, IplKeyKind kind, char *markup_take, IplColor color,
                double line_width, IplDash dash)
{
  IplLegendKey key = {
    .kind = kind, .markup = markup_take, .color = color, .line_width = line_width, .dash = dash
  };
  g_array_append_val (self->keys, key);
}

/* Adds a line of text without a key. */
void
ipl_legend_add_note (IplLegend *self, const IplStyle *style, char *markup_take)
{
  ipl_legend_add (self, IPL_KEY_NONE, markup_take, style->ink, 0, IPL_DASH_SOLID);
}

/* Adds a key with a marker: IPL_KEY_MARKER or IPL_KEY_LINE_MARKER. */
void
ipl_legend_add_marker (IplLegend *self, IplKeyKind kind, char *markup_take, IplColor color,
                       double line_width, IplDash dash, IplMarker marker, gboolean hollow)
{
  ipl_legend_add (self, kind, markup_take, color, line_width, dash);
  IplLegendKey *key = &g_array_index (self->keys, IplLegendKey, self->keys->len - 1);
  key->marker = marker;
  key->hollow = hollow;
}

static double
key_width (const IplLegend *self, const IplStyle *style, const IplLegendKey *key)
{
  switch (key->kind)
    {
    case IPL_KEY_NONE:
      return 0;
    case IPL_KEY_BAR:
    case IPL_KEY_BAR_OUTLINE:
    case IPL_KEY_CROSS_ONLY:
    case IPL_KEY_DOT:
    case IPL_KEY_DOT_HOLLOW:
    case IPL_KEY_WARNING:
    case IPL_KEY_MARKER:
      return 1.2 * ipl_style_small (style);
    default:
      return self->key_width + 0.4 * style->font_pt;
    }
}

/* Places the keys in as few rows as fit @max_width, and sets the size of the legend. Removes all
 * keys if the panel hides its legend. */
void
ipl_legend_layout (IplLegend *self, const IplStyle *style, double max_width)
{
  double size = ipl_style_small (style), gap = 1.3 * size;
  double x = 0, y = 0;

  if (style->panel != NULL && style->panel->hides_legend)
    g_array_set_size (self->keys, 0);
  self->key_width = 2.2 * size;
  self->row_height = ipl_text_height (style, size) * 1.08;
  self->width = 0;
  for (guint i = 0; i < self->keys->len; i++)
    {
      IplLegendKey *key = &g_array_index (self->keys, IplLegendKey, i);
      double w = key_width (self, style, key) + ipl_text_width (style, key->markup, size);
      if (x > 0 && x + w > max_width)
        {
          x = 0;
          y += self->row_height;
        }
      key->x = x;
      key->y = y;
      self->width = MAX (self->width, x + w);
      x += w + gap;
    }
  self->height = self->keys->len ? y + self->row_height : 0;
}

static gboolean
has_line (IplKeyKind kind)
{
  return kind == IPL_KEY_LINE || kind == IPL_KEY_CROSS || kind == IPL_KEY_LINE_MARKER
         || kind == IPL_KEY_INTERVAL;
}

/* Draws the line and the marker of a key. */
static void
draw_key (const IplLegend *self, const IplStyle *style, cairo_t *cr, const IplLegendKey *key,
          double left, double middle)
{
  double size = ipl_style_small (style);
  double at = left + (has_line (key->kind) ? self->key_width / 2 : 0.35 * size);
  if (has_line (key->kind))
    {
      cairo_move_to (cr, left, middle);
      cairo_line_to (cr, left + self->key_width, middle);
      cairo_stroke (cr);
    }
  switch (key->kind)
    {
    case IPL_KEY_CROSS:
    case IPL_KEY_CROSS_ONLY:
      if (key->kind == IPL_KEY_CROSS)
        ipl_set_dash (cr, IPL_DASH_SOLID, 1);
      ipl_draw_cross (cr, at, middle, 0.28 * style->font_pt);
      cairo_stroke (cr);
      break;
    case IPL_KEY_BAR:
      cairo_rectangle (cr, left, middle - 0.35 * size, 0.7 * size, 0.7 * size);
      cairo_fill (cr);
      break;
    case IPL_KEY_BAR_OUTLINE:
      cairo_rectangle (cr, left, middle - 0.35 * size, 0.7 * size, 0.7 * size);
      ipl_set_color (cr, key->color, key->hollow ? 0 : 0.22);
      cairo_fill_preserve (cr);
      ipl_set_color (cr, key->color, 1);
      cairo_stroke (cr);
      break;
    case IPL_KEY_DOT:
    case IPL_KEY_DOT_HOLLOW:
    case IPL_KEY_INTERVAL:
      ipl_draw_dot (cr, style, key->color, at, middle, 0.32 * style->font_pt,
                    key->kind == IPL_KEY_DOT_HOLLOW);
      break;
    case IPL_KEY_MARKER:
    case IPL_KEY_LINE_MARKER:
      ipl_draw_marker (cr, style, key->marker, key->color, at, middle, 0.32 * style->font_pt,
                       key->hollow);
      break;
    case IPL_KEY_WARNING:
      ipl_draw_warning (cr, style, key->color, at, middle, 0.8 * size);
      break;
    default:
      break;
    }
}

void
ipl_legend_draw (const IplLegend *self, const IplStyle *style, cairo_t *cr, double x, double y)
{
  double size = ipl_style_small (style);
  ipl_text_record_place (cr, x, y, self->width, self->height);
  if (self->keys->len == 0)
    return;
  ipl_part_begin (cr, "legend");
  for (guint i = 0; i < self->keys->len; i++)
    {
      const IplLegendKey *key = &g_array_index (self->keys, IplLegendKey, i);
      double left = x + key->x, middle = y + key->y + self->row_height / 2;
      cairo_set_line_width (cr, key->line_width);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      ipl_set_dash (cr, key->dash, key->line_width);
      ipl_set_color (cr, key->color, 1);
      draw_key (self, style, cr, key, left, middle);
      ipl_text_draw (cr, style, key->markup, size, style->ink, left + key_width (self, style, key),
                     middle, 0, 0.5);
    }
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  ipl_part_end (cr);
}
