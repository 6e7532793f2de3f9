/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The file of a row of a sweep, changed since it was written (changed-file.h): read alone, among
 * the others, and packed with them. What was packed is read again, of each row the same. */

#include <glib/gstdio.h>
#include <math.h>

#include "changed-file.h"
#include "small-sweep.h"
#include "sweeps/row-files.h"
#include "sweeps/sweep-rows.h"

static FuzzChanged row;

static double
accuracy_of (IplNpz *npz, gsize index)
{
  const IplArray *array = ipl_npz_lookup (npz, "accuracy");

  return array != NULL && array->values != NULL && index < array->size ? array->values[index] : NAN;
}

/* All rows have come; the changed one is the first. */
static void
check_pack (const IplSweepFolder *folder, IplNpz *first)
{
  g_autofree char *pack_path = ipl_sweep_folder_pack_path (folder, 0);
  GError *error = NULL;
  gboolean packed = ipl_pack_shard (folder, 0, NULL, &error);
  g_autoptr (IplNpz) pack = NULL;

  fuzz_check_result (packed ? folder : NULL, error);
  if (!packed)
    return;
  error = NULL;
  pack = ipl_pack_read (folder, 0, NULL, &error);
  if (pack == NULL)
    g_error ("our own pack is not read: %s", error->message);
  if (first != NULL)
    fuzz_check_equal (&(double){ accuracy_of (first, 0) }, &(double){ accuracy_of (pack, 0) }, 1,
                      "accuracy");
  g_unlink (pack_path);
}

static void
check_rows (const IplSweepFolder *folder)
{
  GError *error = NULL;
  g_autoptr (IplSweepRows) rows = ipl_sweep_rows_read (folder->path, NULL, NULL, &error);

  fuzz_check_result (rows, error);
  if (rows == NULL)
    return;
  if (rows->damage != NULL && !g_str_has_suffix (rows->damage, "."))
    g_error ("damage that is no sentence: %s", rows->damage);
  ipl_seed_mean_unref (ipl_sweep_rows_mean (rows, 0));
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  const IplSweepFolder *folder = fuzz_sweep_get ();
  g_autofree char *path = ipl_sweep_folder_row_path (folder, 0);
  g_autoptr (GByteArray) changed = NULL;
  g_autoptr (IplNpz) first = NULL;
  GError *error = NULL;

  if (row.parts == NULL)
    {
      g_assert_true (ipl_sweep_folder_make_parent (path, NULL));
      fuzz_sweep_solve_row (path);
      fuzz_changed_init (&row, path);
    }
  changed = fuzz_changed_apply (&row, bytes, n);
  fuzz_sweep_put (path, changed->data, changed->len);
  for (guint i = 1; i < folder->plan->n_rows; i++)
    {
      g_autofree char *other = ipl_sweep_folder_row_path (folder, i);

      fuzz_sweep_put (other, row.bytes, row.n);
    }
  first = ipl_row_read (folder, 0, NULL, &error);
  fuzz_check_result (first, error);
  check_rows (folder);
  check_pack (folder, first);
  return 0;
}
