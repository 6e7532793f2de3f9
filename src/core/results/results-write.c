/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results-write-private.h"

#include <math.h>
#include <string.h>

#include "core/base/json-text.h"
#include "core/base/json.h"

static gboolean
is_integer (const IplResultsField *field)
{
  return field->kind == IPL_RESULTS_COUNT || field->kind == IPL_RESULTS_LONG_COUNT
         || field->kind == IPL_RESULTS_FLAG;
}

static void
add_integers (IplNpzWriter *npz, const char *name, gsize n, const double *values, guint ndim,
              const gsize *shape)
{
  g_autofree gint64 *integers = g_new (gint64, MAX (n, 1));

  for (gsize i = 0; i < n; i++)
    integers[i] = isnan (values[i]) ? 0 : (gint64)values[i];
  ipl_npz_writer_add_ints (npz, name, integers, ndim, shape);
}

void
ipl_results_write_group_npz (IplNpzWriter *npz, IplResultsGroup group, const IplCaseInfo *the_case,
                             guint test, gsize n, gconstpointer objects, gconstpointer gps,
                             gboolean one)
{
  const char *prefix = ipl_results_group_prefix (group);
  gsize n_fields;
  const IplResultsField *fields = ipl_results_fields (group, &n_fields);

  /* The fields, then those of the GP limits. */
  for (gsize k = 0; k < 2 * n_fields; k++)
    {
      gboolean gp = k >= n_fields, omitted = FALSE;
      const IplResultsField *field = &fields[k % n_fields];
      const gconstpointer *of = gp ? gps : objects;
      gboolean single = one && (gp || field->kind == IPL_RESULTS_VALUES);
      gsize full[1 + IPL_RESULTS_MAX_AXES] = { single ? 1 : n }, size;
      const gsize *shape = single ? full + 1 : full;
      g_autofree double *values = NULL;
      g_autofree char *name = NULL;
      guint ndim;

      if (!((gp ? field->gp_files : field->files) & IPL_RESULTS_NPZ)
          || !ipl_results_field_is_of (field, the_case))
        continue;
      size = ipl_results_field_size (field, the_case, test);
      ndim = ipl_results_field_shape (field, the_case, test, full + 1) + (single ? 0 : 1);
      name = ipl_results_field_name (field, prefix, the_case, test, gp);
      values = g_new (double, MAX (full[0] * size, 1));
      for (gsize i = 0; i < full[0] && !omitted; i++)
        {
          gconstpointer object = ipl_results_object (group, of[i], test);
          double number;
          const double *numbers
              = object != NULL ? ipl_results_field_get (field, object, &number) : NULL;

          /* Rows without samples are NaN; fields that no row of the case has are omitted. */
          omitted
              = numbers == NULL && (prefix[0] == '\0' || (object != NULL && field->is_optional));
          for (gsize j = 0; j < size; j++)
            values[i * size + j] = numbers != NULL ? numbers[j] : NAN;
        }
      if (!omitted && is_integer (field))
        add_integers (npz, name, full[0] * size, values, ndim, shape);
      else if (!omitted)
        ipl_npz_writer_add_doubles (npz, name, values, ndim, shape);
    }
}

void
ipl_results_write_widths_npz (IplNpzWriter *npz, gsize n, guint L, const guint *N)
{
  gsize L1 = L + 1, width = 1, shape[2] = { n };
  gboolean any_gp = FALSE;
  g_autofree gint64 *ints = g_new (gint64, MAX (n * L1, 1));
  g_autofree double *doubles = g_new (double, MAX (n * L1, 1));

  for (gsize i = 0; i < n * L1; i++)
    {
      any_gp = any_gp || N[i] == 0;
      if (N[i] != N[i / L1 * L1])
        width = L1;
    }
  for (gsize i = 0; i < n; i++)
    for (gsize l = 0; l < width; l++)
      {
        ints[i * width + l] = N[i * L1 + l];
        doubles[i * width + l] = N[i * L1 + l] == 0 ? INFINITY : N[i * L1 + l];
      }
  shape[1] = width;
  if (any_gp)
    ipl_npz_writer_add_doubles (npz, "widths", doubles, width == 1 ? 1 : 2, shape);
  else
    ipl_npz_writer_add_ints (npz, "widths", ints, width == 1 ? 1 : 2, shape);
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
ipl_results_write_message (JsonBuilder *builder, const char *message)
{
  json_builder_set_member_name (builder, "message");
  if (message != NULL)
    json_builder_add_string_value (builder, message);
  else
    json_builder_add_null_value (builder);
}

void
ipl_results_write_texts (JsonBuilder *builder, const char *name, gsize n, gconstpointer texts)
{
  ipl_json_begin_array (builder, name);
  for (gsize i = 0; i < n; i++)
    json_builder_add_string_value (builder, ((char *const *)texts)[i]);
  json_builder_end_array (builder);
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

/* @object: (nullable); a missing text is omitted. */
static void
write_field (JsonBuilder *builder, const IplResultsField *field, const char *name,
             const IplCaseInfo *the_case, gconstpointer object)
{
  gsize shape[IPL_RESULTS_MAX_AXES];
  guint ndim = ipl_results_field_shape (field, the_case, 0, shape);
  const double *values;
  double one = NAN;

  if (field->kind == IPL_RESULTS_TEXT)
    {
      const char *text = object != NULL ? ipl_results_field_text (field, object) : NULL;

      if (text != NULL)
        ipl_json_add_text (builder, name, text);
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
ipl_results_write_group (JsonBuilder *builder, IplResultsGroup group, const IplCaseInfo *the_case,
                         guint test, gconstpointer object, gconstpointer gp)
{
  gsize n;
  const IplResultsField *fields = ipl_results_fields (group, &n);

  for (guint of_gp = 0; of_gp < 2; of_gp++)
    for (gsize k = 0; k < n; k++)
      if (((of_gp ? fields[k].gp_files : fields[k].files) & IPL_RESULTS_JSON)
          && ipl_results_field_is_of (&fields[k], the_case))
        {
          g_autofree char *name = ipl_results_field_name (&fields[k], "", the_case, 0, of_gp);

          write_field (builder, &fields[k], name, the_case,
                       ipl_results_object (group, of_gp ? gp : object, test));
        }
}

static void
write_warnings_npz (IplNpzWriter *npz, const GPtrArray *warnings)
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
  if (the_case->output_names != NULL)
    {
      gint64 examples = (gint64)the_case->P;

      ipl_npz_writer_add_texts (npz, "output_names", the_case->output_names);
      ipl_npz_writer_add_ints (npz, "examples", &examples, 0, NULL);
    }
  write_warnings_npz (npz, the_case->warnings);
}

void
ipl_results_write_case (JsonBuilder *builder, IplAnyCase any)
{
  const IplCaseInfo *the_case = any.info;

  if (ipl_case_has_identity (the_case))
    ipl_results_write_numbers (builder, "residual", the_case->L, the_case->residual);
  if (the_case->output_names != NULL)
    ipl_results_write_texts (builder, "output_names", the_case->labels.outputs,
                             the_case->output_names);
  ipl_results_write_texts (builder, "warnings", the_case->warnings->len, the_case->warnings->pdata);
}
