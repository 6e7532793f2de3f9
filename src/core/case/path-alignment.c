/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alignment of the GP kernel of each path with the labels (THEORY.md section 2.3). */
#include "core/case/path-alignment.h"

#include <cblas.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/case/features.h"

/* Limit of path features in memory, in numbers: heads of the first layers are processed one by
 * one to stay below it. */
#define FEATURES_AT_ONCE ((double)(32 << 20))

/* Length of @scratch of ipl_path_alignment(). */
gsize
ipl_path_alignment_scratch (gsize P, gsize N0)
{
  gsize n = MIN (P, N0);

  return P * N0 + n * n + N0;
}

/* The centred alignment of C_pp = X X^T / (N_0 Pi) with y y^T, A = y^T C y / (|C|_F |y|^2),
 * after subtracting the means over examples from X and y (THEORY.md section 2.3). It does not
 * depend on the scales of C and y. @X: [@P x @N0] path features of a path, example m at X + m
 * @row; @y: [@P] labels; @scratch: [ipl_path_alignment_scratch()]. */
double
ipl_path_alignment (gsize P, gsize N0, const double *X, gsize row, const double *y, double *scratch)
{
  double *centred = scratch, *gram = scratch + P * N0, *v = gram + MIN (P, N0) * MIN (P, N0);
  gsize n = MIN (P, N0);
  double mean = 0, labels = 0, along = 0, frobenius = 0, scale = 0, largest = 0;

  for (gsize m = 0; m < P; m++)
    mean += y[m] / (double)P;
  for (gsize i = 0; i < N0; i++)
    {
      double sum = 0;

      for (gsize m = 0; m < P; m++)
        sum += X[m * row + i] / (double)P;
      for (gsize m = 0; m < P; m++)
        {
          centred[m * N0 + i] = X[m * row + i] - sum;
          scale = MAX (scale, fabs (centred[m * N0 + i]));
          largest = MAX (largest, fabs (X[m * row + i]));
        }
    }
  /* The residual of a constant is rounding. */
  if (!(scale > (double)P * DBL_EPSILON * largest))
    return 0;
  cblas_dscal ((blasint)(P * N0), 1 / scale, centred, 1);
  memset (v, 0, N0 * sizeof *v);
  for (gsize m = 0; m < P; m++)
    {
      labels += (y[m] - mean) * (y[m] - mean);
      cblas_daxpy ((blasint)N0, y[m] - mean, centred + m * N0, 1, v, 1);
    }
  for (gsize i = 0; i < N0; i++)
    along += v[i] * v[i];
  /* |X X^T| = |X^T X|: the smaller of the two. */
  cblas_dsyrk (CblasRowMajor, CblasLower, P <= N0 ? CblasNoTrans : CblasTrans, (blasint)n,
               (blasint)MAX (P, N0), 1, centred, (blasint)N0, 0, gram, (blasint)n);
  for (gsize i = 0; i < n; i++)
    for (gsize k = 0; k <= i; k++)
      frobenius += (k < i ? 2 : 1) * gram[i * n + k] * gram[i * n + k];
  return labels > 0 && frobenius > 0 ? along / (sqrt (frobenius) * labels) : 0;
}

/* A head of a layer, as the layer's only one. */
typedef struct
{
  const IplCase *the_case;
  guint fixed; /* layers of which one head is taken */
  guint head[IPL_MAX_LAYERS];
  double *slices[IPL_MAX_LAYERS]; /* attention of those heads */
} Part;

/* Selects heads of the first layers. Copies the attention of a head, since the array interleaves
 * heads. */
static void
fill_slices (Part *self, guint layer)
{
  const IplCase *the_case = self->the_case;
  gsize square = the_case->T * the_case->T, H = ipl_case_attention_heads (the_case, layer);

  if (self->head[layer] >= H) /* the identity, of which there is none */
    return;
  for (gsize m = 0; self->slices[layer] != NULL && m < the_case->train.count; m++)
    memcpy (self->slices[layer] + m * square,
            the_case->train.attention[layer] + (m * H + self->head[layer]) * square,
            square * sizeof (double));
}

