/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The activations of a batch in a transformer, in precision REAL; see
 * transformer-blocks-private.h. No include guard. */

/* Columns of the output in a block: with the rows of a slice they fit in a second-level cache. */
#define IPL_TRANSFORMER_COLUMNS 512

/* Arrays of a layer; [rows x width] unless specified. */
enum
{
  AT_X,         /* [layers + 1] inputs of the layers, and the output of the last */
  AT_IN,        /* query, key, value; then their gradients */
  AT_ATTENTION, /* [count x heads x length x stride], before dropout */
  AT_CONTEXT,   /* the output of attention */
  AT_HAT1,      /* norm1 before its gain; then the gradient in attention's output */
  AT_MIDDLE,    /* norm1's output */
  AT_HIDDEN,    /* after ReLU and dropout */
  AT_LOWER,     /* [rows x hidden] the gradient before ReLU; if keep */
  AT_HAT2,      /* norm2 before its gain; then the gradient in the MLP's output */
  AT_INVERSE1,  /* [rows] of the norms */
  AT_INVERSE2,
  N_AT
};

typedef struct BODY (_Pass) BODY (Pass);

struct BODY (_Pass)
{
  const IplTransformerLayout *layout;
  const REAL *w; /* the parameters */
  gsize count, length;
  const guint32 *tokens, *targets;
  gsize n_slices;
  gboolean keep;     /* TRUE for a backward pass: each layer then has separate arrays */
  guint32 threshold; /* of dropout, 0 for none */
  REAL dropout_scale;
  guint64 key; /* of dropout */
  /* (nullable): called after the sequences of a slice have passed a block */
  void (*after_block) (const BODY (Pass) * self, guint l, gsize first, gsize count, gpointer data);
  gpointer data;

  gsize rows;        /* count length */
  REAL *layer[N_AT]; /* of each layer, or of one after the other */
  gsize size[N_AT];  /* numbers of one layer */
  REAL *sum;         /* [rows x d] before a norm; in the backward pass the gradient after it */
  REAL *gradient;    /* [rows x d] gradient in the input of the last block passed */
  REAL *vectors;     /* [n_slices x layers x n_vectors] gradients; if keep */
  REAL *scratch;     /* [n_slices x (2 length stride + 2 length width)] */
  REAL *positions;   /* [length x d] */
  REAL *exponential; /* [blocks of columns] [outputs x IPL_TRANSFORMER_COLUMNS], of a single block
                        or all */
  REAL *reference;   /* [blocks or 1][outputs] logarithm of the divisor of the exponentials */
  REAL *top;         /* [outputs] largest logit */
  REAL *total;       /* [outputs] sum of exponentials */
  REAL *right;       /* [outputs] logit of the target */
  REAL *last;        /* [count x d] if only the last token predicts: the output's input, .. */
  REAL *d_last;      /* [count x d] and the gradient in it */
  double *entropy;   /* [layers x heads x count] sums over tokens */
  gpointer space;    /* of all of these */
};

/* Number of slices: a multiple of four, of nearly equal size, with enough rows to make a pass
 * over the weights cheap. */
static gsize
BODY (count_slices) (const IplTransformerShape *shape, gsize count, gsize length)
{
  gsize rows = MAX (112, shape->d / 2);

  return MIN (count, 4 * ((count * length + 4 * rows - 1) / (4 * rows)));
}

/* The first sequence of a slice; after the last slice, the number of sequences. */
static gsize
BODY (first_of) (const BODY (Pass) * self, gsize slice)
{
  return slice * self->count / self->n_slices;
}

static gsize
BODY (count_outputs) (const BODY (Pass) * self)
{
  return self->layout->shape.last ? self->count : self->rows;
}

static gsize
BODY (count_blocks) (const BODY (Pass) * self)
{
  return (self->layout->shape.classes + IPL_TRANSFORMER_COLUMNS - 1) / IPL_TRANSFORMER_COLUMNS;
}

static gsize
BODY (scratch_size) (const BODY (Pass) * self)
{
  return 2 * self->length * (self->layout->stride + self->layout->width);
}

static REAL *
BODY (at) (const BODY (Pass) * self, guint array, guint l)
{
  return self->layer[array] + (self->keep ? l * self->size[array] : 0);
}

static REAL *
BODY (vectors_at) (const BODY (Pass) * self, gsize slice, guint l)
{
  return self->vectors + (slice * self->layout->shape.layers + l) * self->layout->n_vectors;
}

static REAL *
BODY (scratch_at) (const BODY (Pass) * self, gsize slice)
{
  return self->scratch + slice * BODY (scratch_size) (self);
}

