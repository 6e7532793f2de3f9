/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Correlations of the lowest block's neurons with all latents, levels one below the other: neurons
 * in the order of the latents that they tell best. */

#include "figures/kit/heat-map.h"
#include "figures/kit/text.h"
#include "figures/panels/hierarchy/latent-view.h"
#include "figures/view/caption.h"
#include "figures/view/panel.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/words.h"

#include <math.h>

typedef struct
{
  IplLatentView shown;
  gsize *order; /* [neurons] */
  IplHeatMap map;
} Layout;

/* A neuron with the latent it tells best. */
typedef struct
{
  gsize neuron, latent;
  double correlation;
} Place;

static int
compare (gconstpointer a, gconstpointer b)
{
  const Place *one = a, *other = b;

  if (one->latent != other->latent)
    return one->latent < other->latent ? -1 : 1;
  if (one->correlation != other->correlation)
    return one->correlation > other->correlation ? -1 : 1;
  return one->neuron < other->neuron ? -1 : one->neuron > other->neuron;
}

/* Neurons by the latent that they tell best, those that tell it better first. */
static gsize *
make_order (const IplLatentView *shown)
{
  g_autofree Place *places = g_new (Place, shown->neurons);
  gsize *order = g_new (gsize, shown->neurons);

  for (gsize i = 0; i < shown->neurons; i++)
    {
      places[i] = (Place){ i, 0, -INFINITY };
      for (gsize k = 0; k < shown->latents; k++)
        if (shown->correlations[k * shown->neurons + i] > places[i].correlation)
          {
            places[i].latent = k;
            places[i].correlation = shown->correlations[k * shown->neurons + i];
          }
    }
  qsort (places, shown->neurons, sizeof *places, compare);
  for (gsize i = 0; i < shown->neurons; i++)
    order[i] = places[i].neuron;
  return order;
}

static double
cell (gsize row, gsize column, gconstpointer data)
{
  const Layout *self = data;

  return self->shown.correlations[row * self->shown.neurons + self->order[column]];
}

static gpointer
layout_new (const IplView *view, const IplStyle *style, double width, double height)
{
  Layout *self = g_new0 (Layout, 1);
  double margin = 0.4 * style->font_pt;
  IplHeatMapSpec spec = { .cell = cell,
                          .data = self,
                          .hi = 1,
                          .diverging = TRUE,
                          .bar_title = "correlation",
                          .row_title = "latent",
                          .column_title = "neuron, by the latent it tells best" };

  ipl_latent_view_init (&self->shown, view);
  self->order = make_order (&self->shown);
  spec.rows = self->shown.latents;
  spec.columns = self->shown.neurons;
  ipl_heat_map_layout (&self->map, style,
                       &(IplRect){ margin, margin, width - 2 * margin, height - 2 * margin },
                       &spec);
  return self;
}

static void
layout_free (gpointer layout)
{
  g_free (((Layout *)layout)->order);
  g_free (layout);
}

static void
draw (gconstpointer layout, const IplView *view, const IplStyle *style, cairo_t *cr, double width,
      double height)
{
  const Layout *self = layout;
  const IplRect *map = &self->map.map;

  ipl_heat_map_draw (&self->map, style, cr);
  /* Between levels. */
  for (gsize k = ipl_latent_view_level_end (&self->shown, 0); k < self->shown.latents;
       k = ipl_latent_view_level_end (&self->shown, k))
    {
      double y = map->y + map->h * (double)k / (double)self->shown.latents;

      cairo_move_to (cr, map->x, y);
      cairo_line_to (cr, map->x + map->w, y);
    }
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

static void
overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr, double width,
         double height)
{
  const Layout *self = layout;
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;

  if (said->component < 0 || said->component >= (int)self->shown.latents)
    {
      ipl_caption_overlay (view, style, selected, hovered, cr, width);
      return;
    }
  g_autofree char *text = ipl_latent_view_describe (&self->shown, (gsize)said->component);
  IplRect at = ipl_heat_map_cell (&self->map, (gsize)said->component, 0);
  cairo_rectangle (cr, at.x, at.y, self->map.map.w, at.h);
  cairo_set_line_width (cr, 1.2 * style->line_pt);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
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
  target->component = (int)row;
  return TRUE;
}

static void
describe (GString *text, const IplView *view)
{
  IplLatentView shown;

  ipl_latent_view_init (&shown, view);
  g_string_append_printf (text,
                          "Correlations of %" G_GSIZE_FORMAT " neurons of the lowest block with "
                          "%" G_GSIZE_FORMAT " latents, of the first seed.",
                          shown.neurons, shown.latents);
  ipl_describe_moment (text, view);
}

static void
table (GString *text, const IplView *view)
{
  IplLatentView shown;

  ipl_latent_view_init (&shown, view);
  g_string_append (text, "latent\tlevel\tneuron\tcorrelation\n");
  for (gsize k = 0; k < shown.latents; k++)
    for (gsize i = 0; i < shown.neurons; i++)
      {
        g_string_append_printf (text, "%" G_GSIZE_FORMAT "\t%.0f\t%" G_GSIZE_FORMAT "\t", k + 1,
                                shown.level[k], i + 1);
        ipl_table_number (text, shown.correlations[k * shown.neurons + i]);
        g_string_append_c (text, '\n');
      }
}

const IplPanel ipl_panel_latent_correlation = {
  .id = "latent-correlation",
  .title = "Neurons and latents",
  .experiment = "joma-hierarchy",
  .layout_new = layout_new,
  .layout_free = layout_free,
  .draw = draw,
  .overlay = overlay,
  .pick = pick,
  .step = ipl_latent_view_step,
  .describe = describe,
  .table = table,
  .height_narrow = 0.75,
  .height_wide = 0.45,
};
