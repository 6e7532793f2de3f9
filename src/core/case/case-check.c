/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/case-reader-private.h"

#include "core/base/error.h"

#include <math.h>

#include "core/base/memory.h"

#define MAX_PATHS 4096

/* A second-order step over U needs a matrix of this many paths' pairs. */
#define MAX_PATHS_SECOND_ORDER 64

/* Sums of attention may miss 1 by this much: half precision has 2^-11 for each of T terms. */
#define SUM_TOLERANCE 1e-2

/* Bytes that solving a case takes: its path features, as many again for the factors or the kernels
 * of pairs of paths, and the work of a solve; within a factor of three. */
double
ipl_case_memory (gsize P, gsize P_test, gsize Pi, gsize N0, guint outputs)
{
  double K = outputs, p = (double)P * K, p_test = (double)P_test * K, pi = (double)Pi * K;
  double n = (double)N0, pairs = pi * (pi + 1) / 2;
  double numbers = 3 * p * p + 3 * p * pi * n + 2 * p_test * pi * n + 4 * pi * pi;

  return 8 * (pi <= MAX_PATHS_SECOND_ORDER ? numbers + 2 * pairs * pairs : numbers);
}

/* FALSE if a case of this size cannot be solved; called before large allocations. */
gboolean
ipl_case_check_size (gsize P, gsize P_test, gsize Pi, gsize N0, guint outputs, GError **error)
{
  g_autofree char *what = NULL;

  if ((double)Pi * outputs > MAX_PATHS)
    return ipl_fail (error, IPL_ERROR_MEMORY,
                     "The case has %" G_GSIZE_FORMAT " paths (the product of the heads of all "
                     "layers) and %u output%s; paths times outputs may be at most %d: use fewer "
                     "heads, layers or outputs.",
                     Pi, outputs, outputs == 1 ? "" : "s", MAX_PATHS);
  what = g_strdup_printf ("Solving the case with %" G_GSIZE_FORMAT " training examples, "
                          "%" G_GSIZE_FORMAT " paths and tokens of width %" G_GSIZE_FORMAT,
                          P, Pi, N0);
  return ipl_memory_check (
      ipl_case_memory (P, P_test, Pi, N0, outputs), what,
      outputs > 1 ? "use fewer examples, heads or outputs" : "use fewer examples or heads", error);
}

/* TRUE if all rows, and all columns, of @n matrices [T x T] sum to 1; of the first row that does
 * not, its flat index and sum. */
static void
check_sums (const double *attention, gsize n, gsize T, double *column, gboolean *rows,
            gboolean *columns, gsize *bad_row, double *bad_sum)
{
  *rows = *columns = TRUE;
  for (gsize m = 0; m < n && (*rows || *columns); m++)
    {
      const double *matrix = attention + m * T * T;

      for (gsize s = 0; s < T; s++)
        column[s] = 0;
      for (gsize t = 0; t < T; t++)
        {
          double sum = 0;

          for (gsize s = 0; s < T; s++)
            {
              sum += matrix[t * T + s];
              column[s] += matrix[t * T + s];
            }
          if (*rows && !(fabs (sum - 1) <= SUM_TOLERANCE))
            {
              *rows = FALSE;
              *bad_row = m * T + t;
              *bad_sum = sum;
            }
        }
      for (gsize s = 0; s < T; s++)
        *columns = *columns && fabs (column[s] - 1) <= SUM_TOLERANCE;
    }
}

static void
transpose_all (double *attention, gsize n, gsize T)
{
  for (gsize m = 0; m < n; m++)
    {
      double *matrix = attention + m * T * T;

      for (gsize t = 0; t < T; t++)
        for (gsize s = 0; s < t; s++)
          {
            double swap = matrix[t * T + s];
            matrix[t * T + s] = matrix[s * T + t];
            matrix[s * T + t] = swap;
          }
    }
}

static gboolean
all_symmetric (const double *attention, gsize n, gsize T)
{
  for (gsize m = 0; m < n; m++)
    for (gsize t = 0; t < T; t++)
      for (gsize s = 0; s < t; s++)
        if (fabs (attention[m * T * T + t * T + s] - attention[m * T * T + s * T + t]) > 1e-9)
          return FALSE;
  return TRUE;
}

static void
set_first (char **name, const char *value)
{
  if (*name == NULL)
    *name = g_strdup (value);
}

/* Determines from its sums whether attention is [query, key] or transposed.
 * @attention: (inout): [@count x @H x @T x @T]; rows sum to 1 afterwards
 * @undecided: (out): TRUE if rows and columns both do, and the order matters */
gboolean
ipl_case_reader_attention (IplCaseReader *self, const char *name, gsize count, guint H, gsize T,
                           double *attention, gboolean *undecided, GError **error)
{
  g_autofree double *column = g_new (double, T);
  gboolean rows, columns;
  gsize bad_row = 0;
  double bad_sum = 0;

  check_sums (attention, count * H, T, column, &rows, &columns, &bad_row, &bad_sum);
  if (!rows && !columns)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In “%s”, the rows of %s do not sum to 1, nor do its columns: "
                     "%s[%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT
                     ", :] sums to %g.",
                     self->shown, name, name, bad_row / T / H, bad_row / T % H, bad_row % T,
                     bad_sum);
  if (!rows)
    {
      transpose_all (attention, count * H, T);
      set_first (&self->by_columns, name);
    }
  else if (!columns)
    set_first (&self->by_rows, name);
  *undecided = rows && columns && !all_symmetric (attention, count * H, T);
  if (*undecided)
    set_first (&self->undecided_name, name);
  return TRUE;
}

/* All attention of a file has its axes in one order: that of the arrays that decide it. */
gboolean
ipl_case_reader_orientation (IplCaseReader *self, GError **error)
{
  g_autofree char *doubt = NULL;

  if (self->by_rows != NULL && self->by_columns != NULL)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In “%s”, the rows of %s sum to 1, but the columns of %s: give both as "
                     "[P, H, T query, T key], whose rows do.",
                     self->shown, self->by_rows, self->by_columns);
  if (self->by_columns != NULL)
    {
      for (guint i = 0; i < self->undecided->len; i++)
        transpose_all (self->undecided->pdata[i], g_array_index (self->undecided_n, gsize, i),
                       self->the_case->T);
      ipl_case_reader_note (self,
                            "%s sums to 1 over its third axis, so the attention was read as "
                            "[P, H, T key, T query].",
                            self->by_columns);
    }
  if (self->by_rows != NULL || self->by_columns != NULL || self->undecided_name == NULL)
    return TRUE;
  doubt
      = g_strdup_printf ("The attention sums to 1 over both of its token axes, as %s does, and was "
                         "read as [P, H, T query, T key]; the file does not define their order.",
                         self->undecided_name);
  ipl_case_warn (self->the_case, doubt);
  return TRUE;
}
