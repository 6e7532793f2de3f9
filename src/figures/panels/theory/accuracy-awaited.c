/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Widths of a sweep that is computed elsewhere: hatched where seeds are not there, as high as the
 * share of them. */

#include "figures/panels/theory/accuracy-awaited.h"

#include <math.h>

/* Of the height of a letter. */
#define COLUMN 0.9
#define SPACING 0.4

static guint
count_failed (const IplView *view)
{
  guint failed = 0;

  for (guint i = 0; i < view->n_awaited; i++)
    failed += view->awaited[i].failed;
  return failed;
}

static void
count (const IplView *view, guint *missing, guint *all)
{
  *missing = *all = 0;
  for (guint i = 0; i < view->n_awaited; i++)
    {
      *missing += view->awaited[i].n - view->awaited[i].done;
      *all += view->awaited[i].n;
    }
}

/* What is hatched, and what of it failed. */
void
ipl_accuracy_awaited_add_keys (const IplView *view, const IplStyle *style, IplLegend *legend)
{
  guint missing, all, failed = count_failed (view);

  if (view->n_awaited == 0)
    return;
  count (view, &missing, &all);
  ipl_legend_add (legend, IPL_KEY_BAR_OUTLINE,
                  missing == failed ? g_strdup_printf ("%u failed", failed)
                  : failed > 0 ? g_strdup_printf ("%u awaited, %u failed", missing - failed, failed)
                               : g_strdup_printf ("%u awaited", missing),
                  style->faint, style->line_pt, IPL_DASH_SOLID);
}

/* Lines from the lower left to the upper right in a rectangle. */
static void
hatch (const IplStyle *style, const IplRect *at, IplColor color, cairo_t *cr)
{
  double step = SPACING * style->font_pt;

  cairo_save (cr);
  cairo_rectangle (cr, at->x, at->y, at->w, at->h);
  cairo_clip (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, color, 0.8);
  for (double y = at->y; y < at->y + at->h + at->w; y += step)
    {
      cairo_move_to (cr, at->x, y);
      cairo_line_to (cr, at->x + at->w, y - at->w);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Under the curves, from the axis up. */
void
ipl_accuracy_awaited_draw (const IplAccuracyLayout *layout, const IplStyle *style, cairo_t *cr)
{
  const IplView *view = layout->view;
  double w = COLUMN * style->font_pt;

  for (guint i = 0; i < view->n_awaited; i++)
    {
      const IplAwaited *awaited = &view->awaited[i];
      double x
          = awaited->setting.gp
                ? layout->gp_x
                : ipl_accuracy_layout_x (layout, ipl_setting_largest_width (&awaited->setting));
      double h = layout->plot.h * (awaited->n - awaited->done) / MAX (awaited->n, 1);
      IplRect at = { x - w / 2, layout->plot.y + layout->plot.h - h, w, h };

      hatch (style, &at,
             awaited->failed > 0 ? ipl_style_verdict_color (style, FALSE) : style->faint, cr);
    }
}

/* For whom cannot see the figure. */
void
ipl_accuracy_awaited_describe (GString *text, const IplView *view)
{
  for (guint i = 0; i < view->n_awaited; i++)
    {
      g_autofree char *at = ipl_view_setting_text (&view->awaited[i].setting);

      g_string_append_printf (text, " At %s ", at);
      ipl_awaited_append (text, &view->awaited[i]);
      if (text->str[text->len - 1] != '.')
        g_string_append_c (text, '.');
    }
}
