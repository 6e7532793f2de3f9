/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The levels of case files: path features, attention, weights; what is inferred of heads. */
#include <math.h>

#include "case/case-support.h"

#include "core/case/case-io.h"
#include "core/case/features.h"
#include "support.h"

#define LABELS "y_train[4]= 1 -1; y_test[4]= 1 -1; "

TEST (test_paths, "/case-levels/paths")
{
  g_autofree double *xi = case_numbers (4 * 2 * 3, 1);
  g_autoptr (IplCase) the_case = case_of (
      npz_builder_of (LABELS "xi_train[4,2,3]~1; xi_test[4,2,3]~2; heads[2]= 2 1;"
                             "temperature[1]= 0.25; variances[4]= 1 2 3 4; name: my\ncase;"
                             "temprature[]; w_1[2,3,3]"),
      TRUE);

  g_assert_cmpint (the_case->level, ==, IPL_LEVEL_PATHS);
  g_assert_cmpuint (the_case->L, ==, 2);
  g_assert_cmpuint (the_case->H[0], ==, 2);
  g_assert_cmpuint (the_case->Pi, ==, 2);
  g_assert_cmpuint (the_case->N0, ==, 3);
  g_assert_cmpfloat (the_case->temperature, ==, 0.25);
  g_assert_cmpfloat (the_case->variances[3], ==, 4);
  g_assert_cmpint (the_case->readout, ==, IPL_READOUT_MEAN);
  g_assert_false (the_case->labels.kind == IPL_LABELS_NUMBERS);
  g_assert_cmpstr (the_case->name, ==, "my case");
  g_assert_cmpmem (the_case->train.xi, 24 * 8, xi, 24 * 8);
  g_assert_cmpstr (the_case->path_names[1], ==, "(2,1)");
  g_assert_cmpstr (the_case->short_names[1], ==, "(2,1)");
  g_assert_cmpstr (the_case->head_names[2], ==, "layer 2 head 1");
  g_assert_true (case_has_note (the_case, "xi_train"));
  g_assert_true (case_has_note (the_case, "attention weights in the file were not used"));
  g_assert_true (case_has_note (the_case, "temprature"));
  g_assert_false (case_has_note (the_case, "w_1"));
}

/* Heads that nobody needs to spell out. */
TEST (test_heads_inferred, "/case-levels/heads-inferred")
{
  g_autoptr (IplCase) weights
      = case_of (npz_builder_of (LABELS "x_train[4,6,3]~1; x_test[4,6,3]~2; w_1[2,3,3]~3;"
                                        "wq_2[3,2,3]~4; wk_2[3,2,3]~5"),
                 TRUE);

  /* Five paths, with variances of no layer, of one and of two. */
  for (guint layers = 0; layers <= 2; layers++)
    {
      NpzBuilder *builder = npz_builder_of (LABELS "xi_train[4,5,3]~1; xi_test[4,5,3]~2");
      g_autofree char *path = NULL;
      g_autoptr (IplCase) one = NULL;

      if (layers > 0)
        npz_builder_add (builder, "variances[%u]", layers + 2);
      path = npz_builder_finish (builder);
      if (layers == 2)
        {
          TEST_REFUSED (ipl_case_load (path, FALSE, 1, NULL, &error), IPL_ERROR_MISSING);
          continue;
        }
      one = TEST_OK (ipl_case_load (path, FALSE, 1, NULL, &error));
      g_assert_cmpuint (one->L, ==, 1);
      g_assert_cmpuint (one->H[0], ==, 5);
      g_assert_cmpstr (one->short_names[4], ==, "(5)");
      g_assert_cmpuint (one->notes->len, ==, layers == 0 ? 2 : 1);
    }

  g_assert_cmpuint (weights->L, ==, 2);
  g_assert_cmpuint (weights->H[0], ==, 2);
  g_assert_cmpuint (weights->H[1], ==, 3);
  g_assert_cmpuint (weights->weights[1].G, ==, 2);
  g_assert_cmpuint (weights->T, ==, 6);
}

/* The same network by its weights, by its attention, by that transposed, and by its paths. */
TEST (test_levels_agree, "/case-levels/levels-agree")
{
  enum
  {
    P = 4,
    T = 6,
    N0 = 3
  };
  static const guint H[] = { 2, 3 };
  static const char *const attention_shapes[] = { "4, 2, 6, 6", "4, 3, 6, 6" };
  g_autofree double *x = case_numbers (P * T * N0, 1);
  double *attention[2], *transposed[2];
  static const char tokens[] = LABELS "x_train[4,6,3]~1; x_test[4,6,3]~1; readout: first";
  g_autoptr (IplCase) by_weights
      = case_of (case_changed (tokens, "w_1[2,3,3]~2; w_2[3,3,3]~3"), TRUE);

  g_assert_cmpint (by_weights->readout, ==, IPL_READOUT_FIRST);

  for (guint l = 0; l < 2; l++)
    {
      attention[l] = g_new (double, P * H[l] * T * T);
      transposed[l] = g_new (double, P * H[l] * T * T);
      for (gsize i = 0; i < P; i++)
        for (guint h = 0; h < H[l]; h++)
          {
            double O[T * T];

            ipl_features_attention_matrix (&by_weights->weights[l], h, T, N0, x + i * T * N0, O);
            for (gsize s = 0; s < T; s++)
              for (gsize t = 0; t < T; t++)
                {
                  attention[l][((i * H[l] + h) * T + t) * T + s] = O[s * T + t];
                  transposed[l][((i * H[l] + h) * T + s) * T + t] = O[s * T + t];
                }
          }
    }
  for (guint way = 0; way < 3; way++)
    {
      g_autoptr (IplCase) again = NULL;
      double **given = way == 0 ? attention : transposed;
      NpzBuilder *builder
          = case_changed (tokens, way == 2 ? "-x_train; -x_test; heads[2]= 2 3" : "");

      if (way == 2)
        {
          npz_builder_doubles (builder, "xi_train", by_weights->train.xi, "4, 6, 3");
          npz_builder_doubles (builder, "xi_test", by_weights->train.xi, "4, 6, 3");
        }
      for (guint l = 0; way < 2 && l < 2; l++)
        {
          npz_builder_doubles (builder, l == 0 ? "attn_train_1" : "attn_train_2", given[l],
                               attention_shapes[l]);
          npz_builder_doubles (builder, l == 0 ? "attn_test_1" : "attn_test_2", given[l],
                               attention_shapes[l]);
        }
      again = case_of (builder, TRUE);
      g_assert_cmpuint (again->Pi, ==, 6);
      g_assert_cmpint (case_has_note (again, "T key, T query"), ==, way == 1);
      /* Sums of T terms of order 1, twice. */
      test_assert_near (P * 6 * N0, again->train.xi, by_weights->train.xi, 100 * 2.2e-16);
      test_assert_near (P * 6 * N0, again->tests[0].xi, by_weights->train.xi, 100 * 2.2e-16);
    }
  for (guint l = 0; l < 2; l++)
    {
      g_free (attention[l]);
      g_free (transposed[l]);
    }
}

