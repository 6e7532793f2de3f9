/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-kernels-private.h"

#include <math.h>
#include <string.h>

#include "core/base/random.h"

#define REAL float
#define BITS guint32
#define MANTISSA 23
#define EXP_TERMS 8

/* As in core/network/trained-kernels.c: compiled for three generations of processors, and chosen by
 * what this one can do. */
#define LANES 4
#define BODY(name) base_##name
#include "core/transformer/transformer-vector-body-private.h"
#undef LANES
#undef BODY

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HAVE_X86 1

#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define LANES 8
#define BODY(name) avx2_##name
#include "core/transformer/transformer-vector-body-private.h"
#undef LANES
#undef BODY
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,fma,prefer-vector-width=512")
#define LANES 16
#define BODY(name) avx512_##name
#include "core/transformer/transformer-vector-body-private.h"
#undef LANES
#undef BODY
#pragma GCC pop_options

#endif

#define VARIANT(name, set)                                                                         \
  {                                                                                                \
    name, set##_softmax, set##_softmax_back, set##_dropout, set##_add, set##_add_bias, set##_relu, \
        set##_relu_back, set##_add_rows, set##_norm, set##_norm_back, set##_exponentials,          \
        set##_multiply, set##_squares                                                              \
  }

static const IplTransformerKernels variants[] = {
#ifdef HAVE_X86
  VARIANT ("AVX-512", avx512),
  VARIANT ("AVX2", avx2),
#endif
  VARIANT ("baseline", base),
};

static gboolean
runs_here (guint n)
{
#ifdef HAVE_X86
  __builtin_cpu_init ();
  if (n == 0)
    return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512vl")
           && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512bw")
           && __builtin_cpu_supports ("fma");
  if (n == 1)
    return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma");
#endif
  return n < G_N_ELEMENTS (variants);
}

/* Returns: (nullable): the n-th fastest variant that this processor runs */
const IplTransformerKernels *
ipl_transformer_kernels_nth (guint n)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    if (runs_here (i) && n-- == 0)
      return &variants[i];
  return NULL;
}

/* Returns: the fastest variant that this processor runs */
const IplTransformerKernels *
ipl_transformer_kernels (void)
{
  return ipl_transformer_kernels_nth (0);
}
