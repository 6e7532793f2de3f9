/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of moving pictures, one line each. */
#include "figures/animation/animation-format.h"

#include <string.h>

static const IplAnimationFormat *const formats[]
    = { &ipl_animation_gif, &ipl_animation_webp, &ipl_animation_mp4, &ipl_animation_webm };

/* @n: (out): how many
 * Returns: all of them */
const IplAnimationFormat *const *
ipl_animation_formats (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

/* Returns: (nullable): the format that its ending stands for, in any case */
const IplAnimationFormat *
ipl_animation_format_of (const char *path)
{
  const char *dot = strrchr (path, '.');

  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (dot + 1, formats[i]->id) == 0)
      return formats[i];
  return NULL;
}

/* Returns: (transfer full): ".gif, .webp, .mp4 or .webm", for sentences */
char *
ipl_animation_format_list (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_string_append_printf (text, "%s.%s",
                            i == 0                           ? ""
                            : i + 1 < G_N_ELEMENTS (formats) ? ", "
                                                             : " or ",
                            formats[i]->id);
  return g_string_free (text, FALSE);
}
