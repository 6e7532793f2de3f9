/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The cells of a map: their numbers, written into them, and where they are. */

#include "figures/kit/number.h"
#include "figures/kit/scribe.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Decimals that tell numbers of this size from each other. */
static int
choose_decimals (double largest)
{
  int magnitude = (int)floor (log10 (largest));

  return magnitude >= 2 ? MAX (0, 3 - magnitude) : 2 - MIN (0, magnitude);
}

static char *
format_cell (const IplPlotAxes *self, double value)
{
  if (!isfinite (value))
    return g_strdup ("");
  if (self->cells_whole)
    return ipl_number_fixed (value, 0);
  return self->cell_digits > 0 ? ipl_number_text (value, self->cell_digits)
                               : ipl_number_fixed (value, choose_decimals (self->map_spec.hi));
}

/* Nothing where not all of them fit. */
void
ipl_axes_draw_cell_numbers (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  const IplHeatMapSpec *spec = &self->map_spec;
  double small = ipl_style_small (style), widest = 0;
  IplRect first = ipl_heat_map_cell (&self->map, 0, 0);
  g_auto (GStrv) texts = NULL;
  gsize n = spec->rows * spec->columns;

  if (spec->cell == NULL || ipl_text_height (style, small) > first.h)
    return;
  texts = g_new0 (char *, n + 1);
  for (gsize i = 0; i < n && widest + 0.5 * small <= first.w; i++)
    {
      texts[i] = format_cell (self, spec->cell (i / spec->columns, i % spec->columns, spec->data));
      widest = fmax (widest, ipl_text_width (style, texts[i], small));
    }
  if (widest + 0.5 * small > first.w)
    return;
  for (gsize i = 0; i < n; i++)
    {
      gsize row = i / spec->columns, column = i % spec->columns;
      IplRect at = ipl_heat_map_cell (&self->map, row, column);
      IplColor back
          = spec->leaves_diagonal && row == column
                ? ipl_color_mix (style->paper, style->ink, 0.16)
                : ipl_heat_map_color (&self->map, style, spec->cell (row, column, spec->data));

      ipl_cell_text_draw (cr, style, texts[i], small, back, at.x + at.w / 2, at.y + at.h / 2);
    }
}

/* Records where the cells of a map are. */
void
ipl_axes_record_cells (const IplPlotAxes *self, cairo_t *cr)
{
  gsize columns = self->map_spec.columns, n = self->map_spec.rows * columns;

  for (gsize k = 0; k < n && n <= IPL_ITEMS_MOST_CELLS && ipl_items_are_recorded (cr); k++)
    {
      IplTarget target = self->cell_items->make (self, k / columns, k % columns);
      IplRect area = ipl_heat_map_cell (&self->map, k / columns, k % columns);

      if (self->map_spec.lower && k % columns > k / columns)
        continue;
      ipl_item_area (cr, &target, &area);
    }
}
