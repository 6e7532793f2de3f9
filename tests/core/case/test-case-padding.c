/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file says is no token is not read out. */
#include "case/case-support.h"

#include "core/base/error.h"

#define LABELS "y_train[4]= 1 -1; y_test[4]= 1 -1;"
#define WEIGHTS LABELS "x_train[4,3,2]~1; x_test[4,3,2]~2; wq_1[1,2,2]; wk_1[1,2,2];"
#define PATHS LABELS "xi_train[4,3,2]~1; xi_test[4,3,2]~2;"
/* The second of four examples has padding at its end, the third at its beginning. */
#define MASK "[4,3]= 1 1 1 1 1 0 0 1 1 1 1 1"
#define ALL_TOKENS "[4,3]= 1"

static const char texts[] = "abcde\0\0fghij";

static NpzBuilder *
with_texts (const char *arrays, const char *name)
{
  NpzBuilder *builder = npz_builder_of (arrays);

  npz_builder_npy (builder, name, "{'descr': '|S1', 'fortran_order': False, 'shape': (4, 3), }",
                   texts, 12);
  return builder;
}

TEST (test_refused, "/case-padding/refused")
{
  static const struct
  {
    const char *arrays, *mask, *place;
  } cases[] = {
    { WEIGHTS "readout: last; mask_train" MASK, "mask_train", "example 2, token 3" },
    { WEIGHTS "readout: first; mask_train" MASK, "mask_train", "example 3, token 1" },
    { WEIGHTS "readout: mean; mask_train" MASK, "mask_train", "example 2, token 3" },
    { WEIGHTS "readout: last; mask_test" MASK, "mask_test", "example 2, token 3" },
    { WEIGHTS "readout: last; mask_train" MASK, "path features", "xi_train" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    case_refused (npz_builder_of (cases[i].arrays), IPL_ERROR_VALUE, cases[i].mask, cases[i].place);
}

/* A mask without padding, padding where nothing is read, and path features, which have none. */
TEST (test_accepted, "/case-padding/taken")
{
  static const char *const taken[]
      = { WEIGHTS "readout: mean; mask_train" ALL_TOKENS,
          WEIGHTS "readout: first; mask_train[4,3]= 1 1 1 1 1 0 1 0 0 1 1 1",
          PATHS "readout: last; mask_train" MASK };

  for (guint i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autoptr (IplCase) the_case = case_of (npz_builder_of (taken[i]), FALSE);

      g_assert_false (case_has_note (the_case, "mask_train"));
    }
}

/* Empty texts are padding, whatever a mask says, which is not in files that are saved. */
TEST (test_texts, "/case-padding/texts")
{
  case_refused (with_texts (WEIGHTS "readout: last", "tokens_train"), IPL_ERROR_VALUE,
                "tokens_train", "example 2, token 3");
  case_refused (with_texts (WEIGHTS "readout: first; mask_test" ALL_TOKENS, "tokens_test"),
                IPL_ERROR_VALUE, "tokens_test", "example 3, token 1");
}
