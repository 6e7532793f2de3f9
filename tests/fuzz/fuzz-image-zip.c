/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A zip of drawings: checksums of members and of PNG chunks are put right. */

#include "core/images/image-set-private.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree guint8 *repaired = g_memdup2 (bytes, n);
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplImageSet) set = NULL;
  GError *error = NULL;

  fuzz_repair_zip (repaired, n);
  fuzz_file_init (&file, repaired, n);

  const char *paths[] = { file.path, NULL };

  set = ipl_image_set_load_zips (paths, NULL, &error);
  fuzz_check_result (set, error);
  if (set != NULL)
    {
      g_assert_cmpuint (set->count, >, 0);
      g_assert_cmpuint (set->class_first[set->n_classes], ==, set->count);
    }
  return 0;
}
