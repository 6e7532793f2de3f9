/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases from files: what is mapped, names, warnings, and the way out and back. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "case/case-support.h"
#include "support.h"

#include "core/case/case-io.h"
#include "core/case/features.h"

/* Numbers of heads count from 1, and no two heads have one name. */
TEST (test_head_names, "/case-io/head-names")
{
  static const struct
  {
    const char *given, *expected, *path;
  } names[] = {
    { "L0H0,L0H1,L1H0,L1H1", "layer 1 head 1,layer 1 head 2,layer 2 head 1,layer 2 head 2",
      "(2,1)" },
    { "L0H4,L0H7,L2H1,L2H9", "layer 1 head 5,layer 1 head 8,layer 3 head 2,layer 3 head 10",
      "(8,2)" },
    { "a,b,c,d", "a,b,c,d", "(2,1)" },
    { "a,b,a,c", "layer 1 a,b,layer 2 a,c", "(2,1)" },
    { "a,a,b,c", "layer 1 a 1,layer 1 a 2,b,c", "(2,1)" },
    { "a,a,layer 1 a 1,b", "layer 1 a 2,layer 1 a 3,layer 1 a 1,b", "(2,1)" },
    { "a,a,a 1,a", "layer 1 a 1,layer 1 a 2,a 1,layer 2 a", "(2,1)" },
  };
  const guint H[] = { 2, 2 };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (IplCase) the_case = ipl_case_of_heads ("", 2, H, 0);
      g_autofree char *found = NULL;

      the_case->head_names = g_strsplit (names[i].given, ",", -1);
      ipl_case_finish_names (the_case);
      found = g_strjoinv (",", the_case->head_names);
      g_assert_cmpstr (found, ==, names[i].expected);
      g_assert_cmpstr (the_case->path_names[2], ==, names[i].path);
    }
}

TEST (test_labels, "/case-io/labels")
{
  static const char *const labels[] = { "y_train[4]= 0 1 1 0; y_test[4]= 0 1 1 0",
                                        "y_train[4]= 0.5 1 2 -3; y_test[4]= 0.5 1 2 -3" };

  for (guint kind = 0; kind < 2; kind++)
    {
      g_autoptr (IplCase) the_case
          = case_of (case_changed ("xi_train[4,1,3]~1; xi_test[4,1,3]~2", labels[kind]), TRUE);

      g_assert_cmpint (the_case->labels.kind == IPL_LABELS_NUMBERS, ==, kind == 1);
      g_assert_cmpfloat (the_case->train.y[0], ==, kind == 0 ? -1 : 0.5);
      g_assert_cmpfloat (the_case->tests[0].y[1], ==, 1);
      g_assert_true (case_has_note (the_case, kind == 0 ? "0 and 1 were mapped" : "regression"));
    }
}

TEST (test_further_sets, "/case-io/further-sets")
{
  g_autoptr (IplCase) the_case = case_of (
      npz_builder_of ("y_train[4]= 1 -1; y_test[4]= 1 -1; y_test_mnist[2]= 1 -1;"
                      "y_test_1[3]= 1 -1; x_train[4,2,3]~1; x_test[4,2,3]~2;"
                      "x_test_mnist[2,2,3]~3; x_test_1[3,2,3]~4; attn_train_1[4,1,2,2]= 1 0 0 1;"
                      "attn_test_1[4,1,2,2]= 1 0 0 1; attn_test_mnist_1[2,1,2,2]= 1 0 0 1;"
                      "attn_test_1_1[3,1,2,2]= 1 0 0 1"),
      TRUE);

  g_assert_cmpuint (the_case->n_tests, ==, 3);
  g_assert_cmpstr (the_case->tests[0].name, ==, "test");
  g_assert_cmpstr (the_case->tests[1].name, ==, "mnist");
  g_assert_cmpuint (the_case->tests[1].count, ==, 2);
  g_assert_cmpstr (the_case->tests[2].name, ==, "1");
  g_assert_cmpuint (the_case->tests[2].count, ==, 3);
  g_assert_false (case_has_note (the_case, "ignored"));
}

