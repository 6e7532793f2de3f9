/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trained network's output and all of its gradients (THEORY.md sections 1 and 2), in precision
 * REAL. No include guard: the library includes it in single precision, the tests in double too,
 * with REAL, GEMM, SOFTMAX, MIX, UNMIX and BODY(name) defined.
 *
 * Values are linear and the readout pools, so that no width-N activation of a token is ever formed:
 *
 *     f_k = sum_p sum_s alpha^p_s (M_pk . x_s),   M_pk = (N_1 N_0 Pi)^(-1/2) W_1[p,k] V^0  in
 * R^{N_0}
 *
 * of each output k,
 * with M one small matrix per step, and alpha the tree of partial paths, vectors over tokens. The
 * values cost O(Pi K T N_0) an example and the chain of effective weights once a step, against
 * O(L H T N^2) an example by tokens: dearer only from Pi K of about L H N^2 / (2 N_0), thousands.
 *
 * Rows of attention are (t, head), a query t and all heads of all layers; columns are keys s. */

#include "core/network/trained-loss-gradient-private.h"

/* Up to so many multiplications OpenBLAS works in place, without packing its matrices first. */
#define SMALL_PRODUCT 1000000

/* Shared by all examples of a step, from the parameters. */
typedef struct
{
  const REAL *w;            /* the parameters */
  REAL *W[IPL_MAX_LAYERS];  /* [rows[l] x N_l] effective weights W_l */
  REAL *M;                  /* [Pi x K x N0] */
  REAL *B;                  /* [N0 x (heads N0)] Wq^T Wk / sqrt(G) side by side, if combined */
  REAL *dW[IPL_MAX_LAYERS]; /* [rows[l] x N_l] gradients in W_l, if requested */
  IplTrainedLoss loss;      /* loss of the gradients */
  REAL *space;              /* of all but the parameters */
} BODY (Shared);

/* A thread's working memory for up to @block examples at once. */
typedef struct
{
  gsize block;
  REAL
      *left; /* combined: X B, [block T x heads N0]; else queries and keys, [block T x 2 heads G] */
  REAL *d_left;
  REAL *O;                         /* [block][T x heads x Ts] */
  REAL *alpha[IPL_MAX_LAYERS + 1]; /* [L] the readout, [1 x Ts]; [l] [block][Pi_from[l] x Ts] */
  REAL *d[IPL_MAX_LAYERS + 1];     /* [Pi_from[l] x Ts] the gradients in alpha; [0] K times */
  REAL *g;                         /* [K] the gradient in the outputs */
  REAL *space;                     /* of all of these */
} BODY (Scratch);

/* Arrays of one of these structs, as they are listed for one allocation. */
typedef struct
{
  guint n;
  IplMemoryPart part[2 * IPL_MAX_LAYERS + 7];
} BODY (Parts);

static void
BODY (add_part) (BODY (Parts) * parts, REAL **at, double count)
{
  parts->part[parts->n++] = (IplMemoryPart){ at, count, sizeof (REAL) };
}

static void
BODY (shared_parts) (BODY (Shared) * self, const IplTrainedLayout *layout, gboolean gradients,
                     BODY (Parts) * parts)
{
  const IplTrainedShape *shape = &layout->shape;

  parts->n = 0;
  for (guint l = 0; l < shape->L; l++)
    {
      double size = (double)layout->rows[l] * (double)shape->N[l];

      BODY (add_part) (parts, &self->W[l], size);
      if (gradients)
        BODY (add_part) (parts, &self->dW[l], size);
    }
  BODY (add_part) (parts, &self->M, (double)layout->rows[0] * (double)shape->N0);
  if (layout->combined)
    BODY (add_part) (parts, &self->B, (double)layout->heads * (double)(shape->N0 * shape->N0));
}

/* FALSE: IPL_ERROR_MEMORY; to be cleared all the same. */
static gboolean
BODY (shared_init) (BODY (Shared) * self, const IplTrainedLayout *layout, const REAL *w,
                    gboolean gradients, GError **error)
{
  BODY (Parts) parts;

  self->w = w;
  BODY (shared_parts) (self, layout, gradients, &parts);
  self->space
      = ipl_memory_try_parts (parts.part, parts.n, "The network's effective weights", error);
  return self->space != NULL;
}

static void
BODY (shared_clear) (BODY (Shared) * self)
{
  g_clear_pointer (&self->space, g_free);
}

