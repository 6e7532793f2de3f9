/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes a hovered kernel cell: a pair of training examples. */

#include "figures/view/target-sentence.h"

#include "core/theory/kernel-picture.h"
#include "figures/kit/number.h"
#include "figures/view/view-words.h"

/* Returns: index of the hovered kernel cell, row * n + column, or -1 */
int
ipl_target_get_kernel_cell (const IplTarget *self, const IplView *view)
{
  gsize n = view->kernels != NULL ? view->kernels->cells->n : 0;
  int cell = ipl_target_get (self, IPL_PART_CELL);

  return cell >= 0 && (gsize)cell < n * n ? cell : -1;
}

/* Returns "12 (+1)", counted from 1 in the order of the case; "20 of label +1" for a block. */
static char *
name_example (const IplKernelCells *cells, gsize cell)
{
  const IplCaseInfo *the_case = &cells->the_case->info;
  gsize size = ipl_kernel_cells_size (cells, cell);
  g_autofree char *label = ipl_label_text (the_case, cells->y + cell * the_case->labels.outputs, 2);

  return size > 1 ? g_strdup_printf ("%" G_GSIZE_FORMAT " of label %s", size, label)
                  : g_strdup_printf ("%u (%s)", cells->order[cells->first[cell]] + 1, label);
}

/* Returns "examples 12 (+1) and 57 (−1)". */
static char *
name_pair (const IplView *view, int cell)
{
  const IplKernelCells *cells = view->kernels->cells;
  g_autofree char *row = name_example (cells, (gsize)cell / cells->n);
  g_autofree char *column = name_example (cells, (gsize)cell % cells->n);

  return ipl_kernel_cells_largest (cells) > 1
             ? g_strdup_printf ("mean over examples, %s and %s", row, column)
             : g_strdup_printf ("examples %s and %s", row, column);
}

/* Finds C_pq and U_pq of the cell. FALSE if the pair of paths has no tile. */
static gboolean
find_C (const IplView *view, gsize p, gsize q, int cell, double *C, double *U)
{
  const IplKernelPicture *picture = view->kernels;
  gsize n = picture->cells->n, Pi = picture->cells->the_case->Pi;
  gsize row = (gsize)cell / n, column = (gsize)cell % n;
  const IplKernelTile *tile = p < Pi && q < Pi ? ipl_kernel_picture_find (picture, p, q) : NULL;

  if (tile == NULL)
    return FALSE;
  *C = p == tile->p ? tile->C[row * n + column] : tile->C[column * n + row];
  *U = ipl_kernel_picture_U (picture, p, q);
  return TRUE;
}

/* Returns: (transfer full) (nullable): description of the hovered pair of training examples with
 * C, U C and K, or with K, the GP kernel and the labels; preceded by the short names of the
 * paths with @brief. NULL if the target is not a kernel cell */
char *
ipl_target_describe_kernel_cell (const IplTarget *self, const IplView *view, gboolean brief)
{
  int cell = ipl_target_get_kernel_cell (self, view);
  int path = ipl_target_get (self, IPL_PART_PATH), other = ipl_target_get (self, IPL_PART_OTHER);
  gsize p = (gsize)path, q = (gsize)(other >= 0 ? other : path), Pi = view->the_case->Pi;
  const IplKernelPicture *picture = view->kernels;
  g_autofree char *pair = cell >= 0 ? name_pair (view, cell) : NULL;
  GString *text;
  double C, U;

  if (pair == NULL)
    return NULL;
  text = g_string_new (NULL);
  if (brief && p < Pi && q < Pi)
    g_string_append_printf (text, "%s–%s, ", ipl_view_path_short_name (view, p),
                            ipl_view_path_short_name (view, q));
  g_string_append (text, pair);
  if (find_C (view, p, q, cell, &C, &U))
    {
      ipl_number_append (text, ": C = ", C, 3);
      ipl_number_append (text, ", U C = ", U * C, 3);
      ipl_number_append (text, ", K = ", picture->K[cell], 3);
    }
  else
    {
      ipl_number_append (text, ": K = ", picture->K[cell], 3);
      ipl_number_append (text, ", GP ", picture->K_gp[cell], 3);
    }
  return g_string_free (text, FALSE);
}
