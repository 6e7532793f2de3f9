/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well kernels fit the labels, by plain loops over all examples. */
#include "core/theory/energy.h"
#include <math.h>
#include <string.h>

#include "support.h"
#include "theory/outputs-support.h"

/* The kernel of a case at U, with its alignment by the letter over all examples. */
static void
check_alignment (const IplCase *the_case, const double *U, double bound)
{
  gsize P = the_case->train.count;
  g_autofree double *K = g_new (double, P * P);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autofree double *scratch = g_new (double, ipl_kernel_scratch (kernel));
  g_autofree double *rows = g_new (double, kernel->P * kernel->P);
  IplAlignment alignment;

  test_slow_kernel (the_case, 1.7, U, K);
  ipl_kernel_assemble (kernel, 1.7, U, rows, scratch, NULL);
  ipl_alignment_measure (kernel, rows, &alignment);
  test_assert_close (alignment.cosine, test_slow_alignment (P, 1, K, the_case->train.y, FALSE),
                     bound);
  if (P > 1)
    test_assert_close (alignment.centred, test_slow_alignment (P, 1, K, the_case->train.y, TRUE),
                       bound);
  else
    g_assert_true (isnan (alignment.centred));
}

static void
scale_case (IplCase *the_case, double scale)
{
  for (gsize i = 0; i < the_case->train.count * the_case->Pi * the_case->N0; i++)
    the_case->train.xi[i] *= scale;
  for (gsize m = 0; m < the_case->train.count; m++)
    the_case->train.y[m] *= scale;
}

/* Against the loop, with rows as many as examples, rotated to fewer, and cut where features depend
 * on each other, at every scale of features and labels, and with features that share a large part.
 */
TEST (test_alignment, "/alignment/sizes-and-scales")
{
  static const gsize sizes[] = { 1, 2, 7, 12, 40, 60 };
  static const double scales[] = { 1, 1e-6, 1e6, 1e-50, 1e50 };
  const double U[] = { 2, .3, -.1, .2, .3, 1, .4, 0, -.1, .4, 3, .1, .2, 0, .1, 1.5 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint kind = 0; kind < 4; kind++)
      for (guint f = 0; f < G_N_ELEMENTS (scales); f++)
        {
          gsize P = sizes[s], N0 = 6;
          g_autoptr (IplCase) the_case
              = test_random_case (P, 5, HEADS (2, 2), N0, (guint32)(P + kind));

          for (gsize m = 0; m < P; m++)
            for (gsize i = 0; i < 4 * N0; i++)
              {
                double *xi = &the_case->train.xi[m * 4 * N0 + i];

                if (kind == 1) /* all examples have much in common */
                  *xi += 100;
                else if (kind == 2 && m > 2) /* three different examples */
                  *xi = the_case->train.xi[m % 3 * 4 * N0 + i];
                else if (kind == 3 && i % N0 > 1) /* a token has two components, shared */
                  *xi = the_case->train.xi[m * 4 * N0 + i - i % N0];
              }
          for (gsize m = 0; m < P; m++)
            the_case->train.y[m] = (m % 2 == 0 ? 1 : -1) + 0.1 * (double)m + (kind == 1 ? 3 : 0);
          scale_case (the_case, scales[f]);
          /* What is shared takes its square, relative to the rest, of the digits. */
          check_alignment (the_case, U, kind == 1 ? 1e-9 : 1e-11);
        }
}

/* 1 of a kernel that is the labels', however much all examples share; no number where kernel or
 * labels do not vary. */
TEST (test_alignment_special, "/alignment/special")
{
  const double U[] = { 1 };

  for (guint kind = 0; kind < 4; kind++)
    for (gsize P = 4; P <= 24; P += 10)
      {
        g_autoptr (IplCase) the_case = test_random_case (P, 5, HEADS (1), 3, 4);
        g_autoptr (IplKernel) kernel = NULL;
        double K[24 * 24], scratch[24 * 24];
        IplAlignment alignment;

        for (gsize m = 0; m < P; m++)
          {
            the_case->train.y[m] = kind == 1 ? 1 : m % 4 == 0 ? 1 : -1;
            for (gsize i = 0; i < 3; i++)
              the_case->train.xi[m * 3 + i] = i > 0 ? 0
                                                    : 5
                                                          + (kind == 2    ? 0
                                                             : m % 4 == 0 ? 1.0
                                                                          : -1.0);
          }
        if (kind == 3)
          memset (the_case->train.xi, 0, P * 3 * sizeof (double));
        kernel = ipl_kernel_prepare (the_case, NULL, NULL);
        g_assert_cmpuint (ipl_kernel_scratch (kernel), <=, G_N_ELEMENTS (scratch));
        ipl_kernel_assemble (kernel, 1, U, K, scratch, NULL);
        ipl_alignment_measure (kernel, K, &alignment);
        if (kind == 0)
          {
            test_assert_close (alignment.centred, 1, 1e-12);
            g_assert_cmpfloat (alignment.cosine, <, 0.5);
          }
        else
          g_assert_true (isnan (alignment.centred));
        g_assert_true (isnan (alignment.cosine) == (kind == 3));
      }
}
