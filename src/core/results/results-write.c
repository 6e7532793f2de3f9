/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results-write-private.h"

#include <math.h>
#include <string.h>

#include "core/base/json-text.h"

void
ipl_results_write_npz (IplNpzWriter *npz, IplResultsKind kind, const char *name,
                       const double *values, guint ndim, const gsize *shape)
{
  g_autofree gint64 *counts = NULL;
  gsize size = 1;

  if (kind != IPL_RESULTS_COUNT && kind != IPL_RESULTS_LONG_COUNT && kind != IPL_RESULTS_FLAG)
    {
      ipl_npz_writer_add_doubles (npz, name, values, ndim, shape);
      return;
    }
  for (guint d = 0; d < ndim; d++)
    size *= shape[d];
  counts = g_new (gint64, MAX (size, 1));
  for (gsize i = 0; i < size; i++)
    counts[i] = isnan (values[i]) ? 0 : (gint64)values[i];
  ipl_npz_writer_add_ints (npz, name, counts, ndim, shape);
}

static void
write_value (JsonBuilder *builder, double value)
{
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
ipl_results_write_number (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  write_value (builder, value);
}

void
ipl_results_write_list (JsonBuilder *builder, gsize n, const double *values)
{
  json_builder_begin_array (builder);
  for (gsize i = 0; i < n; i++)
    write_value (builder, values[i]);
  json_builder_end_array (builder);
}

void
ipl_results_write_numbers (JsonBuilder *builder, const char *name, gsize n, const double *values)
{
  json_builder_set_member_name (builder, name);
  if (values == NULL)
    json_builder_add_null_value (builder);
  else
    ipl_results_write_list (builder, n, values);
}

void
ipl_results_write_text (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, text);
}

void
ipl_results_write_settings (JsonBuilder *builder, const char *settings_json)
{
  g_autofree char *why = NULL;
  JsonNode *settings
      = settings_json != NULL ? ipl_json_parse (settings_json, strlen (settings_json), &why) : NULL;

  if (settings == NULL)
    return;
  json_builder_set_member_name (builder, "settings");
  json_builder_add_value (builder, settings);
}

static void
write_matrix (JsonBuilder *builder, const gsize *shape, const double *values)
{
  json_builder_begin_array (builder);
  for (gsize i = 0; i < shape[0]; i++)
    ipl_results_write_list (builder, shape[1], values + i * shape[1]);
  json_builder_end_array (builder);
}

void
ipl_results_write_field (JsonBuilder *builder, const IplResultsField *field, const char *name,
                         const IplCaseInfo *the_case, gconstpointer object)
{
  gsize shape[2];
  guint ndim = ipl_results_field_shape (field, the_case, 0, shape);
  const double *values;
  double one = NAN;

  if (field->kind == IPL_RESULTS_TEXT)
    {
      const char *text = object != NULL ? ipl_results_field_text (field, object) : NULL;

      if (text != NULL)
        ipl_results_write_text (builder, name, text);
      return;
    }
  json_builder_set_member_name (builder, name);
  values = object != NULL ? ipl_results_field_get (field, object, &one) : NULL;
  if (values == NULL)
    json_builder_add_null_value (builder);
  else if (field->kind == IPL_RESULTS_FLAG)
    json_builder_add_boolean_value (builder, values[0] != 0);
  else if (field->kind == IPL_RESULTS_COUNT || field->kind == IPL_RESULTS_LONG_COUNT)
    json_builder_add_int_value (builder, (gint64)values[0]);
  else if (ndim == 0)
    write_value (builder, values[0]);
  else if (ndim == 1)
    ipl_results_write_list (builder, shape[0], values);
  else
    write_matrix (builder, shape, values);
}

void
ipl_results_write_warnings_npz (IplNpzWriter *npz, const GPtrArray *warnings)
{
  g_autofree char **texts = g_new0 (char *, warnings->len + 1);

  for (guint i = 0; i < warnings->len; i++)
    texts[i] = warnings->pdata[i];
  if (warnings->len > 0)
    ipl_npz_writer_add_texts (npz, "warnings", texts);
}

void
ipl_results_write_case_npz (IplNpzWriter *npz, IplAnyCase any)
{
  const IplCaseInfo *the_case = any.info;
  gsize L = the_case->L;

  if (ipl_case_has_identity (the_case))
    ipl_npz_writer_add_doubles (npz, "residual", the_case->residual, 1, &L);
  ipl_results_write_warnings_npz (npz, the_case->warnings);
}

void
ipl_results_write_case (JsonBuilder *builder, IplAnyCase any)
{
  const IplCaseInfo *the_case = any.info;

  if (ipl_case_has_identity (the_case))
    ipl_results_write_numbers (builder, "residual", the_case->L, the_case->residual);
  json_builder_set_member_name (builder, "warnings");
  json_builder_begin_array (builder);
  for (guint i = 0; i < the_case->warnings->len; i++)
    json_builder_add_string_value (builder, the_case->warnings->pdata[i]);
  json_builder_end_array (builder);
}
