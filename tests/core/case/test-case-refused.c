/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every wrong file of the data format: one sentence with the array, what was found, what was
 * expected. */
#include "case/case-support.h"

#include "core/case/case-io.h"
#include "support.h"

/* A sound case at each level, of which each test leaves out or replaces arrays. */
static const char paths[] = "y_train[4]; y_test[3]; xi_train[4,6,5]; xi_test[3,6,5]; heads[2]= 2 3";
static const char attention[]
    = "y_train[4]; y_test[3]; x_train[4,1,5]; x_test[3,1,5]; attn_train_1[4,2,1,1];"
      "attn_train_2[4,3,1,1]; attn_test_1[3,2,1,1]; attn_test_2[3,3,1,1]; heads[2]= 2 3";
static const char weights[]
    = "y_train[4]; y_test[3]; x_train[4,7,5]; x_test[3,7,5]; w_1[2,5,5]; wq_2[3,4,5]; wk_2[3,4,5];"
      "heads[2]= 2 3";

TEST (test_sound, "/case-refused/sound")
{
  static const struct
  {
    const char *base, *changes;
  } sound[] = {
    { paths, "" },         { attention, "" },       { weights, "" }, { attention, "-heads" },
    { weights, "-heads" }, { paths, "w_0[2,5,5]" }, /* path features need no layers */
  };

  for (guint k = 0; k < G_N_ELEMENTS (sound); k++)
    ipl_case_unref (case_of (case_changed (sound[k].base, sound[k].changes), FALSE));
}

static const struct
{
  const char *base, *changes;
  gint code;
  const char *first, *second, *third; /* what is named; (nullable) */
} wrong[] = {
  { paths, "-y_train", IPL_ERROR_MISSING, "y_train" },
  { paths, "-y_test", IPL_ERROR_MISSING, "y_test" },
  { paths, "-xi_test", IPL_ERROR_MISSING, "xi_test" },
  { paths, "-xi_train", IPL_ERROR_MISSING, "xi_train" },
  { attention, "-x_train", IPL_ERROR_MISSING, "x_train" },
  { attention, "-x_test", IPL_ERROR_MISSING, "x_test" },
  { attention, "-attn_train_2", IPL_ERROR_MISSING, "attn_train_2" },
  { attention, "-attn_test_1", IPL_ERROR_MISSING, "attn_test_1" },
  { weights, "-w_1", IPL_ERROR_MISSING, "w_1" },
  { weights, "-wq_2", IPL_ERROR_MISSING, "wq_2" },
  { weights, "-wk_2", IPL_ERROR_MISSING, "wk_2" },
  { weights, "-x_test", IPL_ERROR_MISSING, "x_test" },
  /* Else the second layer would be taken for the first. */
  { attention, "attn_train_0[4,2,1,1]", IPL_ERROR_VALUE, "attn_train_0" },
  { weights, "-w_1; w_0[2,5,5]", IPL_ERROR_VALUE, "w_0" },
  /* Shapes. */
  { paths, "y_train[4,1,1]", IPL_ERROR_SHAPE, "y_train", "[4, 1, 1]", "[P]" },
  { paths, "y_test[]", IPL_ERROR_SHAPE, "y_test", "[]", "[P']" },
  { paths, "xi_train[5,6,5]", IPL_ERROR_SHAPE, "xi_train", "[5, 6, 5]", "[P = 4, Pi = 6, N0]" },
  { paths, "xi_train[4,5,5]", IPL_ERROR_SHAPE, "xi_train", "[4, 5, 5]", "[P = 4, Pi = 6, N0]" },
  { paths, "xi_test[3,6,4]", IPL_ERROR_SHAPE, "xi_test", "[3, 6, 4]", "N0 = 5" },
  { paths, "xi_test[3,30]", IPL_ERROR_SHAPE, "xi_test", "[3, 30]", "Pi = 6" },
  { attention, "x_train[4,5]", IPL_ERROR_SHAPE, "x_train", "[4, 5]", "[P = 4, T, N0]" },
  { attention, "x_test[3,2,5]", IPL_ERROR_SHAPE, "x_test", "[3, 2, 5]", "T = 1" },
  { attention, "attn_train_1[4,3,1,1]", IPL_ERROR_SHAPE, "attn_train_1", "[4, 3, 1, 1]", "H = 2" },
  { attention, "attn_test_2[3,3,2,2]", IPL_ERROR_SHAPE, "attn_test_2", "[3, 3, 2, 2]",
    "T query = 1" },
  { weights, "w_1[2,5,4]", IPL_ERROR_SHAPE, "w_1", "[2, 5, 4]", "N0 = 5" },
  { weights, "w_1[3,5,5]", IPL_ERROR_SHAPE, "w_1", "[3, 5, 5]", "H = 2" },
  { weights, "wk_2[3,3,5]", IPL_ERROR_SHAPE, "wk_2", "[3, 3, 5]", "G = 4" },
  { weights, "wq_2[3,4,4]", IPL_ERROR_SHAPE, "wq_2", "[3, 4, 4]", "N0 = 5" },
  { weights, "x_train[4,0,5]", IPL_ERROR_SHAPE, "x_train", "[4, 0, 5]" },
  { paths, "y_train[0]", IPL_ERROR_SHAPE, "y_train", "[0]" },
  { weights, "wq_2[3,0,5]", IPL_ERROR_SHAPE, "wq_2", "[3, 0, 5]" },
  { paths, "variances[3]", IPL_ERROR_SHAPE, "variances", "[3]", "L + 2 = 4" },
  { paths, "temperature[2]", IPL_ERROR_SHAPE, "temperature", "[2]" },
  { weights, "w_3[1,5,5]", IPL_ERROR_SHAPE, "heads", "w_3", "2 layers" },
  /* One number of one array. */
  { paths, "xi_train[4,6,5]@47= nan", IPL_ERROR_VALUE, "xi_train[1, 3, 2]" },
  { paths, "y_test[3]@2= inf", IPL_ERROR_VALUE, "y_test[2]" },
  { weights, "w_1[2,5,5]@26= -inf", IPL_ERROR_VALUE, "w_1[1, 0, 1]" },
  { weights, "x_test[3,7,5]@0= nan", IPL_ERROR_VALUE, "x_test[0, 0, 0]" },
  { weights, "x_train[4,7,5]@0= 1e200", IPL_ERROR_VALUE, "x_train[0, 0, 0]" },
  { paths, "temperature[]= -0.1", IPL_ERROR_VALUE, "temperature", "-0.1" },
  { paths, "temperature[]= nan", IPL_ERROR_VALUE, "temperature" },
  { paths, "variances[4]@2= 0", IPL_ERROR_VALUE, "variances[2]" },
  { paths, "variances[4]@3= nan", IPL_ERROR_VALUE, "variances[3]" },
  { paths, "heads[2]= 1 2.5", IPL_ERROR_VALUE, "heads", "2.5" },
  { paths, "heads[2]= 0 1", IPL_ERROR_VALUE, "heads", "1" },
  { paths, "heads[2]= -2 1", IPL_ERROR_VALUE, "heads", "-2" },
  { paths, "heads[2]= 1 65", IPL_ERROR_VALUE, "heads", "65" },
  { paths, "heads[2]= 1 nan", IPL_ERROR_VALUE, "heads", "nan" },
  { paths, "heads[9]", IPL_ERROR_VALUE, "heads", "9" },
  { attention, "attn_train_2[4,3,1,1]@7= 0.5", IPL_ERROR_VALUE, "attn_train_2[2, 1, 0, :]" },
  /* Labels. */
  { paths, "y_train[4]= 1 -1; y_test_more[3]= 1 -1 3; xi_test_more[3,6,5]", IPL_ERROR_VALUE, "more",
    "3" },
  { paths, "y_train[4]= 1 -1; y_test[3]= 0 1 1", IPL_ERROR_VALUE, "y_train", "test" },
  /* Further test sets. */
  { paths, "y_test_mnist[2]", IPL_ERROR_MISSING, "xi_test_mnist" },
  { weights, "x_test_mnist[2,7,5]", IPL_ERROR_MISSING, "y_test_mnist" },
  { weights, "x_test_mnist[2,7,4]; y_test_mnist[2]", IPL_ERROR_SHAPE, "x_test_mnist", "[2, 7, 4]" },
  /* Words. */
  { paths, "readout: middle", IPL_ERROR_VALUE, "readout", "middle" },
  { paths, "readout[]", IPL_ERROR_VALUE, "readout" },
  { paths, "y_train: cats", IPL_ERROR_VALUE, "y_train" },
  { paths, "path_names: only one", IPL_ERROR_SHAPE, "path_names", "Pi = 6" },
  { paths, "head_names[5]", IPL_ERROR_VALUE, "head_names" },
  /* Too many paths. */
  { "y_train[2]; y_test[2]; x_train[2,2,2]; x_test[2,2,2]", "w_1[17,2,2]; w_2[16,2,2]; w_3[16,2,2]",
    IPL_ERROR_MEMORY, "4352", "4096" },
};

