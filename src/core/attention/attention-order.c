/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/attention/attention-scan.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/case/features.h"

/* Largest number of test sequences for the order. */
#define MOST_SEQUENCES 64

static const char what[] = "The attention on test sequences";

static gsize
count_sequences (const IplCase *the_case)
{
  return MIN (the_case->tests[0].count, MOST_SEQUENCES);
}

/* Spread over all, as classes follow each other. */
static const double *
get_sequence (const IplCase *the_case, gsize i)
{
  const IplExamples *tests = &the_case->tests[0];

  return tests->x + i * tests->count / count_sequences (the_case) * the_case->T * the_case->N0;
}

/* alpha: [paths x T] of the first @n heads of each layer, from the last layer to the first; @work:
 * [T x T], then as alpha. */
static void
fill_alpha (const IplCase *the_case, const IplLayerWeights *weights, const guint *H,
            const double *x, double *work, double *alpha)
{
  gsize T = the_case->T, rest = 1;
  double *O = work, *next = work + T * T;

  for (gsize t = 0; t < T; t++)
    alpha[t] = the_case->readout == IPL_READOUT_MEAN
                   ? 1.0 / (double)T
                   : t == (the_case->readout == IPL_READOUT_LAST ? T - 1 : 0);
  for (guint l = the_case->L; l-- > 0; rest *= H[l])
    {
      memcpy (next, alpha, rest * T * sizeof *alpha);
      for (guint h = 0; h < H[l]; h++)
        {
          ipl_features_attention_matrix (&weights[l], h, T, the_case->N0, x, O);
          /* O: [key x query] */
          cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)rest, (blasint)T,
                       (blasint)T, 1, next, (blasint)T, O, (blasint)T, 0, alpha + h * rest * T,
                       (blasint)T);
        }
    }
}

gboolean
ipl_attention_order_init (IplAttentionOrder *self, const IplCase *the_case, GError **error)
{
  static const guint ones[IPL_MAX_LAYERS] = { 1, 1, 1, 1, 1, 1, 1, 1 };
  gsize T = the_case->T;
  g_autofree double *work = ipl_try_new (double, T *(T + 1), what, error);

  self->the_case = the_case;
  self->count = count_sequences (the_case);
  self->alpha = ipl_try_new (double, self->count *T, what, error);
  if (work == NULL || self->alpha == NULL)
    return FALSE;
  for (gsize i = 0; i < self->count; i++)
    fill_alpha (the_case, the_case->weights, ones, get_sequence (the_case, i), work,
                self->alpha + i * T);
  self->square = cblas_ddot ((blasint)(self->count * T), self->alpha, 1, self->alpha, 1);
  return TRUE;
}

void
ipl_attention_order_clear (IplAttentionOrder *self)
{
  g_clear_pointer (&self->alpha, g_free);
}

gboolean
ipl_attention_order_measure (const IplAttentionOrder *self, const IplLayerWeights *weights,
                             double *order, GError **error)
{
  const IplCase *the_case = self->the_case;
  gsize T = the_case->T, Pi = the_case->Pi;
  double *alpha, *work, *product;
  g_autofree double *space
      = ipl_try_parts0 (what, error, { &alpha, (double)(Pi * T) },
                        { &work, (double)(T * T + Pi * T) }, { &product, (double)Pi });

  if (space == NULL)
    return FALSE;
  for (gsize i = 0; i < self->count; i++)
    {
      fill_alpha (the_case, weights, the_case->H, get_sequence (the_case, i), work, alpha);
      for (gsize p = 0; p < Pi; p++)
        product[p] += cblas_ddot ((blasint)T, alpha + p * T, 1, self->alpha + i * T, 1);
    }
  *order = 0;
  for (gsize p = 0; p < Pi; p++)
    *order = MAX (*order, fabs (product[p]) / self->square);
  return TRUE;
}

gboolean
ipl_attention_mean (const IplCase *the_case, const IplLayerWeights *weights, double *mean,
                    GError **error)
{
  gsize T = the_case->T, count = count_sequences (the_case);
  g_autofree double *O = ipl_try_new (double, T *T, what, error);
  guint head = 0;

  if (O == NULL)
    return FALSE;
  memset (mean, 0, ipl_case_n_heads (the_case) * T * T * sizeof *mean);
  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++, head++)
      for (gsize i = 0; i < count; i++)
        {
          ipl_features_attention_matrix (&weights[l], h, T, the_case->N0,
                                         get_sequence (the_case, i), O);
          for (gsize key = 0; key < T; key++)
            for (gsize query = 0; query < T; query++)
              mean[(head * T + query) * T + key] += O[key * T + query] / (double)count;
        }
  return TRUE;
}
