/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elementwise part of a transformer, as vectors of LANES numbers of type REAL. No
 * include guard: included once per instruction set and precision, with REAL, BITS (the unsigned
 * integer of its size), MANTISSA (its bits), EXP_TERMS, LANES and BODY(name) defined. Matrices are
 * row-major. */

#include "core/base/simd-vectors.h"

/* The last few numbers of a row, and @fill. */
INLINE
BODY (V) BODY (load_some) (const REAL *from, gsize n, REAL fill)
{
  BODY (V) v = BODY (splat) (fill);

  memcpy (&v, from, n * sizeof (REAL));
  return v;
}

INLINE REAL
BODY (add_up) (BODY (V) a)
{
  REAL total = 0;

  for (int i = 0; i < LANES; i++)
    total += a[i];
  return total;
}

INLINE REAL
BODY (largest) (BODY (V) a)
{
  REAL most = a[0];

  for (int i = 1; i < LANES; i++)
    most = a[i] > most ? a[i] : most;
  return most;
}

/* Replaces logits in base 2, the first n of a row, by their softmax, with 0 up to @stride.
 *
 * Returns: the entropy of the row in nats */
INLINE double
BODY (softmax_row) (REAL *row, gsize n, gsize stride)
{
  BODY (V) top, total = { 0 }, products = { 0 };
  REAL offset, sum;

  for (gsize s = n; s < stride; s++)
    row[s] = (REAL)-1e30;
  top = AT (row);
  for (gsize s = LANES; s < stride; s += LANES)
    top = BODY (max) (top, AT (row + s));
  offset = BODY (largest) (top);
  for (gsize s = 0; s < stride; s += LANES)
    {
      BODY (V) y = AT (row + s) - offset, e;

      y = BODY (max) (y, BODY (splat) (-100));
      e = BODY (exp2) (y);
      AT (row + s) = e;
      total += e;
      products += e * y;
    }
  sum = BODY (add_up) (total);
  offset = 1 / sum;
  for (gsize s = 0; s < stride; s += LANES)
    AT (row + s) *= offset;
  return log ((double)sum) - M_LN2 * (double)BODY (add_up) (products) / (double)sum;
}

/* Softmax of the rows of @n x @n logits, @stride apart: row i over the columns up to i, or over
 * all.
 *
 * Returns: the sum of the rows' entropies */
static double
BODY (softmax) (REAL *rows, gsize n, gsize stride, gboolean causal)
{
  double entropy = 0;

  for (gsize i = 0; i < n; i++)
    entropy += BODY (softmax_row) (rows + i * stride, causal ? i + 1 : n, stride);
  return entropy;
}

/* Replaces d, the gradient in the softmax P, by the gradient in its logits. */
static void
BODY (softmax_back) (const REAL *P, REAL *d, gsize n, gsize stride)
{
  for (gsize i = 0; i < n; i++, P += stride, d += stride)
    {
      BODY (V) sum = { 0 };
      REAL mean;

      for (gsize s = 0; s < stride; s += LANES)
        sum += CONST_AT (P + s) * AT (d + s);
      mean = BODY (add_up) (sum);
      for (gsize s = 0; s < stride; s += LANES)
        AT (d + s) = CONST_AT (P + s) * (AT (d + s) - mean);
    }
}

/* Sets each number to 0 if 16 bits of a hash of its index are below @threshold, else multiplies
 * it by @scale; rows from @first on. The gradient uses the same bits. */
static void
BODY (dropout) (REAL *x, gsize rows, gsize n, guint64 key, guint64 first, guint32 threshold,
                REAL scale)
{
  gsize hashes = (n + 3) / 4;

  for (gsize r = 0; r < rows; r++, x += n)
    for (gsize block = 0; block < hashes; block += 16)
      {
        guint64 from = key + ((first + r) * hashes + block + 1) * IPL_RANDOM_GOLDEN;
        gsize begin = 4 * block, many = MIN (n - begin, 64);
        guint64 hash[16];
        guint16 bits[64];

        for (guint i = 0; i < 16; i++)
          hash[i] = ipl_random_mix (from + i * IPL_RANDOM_GOLDEN);
        memcpy (bits, hash, sizeof bits);
        for (gsize i = 0; i < many; i++)
          x[begin + i] *= bits[i] < threshold ? 0 : scale;
      }
}

static void
BODY (add) (REAL *restrict x, const REAL *restrict y, gsize n)
{
  for (gsize i = 0; i < n; i++)
    x[i] += y[i];
}

static void
BODY (add_bias) (REAL *restrict x, gsize rows, gsize n, const REAL *restrict bias)
{
  for (gsize r = 0; r < rows; r++, x += n)
    for (gsize i = 0; i < n; i++)
      x[i] += bias[i];
}

static void
BODY (relu) (REAL *restrict x, gsize rows, gsize n, const REAL *restrict bias)
{
  for (gsize r = 0; r < rows; r++, x += n)
    for (gsize i = 0; i < n; i++)
      {
        REAL y = x[i] + bias[i];

        x[i] = y > 0 ? y : 0;
      }
}

/* @h: result of relu() and dropout(), which multiplied nonzero numbers by @scale. */
static void
BODY (relu_back) (REAL *restrict d, const REAL *restrict h, gsize n, REAL scale)
{
  for (gsize i = 0; i < n; i++)
    d[i] = h[i] > 0 ? d[i] * scale : 0;
}

