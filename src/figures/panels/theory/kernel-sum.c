/* SPDX-License-Identifier: GPL-3.0-or-later */

/* K as a sum over pairs of paths, next to the GP kernel and the label product on a common scale,
 * with their alignment (figure 1d of the paper). */

#include "figures/kit/number.h"
#include "figures/panels/theory/kernel-tiles.h"
#include "figures/view/outputs.h"
#include "figures/view/solver-warnings.h"
#include "figures/view/view-words.h"

#include <math.h>

/* Largest label product relative to the end of the colour scale. */
#define LABELS_SHARE 0.8
/* Maximum number of bars; the last one sums all other pairs. */
#define MOST_BARS 6

/* Contribution of a pair to the mean diagonal of K. */
typedef struct
{
  gsize p, q;
  double adds;
} Part;

static int
by_size (gconstpointer a, gconstpointer b)
{
  double x = fabs (((const Part *)a)->adds), y = fabs (((const Part *)b)->adds);

  return (x < y) - (x > y);
}

/* Returns: (transfer full): [Pi (Pi + 1) / 2] contributions in decreasing order; that of two
 * different paths counts twice, for (p, q) and (q, p) */
static Part *
list_parts (const IplKernelPicture *picture, gsize *n)
{
  const IplCase *the_case = picture->cells->the_case;
  gsize Pi = the_case->Pi;
  double each = picture->solution->setting.variances[0] / (double)the_case->train.count;
  Part *parts = g_new (Part, Pi * (Pi + 1) / 2);

  *n = 0;
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      parts[(*n)++] = (Part){ p, q,
                              (p == q ? 1 : 2) * each * ipl_kernel_picture_U (picture, p, q)
                                  * picture->cells->trace[p * Pi + q] };
  qsort (parts, *n, sizeof *parts, by_size);
  return parts;
}

static char *
name_part (const IplPlot *plot, const Part *part)
{
  g_autofree char *p = ipl_view_name_markup (ipl_view_path_short_name (plot->view, part->p));
  g_autofree char *q = ipl_view_name_markup (ipl_view_path_short_name (plot->view, part->q));

  return part->p == part->q ? g_steal_pointer (&p) : g_strdup_printf ("%s–%s", p, q);
}

/* Adds the bars of one sign in [@first, @end). */
static void
add_bars (IplPlot *plot, IplPlotAxes *axes, const IplNumbers *at, const double *from,
          const double *adds, gboolean negative, IplRole role, gsize first, gsize end)
{
  double *to = ipl_plot_new_numbers (plot, at->n);

  for (gsize i = 0; i < at->n; i++)
    to[i] = i >= first && i < end && (adds[i] < 0) == negative ? from[i] + adds[i] : NAN;
  ipl_axes_add (axes, (IplMark){ IPL_MARK_BARS, .x = ipl_numbers (to, at->n), .y = *at,
                                 .lo = ipl_numbers (from, at->n), .role = role, .lies = TRUE,
                                 .listed = IPL_LISTED_NOWHERE });
}

/* Adds the sum: each bar begins at the end of the one above, and the last is K. */
static void
add_sum (IplPlot *plot)
{
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  gsize all, n;
  g_autofree Part *parts = list_parts (plot->view->kernels, &all);
  n = MIN (all, MOST_BARS);
  IplNumbers at = ipl_numbers (ipl_plot_new_numbers (plot, n + 1), n + 1);
  double *places = (double *)at.data, *from = ipl_plot_new_numbers (plot, n + 1);
  double *adds = ipl_plot_new_numbers (plot, n + 1);

  for (gsize i = 0; i < all; i++)
    {
      adds[MIN (i, n - 1)] += parts[i].adds;
      adds[n] += parts[i].adds;
    }
  for (gsize i = 0; i <= n; i++)
    {
      char *name = i == n                  ? g_strdup ("<i>K</i>")
                   : i + 1 == n && n < all ? g_strdup_printf ("%" G_GSIZE_FORMAT " others", all - i)
                                           : name_part (plot, &parts[i]);

      places[i] = -(double)i;
      from[i] = i > 0 && i < n ? from[i - 1] + adds[i - 1] : 0;
      ipl_axes_add_category (axes, places[i], 0, name, NULL);
    }
  add_bars (plot, axes, &at, from, adds, FALSE, IPL_ROLE_OF (SIGN, 0), 0, n);
  add_bars (plot, axes, &at, from, adds, TRUE, IPL_ROLE_OF (SIGN, 1), 0, n);
  add_bars (plot, axes, &at, from, adds, adds[n] < 0, IPL_ROLE (FAINT), n, n + 1);
  axes->names_at_left = TRUE;
  axes->x.title = "mean diagonal of <i>U C</i>";
  axes->x.lo = 0;
  axes->share = 0.28;
  ipl_axes_list_numbers (axes, at, ipl_numbers (adds, n + 1), "mean diagonal of U C")->each
      = "pair";
}

