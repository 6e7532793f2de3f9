/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cblas.h>
#include <glib.h>

/* Products of fewer multiplications than this are quicker in place than through BLAS. */
#define SMALL_PRODUCT 600

/* C += scale op(A) op(B), all row-major and dense: C is m x n, the inner size k. */
static inline void
add_product (gboolean ta, gboolean tb, gsize m, gsize n, gsize k, double scale, const double *A,
             gsize lda, const double *B, gsize ldb, double *C, gsize ldc)
{
  if (m * n * k > SMALL_PRODUCT)
    {
      cblas_dgemm (CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans,
                   (int)m, (int)n, (int)k, scale, A, (int)lda, B, (int)ldb, 1.0, C, (int)ldc);
      return;
    }
  for (gsize i = 0; i < m; i++)
    for (gsize j = 0; j < n; j++)
      {
        double sum = 0;

        for (gsize x = 0; x < k; x++)
          sum += (ta ? A[x * lda + i] : A[i * lda + x]) * (tb ? B[j * ldb + x] : B[x * ldb + j]);
        C[i * ldc + j] += scale * sum;
      }
}
