/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/machine.h"

#include <string.h>

#include "core/base/file-read.h"

#define MAX_CPUINFO (16 << 20) /* bytes, for some thousand processors */

/* "Intel(R) Xeon(R) CPU @ 2.20GHz" of /proc/cpuinfo, or NULL. */
static char *
find_processor (void)
{
  g_autofree char *text = ipl_file_read ("/proc/cpuinfo", MAX_CPUINFO, NULL, NULL);
  g_auto (GStrv) lines = NULL;

  if (text == NULL)
    return NULL;
  lines = g_strsplit (text, "\n", 100);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "model name") && strchr (lines[i], ':') != NULL)
      return g_strstrip (g_utf8_make_valid (strchr (lines[i], ':') + 1, -1));
  return NULL;
}

/* Returns: what machine this is: its name, its processor and how many there are */
const char *
ipl_machine_describe (void)
{
  static char *description;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      g_autofree char *processor = find_processor ();
      g_autofree char *host = g_utf8_make_valid (g_get_host_name (), -1);

      description = g_strdup_printf ("%s, %u × %s", host, g_get_num_processors (),
                                     processor != NULL ? processor : "unknown processor");
      g_once_init_leave (&once, 1);
    }
  return description;
}
