/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A case file at any of its levels; saved, it is read again the same. */

#include "core/case/case-io.h"
#include "core/folder.h"
#include "core/support.h"
#include "fuzz.h"

static void
save_and_compare (const IplCase *self)
{
  g_autoptr (IplCase) again = NULL;
  g_autofree char *path = test_path ("case.npz");

  TEST_OK (ipl_case_save (self, path, &error));
  again = TEST_OK (ipl_case_load (path, FALSE, 1, NULL, &error));
  g_assert_cmpuint (again->Pi, ==, self->Pi);
  g_assert_cmpuint (again->N0, ==, self->N0);
  g_assert_cmpuint (again->train.count, ==, self->train.count);
  fuzz_check_equal (self->train.xi, again->train.xi, self->train.count * self->Pi * self->N0,
                    "xi_train");
  fuzz_check_equal (self->train.y, again->train.y, self->train.count, "y_train");
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_auto (FuzzFile) file = { 0 };
  g_autoptr (IplCase) the_case = NULL;

  fuzz_file_init_zip (&file, bytes, n);
  the_case = FUZZ_TRY (ipl_case_load (file.path, TRUE, 1, NULL, &error));
  if (the_case != NULL)
    save_and_compare (the_case);
  return 0;
}
