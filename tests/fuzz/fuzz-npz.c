/* SPDX-License-Identifier: GPL-3.0-or-later */

/* An .npz: what is read can be written, and read again the same. As frequencies of tokens, the
 * columns of its array X add up to 1. */

#include "core/dynamics/joint.h"
#include "core/files/npz.h"
#include "core/folder.h"
#include "core/support.h"
#include "fuzz.h"

#include <math.h>

/* Our writer, and our reader on what it wrote. */
static void
write_and_compare (IplNpz *npz)
{
  g_autoptr (IplNpz) again = NULL;
  g_autoptr (GList) names = ipl_npz_names (npz);
  g_autofree char *path = test_path ("again.npz");
  IplNpzWriter *writer = TEST_OK (ipl_npz_writer_new (path, &error));

  for (GList *at = names; at != NULL; at = at->next)
    {
      const IplArray *array = ipl_npz_lookup (npz, at->data);

      if (array->values != NULL)
        ipl_npz_writer_add_doubles (writer, array->name, array->values, array->ndim, array->shape);
    }
  /* A file without arrays is none. */
  ipl_npz_writer_add_text (writer, "a name of the writer's own", "text");
  TEST_OK (ipl_npz_writer_close (writer, &error));
  again = TEST_OK (ipl_npz_read (path, NULL, &error));
  for (GList *at = names; at != NULL; at = at->next)
    {
      const IplArray *array = ipl_npz_lookup (npz, at->data), *other;

      if (array->values == NULL)
        continue;
      other = ipl_npz_lookup (again, array->name);
      g_assert_nonnull (other);
      g_assert_cmpuint (other->size, ==, array->size);
      g_assert_cmpmem (other->shape, other->ndim * sizeof (gsize), array->shape,
                       array->ndim * sizeof (gsize));
      fuzz_check_equal (array->values, other->values, array->size, array->name);
    }
}

static void
read_frequencies (const char *path)
{
  IplJointSettings settings;
  g_autofree double *X = NULL;
  gsize M = 0, K = 0;

  ipl_joint_settings_init (&settings);
  settings.distribution = g_intern_static_string ("file");
  settings.file = path;
  X = FUZZ_TRY (ipl_joint_frequencies (&settings, &M, &K, NULL, &error));
  for (gsize i = 0; X != NULL && i < K; i++)
    {
      double sum = 0;

      for (gsize m = 0; m < M; m++)
        sum += X[m * K + i];
      if (!(fabs (sum - 1) <= 1e-9))
        g_error ("class %" G_GSIZE_FORMAT " has frequencies that add up to %.17g", i, sum);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplNpz) npz = NULL;

  fuzz_file_init_zip (&file, bytes, n);
  npz = FUZZ_TRY (ipl_npz_read (file.path, NULL, &error));
  if (npz != NULL)
    write_and_compare (npz);
  read_frequencies (file.path);
  return 0;
}