static void
BODY (scratch_parts) (BODY (Scratch) * self, const IplTrainedLayout *layout, gsize block,
                      BODY (Parts) * parts)
{
  const IplTrainedShape *shape = &layout->shape;
  double width = (double)layout->heads * (double)(layout->combined ? shape->N0 : 2 * shape->G);
  double rows = (double)block * (double)shape->T, Ts = (double)layout->Ts;

  parts->n = 0;
  BODY (add_part) (parts, &self->left, rows * width);
  if (!layout->combined)
    BODY (add_part) (parts, &self->d_left, rows * width);
  BODY (add_part) (parts, &self->O, rows * (double)layout->heads * Ts);
  for (guint l = 0; l < shape->L; l++)
    {
      double size = (double)layout->Pi_from[l] * Ts;

      BODY (add_part) (parts, &self->alpha[l], (double)block * size);
      BODY (add_part) (parts, &self->d[l], l == 0 ? shape->outputs * size : size);
    }
  BODY (add_part) (parts, &self->alpha[shape->L], Ts);
  BODY (add_part) (parts, &self->d[shape->L], Ts);
  BODY (add_part) (parts, &self->g, shape->outputs);
}

/* FALSE: IPL_ERROR_MEMORY; to be cleared all the same. */
static gboolean
BODY (scratch_init) (BODY (Scratch) * self, const IplTrainedLayout *layout, gsize block,
                     GError **error)
{
  const IplTrainedShape *shape = &layout->shape;
  BODY (Parts) parts;

  self->block = block;
  BODY (scratch_parts) (self, layout, block, &parts);
  self->space = ipl_memory_try_parts (parts.part, parts.n, "The network's attention", error);
  if (self->space == NULL)
    return FALSE;
  if (layout->combined)
    self->d_left = self->left;
  for (guint i = 0; i < parts.n; i++)
    {
      REAL *at = *(REAL **)parts.part[i].at;

      if (at != self->left && at != self->d_left)
        memset (at, 0, (gsize)parts.part[i].count * sizeof (REAL));
    }
  for (gsize t = 0; t < shape->T; t++)
    self->alpha[shape->L][t] = shape->readout == IPL_READOUT_MEAN
                                   ? 1 / (REAL)shape->T
                                   : t == (shape->readout == IPL_READOUT_LAST ? shape->T - 1 : 0);
  return TRUE;
}

static void
BODY (scratch_clear) (BODY (Scratch) * self)
{
  g_clear_pointer (&self->space, g_free);
}

/* Numbers of the gradient in the attention weights that a slice of examples makes: in B if
 * combined, else in Wq and Wk in the order of the parameters. */
static gsize
BODY (attention_size) (const IplTrainedLayout *layout)
{
  const IplTrainedShape *shape = &layout->shape;

  return layout->heads * shape->N0 * (layout->combined ? shape->N0 : 2 * shape->G);
}

static guint
BODY (layer_of) (const IplTrainedLayout *layout, gsize head)
{
  guint l = 0;

  while (l + 1 < layout->shape.L && head >= layout->first_head[l + 1])
    l++;
  return l;
}

/* The columns of B that are one head's. */
static void
BODY (share_head) (BODY (Shared) * self, const IplTrainedLayout *layout, gsize head)
{
  const IplTrainedShape *shape = &layout->shape;
  guint l = BODY (layer_of) (layout, head);
  gsize at = (head - layout->first_head[l]) * shape->G * shape->N0, N0 = shape->N0;

  if (layout->combined)
    GEMM (CblasTrans, CblasNoTrans, N0, N0, shape->G, 1 / (REAL)sqrt ((double)shape->G),
          self->w + layout->wq[l] + at, N0, self->w + layout->wk[l] + at, N0, 0,
          self->B + head * N0, layout->heads * N0);
}

static REAL
BODY (output_scale) (const IplTrainedLayout *layout)
{
  const IplTrainedShape *shape = &layout->shape;

  return (REAL)(1 / sqrt ((double)shape->N[0] * (double)shape->N0 * (double)layout->Pi));
}