/* Adds the alignment of the kernels with the labels to text and table. */
static void
add_alignments (IplPlot *plot)
{
  static const char *const names[] = { "GP", "diagonal of U", "U" };
  const IplKernelPicture *picture = plot->view->kernels;
  const double rows[][2] = { { picture->gp->alignment, picture->mean_diagonal_gp },
                             { picture->solution->alignment_diagonal, NAN },
                             { picture->solution->alignment, picture->mean_diagonal } };
  const gsize n = G_N_ELEMENTS (rows);
  IplNumbers at = ipl_plot_new_steps (plot, n, 0, 1);
  double *alignments = ipl_plot_new_numbers (plot, 2 * n);
  IplPlotAxes *axes = ipl_plot_add_axes (plot);
  const char *title = ipl_plot_adopt_text (
      plot, g_strconcat ("alignment", ipl_view_doubt_heading (plot->view), NULL));
  char *texts[G_N_ELEMENTS (rows)];

  axes->is_hidden = TRUE;
  axes->x.title = "kernel";
  for (gsize i = 0; i < n; i++)
    {
      alignments[i] = rows[i][0];
      alignments[n + i] = rows[i][1];
      texts[i] = ipl_number_fixed (rows[i][0], 3);
      ipl_plot_adopt_text (plot, texts[i]);
      ipl_axes_add_category (axes, (double)i, 0, g_strdup (names[i]), NULL);
    }
  ipl_axes_list_numbers (axes, at, ipl_numbers (alignments, n), title)->each = "kernel";
  ipl_axes_list_numbers (axes, at, ipl_numbers (alignments + n, n), "mean diagonal");
  ipl_plot_add_note (plot,
                     "Alignment with the labels, about their means: %s for the Gaussian process, "
                     "%s with the diagonal of U only, %s with all of U.",
                     texts[0], texts[1], texts[2]);
}

static void
add_classes (IplPlotAxes *map, const IplKernelCells *cells)
{
  const IplLabels *labels = &cells->the_case->labels;

  if (!ipl_labels_are_classes (labels))
    ipl_axes_add_category (map, 0, 0, g_strdup ("by label"), NULL);
  for (guint c = 0; c < cells->n_classes && ipl_labels_are_classes (labels); c++)
    ipl_axes_add_category (map, cells->class_first[c], 0,
                           ipl_label_markup (&cells->the_case->info,
                                             cells->y + cells->class_first[c] * labels->outputs, 1),
                           NULL);
}

/* Adds a kernel relative to its mean, times a factor. */
static IplPlotAxes *
add_kernel (IplPlot *plot, const double *values, double factor, double limit, const char *source,
            const char *heading)
{
  const IplKernelCells *cells = plot->view->kernels->cells;
  IplNumbers numbers = ipl_numbers (values, cells->n * cells->n);
  double mean, sd;
  IplPlotAxes *map;

  if (factor != 1)
    numbers = ipl_plot_add_numbers (plot, numbers, numbers, factor - 1);
  ipl_kernel_moments (cells->n, numbers.data, &mean, &sd);
  numbers.source = ipl_plot_format (plot, "%.15g * %s", factor, source);
  map = ipl_plot_add_facet (plot, cells->n, numbers, mean, limit);
  map->cell_items = &ipl_cells_of_kernel;
  map->heading = heading;
  add_classes (map, cells);
  return map;
}

/* Adds the label product, scaled to the colour range of the kernels. */
static void
add_labels (IplPlot *plot, double limit)
{
  const IplKernelCells *cells = plot->view->kernels->cells;
  gsize n = cells->n, K = cells->the_case->labels.outputs;
  double *product = ipl_plot_new_numbers (plot, n * n), most = 0, factor;
  gboolean several = ipl_view_has_outputs (plot->view);
  const char *name = several ? "<i>Y Y</i>ᵀ" : "<i>y y</i>ᵀ";
  IplPlotAxes *map;

  for (gsize i = 0; i < n * n; i++)
    {
      for (gsize k = 0; k < K; k++)
        product[i] += cells->y[i / n * K + k] * cells->y[i % n * K + k];
      most = MAX (most, fabs (product[i]));
    }
  factor = most > 0 ? LABELS_SHARE * limit / most : 1;
  g_autofree char *number = ipl_number_markup (factor, 2);
  map = add_kernel (plot, product, factor, limit, "label_product()",
                    fabs (factor - 1) < 1e-9 ? name
                                             : ipl_plot_format (plot, "%s %s", number, name));
  map->facet.below[0] = several ? "tr <i>Y</i>ᵀ<i>KY</i> / |<i>K</i>||<i>YY</i>ᵀ|"
                                : "<i>y</i>ᵀ<i>Ky</i> / |<i>K</i>||<i>y</i>|²";
  map->facet.below[1] = several ? "<i>K</i>, <i>Y</i> centred" : "<i>K</i>, <i>y</i> centred";
}

