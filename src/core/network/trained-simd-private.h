/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elementwise part of a training step, as vectors of LANES numbers of type REAL. No
 * include guard: included once per instruction set and precision, with REAL, BITS (the unsigned
 * integer of its size), MANTISSA (its bits), EXP_TERMS, LANES, IOTA (LANES numbers from 0) and
 * BODY(name) defined. */

#include "core/base/simd-vectors.h"

/* Exchanges every number with the number at its index with the bit @k flipped. */
INLINE
BODY (V) BODY (swap) (BODY (V) a, BITS k)
{
#ifdef __clang__
  BODY (V) swapped = a;

  for (BITS i = 0; i < LANES; i++)
    swapped[i] = a[i ^ k];
  return swapped;
#else
  const BODY (U) iota = IOTA;

  return __builtin_shuffle (a, iota ^ k);
#endif
}

INLINE REAL
BODY (sum) (BODY (V) a)
{
  for (BITS k = LANES / 2; k > 0; k /= 2)
    a += BODY (swap) (a, k);
  return a[0];
}

INLINE REAL
BODY (largest) (BODY (V) a)
{
  for (BITS k = LANES / 2; k > 0; k /= 2)
    a = BODY (max) (a, BODY (swap) (a, k));
  return a[0];
}

/* Each of @n rows of T logits in base 2, padded to Ts, becomes its softmax, padded by 0. */
static void
BODY (softmax) (REAL *rows, gsize n, gsize T, gsize Ts)
{
  for (gsize i = 0; i < n; i++)
    {
      REAL *row = rows + i * Ts;
      BODY (V) top, total = { 0 };
      REAL offset;

      for (gsize s = T; s < Ts; s++)
        row[s] = (REAL)-1e30;
      top = AT (row);
      for (gsize s = LANES; s < Ts; s += LANES)
        top = BODY (max) (top, AT (row + s));
      offset = BODY (largest) (top);
      for (gsize s = 0; s < Ts; s += LANES)
        {
          BODY (V) e = BODY (exp2) (AT (row + s) - offset);

          AT (row + s) = e;
          total += e;
        }
      offset = 1 / BODY (sum) (total);
      for (gsize s = 0; s < Ts; s += LANES)
        AT (row + s) *= offset;
    }
}

/* out[r][s] = sum_t in[r][t] O[t][s], the rows of O being @stride apart. */
static void
BODY (mix) (const REAL *O, gsize stride, gsize T, gsize Ts, gsize R, const REAL *in, REAL *out)
{
  gsize r = 0;

  for (; r + 4 <= R; r += 4)
    {
      const REAL *a = in + r * Ts;

      for (gsize s = 0; s < Ts; s += LANES)
        {
          BODY (V) sum0 = { 0 }, sum1 = { 0 }, sum2 = { 0 }, sum3 = { 0 };

          for (gsize t = 0; t < T; t++)
            {
              BODY (V) o = CONST_AT (O + t * stride + s);

              sum0 += a[t] * o;
              sum1 += a[Ts + t] * o;
              sum2 += a[2 * Ts + t] * o;
              sum3 += a[3 * Ts + t] * o;
            }
          AT (out + r * Ts + s) = sum0;
          AT (out + (r + 1) * Ts + s) = sum1;
          AT (out + (r + 2) * Ts + s) = sum2;
          AT (out + (r + 3) * Ts + s) = sum3;
        }
    }
  for (; r < R; r++)
    for (gsize s = 0; s < Ts; s += LANES)
      {
        const REAL *a = in + r * Ts;
        BODY (V) even = { 0 }, odd = { 0 };
        gsize t = 0;

        for (; t + 2 <= T; t += 2)
          {
            even += a[t] * CONST_AT (O + t * stride + s);
            odd += a[t + 1] * CONST_AT (O + (t + 1) * stride + s);
          }
        if (t < T)
          even += a[t] * CONST_AT (O + t * stride + s);
        AT (out + r * Ts + s) = even + odd;
      }
}

/* The gradient of mix() and softmax(): from d[r][s], the gradient in out, adds to d_in[r][t] the
 * gradient in in, and replaces O by the gradient in the logits, to the base e. */
static void
BODY (unmix) (REAL *O, gsize stride, gsize T, gsize Ts, gsize R, const REAL *in, const REAL *d,
              REAL *d_in)
{
  for (gsize t = 0; t < T; t++)
    {
      REAL *row = O + t * stride;
      REAL mean = 0;

      for (gsize r = 0; r < R; r++)
        {
          BODY (V) sum = { 0 };
          REAL dot;

          for (gsize s = 0; s < Ts; s += LANES)
            sum += AT (row + s) * CONST_AT (d + r * Ts + s);
          dot = BODY (sum) (sum);
          d_in[r * Ts + t] += dot;
          mean += in[r * Ts + t] * dot;
        }
      for (gsize s = 0; s < Ts; s += LANES)
        {
          BODY (V) sum = (BODY (V)){ 0 } - mean;

          for (gsize r = 0; r < R; r++)
            sum += in[r * Ts + t] * CONST_AT (d + r * Ts + s);
          AT (row + s) *= sum;
        }
    }
}

#undef INLINE
#undef AT
#undef CONST_AT
