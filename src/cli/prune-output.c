/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pruning found out, as JSON, as a table and as .npz. */
#include "cli/prune.h"

#include "core/files/npz.h"
#include <json-glib/json-glib.h>
#include <math.h>
#include <stdio.h>

static void
add_value (JsonBuilder *builder, double value)
{
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_number (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  add_value (builder, value);
}

static void
add_numbers (JsonBuilder *builder, const char *name, guint n, const double *values)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    add_value (builder, values[i]);
  json_builder_end_array (builder);
}

/* [layer, head] of each. */
static void
add_heads (JsonBuilder *builder, const char *name, const IplHeadReport *report, guint n,
           const guint *heads)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
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

/* The three predictors under the names they have in files. */
static const struct
{
  const char *name;
  const char *words;
  gsize offset;
} predictors[] = {
  { "trained", "trained", G_STRUCT_OFFSET (IplHeadReport, trained) },
  { "theory", "theory", G_STRUCT_OFFSET (IplHeadReport, zeroed) },
  { "resolved", "solved anew", G_STRUCT_OFFSET (IplHeadReport, resolved) },
};

static const IplHeadDrops *
drops_of (const IplHeadReport *report, gsize k)
{
  return (const IplHeadDrops *)((const char *)report + predictors[k].offset);
}

static void
add_correlations (JsonBuilder *builder, const IplHeadReport *report)
{
  json_builder_set_member_name (builder, "rank_correlation");
  json_builder_begin_object (builder);
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplCorrelation *correlation = &drops_of (report, k)->correlation;

      json_builder_set_member_name (builder, predictors[k].name);
      json_builder_begin_object (builder);
      add_number (builder, "value", correlation->value);
      add_number (builder, "low", correlation->low);
      add_number (builder, "high", correlation->high);
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

  json_builder_set_member_name (builder, "ordered_by");
  json_builder_add_string_value (builder, ipl_removal_order_id (order));
  add_heads (builder, "order", report, n - 1, curve->order);
  add_numbers (builder, "accuracy_after", n, curve->accuracy);
  add_numbers (builder, "accuracy_after_se", n, curve->se);
  add_numbers (builder, "accuracy_tuned", n, curve->tuned);
  add_numbers (builder, "accuracy_tuned_se", n, curve->tuned_se);
  add_numbers (builder, "parameters", n, curve->parameters);
  add_numbers (builder, "multiply_adds", n, curve->multiply_adds);
  json_builder_set_member_name (builder, "random_orders");
  json_builder_add_int_value (builder, pruning->n_random);
  add_numbers (builder, "random_mean", n, pruning->random_mean);
  add_numbers (builder, "random_low", n, pruning->random_low);
  add_numbers (builder, "random_high", n, pruning->random_high);
  json_builder_set_member_name (builder, "fine_tune_steps");
  json_builder_add_int_value (builder, pruning->fine_tune_steps);
}

void
cli_prune_print_json (const IplHeadReport *report, const IplPruning *pruning, IplRemovalOrder order)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  g_autofree char *widths = ipl_setting_widths_text (&report->setting);
  const IplCase *the_case = report->the_case;
  gboolean trained = the_case->trained != NULL;

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "case");
  json_builder_add_string_value (builder, the_case->name);
  json_builder_set_member_name (builder, "test");
  json_builder_add_string_value (builder, the_case->tests[report->test].name);
  json_builder_set_member_name (builder, "width");
  json_builder_add_string_value (builder, widths);
  add_number (builder, "temperature", report->setting.temperature);
  json_builder_set_member_name (builder, "predictor");
  json_builder_add_string_value (builder, trained ? "trained" : "theory");
  add_number (builder, "accuracy", trained ? report->trained.accuracy : report->zeroed.accuracy);
  add_number (builder, "accuracy_trained", report->trained.accuracy);
  add_number (builder, "accuracy_theory", report->zeroed.accuracy);
  add_heads (builder, "heads", report, report->n_heads, NULL);
  json_builder_set_member_name (builder, "head_names");
  json_builder_begin_array (builder);
  for (guint i = 0; i < report->n_heads; i++)
    json_builder_add_string_value (builder, the_case->head_names[i]);
  json_builder_end_array (builder);
  add_numbers (builder, "score", report->n_heads, report->score);
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplHeadDrops *drops = drops_of (report, k);
      g_autofree char *name = g_strconcat ("drop_", predictors[k].name, NULL);
      g_autofree char *se = g_strconcat (name, "_se", NULL);

      add_numbers (builder, name, report->n_heads, drops->drop);
      add_numbers (builder, se, report->n_heads, drops->se);
    }
  add_correlations (builder, report);
  if (pruning != NULL)
    add_curve (builder, report, pruning, order);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  printf ("%s\n", text);
}

