/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Any JSON text: bounded, and written again the same. */

#include "core/base/json-text.h"
#include "fuzz.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonNode) first = ipl_json_parse ((const char *)bytes, n, &why);
  g_autoptr (JsonNode) second = NULL;

  if (first == NULL)
    {
      g_assert_nonnull (why);
      g_assert_true (g_utf8_validate (why, -1, NULL));
      return 0;
    }
  g_assert_null (why);

  g_autofree char *written = ipl_json_write (first, FALSE);

  second = ipl_json_parse (written, strlen (written), &why);
  if (second == NULL)
    g_error ("our own JSON is not read: %s\n%s", why, written);

  g_autofree char *again = ipl_json_write (second, FALSE);

  g_assert_cmpstr (written, ==, again);
  return 0;
}
