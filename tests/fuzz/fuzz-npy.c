/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The header of an .npy, numbers and text behind it. */

#include "core/files/npy-private.h"
#include "fuzz.h"

#include <string.h>

/* Bytes of an item, 16 at most, times items must be there before they are converted. */
static void
convert (const IplNpyHeader *header, const guint8 *bytes, gsize n)
{
  gsize items = header->item_size > 0 ? n / header->item_size : 0;

  if (header->kind == IPL_NPY_UCS4 || header->kind == IPL_NPY_BYTES)
    {
      if (header->item_size > n)
        return;

      g_autofree char *text = ipl_npy_text (header, bytes);

      if (text != NULL)
        g_assert_true (g_utf8_validate (text, -1, NULL));
      return;
    }
  items = MIN (items, header->size);

  g_autofree double *values = g_new0 (double, items + 1);

  values[items] = 4711;
  ipl_npy_convert (header, bytes, items, values);
  g_assert_cmpfloat (values[items], ==, 4711);
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  gsize length_size = 0, length = 0, begin;
  IplNpyHeader header = { 0 };
  g_autofree char *why = NULL;

  if (n < IPL_NPY_MAGIC_SIZE || !ipl_npy_parse_magic (bytes, &length_size, &why))
    return 0;
  begin = IPL_NPY_MAGIC_SIZE + length_size;
  if (n < begin)
    return 0;
  for (gsize i = length_size; i-- > 0;)
    length = length << 8 | bytes[IPL_NPY_MAGIC_SIZE + i];
  /* A length that lies would end every other input here. */
  length = MIN (length, MIN (n - begin, IPL_NPY_MAX_HEADER));

  g_autofree char *text = g_strndup ((const char *)bytes + begin, length);

  g_clear_pointer (&why, g_free);
  if (!ipl_npy_parse_header (text, length, &header, &why))
    {
      g_assert_nonnull (why);
      return 0;
    }
  g_assert_cmpuint (header.ndim, <=, IPL_NPY_MAX_DIM);

  gsize size = 1;

  for (guint k = 0; k < header.ndim; k++)
    g_assert_true (g_size_checked_mul (&size, size, header.shape[k]) || header.size == 0);
  g_assert_true (header.size == size || header.size == 0);
  convert (&header, bytes + begin + length, n - begin - length);
  return 0;
}