static const char *
alignment_text (IplPlot *plot, const char *what, double alignment)
{
  g_autofree char *value = ipl_number_fixed (alignment, 3);

  return ipl_plot_adopt_text (plot, isfinite (alignment) ? g_strdup_printf ("%s %s", what, value)
                                                         : g_strdup (what));
}

/* Finds the factors of the GP kernel and of K: 1, or the inverse of their mean diagonals. */
static void
find_factors (const IplView *view, const IplKernelPicture *picture, double factors[2])
{
  const double diagonals[] = { picture->mean_diagonal_gp, picture->mean_diagonal };

  for (guint k = 0; k < 2; k++)
    factors[k] = view->display.normalised_kernels && diagonals[k] > 0 ? 1 / diagonals[k] : 1;
}

static double
find_sum_limit (const IplView *view, const IplKernelPicture *picture, double limit)
{
  const double *kernels[] = { picture->K_gp, picture->K };
  double factors[2], mean, sd;

  find_factors (view, picture, factors);
  for (guint k = 0; k < 2; k++)
    {
      ipl_kernel_moments (picture->cells->n, kernels[k], &mean, &sd);
      limit = ipl_kernel_limit (limit, fabs (factors[k]) * sd);
    }
  return limit;
}

static void
build (IplPlot *plot, const IplView *view)
{
  const IplKernelPicture *picture = view->kernels;
  const IplQuantities *frame;
  double factors[2], limit;
  IplPlotAxes *map;

  if (picture == NULL)
    {
      ipl_plot_add_axes (plot);
      return;
    }
  limit = find_sum_limit (view, picture, 0);
  for (guint i = 0; (frame = ipl_view_frame (view, i)) != NULL && frame->kernels != NULL; i++)
    limit = find_sum_limit (view, frame->kernels, limit);
  limit = ipl_kernel_limit_finish (limit);
  find_factors (view, picture, factors);
  plot->gap = 1.4;
  plot->grid_columns = 3;
  add_sum (plot);
  add_alignments (plot);
  map = add_kernel (plot, picture->K_gp, factors[0], limit,
                    "results[\"K_gp\"][np.ix_(EXAMPLES, EXAMPLES)]", "GP");
  map->facet.below[0] = alignment_text (plot, "alignment", picture->gp->alignment);
  map->facet.below[1] = ipl_plot_adopt_text (plot, ipl_view_traced_text (view));
  map = add_kernel (
      plot, picture->K, factors[1], limit, "results[\"K\"][np.ix_(EXAMPLES, EXAMPLES)]",
      ipl_plot_adopt_text (plot, ipl_view_setting_markup (&picture->solution->setting)));
  map->facet.below[0] = alignment_text (plot, "alignment", picture->solution->alignment);
  if (!picture->solution->setting.gp)
    map->facet.below[1]
        = alignment_text (plot, "diagonal only", picture->solution->alignment_diagonal);
  if (ipl_solution_is_doubtful (picture->solution))
    ipl_axes_add_key (map, IPL_KEY_WARNING, IPL_ROLE (ACCENT), g_strdup ("not converged"));
  add_labels (plot, limit);
  if (view->display.normalised_kernels)
    ipl_plot_add_note (plot, "Each is divided by its mean diagonal.");
  ipl_kernels_add_notes (plot);
}

const IplPanel ipl_panel_kernel_sum = {
  .id = "kernel-sum",
  .title = "Kernels and labels",
  .sentence = "The kernel of the Gaussian process, the kernel K and the product y y of the labels "
              "on one scale, training examples by class.",
  .needs = IPL_NEEDS_THEORY | IPL_NEEDS_KERNELS,
  .empty = ipl_kernels_empty,
  .build = build,
  .height_narrow = 0.55,
  .height_wide = 0.42,
};
