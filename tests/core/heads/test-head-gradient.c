/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradient score of heads against differences in masks; ranks compared; masks as files. */
#include "core/heads/heads-private.h"

#include "core/base/json-text.h"
#include "core/heads/removal-order.h"
#include "core/heads/pruning.h"
#include "core/results/results.h"
#include "heads/heads-support.h"
#include "support.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

static void
check (const IplCase *the_case, const double *readout)
{
  g_autofree char *why_not = NULL;
  g_autofree double *fast = TEST_OK (ipl_head_gradient (the_case, readout, &why_not, &error));
  double slow[64];

  g_assert_null (why_not);
  heads_slow_gradient (the_case, readout, slow);
  for (guint h = 0; h < ipl_case_n_heads (the_case); h++)
    test_assert_close (fast[h], slow[h], 1e-7);
}

/* Of any readout: one path, one head, one example, and several of all. */
TEST (test_differences, "/head-gradient/differences")
{
  static const guint heads[][3] = { { 2, 3, 2 }, { 1, 1, 1 }, { 4, 1, 1 }, { 1, 3, 1 } };
  static const gsize examples[] = { 9, 4, 1, 6 };
  static const guint layers[] = { 3, 1, 1, 2 };

  for (guint k = 0; k < G_N_ELEMENTS (layers); k++)
    {
      g_autoptr (IplCase) the_case
          = test_random_case (examples[k], 3, layers[k], heads[k], 5, 11 + k);
      gsize D = the_case->Pi * the_case->N0;
      g_autofree double *readout = g_new (double, D);
      g_autoptr (GRand) rand = g_rand_new_with_seed (5 + k);

      for (gsize i = 0; i < D; i++)
        readout[i] = g_rand_double_range (rand, -1, 1);
      check (the_case, readout);
    }
}

/* A predictor that fits all labels has no gradient, and says so. */
TEST (test_fitted, "/head-gradient/fitted")
{
  g_autoptr (IplCase) the_case = test_random_case (5, 3, HEADS (2, 1), 4, 3);
  g_autofree char *why_not = NULL;
  g_autoptr (GError) error = NULL;
  double readout[8], ones[] = { 1, 1, 1 };

  for (gsize i = 0; i < 8; i++)
    readout[i] = 0.3 * (double)i - 1;
  for (gsize i = 0; i < 5; i++)
    the_case->train.y[i] = heads_masked (the_case, readout, 0, ones, the_case->train.xi + i * 8);
  g_assert_null (ipl_head_gradient (the_case, readout, &why_not, &error));
  g_assert_no_error (error);
  g_assert_nonnull (strstr (why_not, "fitted"));
}

/* By hand, with ties; and what says nothing. */
TEST (test_kendall, "/head-gradient/kendall")
{
  const double a[] = { 1, 2, 3, 4 }, b[] = { 1, 3, 2, 4 }, c[] = { 4, 3, 2, 1 };
  const double tied[] = { 1, 1, 2, 2 }, same[] = { 5, 5, 5, 5 };

  g_assert_cmpfloat (ipl_kendall (4, a, a), ==, 1);
  g_assert_cmpfloat (ipl_kendall (4, a, c), ==, -1);
  test_assert_close (ipl_kendall (4, a, b), 4.0 / 6, 1e-15);
  /* Of six pairs two are tied in one: 4 / sqrt (6 * 4). */
  test_assert_close (ipl_kendall (4, a, tied), 4 / sqrt (24), 1e-15);
  g_assert_true (isnan (ipl_kendall (4, a, same)));
  g_assert_true (isnan (ipl_kendall (2, a, b)));
}

TEST (test_agreement, "/head-gradient/agreement")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 12, 20, 1);
  g_auto (HeadsTheory) theory = heads_theory_new (example->the_case);
  g_autoptr (IplHeadReport) plain = ipl_head_report_with_entropy (theory.report, NULL, NULL);
  const double entropy[] = { 0.5, 2, 2, 7, 0.1, 0 }, flat[] = { 1, 1, 1, 1, 1, 1 };
  double worth[6];
  IplOrderCorrelation of;

  ipl_order_correlation (plain, IPL_REMOVAL_BY_ENTROPY, &of);
  g_assert_true (isnan (of.spearman) && isnan (of.kendall)); /* nobody has asked */
  g_autoptr (IplHeadReport) report = ipl_head_report_with_entropy (plain, entropy, NULL);
  ipl_order_correlation (report, IPL_REMOVAL_BY_ENTROPY, &of);
  for (guint i = 0; i < 6; i++)
    worth[i] = -entropy[i];
  g_assert_cmpuint (of.n, ==, 6);
  test_assert_close (of.spearman, heads_slow_spearman (6, report->score, worth), 1e-12);
  ipl_order_correlation (report, IPL_REMOVAL_BY_GRADIENT, &of);
  test_assert_close (of.spearman, heads_slow_spearman (6, report->score, report->gradient), 1e-12);
  g_assert_cmpfloat (fabs (of.kendall), <=, 1);
  ipl_order_correlation (report, IPL_REMOVAL_REVERSE, &of);
  g_assert_true (isnan (of.spearman));
  g_autoptr (IplHeadReport) alike = ipl_head_report_with_entropy (plain, flat, NULL);
  ipl_order_correlation (alike, IPL_REMOVAL_BY_ENTROPY, &of);
  g_assert_true (isnan (of.spearman) && isnan (of.kendall));
}

