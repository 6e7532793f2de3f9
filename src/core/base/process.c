/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether another process of this machine still runs. Process numbers come round again, so
 * a process is known by its number and by when it began, which no change of the clock moves. */
#include "core/base/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "core/base/file-read.h"

#define MAX_STAT 4096
#define FIELDS_BEFORE_START 19 /* after the name, in proc(5)'s stat */

/* Returns: when it began, in ticks since the machine did; 0 where that is not known */
guint64
ipl_process_start (gint64 pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%" G_GINT64_FORMAT "/stat", pid);
  g_autofree char *text = ipl_file_read (path, MAX_STAT, NULL, NULL);
  /* The name, in brackets, may hold anything. */
  const char *at = text != NULL ? strrchr (text, ')') : NULL;

  for (guint i = 0; at != NULL && i <= FIELDS_BEFORE_START; i++)
    {
      at = strchr (at, ' ');
      at = at != NULL ? at + 1 : NULL;
    }
  return at != NULL ? g_ascii_strtoull (at, NULL, 10) : 0;
}

/* @start: what ipl_process_start() gave of it; 0 where that is not known
 * Returns: whether it still runs */
gboolean
ipl_process_lives (gint64 pid, guint64 start)
{
  guint64 now;

  if (pid <= 0 || pid > G_MAXINT32 || (kill ((pid_t)pid, 0) != 0 && errno != EPERM))
    return FALSE;
  now = ipl_process_start (pid);
  return start == 0 || now == 0 || start == now;
}
