/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One PNG, its chunks' checksums put right. */

#include "core/images/image-set-private.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree guint8 *repaired = g_memdup2 (bytes, n);
  g_autofree char *why = NULL;
  guint height = 0, width = 0;

  fuzz_repair_png (repaired, n);
  if (!ipl_png_strip (repaired, &n, &why))
    {
      g_assert_nonnull (why);
      return 0;
    }
  if (!ipl_png_size (repaired, n, &height, &width, &why))
    {
      g_assert_nonnull (why);
      return 0;
    }
  g_assert_cmpuint (height, <=, IPL_IMAGE_MAX_SIDE);
  g_assert_cmpuint (width, <=, IPL_IMAGE_MAX_SIDE);

  g_autofree guint8 *pixels = g_malloc ((gsize)height * width + 1);

  g_assert_true (ipl_png_decode (repaired, n, height, width, pixels, &why) == (why == NULL));
  return 0;
}
