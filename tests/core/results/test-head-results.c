/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Head scores and pruning in files: every number is under its own name. */
#include "core/results/results.h"

#include <string.h>

#include "core/base/json-text.h"
#include "files/npz-support.h"

#include "core/files/npz.h"
#include "support.h"

/* The theory of a random case with heads of two layers, pruned in the order of their scores. */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSolution *solution;
  IplHeadReport *report;
  IplPruning *pruning;
} Pruned;

static void
pruned_clear (Pruned *self)
{
  ipl_pruning_unref (self->pruning);
  ipl_head_report_unref (self->report);
  ipl_solution_unref (self->solution);
  ipl_kernel_unref (self->kernel);
  ipl_case_unref (self->the_case);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pruned, pruned_clear)

static Pruned
prune (void)
{
  const IplPruningOptions options = { .n_random = 4, .seed = 1 };
  Pruned self = { test_random_case (20, 40, HEADS (2, 3), 6, 5) };
  IplSetting setting = test_setting (self.the_case, 8);

  self.kernel = ipl_kernel_prepare (self.the_case, NULL, NULL);
  self.solution = ipl_solution_solve (self.the_case, self.kernel, &setting, NULL, 1, NULL, NULL);
  self.report
      = ipl_head_report_new (self.the_case, self.kernel, self.solution, 0, TRUE, NULL, NULL);
  self.pruning = ipl_pruning_run (self.report, self.solution, &options, NULL, NULL);
  g_assert_nonnull (self.pruning);
  return self;
}

static void
same (IplNpz *npz, const char *name, const double *values, gsize n)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  g_test_message ("%s", name);
  g_assert_nonnull (array);
  g_assert_cmpmem (array->values, array->size * sizeof (double), values, n * sizeof (double));
}

TEST (test_npz, "/head-results/npz")
{
  g_auto (Pruned) pruned = prune ();
  const IplHeadReport *report = pruned.report;
  const IplPruningCurve *curve = &pruned.pruning->curve[IPL_REMOVAL_BY_SCORE];
  const struct
  {
    const char *name;
    const double *values;
    gsize n;
  } arrays[] = {
    { "head_score", report->score, 5 },
    { "head_gradient", report->gradient, 5 },
    { "drop_theory", report->zeroed.drop, 5 },
    { "drop_theory_se", report->zeroed.se, 5 },
    { "drop_resolved", report->resolved.drop, 5 },
    { "drop_resolved_se", report->resolved.se, 5 },
    { "accuracy_theory", &report->zeroed.accuracy, 1 },
    { "accuracy_after", curve->accuracy, 4 },
    { "accuracy_after_se", curve->se, 4 },
    { "parameters", curve->parameters, 4 },
    { "multiply_adds", curve->multiply_adds, 4 },
    { "random_mean", pruned.pruning->random_mean, 4 },
    { "random_low", pruned.pruning->random_low, 4 },
    { "random_high", pruned.pruning->random_high, 4 },
    { "U", pruned.solution->U, 36 },
  };
  g_autofree char *path = test_path ("interplay-heads.npz");
  g_autoptr (IplNpz) npz = NULL;
  const double *correlation, *order, *index;

  TEST_OK (ipl_head_results_save_npz (report, pruned.pruning, IPL_REMOVAL_BY_SCORE, pruned.solution,
                                      "{}", path, &error));
  npz = TEST_OK (ipl_npz_read (path, NULL, &error));
  g_assert_cmpuint (pruned.pruning->n_points, ==, 4);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    same (npz, arrays[i].name, arrays[i].values, arrays[i].n);
  correlation = ipl_npz_lookup (npz, "rank_correlation")->values + 3;
  g_assert_cmpfloat (correlation[0], ==, report->zeroed.correlation.value);
  g_assert_cmpfloat (correlation[1], ==, report->zeroed.correlation.low);
  g_assert_cmpfloat (correlation[2], ==, report->zeroed.correlation.high);
  order = ipl_npz_lookup (npz, "order")->values;
  index = ipl_npz_lookup (npz, "head_index")->values;
  for (guint k = 0; k < 3; k++)
    {
      g_assert_cmpfloat (order[2 * k], ==, curve->order[k] < 2 ? 0 : 1);
      g_assert_cmpfloat (order[2 * k + 1], ==, index[curve->order[k]]);
    }
}

/* What goes is 0 in the mask, and is counted from 0 in the model. */
TEST (test_mask, "/head-results/mask")
{
  g_auto (Pruned) pruned = prune ();
  g_autofree gboolean *removed = ipl_pruning_removed (pruned.pruning, IPL_REMOVAL_BY_SCORE, 2);
  g_autofree char *text
      = ipl_head_mask_to_json (pruned.report, pruned.pruning, IPL_REMOVAL_BY_SCORE, 2, "{}");
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (text, strlen (text), &why);
  JsonArray *mask = json_object_get_array_member (root, "mask");
  JsonArray *heads = json_object_get_array_member (root, "heads");
  guint n_removed = 0;

  for (guint i = 0; i < 5; i++)
    {
      guint layer = i < 2 ? 0 : 1, head = i < 2 ? i : i - 2;
      JsonObject *one = json_array_get_object_element (heads, i);

      n_removed += removed[i];
      g_assert_cmpint (json_array_get_int_element (json_array_get_array_element (mask, layer),
                                                   head),
                       ==, !removed[i]);
      g_assert_cmpint (json_object_get_boolean_member (one, "kept"), ==, !removed[i]);
      g_assert_cmpint (json_object_get_int_member (one, "model_layer"), ==, layer);
      g_assert_cmpint (json_object_get_int_member (one, "model_head"), ==, head);
    }
  g_assert_cmpuint (n_removed, ==, 2);
}
