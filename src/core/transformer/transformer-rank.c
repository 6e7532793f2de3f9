/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer.h"

#include <math.h>

#include "core/base/memory.h"
#include "core/base/tiles.h"
#include "core/theory/eigenpairs.h"
#include "core/transformer/transformer-layout.h"

/* The squares of the singular values are the eigenvalues of the smaller of W^T W and W W^T, which
 * is made in double precision; their sum is its trace. @rank: |W|_F^2 / |W|_2^2 of the lower layer
 * W of its MLP; NaN where W is 0 or not finite. */
gboolean
ipl_transformer_stable_rank (const IplTransformer *self, guint layer, double *rank,
                             GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && layer < self->shape.layers && rank != NULL, FALSE);

  static const char what[] = "The stable rank of a layer";
  gsize rows = self->shape.hidden, columns = self->shape.d, n = MIN (rows, columns);
  g_autofree double *W = ipl_try_new (double, (double)rows *(double)columns, what, error);
  g_autofree double *gram
      = W != NULL ? ipl_try_new (double, (double)n *(double)n, what, error) : NULL;
  g_autoptr (IplEigenpairs) pairs = NULL;
  IplTransformerLayout layout;
  double trace = 0;

  if (gram == NULL)
    return FALSE;
  ipl_transformer_layout_init (&layout, &self->shape);
  for (gsize i = 0; i < rows * columns; i++)
    {
      double w = (double)self->parameters[layout.blocks[layer].lower + i];

      trace += w * w;
      /* Column-major, the longer side being the columns' length. */
      W[columns <= rows ? i % columns * rows + i / columns : i] = w;
    }
  *rank = NAN;
  if (!(trace > 0) || !isfinite (trace))
    return TRUE;
  if (ipl_tiles_gram (n, MAX (rows, columns), W, gram, cancellable) != IPL_TILES_DONE)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  pairs = ipl_eigenpairs_new (n, g_steal_pointer (&gram), 1, cancellable, error);
  if (pairs == NULL)
    return FALSE;
  *rank = trace / pairs->values[0];
  return TRUE;
}