TEST (test_symmetric_attention, "/case-levels/symmetric-attention")
{
  g_autoptr (IplCase) the_case
      = case_of (npz_builder_of (LABELS "x_train[4,2,3]~1; x_test[4,2,3]~2;"
                                        "attn_train_1[4,1,2,2]= 0.5; attn_test_1[4,1,2,2]= 0.5"),
                 TRUE);

  g_assert_false (case_has_note (the_case, "sums to 1"));
  g_assert_cmpuint (the_case->warnings->len, ==, 0);
}

TEST (test_authors_keys, "/case-levels/authors-keys")
{
  enum
  {
    L = 2,
    H = 2,
    N0 = 3,
    G = 4
  };
  g_autofree double *q = case_numbers (L * H * N0 * G, 4);
  g_autofree double *k = case_numbers (L * H * N0 * G, 5);
  g_autoptr (IplCase) the_case
      = case_of (npz_builder_of ("y_labels_train[4]= 1 -1; y_labels_test[4]= 1 -1;"
                                 "x_zeros_train[4,5,3]~1; x_zeros_test[4,5,3]~1;"
                                 "w_q_weigts[2,2,3,4]~4; w_k_weigts[2,2,3,4]~5"),
                 TRUE);

  g_assert_true (case_has_note (the_case, "x_zeros_train was read as x_train"));
  g_assert_true (case_has_note (the_case, "w_q_weigts"));
  g_assert_cmpuint (the_case->L, ==, L);
  g_assert_cmpuint (the_case->H[1], ==, H);
  g_assert_cmpuint (the_case->weights[0].G, ==, G);

  /* The same, the other way round: what they mean is in test-features. */
  for (gsize l = 0; l < L; l++)
    for (gsize h = 0; h < H; h++)
      for (gsize i = 0; i < N0; i++)
        for (gsize g = 0; g < G; g++)
          {
            gsize ours = (h * G + g) * N0 + i, theirs = ((l * H + h) * N0 + i) * G + g;

            g_assert_cmpfloat (the_case->weights[l].wq[ours], ==, q[theirs]);
            g_assert_cmpfloat (the_case->weights[l].wk[ours], ==, k[theirs]);
          }
}

/* Examples that are chosen keep their labels of both outputs, tokens, attention and features. */
TEST (test_chosen_examples, "/case-levels/chosen-examples")
{
  enum
  {
    P = 4,
    T = 3,
    N0 = 2,
    H = 2
  };
  const gsize sizes[] = { T * N0, H * T * T, H * N0 };
  NpzBuilder *builder
      = npz_builder_of ("y_train[4,2]= 0 10 1 11 2 12 3 13; y_test[4,2]= 0 10 1 11 2 12 3 13;"
                        "x_train[4,3,2]~1; x_test[4,3,2]~2");
  g_autofree double *attention = case_numbers (P * H * T * T, 7);
  g_autoptr (IplCase) whole = NULL, part = NULL;
  g_autofree char *path = NULL;

  for (guint i = 0; i < P * H * T; i++)
    {
      double *row = attention + i * T, sum = 0;

      for (guint s = 0; s < T; s++)
        sum += row[s] = exp (row[s]);
      for (guint s = 0; s < T; s++)
        row[s] /= sum;
    }
  npz_builder_doubles (builder, "attn_train_1", attention, "4, 2, 3, 3");
  npz_builder_doubles (builder, "attn_test_1", attention, "4, 2, 3, 3");
  path = npz_builder_finish (builder);
  whole = ipl_case_load (path, TRUE, 1, NULL, NULL);
  part = ipl_case_load (path, TRUE, 1, NULL, NULL);
  g_assert_true (ipl_case_select_examples (part, 2, 4, NULL));
  g_assert_cmpuint (part->train.count, ==, 2);
  for (guint m = 0; m < 2; m++)
    {
      gsize of = (gsize)part->train.y[2 * m];
      const double *const kept[] = { part->train.x, part->train.attention[0], part->train.xi };
      const double *const all[] = { whole->train.x, whole->train.attention[0], whole->train.xi };

      g_assert_cmpuint (of, >=, m);
      g_assert_cmpfloat (part->train.y[2 * m + 1], ==, 10 + (double)of);
      for (guint k = 0; k < 3; k++)
        test_assert_same (sizes[k], kept[k] + m * sizes[k], all[k] + of * sizes[k]);
    }
}
