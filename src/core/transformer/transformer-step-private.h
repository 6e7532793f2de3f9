/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two rounds of a step, in precision REAL; see transformer-blocks-private.h. No include guard.
 */

/* The pass of a slice from the tokens to the loss, and back to the embedding. Incomplete if
 * cancelled. */
static void
BODY (run_slice) (const BODY (Pass) * self, gsize slice, GCancellable *cancellable)
{
  const IplTransformerShape *shape = &self->layout->shape;
  gsize from = BODY (first_of) (self, slice), count = BODY (first_of) (self, slice + 1) - from;
  gsize first = from * self->length, rows = count * self->length;

  if (self->keep)
    memset (BODY (vectors_at) (self, slice, 0), 0,
            shape->layers * self->layout->n_vectors * sizeof (REAL));
  BODY (embed) (self, first, rows);
  for (guint l = 0; l < shape->layers && !g_cancellable_is_cancelled (cancellable); l++)
    {
      BODY (forward_attention) (self, l, slice, from, count);
      BODY (forward_mlp) (self, l, first, rows);
      if (self->after_block != NULL)
        self->after_block (self, l, from, count, self->data);
    }
  BODY (gather_last) (self, from, count);
  if (self->targets == NULL || g_cancellable_is_cancelled (cancellable))
    return;
  BODY (output) (self, shape->last ? from : first, shape->last ? count : rows);
  if (!self->keep)
    return;
  BODY (scatter_last) (self, from, count);
  for (guint l = shape->layers; l-- > 0 && !g_cancellable_is_cancelled (cancellable);)
    {
      BODY (backward_mlp) (self, l, slice, first, rows);
      BODY (backward_attention) (self, l, slice, from, count);
    }
  BODY (drop) (self, self->gradient + first * shape->d, 0, first, rows, shape->d);
}

/* Jobs of the second round, each with all sequences: rows of a matrix. */
#define IPL_TRANSFORMER_JOB_ROWS 512

typedef struct
{
  const BODY (Pass) * pass;
  REAL *gradient;  /* [n] of the parameters */
  double *squares; /* [jobs] sums of squares */
  GCancellable *cancellable;
} BODY (Weighing);

static gsize
BODY (tiles_of) (gsize rows)
{
  return (rows + IPL_TRANSFORMER_JOB_ROWS - 1) / IPL_TRANSFORMER_JOB_ROWS;
}

static gsize
BODY (jobs_of_block) (const IplTransformerShape *shape)
{
  return BODY (tiles_of) (3 * shape->d) + 2 * BODY (tiles_of) (shape->d)
         + BODY (tiles_of) (shape->hidden) + 1;
}

/* The larger of the vocabulary's and the classes' blocks do both. */
static gsize
BODY (jobs_of_words) (const IplTransformerShape *shape)
{
  return BODY (tiles_of) (MAX (shape->V, shape->classes));
}

static gsize
BODY (count_jobs) (const IplTransformerShape *shape)
{
  return BODY (jobs_of_words) (shape) + shape->layers * BODY (jobs_of_block) (shape);
}

static double
BODY (run_words) (const BODY (Weighing) * run, gsize b)
{
  const IplTransformerLayout *layout = run->pass->layout;
  const IplTransformerShape *shape = &layout->shape;
  gsize d = shape->d, begin = b * IPL_TRANSFORMER_COLUMNS;
  REAL *output = run->gradient + layout->output, *embedding = run->gradient + layout->embedding;
  double squares = 0;

  if (begin < shape->classes)
    {
      gsize many = MIN (shape->classes - begin, IPL_TRANSFORMER_COLUMNS);

      squares += BODY (weigh_output) (run->pass, b, output, run->gradient + layout->output_bias);
      if (!shape->tied)
        squares += KERNEL (squares) (output + begin * d, many * d);
    }
  if (begin < shape->V)
    {
      gsize many = MIN (shape->V - begin, IPL_TRANSFORMER_COLUMNS);

      if (!shape->tied)
        memset (embedding + begin * d, 0, many * d * sizeof (REAL));
      BODY (weigh_embedding) (run->pass, begin, many, embedding);
      squares += KERNEL (squares) (embedding + begin * d, many * d);
    }
  return squares;
}

static double
BODY (run_block) (const BODY (Weighing) * run, guint l, gsize job)
{
  const BODY (Pass) *pass = run->pass;
  const IplTransformerLayout *layout = pass->layout;
  const IplTransformerBlock *block = &layout->blocks[l];
  gsize d = layout->shape.d, M = layout->shape.hidden;
  enum
  {
    OUT = 3
  };
  const struct
  {
    const REAL *d_y, *x;
    gsize rows, columns, offset;
  } matrices[] = {
    { BODY (at) (pass, AT_IN, l), BODY (at) (pass, AT_X, l), 3 * d, d, block->in },
    { BODY (at) (pass, AT_LOWER, l), BODY (at) (pass, AT_MIDDLE, l), M, d, block->lower },
    { BODY (at) (pass, AT_HAT2, l), BODY (at) (pass, AT_HIDDEN, l), d, M, block->upper },
    { BODY (at) (pass, AT_HAT1, l), BODY (at) (pass, AT_CONTEXT, l), d, d, block->out },
  };

  for (guint i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      gsize tiles = BODY (tiles_of) (matrices[i].rows), first = job * IPL_TRANSFORMER_JOB_ROWS;

      if (job >= tiles)
        {
          job -= tiles;
          continue;
        }
      if (i == OUT && !layout->shape.projected)
        return 0;
      return BODY (weigh) (pass, matrices[i].d_y, matrices[i].rows, matrices[i].x,
                           matrices[i].columns, first,
                           MIN (matrices[i].rows - first, IPL_TRANSFORMER_JOB_ROWS),
                           run->gradient + matrices[i].offset);
    }
  return BODY (add_vectors) (pass, l, run->gradient + block->vectors);
}

static void
BODY (run_job) (gsize index, gpointer data)
{
  BODY (Weighing) *run = data;
  const IplTransformerShape *shape = &run->pass->layout->shape;
  gsize words = BODY (jobs_of_words) (shape), each = BODY (jobs_of_block) (shape);

  if (index >= BODY (count_jobs) (shape))
    return;
  run->squares[index] = index < words ? BODY (run_words) (run, index)
                                      : BODY (run_block) (run, (guint)((index - words) / each),
                                                          (index - words) % each);
}