/* The chain W_L .. W_1 and M. */
static void
BODY (share_values) (BODY (Shared) * self, const IplTrainedLayout *layout)
{
  const IplTrainedShape *shape = &layout->shape;
  const REAL *above = self->w + layout->a;

  for (guint l = shape->L; l-- > 0;)
    {
      gsize N = shape->N[l], N_above = shape->N[l + 1], rows = layout->rows[l + 1];

      for (guint h = 0; h < shape->H[l]; h++)
        GEMM (CblasNoTrans, CblasNoTrans, rows, N, N_above, 1 / (REAL)sqrt ((double)N_above), above,
              N_above, self->w + layout->V[l] + h * N_above * N, N, 0, self->W[l] + h * rows * N,
              N);
      above = self->W[l];
    }
  GEMM (CblasNoTrans, CblasNoTrans, layout->rows[0], shape->N0, shape->N[0],
        BODY (output_scale) (layout), above, shape->N[0], self->w + layout->V0, shape->N0, 0,
        self->M, shape->N0);
}

/* The logits of @count examples, in base 2. */
static void
BODY (logits) (const IplTrainedLayout *layout, const BODY (Shared) * shared,
               BODY (Scratch) * scratch, gsize count, const REAL *x)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize T = shape->T, N0 = shape->N0, G = shape->G, Ts = layout->Ts, heads = layout->heads;
  gsize width = heads * (layout->combined ? N0 : 2 * G);

  if (layout->combined)
    {
      GEMM (CblasNoTrans, CblasNoTrans, count * T, width, N0, 1, x, N0, shared->B, width, 0,
            scratch->left, width);
      for (gsize e = 0; e < count; e++)
        GEMM (CblasNoTrans, CblasTrans, T * heads, T, N0, (REAL)M_LOG2E,
              scratch->left + e * T * width, N0, x + e * T * N0, N0, 0,
              scratch->O + e * T * heads * Ts, Ts);
      return;
    }
  GEMM (CblasNoTrans, CblasTrans, count * T, width, N0, 1, x, N0, shared->w + layout->wq[0], N0, 0,
        scratch->left, width);
  for (gsize e = 0; e < count; e++)
    for (guint l = 0; l < shape->L; l++)
      for (guint h = 0; h < shape->H[l]; h++)
        {
          const REAL *q = scratch->left + e * T * width + (2 * layout->first_head[l] + h) * G;

          GEMM (CblasNoTrans, CblasTrans, T, T, G, (REAL)(M_LOG2E / sqrt ((double)G)), q, width,
                q + shape->H[l] * G, width, 0,
                scratch->O + (e * T * heads + layout->first_head[l] + h) * Ts, heads * Ts);
        }
}

/* From the gradient in the logits to that in the attention weights, added to @beta times dA. */
static void
BODY (unlogits) (const IplTrainedLayout *layout, BODY (Scratch) * scratch, gsize count,
                 const REAL *x, REAL beta, REAL *dA)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize T = shape->T, N0 = shape->N0, G = shape->G, Ts = layout->Ts, heads = layout->heads;
  gsize width = heads * (layout->combined ? N0 : 2 * G);
  REAL scale = 1 / (REAL)sqrt ((double)G);
  gsize rows = MAX (SMALL_PRODUCT / (T * N0), 1);

  if (layout->combined)
    {
      for (gsize e = 0; e < count; e++)
        for (gsize row = 0; row < T * heads; row += rows)
          GEMM (CblasNoTrans, CblasNoTrans, MIN (rows, T * heads - row), N0, T, 1,
                scratch->O + (e * T * heads + row) * Ts, Ts, x + e * T * N0, N0, 0,
                scratch->left + e * T * width + row * N0, N0);
      GEMM (CblasTrans, CblasNoTrans, N0, width, count * T, 1, x, N0, scratch->left, width, beta,
            dA, width);
      return;
    }
  for (gsize e = 0; e < count; e++)
    for (guint l = 0; l < shape->L; l++)
      for (guint h = 0; h < shape->H[l]; h++)
        {
          gsize q = e * T * width + (2 * layout->first_head[l] + h) * G, k = q + shape->H[l] * G;
          const REAL *dS = scratch->O + (e * T * heads + layout->first_head[l] + h) * Ts;

          GEMM (CblasNoTrans, CblasNoTrans, T, G, T, scale, dS, heads * Ts, scratch->left + k,
                width, 0, scratch->d_left + q, width);
          GEMM (CblasTrans, CblasNoTrans, T, G, T, scale, dS, heads * Ts, scratch->left + q, width,
                0, scratch->d_left + k, width);
        }
  GEMM (CblasTrans, CblasNoTrans, width, N0, count * T, 1, scratch->d_left, width, x, N0, beta, dA,
        N0);
}

