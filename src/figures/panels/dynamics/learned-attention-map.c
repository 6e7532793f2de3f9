/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What every head attends to at the time shown, on average over classes. */

#include "figures/kit/heat-map.h"
#include "figures/kit/number.h"
#include "figures/panels/dynamics/learned-paths-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/target-step.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  gsize H, M;
  const double *b; /* [H x M] */
  IplHeatMap map;
} Layout;

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const Layout *self = data;

  return self->b[column * self->M + row];
}

static void
layout_init (Layout *self, const IplView *view)
{
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "attention");

  self->H = array->shape[0];
  self->M = array->shape[1];
  self->b = ipl_trajectory_get (view->trajectory, "attention", view->moment);
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt, lo = 0, hi = 0;
  IplHeatMapSpec spec = { .cell = cell,
                          .data = self,
                          .bar_title = "attention, mean over classes",
                          .row_title = "token",
                          .column_title = "head" };
  const IplTrajectoryArray *array = ipl_trajectory_find (view->trajectory, "attention");

  layout_init (self, view);
  for (gsize n = 0; n < view->trajectory->S * array->size; n++)
    if (view->shared_limits || n / array->size == view->moment)
      {
        lo = fmin (lo, array->values[n]);
        hi = fmax (hi, fabs (array->values[n]));
      }
  spec.rows = self->M;
  spec.columns = self->H;
  spec.hi = hi > 0 ? hi : 1;
  spec.diverging = lo < 0;
  ipl_heat_map_layout (&self->map, style,
                       &(IplRect){ margin, margin, width - 2 * margin, height - 2 * margin },
                       &spec);
  return self;
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  ipl_heat_map_draw (&((const Layout *)layout)->map, style, cr);
}

/* The numbers of a token and a head that are pointed at; NULL where none are. */
static char *
say_cell (const Layout *self, const IplTarget *target, const IplView *view)
{
  gsize token = (gsize)target->token, head = (gsize)target->head;
  g_autofree char *name = NULL, *value = NULL;

  if (target->token < 0 || target->head < 0 || token >= self->M || head >= self->H)
    return NULL;
  name = ipl_learned_view_head_text (view, (guint)head);
  value = ipl_number_text (self->b[head * self->M + token], 3);
  return g_strdup_printf ("Token %" G_GSIZE_FORMAT ", head %" G_GSIZE_FORMAT " (%s): attention %s",
                          token + 1, head + 1, name, value);
}

static char *
say (const IplTarget *target, const IplView *view)
{
  Layout self;

  layout_init (&self, view);
  return say_cell (&self, target, view);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;

  g_autofree char *text = say_cell (self, said, view);
  if (text == NULL)
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  ipl_heat_map_light (&self->map, style, (gsize)said->token, (gsize)said->head, cr);
  ipl_caption_markup (style, text, cr, width);
}

static gboolean
pick (gconstpointer layout, const IplView *view, const IplStyle *style, double width, double height,
      double x, double y, IplTarget *target)
{
  const Layout *self = layout;
  gsize row, column;

  if (!ipl_heat_map_find (&self->map, x, y, &row, &column))
    return FALSE;
  target->token = (int)row;
  target->head = (int)column;
  return TRUE;
}

static IplTarget
step (const IplTarget *from, const IplView *view, int dx, int dy)
{
  IplTarget target = IPL_TARGET_NONE;
  Layout self;

  layout_init (&self, view);
  target.token = from->token < 0 ? 0 : (int)ipl_step_move ((gsize)from->token, dy, self.M);
  target.head = from->head < 0 ? 0 : (int)ipl_step_move ((gsize)from->head, dx, self.H);
  return target;
}

static void
describe (GString *text, const IplView *view)
{
  static const char *const names[] = { "entropy_head", NULL };
  Layout self;

  layout_init (&self, view);
  g_string_append_printf (text,
                          "What each of %" G_GSIZE_FORMAT " heads attends to among %" G_GSIZE_FORMAT
                          " tokens, on average over classes.",
                          self.H, self.M);
  ipl_describe_moment (text, view);
  ipl_describe_numbers (text, view, names);
}

static void
table (GString *text, const IplView *view)
{
  Layout self;

  layout_init (&self, view);
  g_string_append (text, "token");
  for (gsize h = 0; h < self.H; h++)
    g_string_append_printf (text, "\thead %" G_GSIZE_FORMAT, h + 1);
  g_string_append_c (text, '\n');
  for (gsize m = 0; m < self.M; m++)
    {
      g_string_append_printf (text, "%" G_GSIZE_FORMAT, m + 1);
      for (gsize h = 0; h < self.H; h++)
        {
          g_string_append_c (text, '\t');
          ipl_table_number (text, self.b[h * self.M + m]);
        }
      g_string_append_c (text, '\n');
    }
}

const IplPanel ipl_panel_learned_attention = {
  .id = "learned-attention",
  .title = "Attention of the heads",
  .experiment = "joma-paths",
  .layout_new = layout_new,
  .layout_free = g_free,
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
