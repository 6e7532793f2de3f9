/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path features of two layers of two heads in a file, which are solved in a moment. */
#pragma once

#include "core/files/npz.h"

typedef struct
{
  const char *name; /* "train", "test", "test_other" */
  gsize count;
  guint shift; /* which numbers and labels */
} SmallSet;

static inline void
add_small_set (IplNpzWriter *npz, const SmallSet *set)
{
  g_autofree char *x = g_strconcat ("xi_", set->name, NULL);
  g_autofree char *y = g_strconcat ("y_", set->name, NULL);
  const gsize shape[] = { set->count, 4, 5 };
  g_autofree double *xi = g_new (double, set->count * 20), *labels = g_new (double, set->count);

  for (gsize i = 0; i < set->count * 20; i++)
    xi[i] = (double)((i * i + 3 * set->shift) % 17) - 8;
  for (gsize m = 0; m < set->count; m++)
    labels[m] = (m + set->shift) % 3 == 0 ? 1 : -1;
  ipl_npz_writer_add_doubles (npz, x, xi, 3, shape);
  ipl_npz_writer_add_doubles (npz, y, labels, 1, shape);
}

static inline void
write_small_case (const char *path, guint n_sets, const SmallSet *sets)
{
  IplNpzWriter *npz = ipl_npz_writer_new (path, NULL);

  for (guint k = 0; k < n_sets; k++)
    add_small_set (npz, &sets[k]);
  ipl_npz_writer_add_ints (npz, "heads", (const gint64[]){ 2, 2 }, 1, (const gsize[]){ 2 });
  g_assert_true (ipl_npz_writer_close (npz, NULL));
}