/* alpha of one example, from its attention, up the tree: alpha^{h, rest} = O^{l,h} alpha^{rest}. */
static void
BODY (climb) (const IplTrainedLayout *layout, BODY (Scratch) * scratch, gsize e)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize Ts = layout->Ts;

  for (guint l = shape->L; l-- > 0;)
    {
      gsize R = layout->Pi_from[l + 1];
      const REAL *in = scratch->alpha[l + 1] + (l + 1 < shape->L ? e * R * Ts : 0);
      REAL *out = scratch->alpha[l] + e * layout->Pi_from[l] * Ts;

      for (guint h = 0; h < shape->H[l]; h++)
        MIX (scratch->O + (e * shape->T * layout->heads + layout->first_head[l] + h) * Ts,
             layout->heads * Ts, shape->T, Ts, R, in, out + h * R * Ts);
    }
}

/* Takes the gradient d[0] of an example down the tree to the gradient in its logits. */
static void
BODY (descend) (const IplTrainedLayout *layout, BODY (Scratch) * scratch, gsize e)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize Ts = layout->Ts;

  for (guint l = 0; l < shape->L; l++)
    {
      gsize R = layout->Pi_from[l + 1];
      const REAL *in = scratch->alpha[l + 1] + (l + 1 < shape->L ? e * R * Ts : 0);
      const REAL *d = scratch->d[l];

      memset (scratch->d[l + 1], 0, R * Ts * sizeof (REAL));
      for (guint h = 0; h < shape->H[l]; h++)
        UNMIX (scratch->O + (e * shape->T * layout->heads + layout->first_head[l] + h) * Ts,
               layout->heads * Ts, shape->T, Ts, R, in, d + h * R * Ts, scratch->d[l + 1]);
    }
}

/* The outputs f of one example x, from its alpha; d[0] becomes M_pk . x_s, one output after the
 * other. */
static void
BODY (read_out) (const IplTrainedLayout *layout, const BODY (Shared) * shared,
                 BODY (Scratch) * scratch, gsize e, const REAL *x, REAL *f)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize T = shape->T, N0 = shape->N0, K = shape->outputs, Ts = layout->Ts, Pi = layout->Pi;
  const REAL *alpha = scratch->alpha[0] + e * Pi * Ts;

  for (gsize k = 0; k < K; k++)
    {
      REAL *d = scratch->d[0] + k * Pi * Ts, sum = 0;

      GEMM (CblasNoTrans, CblasTrans, Pi, T, N0, 1, shared->M + k * N0, K * N0, x, N0, 0, d, Ts);
      for (gsize p = 0; p < Pi; p++)
        for (gsize s = 0; s < T; s++)
          sum += alpha[p * Ts + s] * d[p * Ts + s];
      f[k] = sum;
    }
}

/* Takes the gradient g in the outputs of an example to that in alpha, in d[0], and to that in M,
 * added to @beta times dM. */
static void
BODY (unread) (const IplTrainedLayout *layout, BODY (Scratch) * scratch, gsize e, const REAL *x,
               REAL beta, REAL *dM)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize N0 = shape->N0, K = shape->outputs, Ts = layout->Ts, Pi = layout->Pi;
  REAL *d = scratch->d[0];

  for (gsize i = 0; i < Pi * Ts; i++)
    d[i] *= scratch->g[0];
  for (gsize k = 1; k < K; k++)
    for (gsize i = 0; i < Pi * Ts; i++)
      d[i] += scratch->g[k] * d[k * Pi * Ts + i];
  for (gsize k = 0; k < K; k++)
    GEMM (CblasNoTrans, CblasNoTrans, Pi, N0, shape->T, scratch->g[k],
          scratch->alpha[0] + e * Pi * Ts, Ts, x, N0, beta, dM + k * N0, K * N0);
}

/* Outputs f of @count examples x, [count x K]; unless @dA is NULL, also the gradient of @weight
 * times the sum of their losses in the attention weights and in M. Returns that sum, or 0. */
