/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Images: a zip of drawings, whose checksums are put right, or IDX images and labels, of which the
 * first byte, times eight, is the length of the labels' file, which comes first. */

#include <string.h>

#include "core/images/image-set-private.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_auto (FuzzFile) images = { 0 };
  g_auto (FuzzFile) labels = { 0 };
  g_autoptr (IplImageSet) set = NULL;
  GError *error = NULL;

  if (n >= 2 && memcmp (bytes, "PK", 2) == 0)
    {
      fuzz_file_init_zip (&images, bytes, n);
      set = ipl_image_set_load_zips ((const char *[]){ images.path, NULL }, NULL, &error);
    }
  else if (n > 0)
    {
      gsize length = MIN ((gsize)bytes[0] * 8, n - 1);

      fuzz_file_init (&labels, bytes + 1, length);
      fuzz_file_init (&images, bytes + 1 + length, n - 1 - length);
      set = ipl_image_set_load_idx (images.path, labels.path, NULL, &error);
    }
  else
    return 0;
  fuzz_check_result (set != NULL, error);
  if (set != NULL)
    {
      g_assert_cmpuint (set->count, >, 0);
      g_assert_cmpuint (set->class_first[set->n_classes], ==, set->count);
    }
  return 0;
}
