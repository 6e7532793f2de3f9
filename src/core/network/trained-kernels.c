/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trained-kernels-private.h"

#include <math.h>

#define REAL float
#define BITS guint32
#define MANTISSA 23
#define EXP_TERMS 8

/* The distribution builds for the oldest processors; what these loops gain from newer ones is a
 * factor of four, so they are compiled for three and chosen by what the processor can do. */

/* Elementwise, so that the compiler makes vectors of it by itself. */
static inline __attribute__ ((always_inline)) void
adam_loop (IplTrainedAdam numbers, gsize n, const float *restrict gradient, float *restrict first,
           float *restrict second, float *restrict w)
{
  for (gsize i = 0; i < n; i++)
    {
      float g = numbers.decay_gradient * w[i] + numbers.scale * gradient[i];
      float m = numbers.beta1 * first[i] + (1 - numbers.beta1) * g;
      float v = numbers.beta2 * second[i] + (1 - numbers.beta2) * g * g;

      first[i] = m;
      second[i] = v;
      w[i]
          = numbers.keep * w[i] - numbers.step * m / (sqrtf (v) * numbers.unbias + numbers.epsilon);
    }
}

#define LANES 4
#define IOTA                                                                                       \
  {                                                                                                \
    0, 1, 2, 3                                                                                     \
  }
#define BODY(name) base_##name
#include "core/network/trained-vector-body-private.h"

static void
base_adam (const IplTrainedAdam *numbers, gsize n, const float *gradient, float *first,
           float *second, float *w)
{
  adam_loop (*numbers, n, gradient, first, second, w);
}
#undef LANES
#undef IOTA
#undef BODY

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HAVE_X86 1

#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define LANES 8
#define IOTA                                                                                       \
  {                                                                                                \
    0, 1, 2, 3, 4, 5, 6, 7                                                                         \
  }
#define BODY(name) avx2_##name
#include "core/network/trained-vector-body-private.h"

static void
avx2_adam (const IplTrainedAdam *numbers, gsize n, const float *gradient, float *first,
           float *second, float *w)
{
  adam_loop (*numbers, n, gradient, first, second, w);
}
#undef LANES
#undef IOTA
#undef BODY
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,fma,prefer-vector-width=512")
#define LANES 16
#define IOTA                                                                                       \
  {                                                                                                \
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15                                           \
  }
#define BODY(name) avx512_##name
#include "core/network/trained-vector-body-private.h"

static void
avx512_adam (const IplTrainedAdam *numbers, gsize n, const float *gradient, float *first,
             float *second, float *w)
{
  adam_loop (*numbers, n, gradient, first, second, w);
}
#undef LANES
#undef IOTA
#undef BODY
#pragma GCC pop_options

#endif

static const IplTrainedKernels variants[] = {
#ifdef HAVE_X86
  { "AVX-512", avx512_softmax, avx512_mix, avx512_unmix, avx512_adam },
  { "AVX2", avx2_softmax, avx2_mix, avx2_unmix, avx2_adam },
#endif
  { "baseline", base_softmax, base_mix, base_unmix, base_adam },
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
const IplTrainedKernels *
ipl_trained_kernels_nth (guint n)
{
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    if (runs_here (i) && n-- == 0)
      return &variants[i];
  return NULL;
}

/* Returns: the fastest variant that this processor runs */
const IplTrainedKernels *
ipl_trained_kernels (void)
{
  return ipl_trained_kernels_nth (0);
}
