/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

static inline guint
count_tabs (const char *line)
{
  guint n = 0;

  for (; *line != '\0'; line++)
    n += *line == '\t';
  return n;
}

/* Each row of a table has as many columns as its heading; an empty line ends a table. */
static inline void
assert_table_columns (const char *id, const char *table)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  const char *heading = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] == '\0')
      heading = NULL;
    else if (heading == NULL)
      heading = lines[i];
    else if (count_tabs (lines[i]) != count_tabs (heading))
      g_error ("%s: “%s” has other columns than “%s”", id, lines[i], heading);
}
