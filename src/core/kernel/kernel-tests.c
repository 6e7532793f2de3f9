/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C_pq between the training set and test sets, for U that mixes several outputs: blocks of all
 * pairs of outputs are sums over the same pairs of paths. */
#include "core/kernel/kernel-private.h"

#include "core/base/memory.h"
#include "core/base/tiled-lapack.h"

#include <cblas.h>

/* Bytes of C_pq of all test sets; 0 if they are not stored. */
static double
count_bytes (const IplKernel *self)
{
  double pairs = (double)self->rows.Pi * (double)self->rows.Pi, bytes = 0;

  for (guint k = 0; k < self->the_case->n_tests; k++)
    bytes += 8 * pairs * (double)self->the_case->tests[k].count * ((double)self->rows.count + 1);
  return bytes <= (double)PAIRS_MEMORY_LIMIT ? bytes : 0;
}

static gboolean
form_test (const IplKernel *self, const IplExamples *test, IplTestPairs *pairs,
           GCancellable *cancellable, GError **error)
{
  static const char what[] = "The kernels of pairs of paths with the test set";
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, all = self->the_case->N0;
  gsize count = test->count;
  g_autofree double *lowered = NULL;
  const double *Xi = test->xi;

  pairs->cross = ipl_try_new (double, (double)(Pi * Pi * count) * (double)r, what, error);
  if (pairs->cross != NULL)
    pairs->owned = ipl_try_new (double, (double)(Pi * Pi * count), what, error);
  if (pairs->owned != NULL && self->rows.basis != NULL)
    Xi = lowered = ipl_try_new (double, (double)(count * Pi) * (double)N0, what, error);
  if (pairs->owned == NULL || Xi == NULL)
    return FALSE;
  for (gsize x = 0; x < count; x++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)all, self->scale,
                 test->xi + x * Pi * all, (int)all, test->xi + x * Pi * all, (int)all, 0,
                 pairs->owned + x * Pi * Pi, (int)Pi);
  if (lowered != NULL)
    ipl_kernel_lower_tokens (self, count * Pi, test->xi, lowered, cancellable);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      if (ipl_tiles_multiply (TRUE, FALSE, r, count, N0, self->scale, self->Xi + p * N0, Pi * N0,
                              Xi + q * N0, Pi * N0, 0, pairs->cross + (p * Pi + q) * count * r, r,
                              cancellable)
          != IPL_TILES_DONE)
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
  return TRUE;
}

/* For kernels of which all test pairs fit into memory. */
gboolean
ipl_kernel_form_tests (IplKernel *self, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->the_case;

  if (self->C == NULL || count_bytes (self) == 0)
    return TRUE;
  self->tests = g_new0 (IplTestPairs, the_case->n_tests);
  for (guint k = 0; k < the_case->n_tests; k++)
    if (!form_test (self, &the_case->tests[k], &self->tests[k], cancellable, error))
      return FALSE;
  return TRUE;
}

void
ipl_kernel_free_tests (IplKernel *self)
{
  for (guint k = 0; self->tests != NULL && k < self->the_case->n_tests; k++)
    {
      g_free (self->tests[k].cross);
      g_free (self->tests[k].owned);
    }
  g_clear_pointer (&self->tests, g_free);
}
