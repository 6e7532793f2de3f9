/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results.h"

#include <math.h>
#include <string.h>

#include "core/base/file-save.h"
#include "core/base/number-text.h"
#include "core/results/results-field-private.h"

/* Appends a cell as in RFC 4180: with quotes if needed. */
static void
append_cell (GString *csv, const char *text)
{
  if (csv->len > 0 && csv->str[csv->len - 1] != '\n')
    g_string_append_c (csv, ',');
  if (strpbrk (text, ",\"\r\n") == NULL && text[0] != ' ')
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *at);
    }
  g_string_append_c (csv, '"');
}

/* Text, which may be from a file. One that a spreadsheet would run as a formula begins with an
 * apostrophe. */
static void
append_text (GString *csv, const char *text)
{
  g_autofree char *plain = g_strconcat ("'", text, NULL);

  append_cell (csv, text[0] != '\0' && strchr ("=+-@\t\r", text[0]) != NULL ? plain : text);
}

/* Appends a number in the C locale; nothing for NaN. */
static void
append_number (GString *csv, double value)
{
  char buffer[IPL_NUMBER_TEXT_SIZE];

  if (isnan (value))
    append_cell (csv, "");
  else if (isinf (value))
    append_cell (csv, value > 0 ? "inf" : "-inf");
  else
    {
      ipl_number_format (value, buffer);
      append_cell (csv, buffer);
    }
}

static void append_name (GString *csv, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_name (GString *csv, const char *format, ...)
{
  g_autofree char *name = NULL;
  va_list arguments;

  va_start (arguments, format);
  name = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  append_text (csv, name);
}

static gboolean
same_widths (const IplSweep *sweep)
{
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL && !ipl_setting_has_equal_widths (&sweep->rows[i]->setting))
      return FALSE;
  return TRUE;
}

/* The columns of one field: of arrays, one for each entry, and for U one for each path. */
static void
append_names (GString *csv, const IplResultsField *field, const IplCaseInfo *the_case, guint test,
              gboolean gp)
{
  if (field->shape[0] == 'v')
    {
      for (guint i = 0; i <= the_case->L; i++)
        append_name (csv, "variance_%u", i);
      append_text (csv, "variance_a");
    }
  else if (field->shape[0] == 'h')
    {
      for (guint l = 0; l < the_case->L; l++)
        for (guint h = 0; h < the_case->H[l]; h++)
          append_name (
              csv, ipl_case_head_is_identity (the_case, l, h) ? "score_l%u_id" : "score_l%u_h%u",
              l + 1, h + 1);
    }
  else if (field->shape[0] == 'p')
    {
      for (gsize p = 0; p < the_case->Pi; p++)
        for (guint k = 0; k < the_case->labels.outputs; k++)
          append_name (csv, k > 0 || the_case->labels.outputs > 1 ? "%s %s, %s" : "%s %s",
                       field->name, the_case->path_names[p],
                       the_case->output_names != NULL ? the_case->output_names[k] : "");
    }
  else
    {
      g_autofree char *name = ipl_results_field_name (field, "", the_case, test, gp);

      append_text (csv, name);
    }
}

static void
append_values (GString *csv, const IplResultsField *field, const IplCaseInfo *the_case,
               gconstpointer object)
{
  gsize n = ipl_results_field_size (field, the_case, 0);
  gsize step = field->shape[0] == 'p' ? the_case->Pi * the_case->labels.outputs + 1 : 1;
  double one;
  const double *values = object != NULL ? ipl_results_field_get (field, object, &one) : NULL;

  for (gsize i = 0; i < n; i += step)
    append_number (csv, values != NULL ? values[i] : NAN);
}