/* "0.0312 ± 0.0050", or "-" of NaN. */
static char *
with_error (double value, double se)
{
  return isnan (value) ? g_strdup ("-") : g_strdup_printf ("%.4f ± %.4f", value, se);
}

/* printf counts bytes, and "±" has two. */
static void
print_column (const char *text, int width)
{
  int missing = width - (int)g_utf8_strlen (text, -1);

  printf ("%*s%s", MAX (missing, 0), "", text);
}

static void
print_value (double value, double se, int width)
{
  g_autofree char *text = with_error (value, se);

  print_column (text, width);
}

/* "layer 1 head 2", and the name where it is another. */
static char *
describe_head (const IplHeadReport *report, guint head)
{
  const char *name = report->the_case->head_names[head];
  g_autofree char *counted
      = g_strdup_printf ("layer %u head %u", report->layer[head] + 1, report->head[head] + 1);

  return g_strcmp0 (name, counted) == 0 ? g_strdup (counted)
                                        : g_strdup_printf ("%s, %s", counted, name);
}

static void
print_curve (const IplHeadReport *report, const IplPruning *pruning, IplRemovalOrder order)
{
  const IplPruningCurve *curve = &pruning->curve[order];

  printf ("\n%-24s %17s %17s %25s %12s %14s\n", "removed", "accuracy", "fine-tuned",
          "random: mean, 5-95 %", "parameters", "multiply-adds");
  for (guint k = 0; k < pruning->n_points; k++)
    {
      g_autofree char *band
          = isnan (pruning->random_mean[k])
                ? g_strdup ("-")
                : g_strdup_printf ("%.4f, %.4f-%.4f", pruning->random_mean[k],
                                   pruning->random_low[k], pruning->random_high[k]);

      g_autofree char *head = k == 0 ? g_strdup ("-") : describe_head (report, curve->order[k - 1]);

      printf ("%-24s ", head);
      print_value (curve->accuracy[k], curve->se[k], 17);
      print_value (curve->tuned[k], curve->tuned_se[k], 18);
      printf (" %25s", band);
      if (isnan (curve->parameters[k]))
        printf (" %12s %14s\n", "-", "-");
      else
        printf (" %12.0f %14.0f\n", curve->parameters[k], curve->multiply_adds[k]);
    }
}

