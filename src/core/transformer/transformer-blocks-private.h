/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transformer's blocks, forward and back (THEORY.md section 13), in precision REAL. No include
 * guard: the library includes it in single precision, the tests in double too, with REAL, GEMM,
 * KERNEL(name) and BODY(name) defined, in this order:
 * transformer-pass-body, this, transformer-output-body, transformer-rounds-body.
 *
 * A thread processes a slice of sequences from the embedding to the loss and back. A second round
 * computes the sums over all sequences, the gradients in the weights: a thread has some rows of a
 * matrix and all sequences. So results do not depend on the number of threads.
 *
 * Gradients overwrite arrays after their last use: the gradient in attention's output norm1's
 * input, that in the MLP's output norm2's input, those in query, key and value the arrays
 * themselves. */

/* The dropout streams of a batch: the embedding; then for each layer the attention, .. */
enum
{
  BODY (SITE_ATTENTION) = 1,
  BODY (SITE_OUT),
  BODY (SITE_HIDDEN),
  BODY (SITE_UPPER),
  BODY (N_SITES) = 4,
};

static void
BODY (drop) (const BODY (Pass) * self, REAL *x, guint site, gsize first, gsize rows, gsize n)
{
  if (self->threshold > 0)
    KERNEL (dropout)
  (x, rows, n, ipl_random_derive (self->key, site), first, self->threshold, self->dropout_scale);
}

static void
BODY (embed) (const BODY (Pass) * self, gsize first, gsize rows)
{
  const IplTransformerLayout *layout = self->layout;
  gsize d = layout->shape.d;
  REAL scale = layout->shape.scaled ? (REAL)sqrt ((double)d) : 1;
  REAL *x = BODY (at) (self, AT_X, 0) + first * d;

  for (gsize r = 0; r < rows; r++, x += d)
    {
      const REAL *from = self->w + layout->embedding + self->tokens[first + r] * d;
      const REAL *position = self->positions + (first + r) % self->length * d;

      if (layout->shape.positions)
        for (gsize i = 0; i < d; i++)
          x[i] = from[i] * scale + position[i];
      else
        for (gsize i = 0; i < d; i++)
          x[i] = from[i] * scale;
    }
  BODY (drop) (self, BODY (at) (self, AT_X, 0) + first * d, 0, first, rows, d);
}

/* y [rows x m] = x [rows x k] W^T, with W [m x k] */
static void
BODY (apply) (const REAL *x, const REAL *W, gsize rows, gsize m, gsize k, REAL *y)
{
  GEMM (CblasNoTrans, CblasTrans, rows, m, k, 1, x, k, W, k, 0, y, m);
}

/* The attention of a head in a sequence, and the resulting context. */
static void
BODY (attend) (const BODY (Pass) * self, guint l, gsize sequence, guint head, REAL *dropped)
{
  const IplTransformerLayout *layout = self->layout;
  gsize d = layout->shape.d, T = self->length, G = layout->width, stride = layout->stride;
  gsize which = sequence * layout->shape.heads + head;
  const REAL *query = BODY (at) (self, AT_IN, l) + sequence * T * 3 * d + head * G;
  REAL *P = BODY (at) (self, AT_ATTENTION, l) + which * T * stride;
  REAL *context = BODY (at) (self, AT_CONTEXT, l) + sequence * T * d + head * G;

  GEMM (CblasNoTrans, CblasTrans, T, T, G, (REAL)(M_LOG2E / sqrt ((double)G)), query, 3 * d,
        query + d, 3 * d, 0, P, stride);
  self->entropy[(l * layout->shape.heads + head) * self->count + sequence]
      = KERNEL (softmax) (P, T, stride, layout->shape.causal);
  if (self->threshold > 0)
    {
      memcpy (dropped, P, T * stride * sizeof (REAL));
      BODY (drop)
      (self, dropped, BODY (N_SITES) * l + BODY (SITE_ATTENTION), which * T, T, stride);
      P = dropped;
    }
  GEMM (CblasNoTrans, CblasNoTrans, T, G, T, 1, P, stride, query + 2 * d, 3 * d, 0, context, d);
}