static gboolean
features_of_part (Part *self, double *xi, guint threads, GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->the_case;
  IplLayerWeights weights[IPL_MAX_LAYERS];
  double *attention[IPL_MAX_LAYERS] = { NULL };
  double residual[IPL_MAX_LAYERS];
  guint H[IPL_MAX_LAYERS];

  for (guint l = 0; l < the_case->L; l++)
    {
      gboolean one = l < self->fixed;
      gboolean identity = one && ipl_case_head_is_identity (the_case, l, self->head[l]);
      gsize G = the_case->weights[l].G, N0 = the_case->N0;
      gsize h = one && !identity ? self->head[l] : 0;

      H[l] = one ? 1 : the_case->H[l];
      residual[l] = one && !identity ? 0 : the_case->residual[l];
      weights[l] = the_case->weights[l];
      if (weights[l].combined != NULL)
        weights[l].combined += h * N0 * N0;
      if (weights[l].wq != NULL)
        weights[l].wq += h * G * N0;
      if (weights[l].wk != NULL)
        weights[l].wk += h * G * N0;
      attention[l] = one ? self->slices[l] : the_case->train.attention[l];
    }
  return ipl_features_compute (weights, the_case->level == IPL_LEVEL_ATTENTION ? attention : NULL,
                               the_case->L, H, residual, the_case->T, the_case->N0,
                               the_case->readout, the_case->train.count, the_case->train.x, xi,
                               threads, cancellable, error);
}

/* Alignment with the kernel Y Y^T of K outputs in place of y y^T: that of each output, weighted
 * by |y|^2, over |Y^T Y|. @labels: [K x P] about their means */
static double
alignment_of_outputs (gsize P, gsize N0, guint K, const double *X, gsize row, const double *labels,
                      double *scratch)
{
  double along = 0, square = 0;

  for (guint k = 0; k < K; k++)
    {
      const double *y = labels + k * P;

      along += ipl_path_alignment (P, N0, X, row, y, scratch) * cblas_ddot ((blasint)P, y, 1, y, 1);
      for (guint l = 0; l < K; l++)
        {
          double product = cblas_ddot ((blasint)P, y, 1, labels + l * P, 1);

          square += product * product;
        }
    }
  return square > 0 ? along / sqrt (square) : 0;
}

/* [K x P] labels; centred if there are several outputs. */
static double *
centre_labels (const IplCase *the_case, GError **error)
{
  guint K = the_case->labels.outputs;
  gsize P = the_case->train.count;
  double *labels = ipl_memory_try_doubles ((double)P * K, "Ranking paths", error);

  for (guint k = 0; labels != NULL && k < K; k++)
    {
      double mean = 0;

      for (gsize m = 0; m < P && K > 1; m++)
        mean += the_case->train.y[m * K + k] / (double)P;
      for (gsize m = 0; m < P; m++)
        labels[k * P + m] = the_case->train.y[m * K + k] - mean;
    }
  return labels;
}

static gboolean
rank_features (const IplCase *the_case, const double *xi, gsize Pi, double *alignment,
               double *scratch, GCancellable *cancellable, GError **error)
{
  gsize N0 = the_case->N0, P = the_case->train.count;
  guint K = the_case->labels.outputs;
  g_autofree double *labels = centre_labels (the_case, error);

  if (labels == NULL)
    return FALSE;
  for (gsize p = 0; p < Pi; p++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      alignment[p] = K > 1 ? alignment_of_outputs (P, N0, K, xi + p * N0, Pi * N0, labels, scratch)
                           : ipl_path_alignment (P, N0, xi + p * N0, Pi * N0, labels, scratch);
    }
  return TRUE;
}

/* Advances to the next combination of heads of the fixed layers, the last fastest; FALSE after
 * the last one. */
static gboolean
next_part (Part *self)
{
  for (guint l = self->fixed; l-- > 0;)
    {
      if (++self->head[l] < self->the_case->H[l])
        {
          fill_slices (self, l);
          return TRUE;
        }
      self->head[l] = 0;
      fill_slices (self, l);
    }
  return FALSE;
}

