/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One kernel as colours, in words and as a table: what the panels of kernels have in common. */

#include "core/theory/kernel-picture.h"
#include "figures/kit/matrix-picture.h"
#include "figures/kit/number.h"
#include "figures/panels/theory/kernel-map.h"
#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"
#include "figures/view/target-words.h"
#include "figures/view/theory-doubt.h"
#include "figures/view/words.h"

#include <math.h>

double
ipl_kernel_map_at (const IplKernelMap *self, gsize row, gsize column)
{
  double product = 0;

  for (guint k = 0; self->values == NULL && k < self->outputs; k++)
    product
        += self->factor * self->y[row * self->outputs + k] * self->y[column * self->outputs + k];
  if (self->values == NULL)
    return product;
  return self->factor
         * (self->transposed ? self->values[column * self->n + row]
                             : self->values[row * self->n + column]);
}

static double
map_cell (gsize row, gsize column, gconstpointer data)
{
  return ipl_kernel_map_at (data, row, column);
}

/* Standard deviations from its mean to where the colours of a kernel end. */
#define REACH 2.5

/* @limit, so that the colours of all kernels that it takes in reach as far from their means.
 * @sd: how far one of them goes, off its diagonal, which stands out and may have the last colour */
double
ipl_kernel_limit (double limit, double sd)
{
  return isfinite (sd) ? MAX (limit, REACH * sd) : limit;
}

/* One that something can be divided by, even where all numbers are the same or there are none; of
 * three digits, so that pictures of tiles are kept whatever the order in which they were taken in.
 */
double
ipl_kernel_limit_finish (double limit)
{
  double digit = limit > 1e-290 ? pow (10, floor (log10 (limit)) - 2) : 1;

  return limit > 1e-290 ? round (limit / digit) * digit : 1;
}

/* Mean and standard deviation as it is drawn, off the diagonal. */
void
ipl_kernel_map_find_moments (const IplKernelMap *self, double *mean, double *sd)
{
  g_autofree double *values = g_new (double, self->n * self->n);

  for (gsize i = 0; i < self->n; i++)
    for (gsize j = 0; j < self->n; j++)
      values[i * self->n + j] = ipl_kernel_map_at (self, i, j);
  ipl_kernel_moments (self->n, values, mean, sd);
}

/* Colours of the numbers from -@most to @most: those of both signs about @mean, to @limit away. */
static void
fill_colors (const IplStyle *style, double mean, double limit, double most,
             guint32 colors[IPL_MATRIX_COLORS])
{
  const int zero = IPL_MATRIX_COLORS / 2;

  for (int k = 0; k < IPL_MATRIX_COLORS; k++)
    {
      double value = most * (k - zero) / zero;
      IplColor color = ipl_style_diverging_color (style, CLAMP ((value - mean) / limit, -1, 1));

      colors[k] = (guint32)lround (color.r * 255) << 16 | (guint32)lround (color.g * 255) << 8
                  | (guint32)lround (color.b * 255);
    }
}

