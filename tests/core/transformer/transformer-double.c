/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "transformer/transformer-double.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/random-stream.h"

#define REAL double
#define BITS guint64
#define MANTISSA 52
#define EXP_TERMS 14
#define LANES 2
#define BODY(name) test_##name
#include "core/transformer/transformer-simd-private.h"

#define GEMM(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)                                 \
  cblas_dgemm (CblasRowMajor, ta, tb, (int)(m), (int)(n), (int)(k), alpha, A, (int)(lda), B,       \
               (int)(ldb), beta, C, (int)(ldc))
#define KERNEL(name) test_##name
#include "core/transformer/transformer-activations-private.h"

#include "core/transformer/transformer-blocks-private.h"
#include "core/transformer/transformer-output-private.h"
#include "core/transformer/transformer-step-private.h"

double
transformer_double_loss (const IplTransformerShape *shape, const double *parameters,
                         const IplTransformerBatch *batch, guint32 threshold, guint64 key,
                         double *gradient, double *squares)
{
  IplTransformerLayout layout;
  test_Pass pass;
  test_Weighing weighing = { &pass, gradient };
  double loss;
  gsize right;

  ipl_transformer_layout_init (&layout, shape);
  g_assert_true (
      test_pass_init (&pass, &layout, batch->count, batch->length, gradient != NULL, NULL));
  pass.w = parameters;
  pass.tokens = batch->tokens;
  pass.targets = batch->targets;
  pass.threshold = threshold;
  pass.dropout_scale = 1 / (1 - threshold / 65536.0);
  pass.key = key;
  for (gsize slice = 0; slice < pass.n_slices; slice++)
    test_run_slice (&pass, slice, NULL);
  loss = test_mean_loss (&pass, &right);
  if (gradient != NULL)
    {
      weighing.squares = g_new0 (double, test_count_jobs (shape));
      *squares = 0;
      for (gsize job = 0; job < test_count_jobs (shape); job++)
        {
          test_run_job (job, &weighing);
          *squares += weighing.squares[job];
        }
      g_free (weighing.squares);
    }
  test_pass_clear (&pass);
  return loss;
}
