/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/kept-numbers-private.h"

#include <math.h>

void
ipl_kept_add (IplNpzWriter *npz, const char *part, const char *name, const double *values, gsize n)
{
  g_autofree char *full = g_strconcat (part, name, NULL);

  ipl_npz_writer_add_doubles (npz, full, values, 1, &n);
}

const double *
ipl_kept_find (IplNpz *npz, const char *part, const char *name, gsize n)
{
  g_autofree char *full = g_strconcat (part, name, NULL);
  const IplArray *array = ipl_npz_lookup (npz, full);

  if (array == NULL || array->values == NULL || array->size != n)
    return NULL;
  for (gsize i = 0; i < n; i++)
    if (!isfinite (array->values[i]))
      return NULL;
  return array->values;
}

gboolean
ipl_kept_is_count (double value, guint most)
{
  return value >= 0 && value <= most && value == floor (value);
}
