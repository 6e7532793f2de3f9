/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "case/case-support.h"

#include <string.h>

#include "core/case/case-io.h"

IplCase *
case_of (NpzBuilder *builder, gboolean keep_inputs)
{
  g_autofree char *path = npz_builder_finish (builder);

  return TEST_OK (ipl_case_load (path, keep_inputs, 1, NULL, &error));
}

void
case_refused (NpzBuilder *builder, gint code, const char *name, const char *other)
{
  g_autofree char *path = npz_builder_finish (builder);

  TEST_REFUSED (ipl_case_load (path, TRUE, 1, NULL, &error), code, name, other);
}

gboolean
case_has_note (const IplCase *the_case, const char *words)
{
  for (guint i = 0; i < the_case->notes->len; i++)
    if (strstr (g_ptr_array_index (the_case->notes, i), words) != NULL)
      return TRUE;
  return FALSE;
}

double *
case_numbers (gsize n, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = g_rand_double_range (rand, -2, 2);
  return values;
}

NpzBuilder *
case_changed (const char *base, const char *changes)
{
  NpzBuilder *builder = npz_builder_new ();
  g_auto (GStrv) arrays = g_strsplit (base, ";", -1), changed = g_strsplit (changes, ";", -1);

  for (guint k = 0; changed[k] != NULL; k++)
    {
      const char *change = g_strstrip (changed[k]), *name = change + (*change == '-');
      gsize length = strcspn (name, "[:{");

      for (guint i = 0; arrays[i] != NULL; i++)
        if (strncmp (g_strchug (arrays[i]), name, length) == 0
            && strcspn (arrays[i], "[:{") == length)
          arrays[i][0] = '\0';
      if (name == change && *name != '\0')
        npz_builder_add (builder, "%s", change);
    }
  for (guint i = 0; arrays[i] != NULL; i++)
    if (arrays[i][0] != '\0')
      npz_builder_add (builder, "%s", arrays[i]);
  return builder;
}