/* Appends a group of fields: the header for @row NULL, else the row. */
static void
append_group (GString *csv, IplResultsGroup group, const IplCaseInfo *the_case, guint test,
              const IplSolution *row, const IplSolution *row_gp)
{
  const IplResultsField *fields;
  gsize n;

  fields = ipl_results_fields (group, &n);
  for (guint gp = 0; gp < 2; gp++)
    for (gsize k = 0; k < n; k++)
      {
        if (!((gp ? fields[k].gp_files : fields[k].files) & IPL_RESULTS_CSV)
            || !ipl_results_field_is_of (&fields[k], the_case))
          continue;
        if (row == NULL)
          append_names (csv, &fields[k], the_case, test, gp);
        else
          append_values (csv, &fields[k], the_case,
                         ipl_results_object (group, gp ? row_gp : row, test));
      }
}

/* Appends the facts of the case, the same in each row. */
static void
append_case (GString *csv, const IplCaseInfo *the_case, gboolean values)
{
  g_autoptr (GString) warnings = g_string_new (NULL);

  for (guint l = 0; ipl_case_has_identity (the_case) && l < the_case->L; l++)
    if (values)
      append_number (csv, the_case->residual[l]);
    else
      append_name (csv, "residual_l%u", l + 1);
  for (guint i = 0; i < the_case->warnings->len; i++)
    g_string_append_printf (warnings, "%s%s", i > 0 ? " " : "",
                            (const char *)the_case->warnings->pdata[i]);
  if (warnings->len > 0)
    append_text (csv, values ? warnings->str : "warnings");
}

static void
append_groups (GString *csv, const IplCaseInfo *the_case, const IplSolution *row,
               const IplSolution *row_gp)
{
  append_group (csv, IPL_RESULTS_PRIOR, the_case, 0, row, row_gp);
  for (guint k = 0; k < the_case->n_tests; k++)
    append_group (csv, IPL_RESULTS_TEST, the_case, k, row, row_gp);
  append_group (csv, IPL_RESULTS_DIAGONAL, the_case, 0, row, row_gp);
  append_group (csv, IPL_RESULTS_SOLVER, the_case, 0, row, row_gp);
  append_group (csv, IPL_RESULTS_HEADS, the_case, 0, row, row_gp);
  append_group (csv, IPL_RESULTS_ORDER, the_case, 0, row, row_gp);
  append_case (csv, the_case, row != NULL);
  g_string_append_c (csv, '\n');
}

static void
append_header (GString *csv, const IplSweep *sweep)
{
  const IplCaseInfo *the_case = sweep->the_case;

  if (same_widths (sweep))
    append_text (csv, "width");
  else
    {
      for (guint l = 0; l < the_case->L; l++)
        append_name (csv, "N_%u", l + 1);
      append_text (csv, "N_a");
    }
  append_groups (csv, the_case, NULL, NULL);
}

static void
append_row (GString *csv, const IplSweep *sweep, guint i, gboolean same)
{
  const IplCaseInfo *the_case = sweep->the_case;
  const IplSolution *row = sweep->rows[i];
  const IplSweepGroup *group = &sweep->groups[sweep->group[i]];
  guint n_widths = same ? 1 : the_case->L + 1;

  for (guint l = 0; l < n_widths; l++)
    append_number (csv, row->setting.gp ? INFINITY : row->setting.N[l]);
  append_groups (csv, the_case, row, group->n_lines > 0 ? group->lines[0].solution : NULL);
}

/* Writes a table for spreadsheets: UTF-8, commas, a header and a line for each setting, numbers
 * with all digits, empty cells for missing numbers. Head scores have names like score_l1_h2 with
 * layers and heads counted from 1, the diagonal of U has the paths' names. For a case with
 * residual connections or warnings the last columns have their weights and sentences. For
 * regression, accuracy is replaced by mean_squared_error, as in the other files. */
gboolean
ipl_results_save_csv (const IplSweep *sweep, const char *path, GError **error)
{
  g_autoptr (GString) csv = g_string_new (NULL);
  gboolean same = same_widths (sweep);

  append_header (csv, sweep);
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL)
      append_row (csv, sweep, i, same);
  return ipl_file_save_bytes (path, csv->str, csv->len, error);
}
