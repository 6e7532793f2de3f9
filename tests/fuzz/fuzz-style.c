/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How figures look: what is read is written, and read again the same. */

#include "figures/output/style-json.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  g_autofree char *text = g_strndup ((const char *)bytes, n);
  GError *error = NULL;
  g_autoptr (IplFigureStyle) first = (IplFigureStyle *)ipl_figure_style_from_json (text, &error);
  g_autoptr (IplFigureStyle) second = NULL;
  g_autofree char *written = NULL, *again = NULL;

  fuzz_check_result (first, error);
  if (first == NULL)
    return 0;
  written = ipl_figure_style_to_json (first, TRUE);
  second = (IplFigureStyle *)ipl_figure_style_from_json (written, &error);
  if (second == NULL)
    g_error ("our own style is not read: %s\n%s", error->message, written);
  again = ipl_figure_style_to_json (second, TRUE);
  g_assert_cmpstr (written, ==, again);
  return 0;
}
