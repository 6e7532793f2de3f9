/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/files/safetensors-private.h"

#include <math.h>
#include <string.h>

static const IplTensorDtype dtypes[] = {
  { "F32", 4, FALSE }, { "F16", 2, FALSE }, { "BF16", 2, FALSE }, { "F64", 8, TRUE },
  { "I64", 8, TRUE },  { "I32", 4, TRUE },  { "U8", 1, TRUE },
};

/*< private >
 * ipl_tensor_dtype_lookup:
 * @name: as in a file's header
 *
 * Returns: (nullable): how such numbers are stored, or %NULL where they cannot be read
 */
const IplTensorDtype *
ipl_tensor_dtype_lookup (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strcmp (dtypes[i].name, name) == 0)
      return &dtypes[i];
  return NULL;
}

static float
from_half (guint16 bits)
{
  int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  float value = exponent == 31  ? (mantissa != 0 ? NAN : INFINITY)
                : exponent == 0 ? ldexpf ((float)mantissa, -24)
                                : ldexpf ((float)(mantissa + 1024), exponent - 25);

  return bits >> 15 ? -value : value;
}

static float
float_from_bits (guint32 bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static double
double_from_bits (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/*< private >
 * ipl_tensor_item:
 *
 * Returns: the bits of item @i of little-endian @bytes
 */
guint64
ipl_tensor_item (const guint8 *bytes, gsize i, gsize item_size)
{
  guint64 bits = 0;

  for (gsize k = item_size; k-- > 0;)
    bits = bits << 8 | bytes[i * item_size + k];
  return bits;
}

/*< private >
 * ipl_tensor_convert:
 * @self: with its size and room for its numbers
 * @dtype: what @bytes are
 * @bytes: little-endian, as in the file
 */
void
ipl_tensor_convert (IplTensor *self, const IplTensorDtype *dtype, const guint8 *bytes)
{
  for (gsize i = 0; i < self->size; i++)
    {
      guint64 bits = ipl_tensor_item (bytes, i, dtype->item_size);

      if (strcmp (dtype->name, "F32") == 0)
        self->floats[i] = float_from_bits ((guint32)bits);
      else if (strcmp (dtype->name, "BF16") == 0)
        self->floats[i] = float_from_bits ((guint32)bits << 16);
      else if (strcmp (dtype->name, "F16") == 0)
        self->floats[i] = from_half ((guint16)bits);
      else if (strcmp (dtype->name, "F64") == 0)
        self->doubles[i] = double_from_bits (bits);
      else if (strcmp (dtype->name, "I64") == 0)
        self->doubles[i] = (double)(gint64)bits;
      else if (strcmp (dtype->name, "I32") == 0)
        self->doubles[i] = (gint32)(guint32)bits;
      else
        self->doubles[i] = (double)bits;
    }
}
