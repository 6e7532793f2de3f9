/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which names were meant for those of the data format, and which were not. */
#include <string.h>

#include "files/npz-support.h"

#include "core/base/error.h"
#include "core/case/case-io.h"
#include "core/case/near-name.h"
#include "core/dynamics/joint.h"

static const char *
near (const char *wanted, const char *name)
{
  GList one = { .data = (char *)name };

  return ipl_near_name (wanted, &one);
}

static void
test_near (void)
{
  static const struct
  {
    const char *wanted, *name;
  } pairs[] = {
    { "x_train", "X_train" },
    { "x_train", "x_Train" },
    { "x_train", "xTrain" },
    { "x_train", "XTrain" },
    { "x_train", "xtrain" },
    { "x_train", "x-train" },
    { "x_train", "x.train" },
    { "x_train", "train_x" },
    { "x_train", "x_trian" },
    { "x_train", "x_tran" },
    { "x_train", "x_training" },
    { "x_train", "inputs_train" },
    { "x_train", "tokens" },
    { "x_train", "x" },
    { "x_train", "X" },
    { "x_train", "x_data" },
    { "x_test", "X_test" },
    { "x_test", "xtest" },
    { "x_test_mnist", "X_test_MNIST" },
    { "y_train", "Y" },
    { "y_train", "y" },
    { "y_train", "labels" },
    { "y_train", "labels_train" },
    { "y_train", "train_labels" },
    { "y_train", "targets" },
    { "y_train", "y_train_labels" },
    { "y_test", "test_labels" },
    { "xi_train", "Xi_train" },
    { "xi_train", "xi" },
    { "attn_train_1", "attention_1" },
    { "attn_train_1", "attn1" },
    { "attn_train_1", "attn_1" },
    { "attn_train_1", "Attn_1" },
    { "attn_train_1", "attention_train_1" },
    { "attn_train_1", "attntrain1" },
    { "attn_train_1", "attn_1_train" },
    { "attn_train_1", "attention_layer_1_train" },
    { "attn_train_1", "atn_train_1" },
    { "attn_test_2", "attention_test_2" },
    { "w_1", "W_1" },
    { "w_1", "W1" },
    { "w_1", "weights_1" },
    { "wq_1", "w_q_1" },
    { "wq_1", "WQ1" },
    { "wq_1", "query_1" },
    { "wk_2", "key_2" },
    { "w_q_weigts", "w_q_weights" },
    { "heads", "Heads" },
    { "heads", "head" },
    { "temperature", "Temperature" },
    { "temperature", "temprature" },
    { "temperature", "tempertaure" },
    { "temperature", "temp" },
    { "variances", "variance" },
    { "path_names", "pathnames" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (near (pairs[i].wanted, pairs[i].name) == NULL)
      g_error ("%s was meant for %s", pairs[i].name, pairs[i].wanted);
}

static void
test_far (void)
{
  static const struct
  {
    const char *wanted, *name;
  } pairs[] = {
    /* Names of the format themselves. */
    { "x_train", "y_train" },
    { "y_train", "x_train" },
    { "x_train", "xi_train" },
    { "xi_train", "x_train" },
    { "x_train", "x_test" },
    { "wq_1", "wk_1" },
    { "wq_1", "w_1" },
    { "w_2", "w_1" },
    { "attn_train_2", "attn_train_1" },
    { "attn_train_1", "attn_test_1" },
    { "heads", "head_names" },
    { "name", "path_names" },
    { "w_q_weigts", "w_k_weigts" },
    /* Other letters, sets, layers. */
    { "x_train", "X_test" },
    { "x_test", "x" },
    { "y_train", "x" },
    { "x_train", "z_train" },
    { "attn_train_2", "attention_1" },
    { "attn_train_1", "attention_11" },
    { "attn_train_1", "attention" },
    { "attn_train_10", "attention_train_1" },
    { "wq_1", "key_1" },
    { "w_1", "weights" },
    { "y_train", "target_names" },
    /* Others altogether. */
    { "x_train", "train" },
    { "x_train", "embedding" },
    { "x_train", "arr_0" },
    { "y_train", "arr_1" },
    { "x_train", "data" },
    { "temperature", "tempo" },
    { "heads", "hidden" },
    { "readout", "layout" },
    { "name", "mean" },
    { "variances", "version" },
    { "x_train", "" },
    { "x_train", "_" },
    { "x_train", "\x1b[31m" },
    { "x_train", "х_train" }, /* a Cyrillic letter */
    { "x_train", "x_träin" },
    { "x_train", "a_b_c_d_e_f_g_h_i_j_k_l" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (near (pairs[i].wanted, pairs[i].name) != NULL)
      g_error ("%s was not meant for %s", pairs[i].name, pairs[i].wanted);
}

/* However long, and whatever bytes: nothing is read behind its end, and no time is lost. */
static void
test_hostile (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree char *letters = g_strnfill (1000000, 'x'), *lines = g_strnfill (1000000, '_');
  static const char alphabet[] = "xyXYtrainTEST_01 .-\x1b\xc3\xbc\n";
  char name[80];

  g_assert_null (near ("x_train", letters));
  g_assert_null (near ("x_train", lines));
  for (guint i = 0; i < 200000; i++)
    {
      gint32 n = g_rand_int_range (random, 0, sizeof name);

      for (gint32 k = 0; k < n; k++)
        name[k] = alphabet[g_rand_int_range (random, 0, sizeof alphabet - 1)];
      name[n] = '\0';
      near (i % 2 ? "x_train" : "attn_train_1", name);
    }
}

static void
test_nearest (void)
{
  GList last = { .data = (char *)"x" }, middle = { .data = (char *)"x_trian", .next = &last };
  GList first = { .data = (char *)"X_train", .next = &middle };
  const char *const wanted[] = { "xi_train", "x_train", NULL }, *const other[] = { "w_1", NULL };
  g_autofree char *hint = ipl_near_name_hint (wanted, &first);
  g_autofree char *none = ipl_near_name_hint (other, &first);

  g_assert_cmpstr (ipl_near_name ("x_train", &first), ==, "X_train");
  g_assert_cmpstr (ipl_near_name ("x_train", &middle), ==, "x");
  g_assert_cmpstr (hint, ==, "; it has “X_train”: rename that to x_train");
  g_assert_cmpstr (none, ==, "");
}

static void
add (NpzBuilder *builder, const char *const *names)
{
  for (; names[0] != NULL; names += 2)
    npz_builder_ones (builder, names[0], names[1]);
}

/* What is said of a file whose names are not quite those of the format. */
static void
test_files (void)
{
  static const struct
  {
    const char *arrays[16];
    const char *first, *second;
  } files[] = {
    { { "y_train", "4,", "y_test", "3,", "X_train", "4, 7, 5", "x_test", "3, 7, 5", "w_1",
        "2, 5, 5" },
      "has no array x_train",
      "it has “X_train”: rename that to x_train" },
    { { "labels", "4,", "y_test", "3,", "x_train", "4, 7, 5", "x_test", "3, 7, 5", "w_1",
        "2, 5, 5" },
      "has no array y_train",
      "it has “labels”: rename that to y_train" },
    { { "y_train", "4,", "y_test", "3,", "x_train", "4, 1, 5", "x_test", "3, 1, 5", "attention_1",
        "4, 2, 1, 1" },
      "has no attention",
      "it has “attention_1”: rename that to attn_train_1" },
    { { "y_train", "4,", "y_test", "3,", "x_train", "4, 1, 5", "x_test", "3, 1, 5", "attn_train_1",
        "4, 2, 1, 1", "Attn_test_1", "3, 2, 1, 1" },
      "has no array attn_test_1",
      "it has “Attn_test_1”: rename that to attn_test_1" },
    { { "y_train", "4,", "y_test", "3,", "x_train", "4, 7, 5", "x_test", "3, 7, 5", "wq_1",
        "2, 4, 5", "w_k_1", "2, 4, 5" },
      "has no array wk_1",
      "it has “w_k_1”: rename that to wk_1" },
    { { "a", "4,", "b", "3," }, "has no attention", "wk_1." },
  };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      NpzBuilder *builder = npz_builder_new ();
      char *path;

      add (builder, files[i].arrays);
      path = npz_builder_finish (builder);
      g_assert_null (ipl_case_load (path, FALSE, 1, NULL, &error));
      npz_assert_error (&error, IPL_ERROR_MISSING, files[i].first, files[i].second, NULL);
      npz_remove (path);
    }
}

/* An array that may be left out is not missed, but said to be unused. */
static void
test_ignored (void)
{
  static const char *const arrays[]
      = { "y_train",     "4,",      "y_test",       "3,",         "x_train",           "4, 1, 5",
          "x_test",      "3, 1, 5", "attn_train_1", "4, 2, 1, 1", "attn_test_1",       "3, 2, 1, 1",
          "Temperature", "1,",      "other",        "2,",         "attention_train_2", "4, 2, 1, 1",
          NULL };
  NpzBuilder *builder = npz_builder_new ();
  GError *error = NULL;
  char *path;
  g_autoptr (IplCase) the_case = NULL;
  const char *note = NULL;

  add (builder, arrays);
  path = npz_builder_finish (builder);
  the_case = ipl_case_load (path, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < the_case->notes->len; i++)
    if (strstr (the_case->notes->pdata[i], "ignored") != NULL)
      note = the_case->notes->pdata[i];
  g_assert_cmpstr (note, ==,
                   "Arrays of other names were ignored: Temperature (rename it to temperature?), "
                   "other, attention_train_2 (rename it to attn_train_2?).");
  npz_remove (path);
}

/* Frequencies of tokens are called X too; with labels it is a case. */
static void
test_frequencies (void)
{
  static const char *const frequencies[] = { "X", "4, 3", NULL };
  static const char *const small[] = { "x", "4, 3", NULL };
  static const char *const labelled[] = { "X", "4, 3", "y", "4,", NULL };
  NpzBuilder *builder = npz_builder_new ();
  IplJointSettings settings;
  GError *error = NULL;
  gsize M, K;
  double *X;
  char *path;

  add (builder, frequencies);
  path = npz_builder_finish (builder);
  g_assert_true (ipl_joint_frequencies_are_at (path));
  npz_remove (path);
  builder = npz_builder_new ();
  add (builder, small);
  path = npz_builder_finish (builder);
  ipl_joint_settings_init (&settings);
  settings.distribution = "file";
  settings.file = g_intern_string (path);
  X = ipl_joint_frequencies (&settings, &M, &K, NULL, &error);
  g_assert_null (X);
  npz_assert_error (&error, IPL_ERROR_MISSING, "has no array X", "it has “x”: rename that to X",
                    NULL);
  npz_remove (path);
  builder = npz_builder_new ();
  add (builder, labelled);
  path = npz_builder_finish (builder);
  g_assert_false (ipl_joint_frequencies_are_at (path));
  npz_remove (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/near-name/near", test_near);
  g_test_add_func ("/near-name/far", test_far);
  g_test_add_func ("/near-name/hostile", test_hostile);
  g_test_add_func ("/near-name/nearest", test_nearest);
  g_test_add_func ("/near-name/files", test_files);
  g_test_add_func ("/near-name/ignored", test_ignored);
  g_test_add_func ("/near-name/frequencies", test_frequencies);
  return g_test_run ();
}
