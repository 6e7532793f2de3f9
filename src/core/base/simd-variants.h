/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiles the loops of the file VECTOR_BODY in single precision for three generations of
 * processors. Distributions build for the oldest; newer instructions make these loops four times
 * faster. The body is included with REAL, BITS, MANTISSA, EXP_TERMS, LANES, IOTA (LANES numbers
 * from 0) and BODY(name) defined, and makes base_NAME, avx2_NAME and avx512_NAME. */
#pragma once

#include <glib.h>

#define REAL float
#define BITS guint32
#define MANTISSA 23
#define EXP_TERMS 8

/* clang-format off */
#define LANES 4
#define IOTA { 0, 1, 2, 3 }
#define BODY(name) base_##name
#include VECTOR_BODY
#undef LANES
#undef IOTA
#undef BODY

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define LANES 8
#define IOTA { 0, 1, 2, 3, 4, 5, 6, 7 }
#define BODY(name) avx2_##name
#include VECTOR_BODY
#undef LANES
#undef IOTA
#undef BODY
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw,fma,prefer-vector-width=512")
#define LANES 16
#define IOTA { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }
#define BODY(name) avx512_##name
#include VECTOR_BODY
#undef LANES
#undef IOTA
#undef BODY
#pragma GCC pop_options

/* The rows of a table of variants, the fastest first: ROW (name, prefix). */
#define VECTOR_VARIANTS(ROW) { ROW ("AVX-512", avx512), ROW ("AVX2", avx2), ROW ("baseline", base) }

/* Index of the n-th fastest variant that this processor runs; -1 for none. */
static int
vector_variant_nth (guint n)
{
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512vl")
      && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512bw")
      && __builtin_cpu_supports ("fma") && n-- == 0)
    return 0;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma") && n-- == 0)
    return 1;
  return n == 0 ? 2 : -1;
}
#else
#define VECTOR_VARIANTS(ROW) { ROW ("baseline", base) }

static int
vector_variant_nth (guint n)
{
  return n == 0 ? 0 : -1;
}
#endif
/* clang-format on */