TEST (test_wrong, "/case-refused/wrong")
{
  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    {
      g_autofree char *path = npz_builder_finish (case_changed (wrong[k].base, wrong[k].changes));

      TEST_REFUSED (ipl_case_load (path, TRUE, 1, NULL, &error), wrong[k].code, wrong[k].first,
                    wrong[k].second, wrong[k].third);
    }
}

TEST (test_objects, "/case-refused/objects")
{
  NpzBuilder *builder = case_changed (paths, "-xi_train");

  npz_builder_npy (builder, "xi_train", "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
                   "pickle", 6);
  case_refused (builder, IPL_ERROR_FORMAT, "xi_train", NULL);
}

TEST (test_size, "/case-refused/size")
{
  TEST_OK (ipl_case_check_size (1000, 1000, 16, 192, 1, &error));
  TEST_OK (ipl_case_check_size (100, 1000, 4, 231, 1, &error));
  TEST_REFUSED (ipl_case_check_size (100, 100, 4097, 10, 1, &error), IPL_ERROR_MEMORY, "4097",
                "4096");
  TEST_REFUSED (ipl_case_check_size (100000000, 100, 4, 10, 1, &error), IPL_ERROR_MEMORY,
                "100000000");
  TEST_REFUSED (ipl_case_check_size (G_MAXSIZE, G_MAXSIZE, 64, G_MAXSIZE, 1, &error),
                IPL_ERROR_MEMORY);
}

TEST (test_cancelled, "/case-refused/cancelled")
{
  g_autofree char *path = npz_builder_finish (case_changed (weights, ""));

  TEST_CANCELLED (ipl_case_load (path, FALSE, 1, cancelled, &error));
}
