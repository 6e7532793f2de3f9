/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several panels as one lettered figure: four of them two by two, or one below the other on a
 * narrow page, as two always are. Letters and titles stand on one baseline in a row, and titles
 * begin at one place in a column, whatever the width of their letters. */

#include "figures/output/composite.h"

#include "figures/kit/text.h"
#include "figures/view/compared.h"

static gboolean
is_stacked (const IplStyle *style, double width, double height)
{
  return width < 42 * style->font_pt && height > 1.15 * width;
}

/* Rows as the user chose them, on any page. */
static void
layout_rows (IplComposite *self, const IplPanel *composite, const IplStyle *style, double width,
             double height, double head)
{
  double em = style->font_pt, gap = 0.9 * em, y = 0, heights = 0;
  double room = height - composite->n_rows * head - (composite->n_rows - 1) * 0.4 * em;
  guint part = 0;

  for (guint r = 0; r < composite->n_rows; r++)
    heights += composite->rows[r].share;
  for (guint r = 0; r < composite->n_rows; r++)
    {
      const IplPanelRow *row = &composite->rows[r];
      double h = MAX (room, 0) * row->share / heights, widths = 0, x = 0;

      for (guint p = 0; p < row->n; p++)
        widths += composite->parts[part + p].share;
      for (guint p = 0; p < row->n; p++, part++)
        {
          double w = MAX (width - (row->n - 1) * gap, 0) * composite->parts[part].share / widths;

          self->letter_x[part] = x + 0.2 * em;
          self->letter_y[part] = y;
          self->panel[part] = (IplRect){ x, y + head, w, h };
          x += w + gap;
        }
      y += head + h + 0.4 * em;
    }
}

void
ipl_composite_layout (IplComposite *self, const IplPanel *composite, const IplStyle *style,
                      double width, double height)
{
  double em = style->font_pt, gap = 0.9 * em;
  int n = composite->n_parts;
  self->composite = composite;
  /* Bold and a little larger than the text: 8 pt beside 7 pt. */
  self->letter_size = 8.0 / 7.0 * em;
  double head = ipl_text_height (style, self->letter_size) * 1.05;
  if (composite->n_rows > 0 && !(composite->stacks && is_stacked (style, width, height)))
    {
      layout_rows (self, composite, style, width, height, head);
      return;
    }
  if (n == 2 || is_stacked (style, width, height))
    {
      double y = 0, room = height - n * head - (n - 1) * 0.4 * em;
      for (int p = 0; p < n; p++)
        {
          self->letter_x[p] = 0.2 * em;
          self->letter_y[p] = y;
          double h = room * (composite->n_rows > 0 ? 1.0 / n : composite->parts[p].share);

          self->panel[p] = (IplRect){ 0, y + head, width, h };
          y += head + h + 0.4 * em;
        }
      return;
    }
  double left = composite->left * (width - gap);
  double share = height > 36 * em ? composite->upper_tall : composite->upper;
  double upper = share * (height - 2 * head - 0.5 * gap);
  for (int p = 0; p < n; p++)
    {
      gboolean right = p % 2 == 1, below = p >= 2;
      double x = right ? left + gap : 0, y = below ? head + upper + 0.5 * gap : 0;
      self->letter_x[p] = x + 0.2 * em;
      self->letter_y[p] = y;
      self->panel[p] = (IplRect){
        x,
        y + head,
        right ? width - left - gap : left,
        below ? height - y - head : upper,
      };
    }
}

void
ipl_composite_draw_letters (const IplComposite *self, const IplView *view, const IplStyle *style,
                            cairo_t *cr)
{
  double size = self->letter_size, widest = 0;
  char letter[] = "<b>a</b>";

  for (guint p = 0; p < self->composite->n_parts; p++)
    {
      letter[3] = 'a' + p;
      widest = MAX (widest, ipl_text_width (style, letter, size));
    }
  for (guint p = 0; p < self->composite->n_parts; p++)
    {
      g_autofree char *title = ipl_panel_heading_markup (self->composite->parts[p].panel, view);
      double x = self->letter_x[p] + widest + 0.6 * style->font_pt;
      double baseline = self->letter_y[p] + ipl_text_ascent (style, size);
      double room = self->panel[p].x + self->panel[p].w - x;

      letter[3] = 'a' + p;
      ipl_text_draw_on (cr, style, letter, size, style->ink, self->letter_x[p], baseline);
      /* The title, in plain type on the letter's baseline. */
      if (ipl_text_width (style, title, style->font_pt) < room)
        ipl_text_draw_on (cr, style, title, style->font_pt, style->ink, x, baseline);
    }
}

/* The place of a panel, divided where two views are compared: side by side, or one below the other
 * where it is high, each with its name above it. */

/* Higher than this over its width, a panel is divided into an upper and a lower half. */
#define STACKED_FROM 1.15

static double
heading_height (const IplStyle *style)
{
  return 1.25 * ipl_text_height (style, style->font_pt);
}

/* A whole with a line above it. */
static IplHalf
place (const IplView *view, const IplStyle *style, IplRect area, char *text)
{
  double line = MIN (heading_height (style), area.h);

  return (IplHalf){ .view = view,
                    .area = { area.x, area.y + line, area.w, MAX (area.h - line, 0) },
                    .heading = { area.x, area.y, area.w, line },
                    .text = text };
}

/* Divides a panel between a view and what it is compared with, as the panel has it.
 * @halves: (out): where it is drawn, and what
 * Returns: into how many parts, 1 or 2 */
guint
ipl_halves_layout (IplHalf halves[2], const IplPanel *panel, const IplView *view,
                   const IplStyle *style, const IplRect *area)
{
  double gap = 0.6 * style->font_pt;
  gboolean stacked = area->h > STACKED_FROM * area->w;
  g_autofree char *name = NULL;
  IplRect second = *area, first = *area;

  if (view->compared == NULL || panel->compares == IPL_COMPARES_WITHIN
      || !ipl_panel_fits (panel, view))
    {
      halves[0] = (IplHalf){ .view = view, .area = *area };
      return 1;
    }
  name = ipl_view_name_markup (ipl_view_get_name (view));
  if (panel->compares == IPL_COMPARES_NOT || !ipl_panel_fits (panel, view->compared))
    {
      g_autofree char *other = ipl_view_name_markup (ipl_view_get_name (view->compared));

      halves[0] = place (view, style, *area,
                         g_strdup_printf ("<b>%s</b>, not compared here with %s", name, other));
      return 1;
    }
  if (stacked)
    {
      first.h = second.h = MAX ((area->h - gap) / 2, 0);
      second.y += first.h + gap;
    }
  else
    {
      first.w = second.w = MAX ((area->w - gap) / 2, 0);
      second.x += first.w + gap;
    }
  halves[0] = place (view, style, first, g_strdup_printf ("<b>%s</b>", name));
  g_free (g_steal_pointer (&name));
  name = ipl_view_name_markup (ipl_view_get_name (view->compared));
  halves[1] = place (view->compared, style, second, g_strdup_printf ("<b>%s</b>", name));
  return 2;
}

/* Says above it whose it is. */
void
ipl_half_draw_heading (const IplHalf *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, margin = 0.4 * em;

  if (self->text != NULL)
    ipl_text_draw_fitted (cr, style, self->text, em, style->ink, self->heading.x + margin,
                          self->heading.y + 0.1 * em, MAX (self->heading.w - 2 * margin, 0));
}