/* The kernel in @area, coloured about @mean as far as @limit away, with a thin edge. */
void
ipl_kernel_map_draw (const IplKernelMap *self, double mean, double limit, const IplStyle *style,
                     cairo_t *cr, const IplRect *area)
{
  double most = fabs (mean) + limit;
  guint32 colors[IPL_MATRIX_COLORS];

  fill_colors (style, mean, limit, most, colors);
  if (self->kept)
    {
      const IplMatrixKey key = { self->values, mean, limit, colors[0], self->transposed };

      ipl_matrix_picture_draw_kept (cr, area, self->n, map_cell, self, most, colors, &key);
    }
  else
    ipl_matrix_picture_draw (cr, area, self->n, map_cell, self, most, colors);
  cairo_rectangle (cr, area->x, area->y, area->w, area->h);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, 0.6 * ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

/* Ticks outside the left and the lower edge where one class ends and the next begins. */
void
ipl_kernel_map_draw_classes (const IplKernelCells *cells, const IplStyle *style, cairo_t *cr,
                             const IplRect *area)
{
  double tick = ipl_axis_tick_length (style), side = area->w / (double)cells->n;

  for (guint k = 1; k < cells->n_classes; k++)
    {
      double at = cells->class_first[k] * side;

      cairo_move_to (cr, area->x - tick, area->y + at);
      cairo_line_to (cr, area->x, area->y + at);
      cairo_move_to (cr, area->x + at, area->y + area->h);
      cairo_line_to (cr, area->x + at, area->y + area->h + tick);
    }
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

/* TRUE if (@x, @y) is in a kernel, and in which cell: row * n + column. */
gboolean
ipl_kernel_map_find (const IplRect *area, gsize n, double x, double y, int *cell)
{
  gsize row, column;

  if (!ipl_rect_contains (area, x, y))
    return FALSE;
  row = MIN ((gsize)((y - area->y) / area->h * (double)n), n - 1);
  column = MIN ((gsize)((x - area->x) / area->w * (double)n), n - 1);
  *cell = (int)(row * n + column);
  return TRUE;
}

/* Where it lies. */
IplRect
ipl_kernel_map_cell (const IplRect *area, gsize n, int cell)
{
  double side = area->w / (double)n;

  return (IplRect){ area->x + (double)(cell % (int)n) * side,
                    area->y + (double)(cell / (int)n) * side, side, side };
}

/* The sentence in the place of kernels that are not there; NULL where they are. */
const char *
ipl_kernels_empty (const IplView *view, const char **more)
{
  *more = NULL;
  if (view->kernels != NULL)
    return NULL;
  if (view->current == NULL)
    return "Not solved yet.";
  if (ipl_quantities_get_why (&view->made, &ipl_quantity_kernels) != NULL)
    return ipl_quantities_get_why (&view->made, &ipl_quantity_kernels);
  *more = "They are made while a page shows them.";
  return "The kernels are being made.";
}

/* The setting of the picture: that of the theory shown, or of the one before while a larger kernel
 * is being made. */
static void
describe_setting (GString *text, const IplView *view)
{
  IplView own = *view;

  own.current = view->kernels->solution;
  ipl_describe_setting (text, &own);
}

static void
describe_outputs (GString *text, const IplView *view)
{
  g_autofree char *outputs = ipl_view_traced_text (view);

  if (outputs != NULL)
    g_string_append_printf (text, " U is %s.", outputs);
}

/* ", in each by how often the hidden state changes." */
static void
describe_order (GString *text, const IplView *view)
{
  const IplCase *the_case = ipl_case_info_get_case (view->the_case);

  if (the_case != NULL && the_case->structure_words != NULL)
    g_string_append_printf (text, ", in each by %s", the_case->structure_words);
  g_string_append_c (text, '.');
}

static void
describe_cells (GString *text, const IplKernelCells *cells)
{
  gsize block = ipl_kernel_cells_largest (cells);

  if (block > 1)
    g_string_append_printf (text,
                            " With %" G_GSIZE_FORMAT " examples a cell is the mean over up to "
                            "%" G_GSIZE_FORMAT " of one label.",
                            cells->the_case->train.count, block);
}

void
ipl_describe_kernel_tiles (GString *text, const IplView *view)
{
  const IplKernelPicture *picture = view->kernels;
  const char *more;
  gsize n_pairs;

  g_string_append (text, "Path-path kernels C, of which the kernel K is the sum with weights U, "
                         "training examples by class");
  describe_order (text, view);
  if (picture == NULL)
    {
      g_string_append_printf (text, " %s", ipl_kernels_empty (view, &more));
      return;
    }
  describe_setting (text, view);
  describe_outputs (text, view);
  n_pairs = view->the_case->Pi * (view->the_case->Pi + 1) / 2;
  for (gsize i = 0; i < MIN (picture->n_tiles, 3) && picture->weight > 0; i++)
    {
      const IplKernelTile *tile = &picture->tiles[i];
      g_autofree char *share = ipl_number_text (100 * tile->weight / picture->weight, 2);
      g_autofree char *U = ipl_number_text (ipl_kernel_picture_U (picture, tile->p, tile->q), 3);

      g_string_append_printf (text, "%s %s–%s (U = %s) has %s %%", i == 0 ? " Of |U C|" : ",",
                              ipl_view_path_name (view, tile->p),
                              ipl_view_path_name (view, tile->q), U, share);
    }
  g_string_append_printf (text, ", of %" G_GSIZE_FORMAT " pair%s.", n_pairs,
                          n_pairs == 1 ? "" : "s");
  describe_cells (text, picture->cells);
}

/* The pairs of the paths that are shown, in the order of U's upper half as it is drawn. */
void
ipl_table_kernel_tiles (GString *text, const IplView *view)
{
  const IplKernelPicture *picture = view->kernels;
  const IplCaseInfo *the_case = view->the_case;
  gsize Pi = the_case->Pi;

  g_auto (IplShownPaths) shown = { 0 };
  ipl_shown_paths_init (&shown, view);
  g_autofree char *heading = ipl_shown_paths_heading (&shown, "p");
  g_string_append_printf (text, "%s\tq\tU%s\t|C|\t|U C|\n", heading, ipl_view_doubt_heading (view));
  if (picture == NULL)
    return;
  for (gsize i = 0; i < shown.n; i++)
    for (gsize j = i; j < shown.n; j++)
      {
        gsize p = shown.path[i], q = shown.path[j];
        double U = ipl_kernel_picture_U (picture, p, q);
        double norm = picture->solution->setting.variances[0] * picture->cells->norm[p * Pi + q];

        g_string_append_printf (text, "%s\t%s\t", ipl_view_path_name (view, p),
                                ipl_view_path_name (view, q));
        ipl_table_number (text, U);
        ipl_table_cell (text, norm);
        ipl_table_cell (text, fabs (U) * norm);
        g_string_append_c (text, '\n');
      }
}

void
ipl_describe_kernel_sum (GString *text, const IplView *view)
{
  const IplKernelPicture *picture = view->kernels;
  g_autofree char *gp = NULL, *diagonal = NULL, *full = NULL;
  const char *more;

  g_string_append (text, "The kernel of the Gaussian process, the kernel K and the product y y of "
                         "the labels on one scale, training examples by class");
  describe_order (text, view);
  if (picture == NULL)
    {
      g_string_append_printf (text, " %s", ipl_kernels_empty (view, &more));
      return;
    }
  describe_setting (text, view);
  describe_outputs (text, view);
  gp = ipl_number_fixed (picture->gp->alignment, 3);
  diagonal = ipl_number_fixed (picture->solution->alignment_diagonal, 3);
  full = ipl_number_fixed (picture->solution->alignment, 3);
  g_string_append_printf (
      text,
      " Alignment with the labels, about their means: %s for the Gaussian process, %s with "
      "the diagonal of U only, %s with all of U.",
      gp, diagonal, full);
  if (view->display.normalised_kernels)
    g_string_append (text, " Each is divided by its mean diagonal.");
  describe_cells (text, picture->cells);
}

void
ipl_table_kernel_sum (GString *text, const IplView *view)
{
  const IplKernelPicture *picture = view->kernels;

  g_string_append_printf (text, "kernel\talignment%s\tmean diagonal\n",
                          ipl_view_doubt_heading (view));
  if (picture == NULL)
    return;
  const double rows[][2] = { { picture->gp->alignment, picture->mean_diagonal_gp },
                             { picture->solution->alignment_diagonal, NAN },
                             { picture->solution->alignment, picture->mean_diagonal } };
  static const char *const names[] = { "GP", "diagonal of U", "U" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_string_append_printf (text, "%s\t", names[i]);
      ipl_table_number (text, rows[i][0]);
      ipl_table_cell (text, rows[i][1]);
      g_string_append_c (text, '\n');
    }
}

/* A ring around a cell, whatever its size: cells can be smaller than a pixel. */
void
ipl_kernel_draw_cell (const IplStyle *style, cairo_t *cr, const IplRect *area, gsize n, int cell,
                      gboolean transposed)
{
  int row = cell / (int)n, column = cell % (int)n;
  IplRect at = ipl_kernel_map_cell (area, n, transposed ? column * (int)n + row : cell);
  double out = MAX (0.35 * style->font_pt - at.w / 2, 0);

  cairo_rectangle (cr, at.x - out, at.y - out, at.w + 2 * out, at.h + 2 * out);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, style->line_pt);
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
}

/* The numbers of what is hovered, on the left at @y: of a cell, of its pair of examples. */
void
ipl_kernel_draw_caption (const IplView *view, const IplStyle *style, const IplTarget *selected,
                         const IplTarget *hovered, cairo_t *cr, double y, double width)
{
  const IplTarget *said = ipl_target_is_none (hovered) ? selected : hovered;
  g_autofree char *cell = ipl_target_caption_kernel_cell (said, view);
  g_autofree char *markup
      = cell != NULL ? g_markup_escape_text (cell, -1) : ipl_target_caption (said, view);
  double em = style->font_pt;

  if (markup != NULL)
    ipl_caption_draw (cr, style, markup, 0.4 * em, y, width - 0.8 * em);
}