/* Adds up rows. */
static void
BODY (add_rows) (const REAL *restrict x, gsize rows, gsize n, REAL *restrict sums)
{
  for (gsize r = 0; r < rows; r++, x += n)
    for (gsize i = 0; i < n; i++)
      sums[i] += x[i];
}

/* hat = (x - mean) / sqrt(variance + 1e-5) of each row, which may overwrite x; y = gain hat +
 * bias; and the inverse of the root. */
static void
BODY (norm) (const REAL *x, gsize rows, gsize n, const REAL *gain, const REAL *bias, REAL *hat,
             REAL *inverse, REAL *y)
{
  gsize full_lanes = n / LANES * LANES;

  for (gsize r = 0; r < rows; r++, x += n, hat += n, y += n)
    {
      BODY (V) sum = BODY (load_some) (x + full_lanes, n - full_lanes, 0), squares;
      REAL mean, rest = 0;

      for (gsize i = 0; i < full_lanes; i += LANES)
        sum += CONST_AT (x + i);
      mean = BODY (add_up) (sum) / (REAL)n;
      squares = BODY (splat) (0);
      for (gsize i = 0; i < full_lanes; i += LANES)
        {
          BODY (V) c = CONST_AT (x + i) - mean;

          squares += c * c;
        }
      for (gsize i = full_lanes; i < n; i++)
        rest += (x[i] - mean) * (x[i] - mean);
      inverse[r] = 1 / (REAL)sqrt ((BODY (add_up) (squares) + rest) / (REAL)n + (REAL)1e-5);
      for (gsize i = 0; i < n; i++)
        {
          hat[i] = (x[i] - mean) * inverse[r];
          y[i] = gain[i] * hat[i] + bias[i];
        }
    }
}

/* The gradient of norm(): takes d, the gradient in y, to the gradient in x; adds to the
 * gradients in gain and bias. */
static void
BODY (norm_back) (const REAL *restrict d, gsize rows, gsize n, const REAL *restrict gain,
                  const REAL *restrict hat, const REAL *restrict inverse, REAL *restrict d_x,
                  REAL *restrict d_gain, REAL *restrict d_bias)
{
  gsize full_lanes = n / LANES * LANES;

  for (gsize r = 0; r < rows; r++, d += n, hat += n, d_x += n)
    {
      BODY (V) sum = { 0 }, products = { 0 };
      REAL mean = 0, product = 0;

      for (gsize i = 0; i < full_lanes; i += LANES)
        {
          BODY (V) c = CONST_AT (d + i) * CONST_AT (gain + i);

          sum += c;
          products += c * CONST_AT (hat + i);
        }
      for (gsize i = full_lanes; i < n; i++)
        {
          mean += d[i] * gain[i];
          product += d[i] * gain[i] * hat[i];
        }
      mean = (mean + BODY (add_up) (sum)) / (REAL)n;
      product = (product + BODY (add_up) (products)) / (REAL)n;
      for (gsize i = 0; i < n; i++)
        {
          d_gain[i] += d[i] * hat[i];
          d_bias[i] += d[i];
          d_x[i] = inverse[r] * (d[i] * gain[i] - mean - hat[i] * product);
        }
    }
}

/* Replaces a row of a block of @n logits of the output, without their bias, by e^(logit - *top),
 * where *top is the largest logit of this and the earlier blocks.
 *
 * Returns: the sum of the exponentials */
static REAL
BODY (exponentials) (REAL *restrict row, gsize n, const REAL *restrict bias, REAL *top)
{
  gsize full_lanes = n / LANES * LANES;
  BODY (V) most = BODY (splat) (*top), total = { 0 };
  REAL offset;

  for (gsize i = 0; i < full_lanes; i += LANES)
    {
      BODY (V) y = AT (row + i) + CONST_AT (bias + i);

      AT (row + i) = y;
      most = BODY (max) (most, y);
    }
  offset = BODY (largest) (most);
  for (gsize i = full_lanes; i < n; i++)
    {
      row[i] += bias[i];
      offset = row[i] > offset ? row[i] : offset;
    }
  *top = offset;
  for (gsize i = 0; i < full_lanes; i += LANES)
    {
      BODY (V) e = (AT (row + i) - offset) * (REAL)M_LOG2E;

      e = BODY (exp2) (BODY (max) (e, BODY (splat) (-100)));
      AT (row + i) = e;
      total += e;
    }
  if (full_lanes < n)
    {
      BODY (V) e = BODY (load_some) (row + full_lanes, n - full_lanes, offset - 1000) - offset;

      e = BODY (exp2) (BODY (max) (e * (REAL)M_LOG2E, BODY (splat) (-100)));
      memcpy (row + full_lanes, &e, (n - full_lanes) * sizeof (REAL));
      total += e;
    }
  return BODY (add_up) (total);
}

static void
BODY (multiply) (REAL *x, gsize n, REAL factor)
{
  for (gsize i = 0; i < n; i++)
    x[i] *= factor;
}

static double
BODY (squares) (const REAL *x, gsize n)
{
  double total = 0;

  for (gsize begin = 0; begin < n; begin += 256)
    {
      gsize end = MIN (begin + 256, n), i = begin;
      BODY (V) sum = { 0 };

      for (; i + LANES <= end; i += LANES)
        sum += CONST_AT (x + i) * CONST_AT (x + i);
      total += (double)BODY (add_up) (sum);
      for (; i < end; i++)
        total += (double)x[i] * (double)x[i];
    }
  return total;
}

#undef INLINE
#undef AT
#undef CONST_AT
