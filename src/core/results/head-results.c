/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Head scores and pruning as JSON and as .npz. */
#include "core/results/results.h"

#include <math.h>

#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/files/npz.h"
#include "core/results/results-write-private.h"

/* The three predictors, with their names in files. */
static const struct
{
  const char *name;
  gsize offset;
} predictors[] = {
  { "trained", G_STRUCT_OFFSET (IplHeadReport, trained) },
  { "theory", G_STRUCT_OFFSET (IplHeadReport, zeroed) },
  { "resolved", G_STRUCT_OFFSET (IplHeadReport, resolved) },
};

/* The fields of a curve, each for every number of removed heads. */
static const struct
{
  const char *name;
  gsize offset; /* of a double * */
} curve_fields[] = {
  { "accuracy_after", G_STRUCT_OFFSET (IplPruningCurve, accuracy) },
  { "accuracy_after_se", G_STRUCT_OFFSET (IplPruningCurve, se) },
  { "accuracy_tuned", G_STRUCT_OFFSET (IplPruningCurve, tuned) },
  { "accuracy_tuned_se", G_STRUCT_OFFSET (IplPruningCurve, tuned_se) },
  { "parameters", G_STRUCT_OFFSET (IplPruningCurve, parameters) },
  { "multiply_adds", G_STRUCT_OFFSET (IplPruningCurve, multiply_adds) },
};

/* The orders whose ranks are compared with the ranks by score. */
static const IplRemovalOrder rankings[] = { IPL_REMOVAL_BY_ENTROPY, IPL_REMOVAL_BY_GRADIENT };

static const double *
curve_values (const IplPruningCurve *curve, gsize k)
{
  return *(double *const *)((const char *)curve + curve_fields[k].offset);
}

static void
add_score (JsonBuilder *builder, const IplCase *the_case, const char *name, double value)
{
  g_autofree char *right = ipl_results_score_name (&the_case->info, name);

  ipl_results_write_number (builder, right, value);
}