TEST (test_path_names, "/case-io/path-names")
{
  IplCase *the_case = ipl_case_alloc ();
  const char *names[] = { "good", "adversarial 1", "denoising", "adversarial 2", NULL };
  const guint order[] = { 0, 2, 1, 3 };

  the_case->L = 2;
  the_case->H[0] = the_case->H[1] = 2;
  the_case->Pi = 4;
  the_case->path_names = g_strdupv ((char **)names);
  ipl_case_finish_names (the_case);
  g_assert_cmpstr (the_case->short_names[0], ==, "g");
  g_assert_cmpstr (the_case->short_names[1], ==, "a1");
  g_assert_cmpstr (the_case->short_names[2], ==, "d");
  g_assert_cmpstr (the_case->short_names[3], ==, "a2");
  g_assert_cmpmem (the_case->display_order, sizeof order, order, sizeof order);
  g_assert_cmpuint (the_case->n_groups, ==, 2);
  g_assert_cmpstr (the_case->groups[1].label, ==, "good + denoising");
  g_assert_cmpuint (the_case->groups[1].paths[1], ==, 2);
  g_assert_cmpuint (ipl_case_path_head (the_case, 2, 0), ==, 1);
  g_assert_cmpuint (ipl_case_path_head (the_case, 2, 1), ==, 0);
  g_assert_true (ipl_case_path_uses_head (the_case, 1, 1, 1));
  g_assert_cmpuint (ipl_case_head_index (the_case, 1, 1), ==, 3);
  ipl_case_unref (the_case);

  the_case = ipl_case_alloc ();
  the_case->L = 2;
  the_case->H[0] = 11;
  the_case->H[1] = 2;
  the_case->Pi = 22;
  the_case->path_names = g_new0 (char *, 23);
  the_case->path_names[0] = g_strdup ("copy");
  the_case->path_names[1] = g_strdup ("a longer name");
  ipl_case_finish_names (the_case);
  /* All in one notation. */
  g_assert_cmpstr (the_case->short_names[0], ==, "(1,1)");
  g_assert_cmpstr (the_case->short_names[1], ==, "(1,2)");
  g_assert_cmpstr (the_case->path_names[21], ==, "(11,2)");
  g_assert_cmpuint (the_case->display_order[21], ==, 21);
  g_assert_cmpuint (the_case->n_groups, ==, 0);
  g_free (the_case->path_names[1]);
  the_case->path_names[1] = g_strdup ("move");
  ipl_case_finish_names (the_case);
  g_assert_cmpstr (the_case->short_names[0], ==, "copy");
  g_assert_cmpstr (the_case->short_names[1], ==, "move");
  g_assert_cmpstr (the_case->short_names[21], ==, "(11,2)");
  ipl_case_unref (the_case);
}

/* Out and back, at each level. */
TEST (test_round_trip, "/case-io/round-trip")
{
  static const char *const files[] = { "deep3.npz", "hmc.npz", "single.npz" };

  for (gsize k = 0; k < G_N_ELEMENTS (files); k++)
    for (guint keep = 0; keep < 2; keep++)
      {
        g_autofree char *source = test_reference_path (files[k]);
        g_autoptr (IplCase) the_case = NULL;
        g_autoptr (IplCase) again = NULL;
        g_autofree char *path = NULL;

        path = test_path ("interplay-round-trip.npz");
        the_case = TEST_OK (ipl_case_load (source, keep, 2, NULL, &error));
        g_assert_cmpint (the_case->train.x != NULL, ==, keep && k != 1);
        TEST_OK (ipl_case_save (the_case, path, &error));
        again = TEST_OK (ipl_case_load (path, FALSE, 1, NULL, &error));

        g_assert_cmpint (again->level, ==, keep ? the_case->level : IPL_LEVEL_PATHS);
        g_assert_cmpuint (again->Pi, ==, the_case->Pi);
        g_assert_cmpint (again->readout, ==, the_case->readout);
        g_assert_cmpstr (again->name, ==, the_case->name);
        g_assert_cmpfloat (again->temperature, ==, the_case->temperature);
        g_assert_cmpmem (again->variances, sizeof again->variances, the_case->variances,
                         sizeof again->variances);
        g_assert_true (g_strv_equal ((const char *const *)again->path_names,
                                     (const char *const *)the_case->path_names));
        g_assert_cmpuint (again->train.count, ==, the_case->train.count);
        test_assert_same (again->train.count * again->Pi * again->N0, again->train.xi,
                          the_case->train.xi);
        test_assert_same (again->tests[0].count, again->tests[0].y, the_case->tests[0].y);
        g_assert_false (case_has_note (again, "ignored"));
      }
}

