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

/* Estimates what solving a case of this size takes, before anything large is allocated. */
gboolean
ipl_case_check_size (gsize P, gsize P_test, gsize Pi, gsize N0, guint outputs, GError **error)
{
  double K = outputs, p = (double)P * K, p_test = (double)P_test * K, pi = (double)Pi * K;
  double n = (double)N0;
  double pairs = pi * (pi + 1) / 2;
  double numbers = 3 * p * p + 3 * p * pi * n + 2 * p_test * pi * n + 4 * pi * pi;
  double bytes;
  IplMemoryLeft left = ipl_memory_left ();

  if (pi <= MAX_PATHS_SECOND_ORDER)
    numbers += 2 * pairs * pairs;
  bytes = 8 * numbers;
  if (pi > MAX_PATHS || bytes > left.bytes)
    {
      g_autofree char *needed = ipl_memory_describe (bytes);
      g_autofree char *there = ipl_memory_describe (left.bytes);
      /* One gradient: P x P kernel from the features under U, and as much back. */
      double flops = 4 * p * pi * n * (pi + p) + p * p * p;

      if (outputs > 1)
        return ipl_fail (
            error, IPL_ERROR_MEMORY,
            "Solving the case would take %s of memory for its %" G_GSIZE_FORMAT " training "
            "examples, %" G_GSIZE_FORMAT " paths, %u outputs and tokens of width %" G_GSIZE_FORMAT
            ", where this process may have %s more (%s) and paths times outputs may be %d: use "
            "fewer examples, heads or outputs.",
            needed, P, Pi, outputs, N0, there, left.limit, MAX_PATHS);
      if (Pi > MAX_PATHS)
        return ipl_fail (
            error, IPL_ERROR_MEMORY,
            "The case has %" G_GSIZE_FORMAT " paths (the product of the heads of all "
            "layers), and at most %d can be solved: it would take %s of memory and %.1g "
            "operations for every step of the solver; use fewer heads or layers.",
            Pi, MAX_PATHS, needed, flops);
      return ipl_fail (error, IPL_ERROR_MEMORY,
                       "Solving the case would take %s of memory for its %" G_GSIZE_FORMAT
                       " training examples, %" G_GSIZE_FORMAT " paths and tokens of width "
                       "%" G_GSIZE_FORMAT ", and this process may have %s more (%s): use fewer "
                       "examples or heads.",
                       needed, P, Pi, N0, there, left.limit);
    }
  return TRUE;
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

/* One note for all arrays alike.
 * @how: how they were read */
static void
note_orientation (IplCaseReader *self, IplOrientation orientation, const char *name,
                  const char *how)
{
  if (self->orientation == IPL_ORIENTATION_ROWS)
    self->orientation = orientation;
  if ((self->orientations_noted & 1u << orientation) != 0)
    return;
  self->orientations_noted |= 1u << orientation;
  ipl_case_reader_note (self, "%s sums to 1 %s.", name, how);
}

/* Recognizes by its sums whether attention came as [query, key] or transposed. @attention: [@count
 * x @H x @T x @T], rows sum to 1 afterwards. */
gboolean
ipl_case_reader_attention (IplCaseReader *self, const char *name, gsize count, guint H, gsize T,
                           double **attention, GError **error)
{
  g_autofree double *column = g_new (double, T);
  gboolean rows, columns;
  gsize bad_row = 0;
  double bad_sum = 0;

  check_sums (*attention, count * H, T, column, &rows, &columns, &bad_row, &bad_sum);
  if (!rows && !columns)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "In “%s”, the rows of %s do not sum to 1, nor do its columns: "
                     "%s[%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT
                     ", :] sums to %g.",
                     self->shown, name, name, bad_row / T / H, bad_row / T % H, bad_row % T,
                     bad_sum);
  if (!rows)
    {
      transpose_all (*attention, count * H, T);
      note_orientation (self, IPL_ORIENTATION_TRANSPOSED, name,
                        "over its third axis, so it and others like it were read as "
                        "[P, H, T key, T query]");
    }
  else if (columns && T > 1)
    note_orientation (self, IPL_ORIENTATION_BOTH, name,
                      "both ways; it and others like it were read as [P, H, T query, T key]");
  return TRUE;
}
