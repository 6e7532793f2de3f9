/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results.h"

#include <json-glib/json-glib.h>
#include <math.h>

#include "core/results/results-private.h"

/* JSON has no word for NaN or infinity. */
static void
add_value (JsonBuilder *builder, double value)
{
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  add_value (builder, value);
}

static void
add_int (JsonBuilder *builder, const char *name, gint64 value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, value);
}

static void
add_boolean (JsonBuilder *builder, const char *name, gboolean value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, value);
}

static void
add_string (JsonBuilder *builder, const char *name, const char *text)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, text);
}

static void
add_doubles (JsonBuilder *builder, const char *name, const double *values, gsize n)
{
  json_builder_set_member_name (builder, name);
  if (values == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_array (builder);
  for (gsize i = 0; i < n; i++)
    add_value (builder, values[i]);
  json_builder_end_array (builder);
}

static void
add_strings (JsonBuilder *builder, const char *name, char **texts)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (gsize i = 0; texts[i] != NULL; i++)
    json_builder_add_string_value (builder, texts[i]);
  json_builder_end_array (builder);
}

static void
add_case (JsonBuilder *builder, const IplCase *the_case)
{
  add_string (builder, "case", the_case->name);
  add_string (builder, "version", IPL_VERSION);
  add_int (builder, "seed", (gint64)the_case->seed);
  json_builder_set_member_name (builder, "heads");
  json_builder_begin_array (builder);
  for (guint l = 0; l < the_case->L; l++)
    json_builder_add_int_value (builder, the_case->H[l]);
  json_builder_end_array (builder);
  add_strings (builder, "path_names", the_case->path_names);
  add_strings (builder, "head_names", the_case->head_names);
  add_int (builder, "examples", (gint64)the_case->train.count);
  add_boolean (builder, "regression", the_case->regression);
  json_builder_set_member_name (builder, "notes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < the_case->notes->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (the_case->notes, i));
  json_builder_end_array (builder);
}

static void
add_widths (JsonBuilder *builder, const IplSetting *setting)
{
  json_builder_set_member_name (builder, "widths");
  if (setting->gp)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_array (builder);
  for (guint l = 0; l <= setting->L; l++)
    json_builder_add_int_value (builder, setting->N[l]);
  json_builder_end_array (builder);
}

/* Accuracies on further test sets, by name. */
static void
add_further_tests (JsonBuilder *builder, const IplCase *the_case, const IplSolution *row,
                   const IplSolution *gp)
{
  if (the_case->n_tests < 2)
    return;
  json_builder_set_member_name (builder, "tests");
  json_builder_begin_object (builder);
  for (guint k = 1; k < the_case->n_tests; k++)
    {
      json_builder_set_member_name (builder, the_case->tests[k].name);
      json_builder_begin_object (builder);
      add_double (builder, "accuracy", row->tests[k].accuracy);
      add_double (builder, "accuracy_se", row->tests[k].accuracy_se);
      add_double (builder, "accuracy_gp", gp != NULL ? gp->tests[k].accuracy : NAN);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_gp_lines (JsonBuilder *builder, const IplSweepGroup *group)
{
  json_builder_set_member_name (builder, "gp_lines");
  json_builder_begin_object (builder);
  for (guint k = 0; k < group->n_lines; k++)
    add_double (builder, group->lines[k].label,
                group->lines[k].solution != NULL ? group->lines[k].solution->tests[0].accuracy
                                                 : NAN);
  json_builder_end_object (builder);
}

static void
add_row (JsonBuilder *builder, const IplSweep *sweep, guint i, const IplPosteriorSummary *posterior)
{
  const IplCase *the_case = sweep->the_case;
  const IplSolution *row = sweep->rows[i];
  const IplSweepGroup *group = &sweep->groups[sweep->group[i]];
  const IplSolution *gp = group->n_lines > 0 ? group->lines[0].solution : NULL;
  gsize Pi = the_case->Pi;

  json_builder_begin_object (builder);
  add_widths (builder, &row->setting);
  add_double (builder, "temperature", row->setting.temperature);
  add_doubles (builder, "variances", row->setting.variances, the_case->L + 2);
  json_builder_set_member_name (builder, "U");
  json_builder_begin_array (builder);
  for (gsize p = 0; p < Pi; p++)
    {
      json_builder_begin_array (builder);
      for (gsize q = 0; q < Pi; q++)
        add_value (builder, row->U[p * Pi + q]);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
  add_double (builder, "u_a", row->u_a);
  add_double (builder, "action", row->action);
  add_double (builder, "gradient", row->gradient);
  add_int (builder, "iterations", row->iterations);
  add_boolean (builder, "converged", row->converged);
  if (row->message != NULL)
    add_string (builder, "message", row->message);
  add_double (builder, "solve_seconds", row->solve_seconds);
  add_double (builder, "accuracy", row->tests[0].accuracy);
  add_double (builder, "accuracy_se", row->tests[0].accuracy_se);
  add_double (builder, "accuracy_gp", gp != NULL ? gp->tests[0].accuracy : NAN);
  add_double (builder, "accuracy_diagonal", row->accuracy_diagonal);
  add_double (builder, "accuracy_levelled", row->accuracy_levelled);
  add_further_tests (builder, the_case, row, gp);
  add_gp_lines (builder, group);
  add_doubles (builder, "head_score", row->head_score, ipl_case_n_heads (the_case));
  add_doubles (builder, "overlap", row->overlap, row->P);
  add_doubles (builder, "overlap_gp", gp != NULL ? gp->overlap : NULL, row->P);
  if (posterior != NULL)
    ipl_results_add_posterior_json (builder, posterior);
  json_builder_end_object (builder);
}

/**
 * ipl_results_to_json:
 * @sweep: a sweep; rows not solved are left out
 *
 * Results for other programs: an object with the case and a list "rows", one for each setting.
 * What is not a finite number is null; widths are null for the GP limit. For regression, accuracy
 * is the mean squared error.
 *
 * Returns: (transfer full): JSON text
 */
char *
ipl_results_to_json (const IplSweep *sweep)
{
  return ipl_results_to_json_sampled (sweep, NULL);
}

/**
 * ipl_results_to_json_sampled:
 * @sweep: a sweep; rows not solved are left out
 * @posteriors: (nullable) (array): what was sampled at the sweep's rows, %NULL where nothing was
 *
 * As ipl_results_to_json(), with an object "posterior" in the rows that were sampled.
 *
 * Returns: (transfer full): JSON text
 */
char *
ipl_results_to_json_sampled (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_case (builder, sweep->the_case);
  add_double (builder, "seconds", sweep->seconds);
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL)
      add_row (builder, sweep, i, posteriors != NULL ? posteriors[i] : NULL);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}
