/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results-version.h"

#include <math.h>

/* What was called alignment is the label cosine now; the centred alignment is not known. */
static void
rename_alignment (IplNpz *npz, const char *old, const char *name)
{
  IplArray *array = ipl_npz_lookup (npz, old);

  if (array == NULL || array->values == NULL || ipl_npz_lookup (npz, name) != NULL)
    return;
  ipl_npz_add_numbers (npz, name, array->values, array->ndim, array->shape);
  for (gsize i = 0; i < array->size; i++)
    array->values[i] = NAN;
}

/* Standard errors of the GP limits of chosen paths were not written. */
static void
add_errors (IplNpz *npz, const char *scores, const char *name)
{
  const IplArray *array = ipl_npz_lookup (npz, scores);
  g_autofree double *nothing = NULL;

  if (array == NULL || array->values == NULL || ipl_npz_lookup (npz, name) != NULL)
    return;
  nothing = g_new (double, MAX (array->size, 1));
  for (gsize i = 0; i < array->size; i++)
    nothing[i] = NAN;
  ipl_npz_add_numbers (npz, name, nothing, array->ndim, array->shape);
}

void
ipl_results_update (IplNpz *npz)
{
  rename_alignment (npz, "alignment", "label_cosine");
  rename_alignment (npz, "alignment_diagonal", "label_cosine_diagonal");
  rename_alignment (npz, "alignment_gp", "label_cosine_gp");
  add_errors (npz, "accuracy_gp_lines", "accuracy_se_gp_lines");
  add_errors (npz, "mean_squared_error_gp_lines", "mean_squared_error_se_gp_lines");
}
