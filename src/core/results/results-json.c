/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results-json.h"

#include <math.h>

#include "core/base/json-text.h"
#include "core/posterior/posterior-summary.h"
#include "core/results/results-posterior-private.h"
#include "core/results/results-seeds.h"
#include "core/results/results-write-private.h"

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
add_strings (JsonBuilder *builder, const char *name, char **texts)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (gsize i = 0; texts[i] != NULL; i++)
    json_builder_add_string_value (builder, texts[i]);
  json_builder_end_array (builder);
}

static void
add_sentences (JsonBuilder *builder, const char *name, const GPtrArray *sentences)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < sentences->len; i++)
    json_builder_add_string_value (builder, sentences->pdata[i]);
  json_builder_end_array (builder);
}

static void
add_case (JsonBuilder *builder, const IplCaseInfo *the_case)
{
  ipl_results_write_text (builder, "case", the_case->name);
  ipl_results_write_text (builder, "version", IPL_VERSION);
  add_int (builder, "seed", (gint64)the_case->seed);
  json_builder_set_member_name (builder, "heads");
  json_builder_begin_array (builder);
  for (guint l = 0; l < the_case->L; l++)
    json_builder_add_int_value (builder, the_case->H[l]);
  json_builder_end_array (builder);
  add_strings (builder, "path_names", the_case->path_names);
  add_strings (builder, "head_names", the_case->head_names);
  add_int (builder, "examples", (gint64)the_case->P);
  add_boolean (builder, "regression", !ipl_labels_are_classes (&the_case->labels));
  add_sentences (builder, "notes", the_case->notes);
  ipl_results_write_case (builder, the_case);
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

/* One solution of the theory while it is written. */
typedef struct
{
  JsonBuilder *builder;
  const IplCaseInfo *the_case;
  const IplSolution *row;
  const IplSolution *gp; /* (nullable): the GP limit of all paths that goes with it */
} Row;

static gconstpointer
object_of (const IplSolution *solution, IplResultsGroup group, guint test)
{
  return solution == NULL || group != IPL_RESULTS_TEST ? (gconstpointer)solution
                                                       : &solution->tests[test];
}

static void
add_group (const Row *self, IplResultsGroup group, guint test)
{
  const IplResultsField *fields;
  gsize n;

  fields = ipl_results_fields (group, &n);
  for (guint gp = 0; gp < 2; gp++)
    for (gsize k = 0; k < n; k++)
      if ((gp ? fields[k].gp_files : fields[k].files) & IPL_RESULTS_JSON)
        {
          g_autofree char *name = ipl_results_field_name (&fields[k], "", self->the_case, 0, gp);

          ipl_results_write_field (self->builder, &fields[k], name, self->the_case,
                                   object_of (gp ? self->gp : self->row, group, test));
        }
}

/* Accuracies on further test sets, by name. */
static void
add_further_tests (const Row *self)
{
  const IplCaseInfo *the_case = self->the_case;

  if (the_case->n_tests < 2)
    return;
  json_builder_set_member_name (self->builder, "tests");
  json_builder_begin_object (self->builder);
  for (guint k = 1; k < the_case->n_tests; k++)
    {
      json_builder_set_member_name (self->builder, the_case->test_sets[k].name);
      json_builder_begin_object (self->builder);
      add_group (self, IPL_RESULTS_TEST, k);
      json_builder_end_object (self->builder);
    }
  json_builder_end_object (self->builder);
}

static void
add_gp_lines (JsonBuilder *builder, const IplSweepGroup *group)
{
  json_builder_set_member_name (builder, "gp_lines");
  json_builder_begin_object (builder);
  for (guint k = 0; k < group->n_lines; k++)
    ipl_results_write_number (
        builder, group->lines[k].label,
        group->lines[k].solution != NULL ? group->lines[k].solution->tests[0].accuracy : NAN);
  json_builder_end_object (builder);
}

static void
add_row (JsonBuilder *builder, const IplSweep *sweep, guint i, const IplPosteriorSummary *posterior)
{
  const IplSweepGroup *group = &sweep->groups[sweep->group[i]];
  Row row = { .builder = builder,
              .the_case = sweep->the_case,
              .row = sweep->rows[i],
              .gp = group->n_lines > 0 ? group->lines[0].solution : NULL };

  json_builder_begin_object (builder);
  add_widths (builder, &row.row->setting);
  add_group (&row, IPL_RESULTS_PRIOR, 0);
  add_group (&row, IPL_RESULTS_ORDER, 0);
  add_group (&row, IPL_RESULTS_SOLVER, 0);
  add_group (&row, IPL_RESULTS_TEST, 0);
  add_group (&row, IPL_RESULTS_DIAGONAL, 0);
  add_further_tests (&row);
  add_gp_lines (builder, group);
  add_group (&row, IPL_RESULTS_HEADS, 0);
  add_group (&row, IPL_RESULTS_SPECTRUM, 0);
  if (posterior != NULL)
    ipl_results_add_posterior_json (builder, posterior);
  json_builder_end_object (builder);
}

static char *
to_json (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
         const IplSeedMean *seeds, const char *settings_json)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  add_case (builder, sweep->the_case);
  ipl_results_write_settings (builder, settings_json);
  ipl_results_write_number (builder, "seconds", sweep->seconds);
  json_builder_set_member_name (builder, "rows");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL)
      add_row (builder, sweep, i, posteriors != NULL ? posteriors[i] : NULL);
  json_builder_end_array (builder);
  if (seeds != NULL && seeds->n > 0)
    ipl_results_add_seeds_json (builder, seeds);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return ipl_json_write (root, TRUE);
}

/* Results for other programs: an object with the case and a list "rows", one for each setting. What
 * is not a finite number is null; widths are null for the GP limit. For regression, what is called
 * accuracy is called mean_squared_error. */
char *
ipl_results_to_json (const IplSweep *sweep)
{
  return ipl_results_to_json_sampled (sweep, NULL, NULL);
}

/* As ipl_results_to_json(), with an object "posterior" in the rows that were sampled, and the
 * settings as an object "settings". */
char *
ipl_results_to_json_sampled (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                             const char *settings_json)
{
  return to_json (sweep, posteriors, NULL, settings_json);
}

/* As ipl_results_to_json(), with an object "over_seeds". */
char *
ipl_results_to_json_with_seeds (const IplSweep *sweep, const IplSeedMean *seeds,
                                const char *settings_json)
{
  return to_json (sweep, NULL, seeds, settings_json);
}
