/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file says is no token is not read out. */
#include "case/case-support.h"

#include "core/base/error.h"

/* Four examples of three tokens: the second has padding at its end, the third at its beginning. */
static const double mask[] = { 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1 };
static const char texts[] = "abcde\0\0fghij";

/* A case of weights, or of path features, that is read out in one way. */
static NpzBuilder *
build (const char *readout, gboolean paths)
{
  NpzBuilder *builder = npz_builder_new ();

  case_add_labels (builder);
  npz_builder_text (builder, "readout", readout);
  case_add_random (builder, paths ? "xi_train" : "x_train", "4, 3, 2", 24, 1);
  case_add_random (builder, paths ? "xi_test" : "x_test", "4, 3, 2", 24, 2);
  if (!paths)
    {
      npz_builder_ones (builder, "wq_1", "1, 2, 2");
      npz_builder_ones (builder, "wk_1", "1, 2, 2");
    }
  return builder;
}

static NpzBuilder *
add_mask (NpzBuilder *builder, const char *name, const double *values)
{
  npz_builder_doubles (builder, name, values, "4, 3");
  return builder;
}

static NpzBuilder *
add_texts (NpzBuilder *builder, const char *name)
{
  npz_builder_npy (builder, name, "{'descr': '|S1', 'fortran_order': False, 'shape': (4, 3), }",
                   texts, 12);
  return builder;
}

TEST (test_refused, "/case-padding/refused")
{
  static const char *const readouts[] = { "last", "first", "mean" }, *const places[] = {
    "example 2, token 3", "example 3, token 1", "example 2, token 3"
  };

  for (guint k = 0; k < G_N_ELEMENTS (readouts); k++)
    {
      case_refused (add_mask (build (readouts[k], FALSE), "mask_train", mask), IPL_ERROR_VALUE,
                    "mask_train", places[k]);
      case_refused (add_mask (build (readouts[k], FALSE), "mask_test", mask), IPL_ERROR_VALUE,
                    "mask_test", places[k]);
    }
  case_refused (add_mask (build ("last", FALSE), "mask_train", mask), IPL_ERROR_VALUE, "xi_train",
                NULL);
}

/* Padding where nothing is read, a mask without any, and path features, which have none. */
TEST (test_taken, "/case-padding/taken")
{
  static const double none[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 },
                      ends[] = { 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1 };
  g_autoptr (IplCase) plain = case_of (add_mask (build ("mean", FALSE), "mask_train", none), FALSE);
  g_autoptr (IplCase) first
      = case_of (add_mask (build ("first", FALSE), "mask_train", ends), FALSE);
  g_autoptr (IplCase) paths = case_of (add_mask (build ("last", TRUE), "mask_train", mask), FALSE);

  g_assert_false (case_has_note (plain, "mask_train"));
  g_assert_cmpint (first->readout, ==, IPL_READOUT_FIRST);
  g_assert_false (case_has_note (paths, "mask_train"));
}

/* Empty texts are padding, whatever a mask says, which is not in files that are saved. */
TEST (test_texts, "/case-padding/texts")
{
  static const double none[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };

  case_refused (add_texts (build ("last", FALSE), "tokens_train"), IPL_ERROR_VALUE, "tokens_train",
                "example 2, token 3");
  case_refused (add_mask (add_texts (build ("first", FALSE), "tokens_test"), "mask_test", none),
                IPL_ERROR_VALUE, "tokens_test", "example 3, token 1");
}
