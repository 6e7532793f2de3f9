/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "case/case-support.h"

#include <string.h>

#include "core/base/error.h"
#include "core/case/case-io.h"

IplCase *
case_of (NpzBuilder *builder, gboolean keep_inputs)
{
  g_autofree char *path = npz_builder_finish (builder);
  GError *error = NULL;
  IplCase *the_case = ipl_case_load (path, keep_inputs, 1, NULL, &error);

  g_assert_no_error (error);
  return the_case;
}

void
case_refused (NpzBuilder *builder, gint code, const char *name, const char *other)
{
  g_autofree char *path = npz_builder_finish (builder);
  GError *error = NULL;

  g_assert_null (ipl_case_load (path, TRUE, 1, NULL, &error));
  test_assert_error (&error, IPL_ERROR, code, name, other, NULL);
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

void
case_add_random (NpzBuilder *builder, const char *name, const char *shape, gsize n, guint32 seed)
{
  g_autofree double *values = case_numbers (n, seed);

  npz_builder_doubles (builder, name, values, shape);
}

void
case_add_labels (NpzBuilder *builder)
{
  static const double signs[] = { 1, -1, 1, -1 };

  npz_builder_doubles (builder, "y_train", signs, "4,");
  npz_builder_doubles (builder, "y_test", signs, "4,");
}
