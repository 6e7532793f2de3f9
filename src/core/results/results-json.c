/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results.h"

#include <math.h>

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/results/results-write-private.h"

static void
add_case (JsonBuilder *builder, const IplCaseInfo *the_case)
{
  ipl_json_add_text (builder, "case", the_case->name);
  ipl_json_add_text (builder, "version", IPL_VERSION);
  ipl_json_add_int (builder, "seed", (gint64)the_case->seed);
  if (isfinite (the_case->best_score))
    ipl_json_add_double (builder, "best_score", the_case->best_score);
  ipl_json_begin_array (builder, "heads");
  for (guint l = 0; l < the_case->L; l++)
    json_builder_add_int_value (builder, the_case->H[l]);
  json_builder_end_array (builder);
  ipl_results_write_texts (builder, "path_names", the_case->Pi, the_case->path_names);
  ipl_results_write_texts (builder, "head_names", ipl_case_n_heads (the_case),
                           the_case->head_names);
  ipl_json_add_int (builder, "examples", (gint64)the_case->P);
  ipl_json_add_boolean (builder, "regression", !ipl_labels_are_classes (&the_case->labels));
  ipl_results_write_texts (builder, "notes", the_case->notes->len, the_case->notes->pdata);
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

/* State of writing a solution of the theory. */
typedef struct
{
  JsonBuilder *builder;
  const IplCaseInfo *the_case;
  const IplSolution *row;
  const IplSolution *gp; /* (nullable): the GP limit of all paths at the same setting */
} Row;

static void
add_group (const Row *self, IplResultsGroup group, guint test)
{
  ipl_results_write_group (self->builder, group, self->the_case, test, self->row, self->gp);
}

/* Accuracies on further test sets, by name. */
static void
add_further_tests (const Row *self)
{
  const IplCaseInfo *the_case = self->the_case;

  if (the_case->n_tests < 2)
    return;
  ipl_json_begin_object (self->builder, "tests");
  for (guint k = 1; k < the_case->n_tests; k++)
    {
      ipl_json_begin_object (self->builder, the_case->test_sets[k].name);
      add_group (self, IPL_RESULTS_TEST, k);
      json_builder_end_object (self->builder);
    }
  json_builder_end_object (self->builder);
}

static void
add_gp_lines (JsonBuilder *builder, const IplSweepGroup *group)
{
  ipl_json_begin_object (builder, "gp_lines");
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

/* Results for other programs: an object with the case and a list "rows", one for each setting.
 * Numbers that are not finite are null; widths are null for the GP limit. For regression,
 * accuracy is replaced by mean_squared_error. Sampled rows have an object "posterior"; the
 * settings are an object "settings", and the mean over seeds is "over_seeds". */
char *
ipl_results_to_json (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
                     const IplSeedMean *seeds, const char *settings_json)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_case (builder, sweep->the_case);
  ipl_results_write_settings (builder, settings_json);
  ipl_results_write_number (builder, "seconds", sweep->seconds);
  ipl_json_begin_array (builder, "rows");
  for (guint i = 0; i < sweep->n_rows; i++)
    if (sweep->rows[i] != NULL)
      add_row (builder, sweep, i, posteriors != NULL ? posteriors[i] : NULL);
  json_builder_end_array (builder);
  if (seeds != NULL && seeds->n > 0)
    ipl_results_add_seeds_json (builder, seeds);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}
