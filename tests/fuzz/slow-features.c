/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slow-features.h"

#include <math.h>

/* Attention logit of key s and query t. */
static double
logit (const IplCase *the_case, guint l, guint h, const double *xs, const double *xt)
{
  const IplLayerWeights *weights = &the_case->weights[l];
  gsize N0 = the_case->N0, G = weights->G;
  double sum = 0;

  for (gsize i = 0; G == 0 && i < N0; i++)
    for (gsize j = 0; j < N0; j++)
      sum += xs[i] * weights->combined[(h * N0 + i) * N0 + j] * xt[j];
  for (gsize g = 0; g < G; g++)
    {
      double key = 0, query = 0;

      for (gsize i = 0; i < N0; i++)
        {
          key += weights->wk[(h * G + g) * N0 + i] * xs[i];
          query += weights->wq[(h * G + g) * N0 + i] * xt[i];
        }
      sum += key * query / sqrt ((double)G);
    }
  return sum;
}

/* O[s * T + t]: how much query t looks at key s. */
static void
attention (const IplCase *the_case, const IplExamples *examples, gsize example, guint l, guint h,
           double *O)
{
  gsize T = the_case->T, N0 = the_case->N0;
  const double *x = examples->x + example * T * N0;

  for (gsize t = 0; t < T; t++)
    {
      double sum = 0, largest = -INFINITY;

      if (the_case->level == IPL_LEVEL_ATTENTION)
        {
          for (gsize s = 0; s < T; s++)
            O[s * T + t]
                = examples->attention[l][((example * the_case->H[l] + h) * T + t) * T + s];
          continue;
        }
      for (gsize s = 0; s < T; s++)
        {
          O[s * T + t] = logit (the_case, l, h, x + s * N0, x + t * N0);
          largest = MAX (largest, O[s * T + t]);
        }
      for (gsize s = 0; s < T; s++)
        sum += O[s * T + t] = exp (O[s * T + t] - largest);
      for (gsize s = 0; s < T; s++)
        O[s * T + t] /= sum;
    }
}

void
slow_features (const IplCase *the_case, const IplExamples *examples, gsize example, double *xi)
{
  gsize T = the_case->T, N0 = the_case->N0;
  const double *x = examples->x + example * T * N0;
  g_autofree double *O = g_new (double, T * T);
  g_autofree double *looks = g_new (double, T); /* how much the readout looks at each token */
  g_autofree double *before = g_new (double, T);

  for (gsize p = 0; p < the_case->Pi; p++)
    {
      for (gsize t = 0; t < T; t++)
        looks[t] = the_case->readout == IPL_READOUT_MEAN   ? 1.0 / (double)T
                   : the_case->readout == IPL_READOUT_LAST ? t + 1 == T
                                                           : t == 0;
      for (guint l = the_case->L; l-- > 0;)
        {
          attention (the_case, examples, example, l, ipl_case_path_head (the_case, p, l), O);
          for (gsize s = 0; s < T; s++)
            {
              before[s] = 0;
              for (gsize t = 0; t < T; t++)
                before[s] += O[s * T + t] * looks[t];
            }
          for (gsize s = 0; s < T; s++)
            looks[s] = before[s];
        }
      for (gsize i = 0; i < N0; i++)
        {
          xi[p * N0 + i] = 0;
          for (gsize s = 0; s < T; s++)
            xi[p * N0 + i] += looks[s] * x[s * N0 + i];
        }
    }
}
