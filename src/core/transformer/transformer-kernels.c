/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-pass-private.h"

#include <math.h>
#include <string.h>

#include "core/base/random.h"

#define VECTOR_BODY "core/transformer/transformer-simd-private.h"
#include "core/base/simd-variants.h"

#define VARIANT(name, set)                                                                         \
  {                                                                                                \
    name, set##_softmax, set##_softmax_back, set##_dropout, set##_add, set##_add_bias, set##_relu, \
        set##_relu_back, set##_add_rows, set##_norm, set##_norm_back, set##_exponentials,          \
        set##_multiply, set##_squares                                                              \
  }

static const IplTransformerKernels variants[] = VECTOR_VARIANTS (VARIANT);

/* The n-th fastest variant for this processor; NULL beyond the last. */
const IplTransformerKernels *
ipl_transformer_kernels (guint n)
{
  int nth = vector_variant_nth (n);

  return nth >= 0 ? &variants[nth] : NULL;
}
