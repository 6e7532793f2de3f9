/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/safetensors-dtype-private.h"

#include <string.h>

static const IplTensorDtype dtypes[] = {
  { "F32", 4, FALSE }, { "F16", 2, FALSE }, { "BF16", 2, FALSE }, { "F64", 8, TRUE },
  { "I64", 8, TRUE },  { "I32", 4, TRUE },  { "U8", 1, TRUE },
};

/* Returns: (nullable): how such numbers are stored, or NULL where they cannot be read */
const IplTensorDtype *
ipl_tensor_dtype_lookup (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strcmp (dtypes[i].name, name) == 0)
      return &dtypes[i];
  return NULL;
}

static float
float_from_bits (guint32 bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* The exponent moves by 112; what is below the normal numbers is counted in 2^-24. */
static float
from_half (guint16 bits)
{
  guint32 sign = (guint32)(bits & 0x8000) << 16, exponent = bits >> 10 & 31, mantissa = bits & 1023;

  if (exponent == 0)
    return (sign != 0 ? -0x1p-24f : 0x1p-24f) * (float)mantissa;
  if (exponent == 31)
    return float_from_bits (sign | 0x7f800000 | mantissa << 13);
  return float_from_bits (sign | (exponent + 112) << 23 | mantissa << 13);
}

static double
double_from_bits (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Returns: the bits of item @i of little-endian @bytes */
guint64
ipl_tensor_item (const guint8 *bytes, gsize i, gsize item_size)
{
  guint64 bits = 0;

  for (gsize k = item_size; k-- > 0;)
    bits = bits << 8 | bytes[i * item_size + k];
  return bits;
}

/* @floats: (nullable): [n] where they go, of a type that is not wide
 * @doubles: (nullable): [n] where they go, of a wide one */
void
ipl_tensor_convert (const IplTensorDtype *dtype, const guint8 *bytes, gsize n, float *floats,
                    double *doubles)
{
  if (strcmp (dtype->name, "F32") == 0)
    for (gsize i = 0; i < n; i++)
      floats[i] = float_from_bits ((guint32)ipl_tensor_item (bytes, i, 4));
  else if (strcmp (dtype->name, "BF16") == 0)
    for (gsize i = 0; i < n; i++)
      floats[i] = float_from_bits ((guint32)ipl_tensor_item (bytes, i, 2) << 16);
  else if (strcmp (dtype->name, "F16") == 0)
    for (gsize i = 0; i < n; i++)
      floats[i] = from_half ((guint16)ipl_tensor_item (bytes, i, 2));
  else if (strcmp (dtype->name, "F64") == 0)
    for (gsize i = 0; i < n; i++)
      doubles[i] = double_from_bits (ipl_tensor_item (bytes, i, 8));
  else if (strcmp (dtype->name, "I64") == 0)
    for (gsize i = 0; i < n; i++)
      doubles[i] = (double)(gint64)ipl_tensor_item (bytes, i, 8);
  else if (strcmp (dtype->name, "I32") == 0)
    for (gsize i = 0; i < n; i++)
      doubles[i] = (gint32)(guint32)ipl_tensor_item (bytes, i, 4);
  else
    for (gsize i = 0; i < n; i++)
      doubles[i] = (double)bytes[i];
}
