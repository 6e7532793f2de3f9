/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "core/base/io-error.h"

#include "core/base/error.h"

/* A field as RFC 4180 has it: in quotes where it needs them. */
static void
append_text (GString *csv, const char *text)
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

/* A number in the C locale, whatever the user's; empty where there is none. */
static void
append_number (GString *csv, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    append_text (csv, "");
  else if (isinf (value))
    append_text (csv, value > 0 ? "inf" : "-inf");
  else
    append_text (csv, g_ascii_formatd (buffer, sizeof buffer, "%.17g", value));
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

static const char *
score_name (const IplCase *the_case)
{
  return the_case->regression ? "mean_squared_error" : "accuracy";
}

static void
append_header (GString *csv, const IplSweep *sweep)
{
  const IplCase *the_case = sweep->the_case;
  const char *score = score_name (the_case);

  if (same_widths (sweep))
    append_text (csv, "width");
  else
    {
      for (guint l = 0; l < the_case->L; l++)
        append_name (csv, "N_%u", l + 1);
      append_text (csv, "N_a");
    }
  append_text (csv, "temperature");
  for (guint i = 0; i <= the_case->L; i++)
    append_name (csv, "variance_%u", i);
  append_text (csv, "variance_a");
  for (guint k = 0; k < the_case->n_tests; k++)
    {
      const char *dash = k == 0 ? "" : "_";
      const char *suffix = k == 0 ? "" : the_case->tests[k].name;

      append_name (csv, "%s%s%s", score, dash, suffix);
      append_name (csv, "%s_se%s%s", score, dash, suffix);
      append_name (csv, "%s%s%s_gp", score, dash, suffix);
    }
  append_name (csv, "%s_diagonal", score);
  append_name (csv, "%s_levelled", score);
  append_text (csv, "action");
  append_text (csv, "gradient");
  append_text (csv, "iterations");
  append_text (csv, "converged");
  append_text (csv, "solve_seconds");
  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      append_name (csv, "score_l%u_h%u", l + 1, h + 1);
  for (gsize p = 0; p < the_case->Pi; p++)
    append_name (csv, "U %s", the_case->path_names[p]);
  g_string_append_c (csv, '\n');
}

static void
append_row (GString *csv, const IplSweep *sweep, guint i, gboolean same)
{
  const IplCase *the_case = sweep->the_case;
  const IplSolution *row = sweep->rows[i];
  const IplSweepGroup *group = &sweep->groups[sweep->group[i]];
  const IplSolution *gp = group->n_lines > 0 ? group->lines[0].solution : NULL;
  guint n_widths = same ? 1 : the_case->L + 1;

  for (guint l = 0; l < n_widths; l++)
    append_number (csv, row->setting.gp ? INFINITY : row->setting.N[l]);
  append_number (csv, row->setting.temperature);
  for (guint k = 0; k < the_case->L + 2; k++)
    append_number (csv, row->setting.variances[k]);
  for (guint k = 0; k < the_case->n_tests; k++)
    {
      append_number (csv, row->tests[k].accuracy);
      append_number (csv, row->tests[k].accuracy_se);
      append_number (csv, gp != NULL ? gp->tests[k].accuracy : NAN);
    }
  append_number (csv, row->accuracy_diagonal);
  append_number (csv, row->accuracy_levelled);
  append_number (csv, row->action);
  append_number (csv, row->gradient);
  append_number (csv, row->iterations);
  append_number (csv, row->converged ? 1 : 0);
  append_number (csv, row->solve_seconds);
  for (guint h = 0; h < ipl_case_n_heads (the_case); h++)
    append_number (csv, row->head_score != NULL ? row->head_score[h] : NAN);
  for (gsize p = 0; p < the_case->Pi; p++)
    append_number (csv, row->U[p * the_case->Pi + p]);
  g_string_append_c (csv, '\n');
}

/* The errno that a GFileError stands for. */
static int
file_errno (const GError *file_error)
{
  static const int codes[] = { ENOENT, ENOTDIR, EACCES, EPERM, EROFS, EISDIR, ENOSPC };

  for (gsize k = 0; k < G_N_ELEMENTS (codes); k++)
    if (g_error_matches (file_error, G_FILE_ERROR, (gint)g_file_error_from_errno (codes[k])))
      return codes[k];
  return 0;
}

/**
 * ipl_results_save_csv:
 * @sweep: a sweep; rows not solved are left out
 * @path: file name
 * @error: return location for an #IPL_ERROR
 *
 * Writes a table for spreadsheets: UTF-8, commas, one line for each setting after a header, numbers
 * with all their digits, nothing where there is no number. Head scores are called score_l1_h2 with
 * layers and heads counted from 1, the diagonal of U by the paths' names.
 *
 * Returns: whether the file was written
 */
gboolean
ipl_results_save_csv (const IplSweep *sweep, const char *path, GError **error)
{
  g_autoptr (GString) csv = g_string_new (NULL);
  g_autoptr (GError) file_error = NULL;
  gboolean same = same_widths (sweep);
  int code;

  append_header (csv, sweep);
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL)
      append_row (csv, sweep, i, same);
  if (g_file_set_contents_full (path, csv->str, (gssize)csv->len, G_FILE_SET_CONTENTS_CONSISTENT,
                                0666, &file_error))
    return TRUE;
  code = file_errno (file_error);
  if (code != 0)
    ipl_set_io_error (error, "written", path, code);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_IO, "%s.", file_error->message);
  return FALSE;
}