static double
BODY (slice) (const IplTrainedLayout *layout, const BODY (Shared) * shared,
              BODY (Scratch) * scratch, gsize count, const REAL *x, const REAL *y, REAL weight,
              REAL *f, REAL *dA, REAL *dM)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize T = shape->T, size = T * shape->N0, K = shape->outputs;
  double loss = 0;

  for (gsize first = 0; first < count; first += scratch->block)
    {
      gsize n = MIN (scratch->block, count - first);
      const REAL *xs = x + first * size;
      REAL beta = first > 0;

      BODY (logits) (layout, shared, scratch, n, xs);
      SOFTMAX (scratch->O, n * T * layout->heads, T, layout->Ts);
      for (gsize e = 0; e < n; e++)
        {
          REAL *out = f + (first + e) * K;

          BODY (climb) (layout, scratch, e);
          BODY (read_out) (layout, shared, scratch, e, xs + e * size, out);
          if (dA == NULL)
            continue;
          loss += BODY (find_loss) (shared->loss, K, out, y + (first + e) * K, weight, scratch->g);
          BODY (unread) (layout, scratch, e, xs + e * size, e > 0 ? 1 : beta, dM);
          BODY (descend) (layout, scratch, e);
        }
      if (dA != NULL)
        BODY (unlogits) (layout, scratch, n, xs, beta, dA);
    }
  return loss;
}

/* The gradient in one head's Wq and Wk, from @parts slices' dA, added in their order. */
static void
BODY (unshare_head) (const BODY (Shared) * shared, const IplTrainedLayout *layout, gsize head,
                     gsize parts, REAL *const *dA, REAL *gradient)
{
  const IplTrainedShape *shape = &layout->shape;
  guint l = BODY (layer_of) (layout, head);
  gsize N0 = shape->N0, G = shape->G, width = layout->heads * N0;
  gsize at = (head - layout->first_head[l]) * G * N0;
  gsize q = layout->wq[l] + at, k = layout->wk[l] + at;
  REAL scale = 1 / (REAL)sqrt ((double)G);

  if (!layout->combined)
    {
      /* The parameters begin with Wq and Wk, and so does dA. */
      memcpy (gradient + q, dA[0] + q, G * N0 * sizeof (REAL));
      memcpy (gradient + k, dA[0] + k, G * N0 * sizeof (REAL));
      for (gsize part = 1; part < parts; part++)
        for (gsize i = 0; i < G * N0; i++)
          {
            gradient[q + i] += dA[part][q + i];
            gradient[k + i] += dA[part][k + i];
          }
      return;
    }
  for (gsize part = 1; part < parts; part++)
    for (gsize i = 0; i < N0; i++)
      for (gsize j = 0; j < N0; j++)
        dA[0][i * width + head * N0 + j] += dA[part][i * width + head * N0 + j];
  GEMM (CblasNoTrans, CblasTrans, G, N0, N0, scale, shared->w + k, N0, dA[0] + head * N0, width, 0,
        gradient + q, N0);
  GEMM (CblasNoTrans, CblasNoTrans, G, N0, N0, scale, shared->w + q, N0, dA[0] + head * N0, width,
        0, gradient + k, N0);
}

/* The gradients in V^0, the V and a, from @parts slices' dM, added in their order. */
static void
BODY (unshare_values) (const BODY (Shared) * shared, const IplTrainedLayout *layout, gsize parts,
                       REAL *const *dM, REAL *gradient)
{
  const IplTrainedShape *shape = &layout->shape;
  gsize N0 = shape->N0, rows = layout->rows[0];
  REAL scale = BODY (output_scale) (layout);
  REAL *dW = shared->dW[0];

  for (gsize part = 1; part < parts; part++)
    for (gsize i = 0; i < rows * N0; i++)
      dM[0][i] += dM[part][i];
  GEMM (CblasTrans, CblasNoTrans, shape->N[0], N0, rows, scale, shared->W[0], shape->N[0], dM[0],
        N0, 0, gradient + layout->V0, N0);
  GEMM (CblasNoTrans, CblasTrans, rows, shape->N[0], N0, scale, dM[0], N0, shared->w + layout->V0,
        N0, 0, dW, shape->N[0]);
  for (guint l = 0; l < shape->L; l++)
    {
      gsize N = shape->N[l], N_above = shape->N[l + 1], R = layout->rows[l + 1];
      const REAL *W = l + 1 < shape->L ? shared->W[l + 1] : shared->w + layout->a;
      REAL *dW_above = l + 1 < shape->L ? shared->dW[l + 1] : gradient + layout->a;

      scale = 1 / (REAL)sqrt ((double)N_above);
      for (guint h = 0; h < shape->H[l]; h++)
        {
          gsize V = layout->V[l] + h * N_above * N;

          GEMM (CblasTrans, CblasNoTrans, N_above, N, R, scale, W, N_above, dW + h * R * N, N, 0,
                gradient + V, N);
          GEMM (CblasNoTrans, CblasTrans, R, N_above, N, scale, dW + h * R * N, N, shared->w + V, N,
                h > 0, dW_above, N_above);
        }
      dW = dW_above;
    }
}
