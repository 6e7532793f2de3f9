/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order parameter U over the heads as they are at the time shown. */

#include "figures/kit/cell-text.h"
#include "figures/kit/heat-map.h"
#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/panels/dynamics/learned-paths-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/target-cell.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  guint H;
  const double *U; /* [H x H] */
  char *title;
  IplHeatMap map;
} Layout;

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const Layout *self = data;

  return self->U[row * self->H + column];
}

/* Of this moment, or of all where maps share their limits. */
static double
largest (const IplView *view, guint H)
{
  const double *U = ipl_trajectory_find (view->trajectory, "U")->values;
  gsize first = view->shared_limits ? 0 : (gsize)view->moment * H * H;
  gsize end = view->shared_limits ? (gsize)view->trajectory->S * H * H : first + (gsize)H * H;
  gboolean beside = view->heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL;
  double most = 0;

  for (gsize n = first; n < end; n++)
    if (isfinite (U[n]) && !(beside && n % (H * H) % (H + 1) == 0))
      most = fmax (most, fabs (U[n]));
  return most > 0 ? most : 1;
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt;
  g_autofree char *time
      = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  IplHeatMapSpec spec = { .cell = cell,
                          .data = self,
                          .diverging = TRUE,
                          .square = TRUE,
                          .row_title = "head",
                          .column_title = "head" };

  self->H = ipl_learned_view_n_heads (view);
  self->U = ipl_trajectory_get (view->trajectory, "U", view->moment);
  self->title = g_strdup_printf ("<i>U</i> at %s", time);
  spec.rows = spec.columns = self->H;
  spec.hi = largest (view, self->H);
  spec.linear = view->heatmap_scale == IPL_HEATMAP_SYMLOG ? 1e-3 * spec.hi : 0;
  spec.leaves_diagonal = spec.rows > 1 && view->heatmap_scale == IPL_HEATMAP_OFF_DIAGONAL;
  spec.bar_title = self->title;
  ipl_heat_map_layout (&self->map, style,
                       &(IplRect){ margin, margin, width - 2 * margin, height - 2 * margin },
                       &spec);
  return self;
}

static void
layout_free (gpointer layout)
{
  g_free (((Layout *)layout)->title);
  g_free (layout);
}

/* The numbers in the cells, where all fit. */
static void
draw_numbers (const Layout *self, const IplStyle *style, cairo_t *cr)
{
  double small = ipl_style_small (style), widest = 0;
  IplRect first = ipl_heat_map_cell (&self->map, 0, 0);
  g_auto (GStrv) texts = g_new0 (char *, self->H * self->H + 1);

  for (guint n = 0; n < self->H * self->H; n++)
    {
      texts[n] = isfinite (self->U[n]) ? ipl_number_text (self->U[n], 3) : g_strdup ("");
      widest = fmax (widest, ipl_text_width (style, texts[n], small));
    }
  if (widest + 0.5 * small > first.w || ipl_text_height (style, small) > first.h)
    return;
  for (guint n = 0; n < self->H * self->H; n++)
    {
      IplRect at = ipl_heat_map_cell (&self->map, n / self->H, n % self->H);
      IplColor back = self->map.spec.leaves_diagonal && n % (self->H + 1) == 0
                          ? ipl_color_mix (style->paper, style->ink, 0.16)
                          : ipl_heat_map_color (&self->map, style, self->U[n]);

      ipl_cell_text_draw (cr, style, texts[n], small, back, at.x + at.w / 2, at.y + at.h / 2);
    }
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;

  ipl_heat_map_draw (&self->map, style, cr);
  draw_numbers (self, style, cr);
}

static char *
describe_pair (const Layout *self, const IplView *view, guint p, guint q)
{
  g_autofree char *one = ipl_learned_view_head_text (view, p);
  g_autofree char *other = ipl_learned_view_head_text (view, q);
  g_autofree char *value = ipl_number_text (self->U[p * self->H + q], 4);

  return p == q ? g_strdup_printf ("Head %u (%s): U = %s", p + 1, one, value)
                : g_strdup_printf ("Heads %u (%s) and %u (%s): U = %s", p + 1, one, q + 1, other,
                                   value);
}

static char *
say (const IplTarget *target, const IplView *view)
{
  Layout self = { .H = ipl_learned_view_n_heads (view),
                  .U = ipl_trajectory_get (view->trajectory, "U", view->moment) };
  gsize p, q;

  return ipl_target_get_cell (target, self.H, self.H, &p, &q)
             ? describe_pair (&self, view, (guint)p, (guint)q)
             : NULL;
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  gsize p, q;

  if (!ipl_target_get_cell (said, self->H, self->H, &p, &q))
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  g_autofree char *text = describe_pair (self, view, (guint)p, (guint)q);
  ipl_heat_map_light (&self->map, style, p, q, cr);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  return ipl_target_pick_cell (target, &((const Layout *)layout)->map, x, y);
}

static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  guint H = ipl_learned_view_n_heads (view);

  return ipl_target_step_cell (from, dx, dy, H, H, 0);
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const names[] = { "head_score", NULL };
  guint H = ipl_learned_view_n_heads (view);
  const double *U = ipl_trajectory_get (view->trajectory, "U", view->moment);

  g_string_append_printf (text, "Order parameter U over %u heads, as they are at the time shown.",
                          H);
  for (guint h = 0; h < H; h++)
    {
      g_autofree char *head = ipl_learned_view_head_text (view, h);
      g_autofree char *value = ipl_number_text (U[h * H + h], 3);

      g_string_append_printf (text, "%s head %u (%s) %s", h == 0 ? " On the diagonal:" : ",", h + 1,
                              head, value);
    }
  g_string_append_c (text, '.');
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  guint H = ipl_learned_view_n_heads (view);
  const double *U = ipl_trajectory_get (view->trajectory, "U", view->moment);

  g_string_append (text, "head\tother head\tU\n");
  for (guint n = 0; n < H * H; n++)
    {
      g_string_append_printf (text, "%u\t%u\t", n / H + 1, n % H + 1);
      ipl_table_number (text, U[n]);
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_learned_u = {
  .id = "learned-u",
  .title = "Order parameter",
  .label = "Order parameter of learned paths",
  .experiment = "joma-paths",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .say = say,
  .step = step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.85,
  .height_wide = 0.5,
};
