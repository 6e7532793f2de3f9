/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output and its cross-entropy, in precision REAL; see transformer-blocks-private.h. No include
 * guard.
 *
 * The logits of some hundred tokens over the vocabulary do not fit in a cache. The softmax passes
 * the vocabulary in blocks and updates its sum, its largest logit and the gradient in the output's
 * input (THEORY.md section 13.3). The final sum only contributes factors. */

/* The input of the output layer, followed by the gradient in it. */
static REAL *
BODY (top_input) (const BODY (Pass) * self)
{
  return self->layout->shape.last ? self->last : BODY (at) (self, AT_X, self->layout->shape.layers);
}

static REAL *
BODY (top_gradient) (const BODY (Pass) * self)
{
  return self->layout->shape.last ? self->d_last : self->gradient;
}

static void
BODY (gather_last) (const BODY (Pass) * self, gsize first, gsize count)
{
  gsize d = self->layout->shape.d, T = self->length;
  const REAL *x = BODY (at) (self, AT_X, self->layout->shape.layers);

  if (self->layout->shape.last)
    for (gsize e = first; e < first + count; e++)
      memcpy (self->last + e * d, x + (e * T + T - 1) * d, d * sizeof (REAL));
}

static void
BODY (scatter_last) (const BODY (Pass) * self, gsize first, gsize count)
{
  gsize d = self->layout->shape.d, T = self->length;

  if (!self->layout->shape.last)
    return;
  memset (self->gradient + first * T * d, 0, count * T * d * sizeof (REAL));
  for (gsize e = first; e < first + count; e++)
    memcpy (self->gradient + (e * T + T - 1) * d, self->d_last + e * d, d * sizeof (REAL));
}

/* A block of columns for the outputs from @first on: their sums and, for a gradient, the sum
 * over words of e^(logit - top) times the word's weights. */
static void
BODY (output_block) (const BODY (Pass) * self, gsize b, gsize first, gsize rows)
{
  const IplTransformerLayout *layout = self->layout;
  gsize d = layout->shape.d, begin = b * IPL_TRANSFORMER_COLUMNS;
  gsize columns = MIN (layout->shape.classes - begin, IPL_TRANSFORMER_COLUMNS);
  const REAL *weights = self->w + layout->output + begin * d;
  const REAL *bias = self->w + layout->output_bias + begin;
  REAL *e = BODY (exponential_at) (self, b) + first * IPL_TRANSFORMER_COLUMNS;
  REAL *gradient = self->keep ? BODY (top_gradient) (self) + first * d : NULL;

  GEMM (CblasNoTrans, CblasTrans, rows, columns, d, 1, BODY (top_input) (self) + first * d, d,
        weights, d, 0, e, IPL_TRANSFORMER_COLUMNS);
  for (gsize r = 0; r < rows; r++)
    {
      gsize at = first + r;
      guint32 target = self->targets[at];
      REAL *row = e + r * IPL_TRANSFORMER_COLUMNS, before = self->top[at], sum;

      if (target >= begin && target < begin + columns)
        self->right[at] = row[target - begin] + bias[target - begin];
      sum = KERNEL (exponentials) (row, columns, bias, &self->top[at]);
      if (self->top[at] > before && b > 0)
        {
          REAL factor = (REAL)exp ((double)(before - self->top[at]));

          self->total[at] *= factor;
          if (gradient != NULL)
            KERNEL (multiply) (gradient + r * d, d, factor);
        }
      self->total[at] += sum;
      BODY (reference_at) (self, b)[at] = self->top[at];
    }
  if (gradient != NULL)
    GEMM (CblasNoTrans, CblasNoTrans, rows, d, columns, 1, e, IPL_TRANSFORMER_COLUMNS, weights, d,
          b > 0, gradient, d);
}

/* The loss of the outputs from @first on, and the gradient in their input. */
static void
BODY (output) (const BODY (Pass) * self, gsize first, gsize rows)
{
  const IplTransformerLayout *layout = self->layout;
  gsize d = layout->shape.d;
  REAL each = 1 / (REAL)BODY (count_outputs) (self);

  for (gsize r = first; r < first + rows; r++)
    {
      self->top[r] = (REAL)-1e30;
      self->total[r] = 0;
    }
  for (gsize b = 0; b < BODY (count_blocks) (self); b++)
    BODY (output_block) (self, b, first, rows);
  for (gsize r = first; self->keep && r < first + rows; r++)
    {
      REAL *gradient = BODY (top_gradient) (self) + r * d, factor = each / self->total[r];
      const REAL *weights = self->w + layout->output + self->targets[r] * d;

      for (gsize i = 0; i < d; i++)
        gradient[i] = gradient[i] * factor - weights[i] * each;
    }
}

/* The gradients in a block of the output's weights and biases; added to the embedding's gradients
 * if the weights are tied.
 *
 * Returns: the sum of the biases' squares */
static double
BODY (weigh_output) (const BODY (Pass) * self, gsize b, REAL *weights, REAL *biases)
{
  const IplTransformerLayout *layout = self->layout;
  gsize d = layout->shape.d, begin = b * IPL_TRANSFORMER_COLUMNS;
  gsize columns = MIN (layout->shape.classes - begin, IPL_TRANSFORMER_COLUMNS);
  gsize outputs = BODY (count_outputs) (self);
  REAL *e = BODY (exponential_at) (self, b), each = 1 / (REAL)outputs;

  biases += begin;
  memset (biases, 0, columns * sizeof (REAL));
  for (gsize r = 0; r < outputs; r++)
    {
      REAL *row = e + r * IPL_TRANSFORMER_COLUMNS;
      guint32 target = self->targets[r];

      KERNEL (multiply)
      (row, columns,
       each / self->total[r]
           * (REAL)exp ((double)(BODY (reference_at) (self, b)[r] - self->top[r])));
      if (target >= begin && target < begin + columns)
        row[target - begin] -= each;
      KERNEL (add) (biases, row, columns);
    }
  GEMM (CblasTrans, CblasNoTrans, columns, d, outputs, 1, e, IPL_TRANSFORMER_COLUMNS,
        BODY (top_input) (self), d, 0, weights + begin * d, d);
  return KERNEL (squares) (biases, columns);
}

/* Adds the gradients in the embedding's rows from @begin on. */
static void
BODY (weigh_embedding) (const BODY (Pass) * self, gsize begin, gsize many, REAL *embedding)
{
  gsize d = self->layout->shape.d;
  REAL scale = self->layout->shape.scaled ? (REAL)sqrt ((double)d) : 1;

  for (gsize r = 0; r < self->rows; r++)
    if (self->tokens[r] >= begin && self->tokens[r] < begin + many)
      {
        REAL *row = embedding + self->tokens[r] * d;
        const REAL *gradient = self->gradient + r * d;

        for (gsize i = 0; i < d; i++)
          row[i] += scale * gradient[i];
      }
}

/* The mean loss of the batch and the number of correct outputs. */
static double
BODY (mean_loss) (const BODY (Pass) * self, gsize *n_right)
{
  gsize outputs = BODY (count_outputs) (self);
  double loss = 0;

  *n_right = 0;
  for (gsize r = 0; r < outputs; r++)
    {
      loss += (double)(self->top[r] - self->right[r]) + log ((double)self->total[r]);
      *n_right += self->right[r] >= self->top[r];
    }
  return loss / (double)outputs;
}
