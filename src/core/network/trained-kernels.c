/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trained-step-private.h"

#define VECTOR_BODY "core/network/trained-simd-private.h"
#include "core/base/simd-variants.h"

/* clang-format off */
#define VARIANT(name, set) { name, set##_softmax, set##_mix, set##_unmix }
/* clang-format on */

static const IplTrainedKernels variants[] = VECTOR_VARIANTS (VARIANT);

/* The n-th fastest variant for this processor; NULL beyond the last. */
const IplTrainedKernels *
ipl_trained_kernels (guint n)
{
  int nth = vector_variant_nth (n);

  return nth >= 0 ? &variants[nth] : NULL;
}
