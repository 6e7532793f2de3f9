/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A document of parameters: what is read is written, and read again the same. */

#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree char *text = g_strndup ((const char *)bytes, n);
  IplParameters first, second;
  GError *error = NULL;

  if (!ipl_parameters_from_json (&first, text, &error))
    {
      g_assert_nonnull (error);
      fuzz_check_error (error);
      return 0;
    }
  g_assert_no_error (error);

  g_autofree char *written = ipl_parameters_to_json (&first);

  if (!ipl_parameters_from_json (&second, written, &error))
    g_error ("our own document is not read: %s\n%s", error->message, written);

  g_autofree char *again = ipl_parameters_to_json (&second);

  g_assert_cmpstr (written, ==, again);
  g_assert_true (ipl_parameters_equal (&first, &second));
  return 0;
}