/* Block @b of the output's columns. */
static REAL *
BODY (exponential_at) (const BODY (Pass) * self, gsize b)
{
  return self->keep ? self->exponential + b * BODY (count_outputs) (self) * IPL_TRANSFORMER_COLUMNS
                    : self->exponential;
}

static REAL *
BODY (reference_at) (const BODY (Pass) * self, gsize b)
{
  return self->keep ? self->reference + b * BODY (count_outputs) (self) : self->reference;
}

static void
BODY (set_sizes) (BODY (Pass) * self)
{
  const IplTransformerShape *shape = &self->layout->shape;
  gsize of_tokens = self->rows * shape->d, of_hidden = self->rows * shape->hidden;
  const gsize size[N_AT] = { [AT_X] = of_tokens,
                             [AT_IN] = 3 * of_tokens,
                             [AT_ATTENTION] = self->rows * shape->heads * self->layout->stride,
                             [AT_CONTEXT] = of_tokens,
                             [AT_HAT1] = of_tokens,
                             [AT_MIDDLE] = of_tokens,
                             [AT_HIDDEN] = of_hidden,
                             [AT_LOWER] = of_hidden,
                             [AT_HAT2] = of_tokens,
                             [AT_INVERSE1] = self->rows,
                             [AT_INVERSE2] = self->rows };

  memcpy (self->size, size, sizeof size);
}

static guint
BODY (pass_parts) (BODY (Pass) * self, IplMemoryPart *parts)
{
  const IplTransformerShape *shape = &self->layout->shape;
  double layers = self->keep ? shape->layers : 1, d = (double)shape->d;
  double rows = (double)self->rows, outputs = (double)BODY (count_outputs) (self);
  double blocks = self->keep ? (double)BODY (count_blocks) (self) : 1;
  double slices = (double)self->n_slices;
  gsize size = sizeof (REAL);
  guint n = 0;

#define PART(at, count)                                                                            \
  parts[n++] = (IplMemoryPart)                                                                     \
  {                                                                                                \
    &self->at, count, size                                                                         \
  }
  for (guint i = 0; i < N_AT; i++)
    PART (layer[i], (double)self->size[i]
                        * (i == AT_X && self->keep        ? layers + 1
                           : i == AT_LOWER && !self->keep ? 0
                                                          : layers));
  PART (sum, rows * d);
  PART (gradient, self->keep ? rows * d : 0);
  PART (vectors, self->keep ? slices * shape->layers * (double)self->layout->n_vectors : 0);
  PART (scratch, slices * (double)BODY (scratch_size) (self));
  PART (positions, (double)self->length * d);
  PART (exponential, blocks * outputs * IPL_TRANSFORMER_COLUMNS);
  PART (reference, blocks * outputs);
  PART (top, outputs);
  PART (total, outputs);
  PART (right, outputs);
  PART (last, shape->last ? outputs * d : 0);
  PART (d_last, shape->last ? outputs * d : 0);
#undef PART
  parts[n++] = (IplMemoryPart){ &self->entropy,
                                (double)shape->layers * shape->heads * (double)self->count };
  return n;
}

/* Alternating sin and cos of the position over 10000^(i/d). */
static void
BODY (fill_positions) (BODY (Pass) * self)
{
  gsize d = self->layout->shape.d;

  for (gsize t = 0; t < self->length; t++)
    for (gsize i = 0; i < d; i++)
      {
        double angle = (double)t * exp (-log (10000.0) * (double)(i / 2 * 2) / (double)d);

        self->positions[t * d + i] = (REAL)(i % 2 == 0 ? sin (angle) : cos (angle));
      }
}

#define IPL_TRANSFORMER_PARTS 24

/* Allocates memory for batches of a fixed size; FALSE: IPL_ERROR_MEMORY. */
static gboolean
BODY (pass_init) (BODY (Pass) * self, const IplTransformerLayout *layout, gsize count, gsize length,
                  gboolean keep, GError **error)
{
  IplMemoryPart parts[IPL_TRANSFORMER_PARTS];
  guint n;

  *self = (BODY (Pass)){ .layout = layout,
                         .count = count,
                         .length = length,
                         .keep = keep,
                         .rows = count * length,
                         .n_slices = BODY (count_slices) (&layout->shape, count, length) };
  BODY (set_sizes) (self);
  n = BODY (pass_parts) (self, parts);
  self->space = ipl_memory_try_parts (parts, n, "What a batch leaves in the network", error);
  if (self->space == NULL)
    return FALSE;
  BODY (fill_positions) (self);
  return TRUE;
}

static void
BODY (pass_clear) (BODY (Pass) * self)
{
  g_clear_pointer (&self->space, g_free);
}