static gboolean
rank_in_parts (const IplCase *the_case, double *alignment, double *scratch, guint threads,
               GCancellable *cancellable, GError **error)
{
  Part part = { .the_case = the_case };
  double numbers = (double)the_case->train.count * (double)the_case->N0;
  gsize Pi = the_case->Pi;
  g_autofree double *xi = NULL;
  gboolean ok = TRUE;

  for (; part.fixed < the_case->L && numbers * (double)Pi > FEATURES_AT_ONCE; part.fixed++)
    Pi /= the_case->H[part.fixed];
  xi = ipl_memory_try_doubles (numbers * (double)Pi, "The path features", error);
  ok = xi != NULL;
  for (guint l = 0; ok && l < part.fixed && the_case->level == IPL_LEVEL_ATTENTION; l++)
    {
      double size = (double)the_case->train.count * (double)the_case->T * (double)the_case->T;

      part.slices[l] = ipl_memory_try_doubles (size, "The attention of a head", error);
      ok = part.slices[l] != NULL;
      if (ok)
        fill_slices (&part, l);
    }
  for (gsize at = 0; ok && at < the_case->Pi; at += Pi)
    {
      ok = features_of_part (&part, xi, threads, cancellable, error)
           && rank_features (the_case, xi, Pi, alignment + at, scratch, cancellable, error);
      next_part (&part);
    }
  for (guint l = 0; l < IPL_MAX_LAYERS; l++)
    g_free (part.slices[l]);
  return ok;
}

/* Ranks all paths without holding the features of all in memory. @alignment: [Pi] of each path,
 * as in ipl_path_alignment(). */
gboolean
ipl_path_rank (const IplCase *the_case, double *alignment, guint threads, GCancellable *cancellable,
               GError **error)
{
  gsize size = ipl_path_alignment_scratch (the_case->train.count, the_case->N0);
  g_autofree double *scratch = NULL;

  scratch = ipl_memory_try_doubles ((double)size, "Ranking paths", error);
  if (scratch == NULL)
    return FALSE;
  return the_case->train.xi != NULL
             ? rank_features (the_case, the_case->train.xi, the_case->Pi, alignment, scratch,
                              cancellable, error)
             : rank_in_parts (the_case, alignment, scratch, threads, cancellable, error);
}

/* Sums and counts of the alignments of the remaining paths through each head. */
static void
sum_by_head (guint L, const guint *H, const double *alignment, const gboolean *selected,
             double *sum, gsize *count)
{
  gsize Pi = 1;
  guint first[IPL_MAX_LAYERS], n = 0;

  for (guint l = 0; l < L; l++)
    {
      first[l] = n;
      n += H[l];
      Pi *= H[l];
    }
  memset (sum, 0, n * sizeof *sum);
  memset (count, 0, n * sizeof *count);
  for (gsize p = 0; p < Pi; p++)
    {
      guint heads[IPL_MAX_LAYERS];
      gsize rest = p;
      gboolean left = TRUE;

      for (guint l = L; l-- > 0; rest /= H[l])
        {
          heads[l] = first[l] + (guint)(rest % H[l]);
          left = left && selected[heads[l]];
        }
      for (guint l = 0; left && l < L; l++)
        {
          sum[heads[l]] += alignment[p];
          count[heads[l]]++;
        }
    }
}

/* Selects heads such that at most @most paths remain. Paths share heads, so the remaining paths
 * are always all combinations of the remaining heads. The head with the smallest mean alignment
 * of its remaining paths is removed repeatedly; every layer retains a head. @H: [@L] heads of
 * each layer; @alignment: [Pi] of each path, h_1 slowest. The result [sum of H] marks the
 * remaining heads, layer 1 first. */
void
ipl_path_rank_heads (guint L, const guint *H, const double *alignment, gsize most,
                     gboolean *selected)
{
  guint left[IPL_MAX_LAYERS], n = 0;
  gsize Pi = 1;
  g_autofree double *sum = NULL;
  g_autofree gsize *count = NULL;

  for (guint l = 0; l < L; l++)
    {
      left[l] = H[l];
      n += H[l];
      Pi *= H[l];
    }
  for (guint h = 0; h < n; h++)
    selected[h] = TRUE;
  sum = g_new (double, n);
  count = g_new (gsize, n);
  while (Pi > MAX (most, 1))
    {
      guint worst = 0, in = 0, h = 0;
      double least = INFINITY;

      sum_by_head (L, H, alignment, selected, sum, count);
      for (guint l = 0; l < L; l++)
        for (guint k = 0; k < H[l]; k++, h++)
          if (selected[h] && left[l] > 1 && sum[h] / (double)count[h] < least)
            {
              least = sum[h] / (double)count[h];
              worst = h;
              in = l;
            }
      selected[worst] = FALSE;
      Pi = Pi / left[in] * (left[in] - 1);
      left[in]--;
    }
}
