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
#include "core/network/trained-simd-private.h"

#define GEMM(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)                                 \
  cblas_dgemm (CblasRowMajor, ta, tb, (int)(m), (int)(n), (int)(k), alpha, A, (int)(lda), B,       \
               (int)(ldb), beta, C, (int)(ldc))
#define SOFTMAX test_softmax
#define MIX test_mix
#define UNMIX test_unmix
#include "core/base/memory.h"
#include "core/network/trained-gradient-private.h"

#define MAX_SLICES 8

/* THEORY.md section 18.8 by the letter: the class is where the label is above 0. */
static double
slow_loss (IplTrainedLoss loss, guint K, const double *f, const double *y)
{
  double sum = 0, total = 0;

  for (guint k = 0; k < K; k++)
    {
      if (loss == IPL_TRAINED_SQUARED_ERROR)
        sum += (f[k] - y[k]) * (f[k] - y[k]);
      else if (y[k] > 0)
        sum -= f[k];
      total += exp (f[k]);
    }
  return loss == IPL_TRAINED_SQUARED_ERROR ? sum : sum + log (total);
}

double
trained_double_loss (const IplTrainedShape *shape, IplTrainedLoss loss, gboolean combined,
                     gsize slices, const double *parameters, gsize count, const double *x,
                     const double *y, double *f, double *gradient)
{
  IplTrainedLayout layout;
  test_Shared shared = { 0 };
  test_Scratch scratch = { 0 };
  double *dA[MAX_SLICES], *dM[MAX_SLICES], mean = 0, told = 0;
  guint K = shape->outputs;
  g_autofree double *outputs = g_new (double, count * K);
  gsize each = (count + slices - 1) / slices, parts = 0;

  ipl_trained_layout_init (&layout, shape);
  layout.combined = combined;
  g_assert_true (test_shared_init (&shared, &layout, parameters, TRUE, NULL));
  g_assert_true (test_scratch_init (&scratch, &layout, 3, NULL));
  shared.loss = loss;
  test_share_values (&shared, &layout);
  for (gsize head = 0; head < layout.heads; head++)
    test_share_head (&shared, &layout, head);
  for (gsize first = 0; first < count; first += each, parts++)
    {
      dA[parts] = g_new (double, test_attention_size (&layout));
      dM[parts] = g_new (double, layout.rows[0] * shape->N0);
      told += test_slice (&layout, &shared, &scratch, MIN (each, count - first),
                          x + first * shape->T * shape->N0, y + first * K, 1 / (double)count,
                          outputs + first * K, gradient != NULL ? dA[parts] : NULL, dM[parts]);
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
    mean += slow_loss (loss, K, outputs + e * K, y + e * K) / (double)count;
  /* A label of single precision is a class but for its rounding. */
  if (gradient != NULL)
    g_assert_cmpfloat_with_epsilon (told / (double)count, mean, 1e-7 * (1 + mean));
  if (f != NULL)
    memcpy (f, outputs, count * K * sizeof *f);
  test_scratch_clear (&scratch);
  test_shared_clear (&shared);
  return mean;
}