static void
BODY (forward_attention) (const BODY (Pass) * self, guint l, gsize slice, gsize first, gsize count)
{
  const IplTransformerLayout *layout = self->layout;
  const IplTransformerBlock *block = &layout->blocks[l];
  const REAL *vectors = self->w + block->vectors;
  gsize d = layout->shape.d, T = self->length, rows = count * T, at = first * T * d;
  REAL *in = BODY (at) (self, AT_IN, l) + 3 * at, *sum = self->sum + at;

  BODY (apply) (BODY (at) (self, AT_X, l) + at, self->w + block->in, rows, 3 * d, d, in);
  KERNEL (add_bias) (in, rows, 3 * d, vectors + layout->in_bias);
  for (gsize e = first; e < first + count; e++)
    for (guint head = 0; head < layout->shape.heads; head++)
      BODY (attend) (self, l, e, head, BODY (scratch_at) (self, slice));
  if (layout->shape.projected)
    {
      BODY (apply) (BODY (at) (self, AT_CONTEXT, l) + at, self->w + block->out, rows, d, d, sum);
      KERNEL (add_bias) (sum, rows, d, vectors + layout->out_bias);
    }
  else
    memcpy (sum, BODY (at) (self, AT_CONTEXT, l) + at, rows * d * sizeof (REAL));
  BODY (drop) (self, sum, BODY (N_SITES) * l + BODY (SITE_OUT), first * T, rows, d);
  KERNEL (add) (sum, BODY (at) (self, AT_X, l) + at, rows * d);
  KERNEL (norm)
  (sum, rows, d, vectors + layout->gain1, vectors + layout->bias1,
   BODY (at) (self, AT_HAT1, l) + at, BODY (at) (self, AT_INVERSE1, l) + first * T,
   BODY (at) (self, AT_MIDDLE, l) + at);
}

static void
BODY (forward_mlp) (const BODY (Pass) * self, guint l, gsize first, gsize rows)
{
  const IplTransformerLayout *layout = self->layout;
  const IplTransformerBlock *block = &layout->blocks[l];
  const REAL *vectors = self->w + block->vectors;
  gsize d = layout->shape.d, M = layout->shape.hidden;
  REAL *middle = BODY (at) (self, AT_MIDDLE, l) + first * d, *sum = self->sum + first * d;
  REAL *hidden = BODY (at) (self, AT_HIDDEN, l) + first * M;

  BODY (apply) (middle, self->w + block->lower, rows, M, d, hidden);
  KERNEL (relu) (hidden, rows, M, vectors + layout->lower_bias);
  BODY (drop) (self, hidden, BODY (N_SITES) * l + BODY (SITE_HIDDEN), first, rows, M);
  BODY (apply) (hidden, self->w + block->upper, rows, d, M, sum);
  KERNEL (add_bias) (sum, rows, d, vectors + layout->upper_bias);
  BODY (drop) (self, sum, BODY (N_SITES) * l + BODY (SITE_UPPER), first, rows, d);
  KERNEL (add) (sum, middle, rows * d);
  KERNEL (norm)
  (sum, rows, d, vectors + layout->gain2, vectors + layout->bias2,
   BODY (at) (self, AT_HAT2, l) + first * d, BODY (at) (self, AT_INVERSE2, l) + first,
   BODY (at) (self, AT_X, l + 1) + first * d);
}

/* Takes the gradient in the block's output, self->gradient, to that in norm1's output,
 * self->sum. */
static void
BODY (backward_mlp) (const BODY (Pass) * self, guint l, gsize slice, gsize first, gsize rows)
{
  const IplTransformerLayout *layout = self->layout;
  const IplTransformerBlock *block = &layout->blocks[l];
  const REAL *vectors = self->w + block->vectors;
  gsize d = layout->shape.d, M = layout->shape.hidden;
  REAL *sums = BODY (vectors_at) (self, slice, l), *sum = self->sum + first * d;
  REAL *upper = BODY (at) (self, AT_HAT2, l) + first * d;
  REAL *lower = BODY (at) (self, AT_LOWER, l) + first * M;

  KERNEL (norm_back)
  (self->gradient + first * d, rows, d, vectors + layout->gain2, upper,
   BODY (at) (self, AT_INVERSE2, l) + first, sum, sums + layout->gain2, sums + layout->bias2);
  memcpy (upper, sum, rows * d * sizeof (REAL));
  BODY (drop) (self, upper, BODY (N_SITES) * l + BODY (SITE_UPPER), first, rows, d);
  KERNEL (add_rows) (upper, rows, d, sums + layout->upper_bias);
  GEMM (CblasNoTrans, CblasNoTrans, rows, M, d, 1, upper, d, self->w + block->upper, M, 0, lower,
        M);
  KERNEL (relu_back)
  (lower, BODY (at) (self, AT_HIDDEN, l) + first * M, rows * M,
   self->threshold > 0 ? self->dropout_scale : 1);
  KERNEL (add_rows) (lower, rows, M, sums + layout->lower_bias);
  GEMM (CblasNoTrans, CblasNoTrans, rows, d, M, 1, lower, M, self->w + block->lower, d, 1, sum, d);
}

/* Takes the gradient in the context of a head in a sequence to those in its query, key and
 * value, which overwrite them. */
