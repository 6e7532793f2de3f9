/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/pages/pages.h"

static const IplFormat *const formats[] = {
  &ipl_format_png,
  &ipl_format_svg,
  &ipl_format_pdf,
  &ipl_format_tex,
};

/* @n: (out): number of formats
 * Returns: the formats in menu order */
const IplFormat *const *
ipl_formats (guint *n)
{
  g_return_val_if_fail (n != NULL, NULL);
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* @text: id of a format, in any case
 * @format: (out): the format
 * Returns: TRUE if it exists */
gboolean
ipl_format_parse (const char *text, const IplFormat **format)
{
  g_return_val_if_fail (text && format, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (text, formats[i]->id) == 0)
      {
        *format = formats[i];
        return TRUE;
      }
  return FALSE;
}

/* @before: prefix of each id, such as a dot
 * Returns: (transfer full): all formats for a sentence: "png, svg, pdf or tex" */
char *
ipl_format_list (const char *before, const char *between, const char *last)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_string_append_printf (text, "%s%s%s",
                            i == 0                            ? ""
                            : i + 1 == G_N_ELEMENTS (formats) ? last
                                                              : between,
                            before, formats[i]->id);
  return g_string_free (text, FALSE);
}