TEST (test_mask, "/head-gradient/mask")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 12, 20, 1);
  IplCase *the_case = example->the_case;
  const IplPruningOptions options = { .seed = 1 };
  g_auto (HeadsTheory) theory = heads_theory_new (the_case);
  const IplHeadReport *report = theory.report;
  g_autoptr (IplPruning) pruning = heads_prune (&theory, &options, 1);

  for (guint n = 0; n < pruning->n_points; n++)
    {
      g_autofree char *text
          = ipl_head_mask_to_json (report, pruning, IPL_REMOVAL_BY_GRADIENT, n, NULL);
      g_autofree gboolean *removed = ipl_pruning_removed (pruning, IPL_REMOVAL_BY_GRADIENT, n);
      g_autoptr (JsonNode) root = TEST_OK (json_from_string (text, &error));
      JsonObject *object = json_node_get_object (root);
      JsonArray *mask = json_object_get_array_member (object, "mask");
      guint gone = 0, i = 0;

      g_assert_cmpint (json_object_get_int_member (object, "removed"), ==, n);
      g_assert_cmpfloat (json_object_get_double_member (object, "accuracy"), ==,
                         pruning->curve[IPL_REMOVAL_BY_GRADIENT].accuracy[n]);
      for (guint l = 0; l < the_case->L; l++)
        for (guint h = 0; h < the_case->H[l]; h++, i++)
          {
            gint64 kept = json_array_get_int_element (json_array_get_array_element (mask, l), h);

            g_assert_cmpint (kept, ==, !removed[i]);
            gone += !kept;
          }
      g_assert_cmpuint (gone, ==, n);
    }
  /* The least gradients go first, and no layer loses its last. */
  const guint *order = pruning->curve[IPL_REMOVAL_BY_GRADIENT].order;

  for (guint k = 0; k + 2 < pruning->n_points; k++)
    g_assert_cmpfloat (report->gradient[order[k]], <=, report->gradient[order[k + 1]]);
}

static void
name_heads (IplCase *the_case, const char *const *names)
{
  g_strfreev (the_case->head_names);
  the_case->head_names = g_strdupv ((char **)names);
  ipl_case_finish_names (the_case);
}

static void
check_line (IplCase *the_case, const char *const *names, const gboolean *removed,
            const char *expected, gboolean in_model)
{
  gboolean as_in_model;

  name_heads (the_case, names);
  g_autofree char *line = ipl_head_mask_prune_heads (the_case, removed, &as_in_model);
  g_assert_cmpstr (line, ==, expected);
  g_assert_true (as_in_model == in_model);
}

/* The model's own numbers where all names tell; a residual connection is never named. */
TEST (test_line, "/head-gradient/line")
{
  g_autoptr (IplCase) the_case = test_random_case (5, 3, HEADS (3, 2), 4, 3);
  static const char *const exported[] = { "layer 3 head 2", "layer 3 head 8",  "layer 3 head 4",
                                          "layer 6 head 1", "layer 6 head 12", NULL };
  static const char *const counted[] = { "layer 1 head 1", "layer 1 head 2", "layer 1 head 3",
                                         "layer 2 head 1", "layer 2 head 2", NULL };
  static const char *const own[] = { "layer 3 head 2", "copies",          "layer 3 head 4x",
                                     "layer 6 head 1", "layer 6 head 12", NULL };
  static const char *const residual[] = { "layer 3 head 2", "layer 3 head 8",  "layer 3 id",
                                          "layer 6 head 1", "layer 6 head 12", NULL };
  const gboolean removed[] = { TRUE, FALSE, TRUE, FALSE, TRUE }, none[5] = { FALSE };

  check_line (the_case, exported, removed, "model.prune_heads({2: [1, 3], 5: [11]})", TRUE);
  check_line (the_case, counted, removed, "model.prune_heads({0: [0, 2], 1: [1]})", TRUE);
  check_line (the_case, own, removed, "model.prune_heads({0: [0, 2], 1: [1]})", FALSE);
  check_line (the_case, exported, none, "model.prune_heads({})", TRUE);
  the_case->residual[0] = 1;
  check_line (the_case, residual, removed, "model.prune_heads({2: [1], 5: [11]})", TRUE);
}