static void
BODY (attend_back) (const BODY (Pass) * self, guint l, gsize sequence, guint head,
                    const REAL *d_context, REAL *scratch)
{
  const IplTransformerLayout *layout = self->layout;
  gsize d = layout->shape.d, T = self->length, G = layout->width, stride = layout->stride;
  gsize which = sequence * layout->shape.heads + head;
  guint site = BODY (N_SITES) * l + BODY (SITE_ATTENTION);
  REAL *query = BODY (at) (self, AT_IN, l) + sequence * T * 3 * d + head * G;
  REAL *key = query + d, *value = query + 2 * d, scale = (REAL)(1 / sqrt ((double)G));
  REAL *P = BODY (at) (self, AT_ATTENTION, l) + which * T * stride, *copy = P;
  REAL *d_P = scratch + T * stride, *d_query = d_P + T * stride, *d_key = d_query + T * G;

  if (self->threshold > 0)
    {
      copy = scratch;
      memcpy (copy, P, T * stride * sizeof (REAL));
      BODY (drop) (self, copy, site, which * T, T, stride);
    }
  memset (d_P, 0, T * stride * sizeof (REAL));
  GEMM (CblasNoTrans, CblasTrans, T, T, G, 1, d_context, d, value, 3 * d, 0, d_P, stride);
  BODY (drop) (self, d_P, site, which * T, T, stride);
  GEMM (CblasTrans, CblasNoTrans, T, G, T, 1, copy, stride, d_context, d, 0, value, 3 * d);
  KERNEL (softmax_back) (P, d_P, T, stride);
  GEMM (CblasNoTrans, CblasNoTrans, T, G, T, scale, d_P, stride, key, 3 * d, 0, d_query, G);
  GEMM (CblasTrans, CblasNoTrans, T, G, T, scale, d_P, stride, query, 3 * d, 0, d_key, G);
  for (gsize t = 0; t < T; t++)
    {
      memcpy (query + t * 3 * d, d_query + t * G, G * sizeof (REAL));
      memcpy (key + t * 3 * d, d_key + t * G, G * sizeof (REAL));
    }
}

/* Takes the gradient in norm1's output, self->sum, to that in the block's input, self->gradient. */
static void
BODY (backward_attention) (const BODY (Pass) * self, guint l, gsize slice, gsize first, gsize count)
{
  const IplTransformerLayout *layout = self->layout;
  const IplTransformerBlock *block = &layout->blocks[l];
  const REAL *vectors = self->w + block->vectors;
  gsize d = layout->shape.d, T = self->length, rows = count * T, at = first * T * d;
  REAL *sums = BODY (vectors_at) (self, slice, l), *sum = self->sum + at;
  REAL *gradient = self->gradient + at, *out = BODY (at) (self, AT_HAT1, l) + at;
  REAL *in = BODY (at) (self, AT_IN, l) + 3 * at, *d_context = out;

  KERNEL (norm_back)
  (sum, rows, d, vectors + layout->gain1, out, BODY (at) (self, AT_INVERSE1, l) + first * T,
   gradient, sums + layout->gain1, sums + layout->bias1);
  memcpy (out, gradient, rows * d * sizeof (REAL));
  BODY (drop) (self, out, BODY (N_SITES) * l + BODY (SITE_OUT), first * T, rows, d);
  if (layout->shape.projected)
    {
      KERNEL (add_rows) (out, rows, d, sums + layout->out_bias);
      GEMM (CblasNoTrans, CblasNoTrans, rows, d, d, 1, out, d, self->w + block->out, d, 0, sum, d);
      d_context = sum;
    }
  for (gsize e = 0; e < count; e++)
    for (guint head = 0; head < layout->shape.heads; head++)
      BODY (attend_back)
  (self, l, first + e, head, d_context + e * T * d + head * layout->width,
   BODY (scratch_at) (self, slice));
  KERNEL (add_rows) (in, rows, 3 * d, sums + layout->in_bias);
  GEMM (CblasNoTrans, CblasNoTrans, rows, d, 3 * d, 1, in, 3 * d, self->w + block->in, d, 1,
        gradient, d);
}

/* The sum over all tokens of d_y x^T: rows from @first on of the gradient in a matrix whose output
 * has the gradients d_y [rows x m] and whose input is x [rows x k].
 *
 * Returns: the sum of its squares */
static double
BODY (weigh) (const BODY (Pass) * self, const REAL *d_y, gsize m, const REAL *x, gsize k,
              gsize first, gsize many, REAL *gradient)
{
  gsize rows = self->count * self->length;

  GEMM (CblasTrans, CblasNoTrans, many, k, rows, 1, d_y + first, m, x, k, 0, gradient + first * k,
        k);
  return KERNEL (squares) (gradient + first * k, many * k);
}

/* Adds up the slices' gradients of a block's vectors. */
static double
BODY (add_vectors) (const BODY (Pass) * self, guint l, REAL *gradient)
{
  gsize n = self->layout->n_vectors;

  memset (gradient, 0, n * sizeof (REAL));
  for (gsize slice = 0; slice < self->n_slices; slice++)
    KERNEL (add) (gradient, BODY (vectors_at) (self, slice, l), n);
  return KERNEL (squares) (gradient, n);
}
