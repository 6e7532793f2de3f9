/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "network/trained-double.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#define REAL double
#define BITS guint64
#define MANTISSA 52
#define EXP_TERMS 14
#define LANES 2
#define IOTA                                                                                       \
  {                                                                                                \
    0, 1                                                                                           \
  }
#define BODY(name) test_##name
#include "core/network/trained-vector-body-private.h"

#define GEMM(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)                                 \
  cblas_dgemm (CblasRowMajor, ta, tb, (int)(m), (int)(n), (int)(k), alpha, A, (int)(lda), B,       \
               (int)(ldb), beta, C, (int)(ldc))
#define SOFTMAX test_softmax
#define MIX test_mix
#define UNMIX test_unmix
#include "core/base/memory.h"
#include "core/network/trained-body-private.h"

#define MAX_SLICES 8

double
trained_double_loss (const IplTrainedShape *shape, gboolean combined, gsize slices,
                     const double *parameters, gsize count, const double *x, const double *y,
                     double *f, double *gradient)
{
  IplTrainedLayout layout;
  test_Shared shared = { 0 };
  test_Scratch scratch = { 0 };
  double *dA[MAX_SLICES], *dM[MAX_SLICES], loss = 0;
  g_autofree double *outputs = g_new (double, count);
  gsize each = (count + slices - 1) / slices, parts = 0;

  ipl_trained_layout_init (&layout, shape);
  layout.combined = combined;
  g_assert_true (test_shared_init (&shared, &layout, parameters, TRUE, NULL));
  g_assert_true (test_scratch_init (&scratch, &layout, 3, NULL));
  test_share_values (&shared, &layout);
  for (gsize head = 0; head < layout.heads; head++)
    test_share_head (&shared, &layout, head);
  for (gsize first = 0; first < count; first += each, parts++)
    {
      dA[parts] = g_new (double, test_attention_size (&layout));
      dM[parts] = g_new (double, layout.Pi * shape->N0);
      test_slice (&layout, &shared, &scratch, MIN (each, count - first),
                  x + first * shape->T * shape->N0, y + first, 1 / (double)count, outputs + first,
                  gradient != NULL ? dA[parts] : NULL, dM[parts]);
    }
  if (gradient != NULL)
    {
      test_unshare_values (&shared, &layout, parts, dM, gradient);
      for (gsize head = 0; head < layout.heads; head++)
        test_unshare_head (&shared, &layout, head, parts, dA, gradient);
    }
  for (gsize part = 0; part < parts; part++)
    {
      g_free (dA[part]);
      g_free (dM[part]);
    }
  for (gsize e = 0; e < count; e++)
    loss += (outputs[e] - y[e]) * (outputs[e] - y[e]) / (double)count;
  if (f != NULL)
    memcpy (f, outputs, count * sizeof *f);
  test_scratch_clear (&scratch);
  test_shared_clear (&shared);
  return loss;
}