/* [layer, head] of each. */
static void
add_heads (JsonBuilder *builder, const char *name, const IplHeadReport *report, guint n,
           const guint *heads)
{
  ipl_json_begin_array (builder, name);
  for (guint i = 0; i < n; i++)
    {
      guint head = heads != NULL ? heads[i] : i;

      json_builder_begin_array (builder);
      json_builder_add_int_value (builder, report->layer[head]);
      json_builder_add_int_value (builder, report->head[head]);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static const IplHeadDrops *
drops_of (const IplHeadReport *report, gsize k)
{
  return (const IplHeadDrops *)((const char *)report + predictors[k].offset);
}

static void
add_correlations (JsonBuilder *builder, const IplHeadReport *report)
{
  ipl_json_begin_object (builder, "rank_correlation");
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplCorrelation *correlation = &drops_of (report, k)->correlation;

      ipl_json_begin_object (builder, predictors[k].name);
      ipl_results_write_number (builder, "value", correlation->value);
      ipl_results_write_number (builder, "low", correlation->low);
      ipl_results_write_number (builder, "high", correlation->high);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

/* Adds the agreement of other rankings of heads with the ranking by score. */
static void
add_agreement (JsonBuilder *builder, const IplPruning *pruning)
{
  ipl_json_begin_object (builder, "rank_agreement");
  for (guint o = 0; o < G_N_ELEMENTS (rankings); o++)
    {
      const IplOrderCorrelation *correlation = &pruning->correlation[rankings[o]];

      ipl_json_begin_object (builder, ipl_removal_order_id (rankings[o]));
      ipl_results_write_number (builder, "spearman", correlation->spearman);
      ipl_results_write_number (builder, "kendall", correlation->kendall);
      ipl_results_write_number (builder, "n", correlation->n);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_curve (JsonBuilder *builder, const IplHeadReport *report, const IplPruning *pruning,
           IplRemovalOrder order)
{
  const IplPruningCurve *curve = &pruning->curve[order];
  guint n = pruning->n_points;

  ipl_json_add_text (builder, "ordered_by", ipl_removal_order_id (order));
  add_agreement (builder, pruning);
  add_heads (builder, "order", report, n - 1, curve->order);
  for (gsize k = 0; k < G_N_ELEMENTS (curve_fields); k++)
    {
      g_autofree char *name
          = ipl_results_score_name (&report->the_case->info, curve_fields[k].name);

      ipl_results_write_numbers (builder, name, n, curve_values (curve, k));
    }
  ipl_json_add_int (builder, "random_orders", pruning->n_random);
  ipl_results_write_numbers (builder, "random_mean", n, pruning->random_mean);
  ipl_results_write_numbers (builder, "random_low", n, pruning->random_low);
  ipl_results_write_numbers (builder, "random_high", n, pruning->random_high);
  ipl_json_add_int (builder, "fine_tune_steps", pruning->fine_tune_steps);
}

/* JSON of a report. Heads are pairs [layer, head] from 0. Unknown values are null; no_entropy
 * and no_gradient give the reason for missing entropies and gradient scores. rank_agreement
 * compares other rankings of heads with the scores, by Spearman's rho and Kendall's tau-b over n
 * heads. For a regression, accuracy is replaced by mean_squared_error. */
char *
ipl_head_results_to_json (const IplHeadReport *report, const IplPruning *pruning,
                          IplRemovalOrder order, const char *settings_json)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *widths = ipl_setting_widths_text (&report->setting);
  const IplCase *the_case = report->the_case;
  gboolean trained = the_case->trained != NULL;

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "case", the_case->name);
  ipl_results_write_settings (builder, settings_json);
  ipl_json_add_text (builder, "test", the_case->tests[report->test].name);
  ipl_json_add_text (builder, "width", widths);
  ipl_results_write_number (builder, "temperature", report->setting.temperature);
  ipl_json_add_text (builder, "predictor", trained ? "trained" : "theory");
  add_score (builder, the_case, "accuracy",
             trained ? report->trained.accuracy : report->zeroed.accuracy);
  add_score (builder, the_case, "accuracy_trained", report->trained.accuracy);
  add_score (builder, the_case, "accuracy_theory", report->zeroed.accuracy);
  add_heads (builder, "heads", report, report->n_heads, NULL);
  ipl_results_write_texts (builder, "head_names", report->n_heads, the_case->head_names);
  ipl_results_write_case (builder, the_case);
  ipl_results_write_numbers (builder, "score", report->n_heads, report->score);
  ipl_results_write_numbers (builder, "entropy", report->n_heads, report->entropy);
  if (report->no_entropy != NULL)
    ipl_json_add_text (builder, "no_entropy", report->no_entropy);
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplHeadDrops *drops = drops_of (report, k);
      g_autofree char *name = g_strconcat ("drop_", predictors[k].name, NULL);
      g_autofree char *se = g_strconcat (name, "_se", NULL);

      ipl_results_write_numbers (builder, name, report->n_heads, drops->drop);
      ipl_results_write_numbers (builder, se, report->n_heads, drops->se);
    }
  add_correlations (builder, report);
  ipl_results_write_numbers (builder, "gradient", report->n_heads, report->gradient);
  if (report->no_gradient != NULL)
    ipl_json_add_text (builder, "no_gradient", report->no_gradient);
  if (pruning != NULL)
    add_curve (builder, report, pruning, order);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}

static void
save_heads (IplNpzWriter *npz, const IplHeadReport *report)
{
  const IplCase *the_case = report->the_case;
  gsize n = report->n_heads, L = the_case->L, three[] = { 3, 3 };
  g_autofree gint64 *layer = g_new (gint64, n), *head = g_new (gint64, n);
  gint64 H[IPL_MAX_LAYERS];
  double correlations[9];

  for (gsize i = 0; i < n; i++)
    {
      layer[i] = report->layer[i];
      head[i] = report->head[i];
    }
  for (gsize l = 0; l < L; l++)
    H[l] = the_case->H[l];
  ipl_npz_writer_add_ints (npz, "heads", H, 1, &L);
  ipl_results_write_case_npz (npz, the_case);
  ipl_npz_writer_add_ints (npz, "head_layer", layer, 1, &n);
  ipl_npz_writer_add_ints (npz, "head_index", head, 1, &n);
  ipl_npz_writer_add_texts (npz, "head_names", the_case->head_names);
  ipl_npz_writer_add_doubles (npz, "head_score", report->score, 1, &n);
  ipl_npz_writer_add_doubles (npz, "head_entropy", report->entropy, 1, &n);
  if (report->no_entropy != NULL)
    ipl_npz_writer_add_text (npz, "no_entropy", report->no_entropy);
  ipl_npz_writer_add_doubles (npz, "head_gradient", report->gradient, 1, &n);
  if (report->no_gradient != NULL)
    ipl_npz_writer_add_text (npz, "no_gradient", report->no_gradient);
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplHeadDrops *drops = drops_of (report, k);
      g_autofree char *name = g_strconcat ("drop_", predictors[k].name, NULL);
      g_autofree char *se = g_strconcat (name, "_se", NULL);

      ipl_npz_writer_add_doubles (npz, name, drops->drop, 1, &n);
      ipl_npz_writer_add_doubles (npz, se, drops->se, 1, &n);
      correlations[3 * k] = drops->correlation.value;
      correlations[3 * k + 1] = drops->correlation.low;
      correlations[3 * k + 2] = drops->correlation.high;
    }
  ipl_npz_writer_add_doubles (npz, "rank_correlation", correlations, 2, three);
  for (gsize k = 0; k < 2; k++)
    {
      g_autofree char *stem = g_strconcat ("accuracy_", predictors[k].name, NULL);
      g_autofree char *name = ipl_results_score_name (&the_case->info, stem);

      ipl_npz_writer_add_doubles (npz, name, &drops_of (report, k)->accuracy, 0, NULL);
    }
}

static void
save_curve (IplNpzWriter *npz, const IplHeadReport *report, const IplPruning *pruning,
            IplRemovalOrder order, const char *suffix)
{
  const IplPruningCurve *curve = &pruning->curve[order];
  gsize n = pruning->n_points, shape[] = { n - 1, 2 };
  g_autofree gint64 *pairs = g_new (gint64, 2 * n);
  g_autofree char *name = g_strconcat ("order", suffix, NULL);

  for (gsize k = 0; k + 1 < n; k++)
    {
      pairs[2 * k] = report->layer[curve->order[k]];
      pairs[2 * k + 1] = report->head[curve->order[k]];
    }
  ipl_npz_writer_add_ints (npz, name, pairs, 2, shape);
  for (gsize k = 0; k < G_N_ELEMENTS (curve_fields); k++)
    {
      g_autofree char *stem
          = ipl_results_score_name (&report->the_case->info, curve_fields[k].name);
      g_autofree char *array = g_strconcat (stem, suffix, NULL);

      ipl_npz_writer_add_doubles (npz, array, curve_values (curve, k), 1, &n);
    }
}

/* Adds the values of ipl_head_results_to_json() as arrays, and the arrays of all available
 * removal orders with the order's name as suffix; head_layer, head_index and order count from 0.
 * converged is 1 if the theory, and the theory without each head, met the solver's criterion. */
void
ipl_head_results_add_npz (const IplHeadReport *report, const IplPruning *pruning,
                          IplRemovalOrder order, const IplSolution *solution,
                          const char *settings_json, IplNpzWriter *npz)
{
  const IplCase *the_case = report->the_case;
  gsize n = pruning->n_points, rows = ipl_case_rows_of_U (the_case), L1 = the_case->L + 1;
  gsize U[] = { rows, rows };
  gint64 n_random = pruning->n_random, steps = pruning->fine_tune_steps;
  gint64 seed = (gint64)pruning->seed;
  gint64 converged = solution->converged && report->message == NULL;
  double widths[IPL_MAX_LAYERS + 1];

  save_heads (npz, report);
  save_curve (npz, report, pruning, order, "");
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      g_autofree char *suffix = g_strconcat ("_", ipl_removal_order_id ((IplRemovalOrder)o), NULL);

      if (ipl_pruning_has_order (pruning, (IplRemovalOrder)o))
        save_curve (npz, report, pruning, (IplRemovalOrder)o, suffix);
    }
  for (guint o = 0; o < G_N_ELEMENTS (rankings); o++)
    {
      const IplOrderCorrelation *of = &pruning->correlation[rankings[o]];
      const double both[] = { of->spearman, of->kendall };
      gsize two = 2;
      g_autofree char *name
          = g_strconcat ("rank_agreement_", ipl_removal_order_id (rankings[o]), NULL);

      ipl_npz_writer_add_doubles (npz, name, both, 1, &two);
    }
  ipl_npz_writer_add_text (npz, "ordered_by", ipl_removal_order_id (order));
  ipl_npz_writer_add_doubles (npz, "random_mean", pruning->random_mean, 1, &n);
  ipl_npz_writer_add_doubles (npz, "random_low", pruning->random_low, 1, &n);
  ipl_npz_writer_add_doubles (npz, "random_high", pruning->random_high, 1, &n);
  ipl_npz_writer_add_ints (npz, "random_orders", &n_random, 0, NULL);
  ipl_npz_writer_add_ints (npz, "fine_tune_steps", &steps, 0, NULL);
  for (gsize l = 0; l < L1; l++)
    widths[l] = report->setting.gp ? INFINITY : report->setting.N[l];
  ipl_npz_writer_add_doubles (npz, "widths", widths, 1, &L1);
  ipl_npz_writer_add_doubles (npz, "temperature", &report->setting.temperature, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "U", solution->U, 2, U);
  ipl_npz_writer_add_ints (npz, "converged", &converged, 0, NULL);
  ipl_npz_writer_add_ints (npz, "seed", &seed, 0, NULL);
  ipl_npz_writer_add_text (npz, "name", the_case->name);
  ipl_npz_writer_add_text (npz, "test", the_case->tests[report->test].name);
  ipl_npz_writer_add_text (npz, "version", IPL_VERSION);
  ipl_npz_writer_add_text (npz, "settings", settings_json);
}

/* TRUE if the file was written. */
gboolean
ipl_head_results_save_npz (const IplHeadReport *report, const IplPruning *pruning,
                           IplRemovalOrder order, const IplSolution *solution,
                           const char *settings_json, const char *path, GError **error)
{
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);

  if (npz == NULL)
    return FALSE;
  ipl_head_results_add_npz (report, pruning, order, solution, settings_json, npz);
  return ipl_npz_writer_close (npz, error);
}