void
cli_prune_print_table (const IplHeadReport *report, const IplPruning *pruning, IplRemovalOrder order)
{
  const IplCase *the_case = report->the_case;
  g_autofree char *widths = ipl_setting_widths_text (&report->setting);

  printf ("%s: theory at N = %s, T = %g; on %" G_GSIZE_FORMAT " examples of “%s”\n", the_case->name,
          widths, report->setting.temperature, the_case->tests[report->test].count,
          the_case->tests[report->test].name);
  printf ("%s with all heads:", the_case->regression ? "mean squared error" : "accuracy");
  if (the_case->trained != NULL)
    printf (" trained %.4f,", report->trained.accuracy);
  printf (" theory %.4f\n\n%-24s %7s", report->zeroed.accuracy, "what is lost without", "score");
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    printf (" %19s", predictors[k].words);
  printf ("\n");
  for (guint i = 0; i < report->n_heads; i++)
    {
      guint head = report->order[i];

      g_autofree char *text = describe_head (report, head);

      printf ("%-24s %7.4f", text, report->score[head]);
      for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
        print_value (drops_of (report, k)->drop[head], drops_of (report, k)->se[head], 20);
      printf ("\n");
    }
  printf ("%-24s %7s", "rank correlation", "");
  for (gsize k = 0; k < G_N_ELEMENTS (predictors); k++)
    {
      const IplCorrelation *c = &drops_of (report, k)->correlation;
      g_autofree char *text
          = isnan (c->value) ? g_strdup ("-")
                             : g_strdup_printf ("%.2f [%.2f, %.2f]", c->value, c->low, c->high);

      print_column (text, 20);
    }
  printf ("\n");
  if (pruning != NULL)
    print_curve (report, pruning, order);
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
  ipl_npz_writer_add_ints (npz, "head_layer", layer, 1, &n);
  ipl_npz_writer_add_ints (npz, "head_index", head, 1, &n);
  ipl_npz_writer_add_texts (npz, "head_names", the_case->head_names);
  ipl_npz_writer_add_doubles (npz, "head_score", report->score, 1, &n);
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
  ipl_npz_writer_add_doubles (npz, "accuracy_trained", &report->trained.accuracy, 0, NULL);
  ipl_npz_writer_add_doubles (npz, "accuracy_theory", &report->zeroed.accuracy, 0, NULL);
}

static void
save_curve (IplNpzWriter *npz, const IplHeadReport *report, const IplPruning *pruning,
            IplRemovalOrder order, const char *suffix)
{
  const IplPruningCurve *curve = &pruning->curve[order];
  const struct
  {
    const char *name;
    const double *values;
  } arrays[] = {
    { "accuracy_after", curve->accuracy }, { "accuracy_after_se", curve->se },
    { "accuracy_tuned", curve->tuned },    { "accuracy_tuned_se", curve->tuned_se },
    { "parameters", curve->parameters },   { "multiply_adds", curve->multiply_adds },
  };
  gsize n = pruning->n_points, shape[] = { n - 1, 2 };
  g_autofree gint64 *pairs = g_new (gint64, 2 * n);
  g_autofree char *name = g_strconcat ("order", suffix, NULL);

  for (gsize k = 0; k + 1 < n; k++)
    {
      pairs[2 * k] = report->layer[curve->order[k]];
      pairs[2 * k + 1] = report->head[curve->order[k]];
    }
  ipl_npz_writer_add_ints (npz, name, pairs, 2, shape);
  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    {
      g_autofree char *array = g_strconcat (arrays[i].name, suffix, NULL);

      ipl_npz_writer_add_doubles (npz, array, arrays[i].values, 1, &n);
    }
}

/* The arrays of the order asked for, those of all three with the order after the name, and the
 * heads; head_layer, head_index and order count from 0. */
gboolean
cli_prune_save_npz (const IplHeadReport *report, const IplPruning *pruning, IplRemovalOrder order,
                    const IplSolution *solution, guint64 seed, const char *settings,
                    const char *path, GError **error)
{
  const IplCase *the_case = report->the_case;
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);
  gsize n = pruning->n_points, U[] = { the_case->Pi, the_case->Pi }, L1 = the_case->L + 1;
  gint64 n_random = pruning->n_random, steps = pruning->fine_tune_steps, stored = (gint64)seed;
  double widths[IPL_MAX_LAYERS + 1];

  if (npz == NULL)
    return FALSE;
  save_heads (npz, report);
  save_curve (npz, report, pruning, order, "");
  for (guint o = 0; o < IPL_N_REMOVAL_ORDERS; o++)
    {
      g_autofree char *suffix = g_strconcat ("_", ipl_removal_order_id ((IplRemovalOrder)o), NULL);

      save_curve (npz, report, pruning, (IplRemovalOrder)o, suffix);
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
  ipl_npz_writer_add_ints (npz, "seed", &stored, 0, NULL);
  ipl_npz_writer_add_text (npz, "name", the_case->name);
  ipl_npz_writer_add_text (npz, "test", the_case->tests[report->test].name);
  ipl_npz_writer_add_text (npz, "version", IPL_VERSION);
  ipl_npz_writer_add_text (npz, "settings", settings);
  return ipl_npz_writer_close (npz, error);
}