/* The paper's data at the weights level gives the paths that its authors stored: its first training
 * sequences, and the first test sequence of each class. */
TEST (test_reference, "/case-io/reference")
{
  g_autofree char *weights = test_reference_path ("hmc4.npz");
  g_autofree char *paths = test_reference_path ("hmc.npz");
  gsize row;
  g_autoptr (IplCase) a = TEST_OK (ipl_case_load (weights, FALSE, 0, NULL, &error));
  g_autoptr (IplCase) b = TEST_OK (ipl_case_load (paths, FALSE, 0, NULL, &error));

  g_assert_cmpstr (b->short_names[1], ==, "a1");
  row = a->Pi * a->N0;
  /* Logits reach 100 and lose 2^-46 of that, which the softmax passes on to tokens of order 4. */
  test_assert_near (a->train.count * row, a->train.xi, b->train.xi, 100 * 0x1p-46 * 4);
  g_assert_cmpuint (a->train.count, ==, 4);
  g_assert_cmpuint (a->tests[0].count, ==, 2);
  test_assert_near (row, a->tests[0].xi, b->tests[0].xi, 100 * 0x1p-46 * 4);
  test_assert_near (row, a->tests[0].xi + row, b->tests[0].xi + 50 * row, 100 * 0x1p-46 * 4);
}

/* Two layers whose tokens see themselves and those before them. */
#define ROWS "[4,1,3,3]= 1 0 0 0.5 0.5 0 0.25 0.25 0.5"
static const char causal[]
    = "y_train[4]= 1 -1; y_test[4]= 1 -1; x_train[4,3,2]~1; x_test[4,3,2]~2;"
      "attn_train_1" ROWS "; attn_test_1" ROWS "; attn_train_2" ROWS "; attn_test_2" ROWS;

static void
assert_warnings (const IplCase *the_case, guint n, const char *first, const char *second)
{
  g_assert_cmpuint (the_case->warnings->len, ==, n);
  if (n > 0)
    g_assert_nonnull (strstr (the_case->warnings->pdata[0], first));
  if (n > 1)
    g_assert_nonnull (strstr (the_case->warnings->pdata[1], second));
}

/* What lies outside the theory: as the file says, and as attention itself shows; kept when saved.
 */
TEST (test_warnings, "/case-io/warnings")
{
  g_autofree char *path = test_path ("interplay-warnings.npz");
  g_autoptr (IplCase) both
      = case_of (case_changed (causal, "warnings: MLPs are\ntaken as given."), TRUE);
  g_autoptr (IplCase) last = case_of (case_changed (causal, "readout: last"), TRUE);
  g_autoptr (IplCase) weights
      = case_of (npz_builder_of ("y_train[4]= 1 -1; y_test[4]= 1 -1; x_train[4,6,3]~1;"
                                 "x_test[4,6,3]~2; w_1[2,3,3]~3; w_2[2,3,3]~4"),
                 TRUE);
  g_autoptr (IplCase) again = NULL;

  assert_warnings (both, 2, "MLPs are taken as given.", "causal mask, and the readout is the mean");
  g_assert_false (case_has_note (both, "ignored"));
  TEST_OK (ipl_case_save (both, path, &error));
  again = TEST_OK (ipl_case_load (path, TRUE, 1, NULL, &error));
  assert_warnings (again, 2, "MLPs are taken as given.", "causal mask");
  assert_warnings (last, 0, NULL, NULL);
  case_refused (case_changed (causal, "warnings[2]"), IPL_ERROR_VALUE, "warnings", NULL);
  assert_warnings (weights, 0, NULL, NULL);
  g_assert_true (case_has_note (weights, "Attention of layer 2 is computed from the inputs"));
}
