/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory this process may still take: the least of what the machine has free, what its
 * control groups leave it (version 1 and 2), and its resource limits. */
#include "core/base/memory-limit.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/file-read.h"

/* Version 1 writes "no limit" as the largest multiple of a page; nobody sets as much as this. */
#define NO_LIMIT 1e18
#define MAX_FILE (1 << 20) /* bytes of a file of the kernel's */

static char *file_root; /* in tests, a folder with a proc and a sys of its own */

/* For tests, before threads are started.
 * @root: (nullable): where proc and sys are looked for; NULL for the system's own */
void
ipl_memory_set_root (const char *root)
{
  g_free (file_root);
  file_root = g_strdup (root);
}

static char *
read_file (const char *path)
{
  g_autofree char *place = g_strconcat (file_root != NULL ? file_root : "", path, NULL);

  return ipl_file_read (place, MAX_FILE, NULL, NULL);
}

/* The number in a file of one number; -1 where there is none ("max"). */
static double
read_number (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = read_file (path);

  if (text == NULL || !g_ascii_isdigit (text[0]))
    return -1;
  return g_ascii_strtod (text, NULL);
}

/* The number after a word at the start of a line; 0 where there is none. */
static double
number_after (const char *text, const char *word)
{
  gsize length = strlen (word);

  for (const char *line = text; line != NULL; line = strchr (line, '\n'))
    {
      line += *line == '\n';
      if (strncmp (line, word, length) == 0 && strchr (" \t", line[length]) != NULL)
        return g_ascii_strtod (line + length, NULL);
    }
  return 0;
}

static void
take_lower (IplMemoryLeft *left, double bytes, const char *limit)
{
  if (bytes < left->bytes)
    *left = (IplMemoryLeft){ MAX (bytes, 0), limit };
}

/* What the machine could give without putting anybody's pages away for good. */
static void
look_at_machine (IplMemoryLeft *left)
{
  g_autofree char *text = read_file ("/proc/meminfo");
  double available = text != NULL ? number_after (text, "MemAvailable:") : 0;

  if (available > 0)
    take_lower (left, 1024 * (available + number_after (text, "SwapFree:")),
                "the free memory of this machine");
  else
    take_lower (left, (double)sysconf (_SC_PHYS_PAGES) * (double)sysconf (_SC_PAGESIZE),
                "the memory of this machine");
}

/* One control group: @limits are the names of the files that may hold a limit. */
static void
look_at_group (IplMemoryLeft *left, const char *folder, const char *const *limits,
               const char *used_name, const char *const *cache)
{
  for (guint i = 0; limits[i] != NULL; i++)
    {
      double limit = read_number (folder, limits[i]);

      if (limit < 0 || limit >= NO_LIMIT)
        continue;

      double used = MAX (read_number (folder, used_name), 0);
      g_autofree char *path = g_build_filename (folder, "memory.stat", NULL);
      g_autofree char *text = read_file (path);

      /* Files in its cache are given up when it needs room. */
      for (guint k = 0; text != NULL && cache[k] != NULL; k++)
        used -= number_after (text, cache[k]);
      take_lower (left, limit - MAX (used, 0), "the limit of its control group");
    }
}

/* The groups of this process from its own up to the root: each holds all below it. */
static void
look_at_groups (IplMemoryLeft *left)
{
  static const char *const limits_1[] = { "memory.limit_in_bytes", NULL };
  static const char *const limits_2[] = { "memory.max", "memory.high", NULL };
  static const char *const cache_1[] = { "total_inactive_file", "total_active_file", NULL };
  static const char *const cache_2[] = { "inactive_file", "active_file", NULL };
  g_autofree char *text = read_file ("/proc/self/cgroup");
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], ":", 3);

      if (g_strv_length (parts) < 3)
        continue;

      g_auto (GStrv) controllers = g_strsplit (parts[1], ",", -1);
      gboolean first = g_strv_contains ((const char *const *)controllers, "memory");

      if (!first && parts[1][0] != '\0')
        continue;

      g_autofree char *group = g_strdup (parts[2]);

      for (;;)
        {
          g_autofree char *folder
              = g_build_filename (first ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup", group, NULL);
          char *slash = strrchr (group, '/');

          look_at_group (left, folder, first ? limits_1 : limits_2,
                         first ? "memory.usage_in_bytes" : "memory.current",
                         first ? cache_1 : cache_2);
          if (slash == NULL)
            break;
          *slash = '\0';
        }
    }
}

/* RLIMIT_AS and RLIMIT_DATA, with the place of their use among the numbers of /proc/self/statm. */
static const struct
{
  int resource;
  guint place;
  const char *name, *option, *words;
} space_limits[] = {
  { RLIMIT_AS, 0, "address space", "ulimit -v", "its limit of address space" },
  { RLIMIT_DATA, 5, "data", "ulimit -d", "its limit of data" },
};

/* @space: (out): a resource limit that this process has, with what it uses of it
 * Returns: whether there is such a limit */
gboolean
ipl_memory_space (guint which, IplMemorySpace *space)
{
  double page = (double)sysconf (_SC_PAGESIZE), pages[7] = { 0 };

  for (guint i = 0, found = 0; i < G_N_ELEMENTS (space_limits); i++)
    {
      struct rlimit limit;

      if (getrlimit ((__rlimit_resource_t)space_limits[i].resource, &limit) != 0
          || limit.rlim_cur == RLIM_INFINITY || found++ != which)
        continue;

      g_autofree char *text = read_file ("/proc/self/statm");
      char *at = text;

      for (guint k = 0; at != NULL && k < G_N_ELEMENTS (pages); k++)
        pages[k] = g_ascii_strtod (at, &at);
      *space = (IplMemorySpace){ .limit = (double)limit.rlim_cur,
                                 .used = page * pages[space_limits[i].place],
                                 .name = space_limits[i].name,
                                 .option = space_limits[i].option,
                                 .words = space_limits[i].words };
      return TRUE;
    }
  return FALSE;
}

/* Reads what this process may still take: the least of the memory and swap that the machine has
 * free, the limits of the process's control groups (memory.max and memory.high of its own and of
 * all above it; memory.limit_in_bytes in version 1) without what they use beside file caches, and
 * RLIMIT_AS and RLIMIT_DATA without what the process has. Takes some tenths of a millisecond.
 * Returns: the bytes, with the words for what bounds them */
IplMemoryLeft
ipl_memory_left (void)
{
  IplMemoryLeft left = { G_MAXDOUBLE, "the memory of this machine" };
  IplMemorySpace space;

  look_at_machine (&left);
  look_at_groups (&left);
  for (guint i = 0; ipl_memory_space (i, &space); i++)
    take_lower (&left, space.limit - space.used, space.words);
  return left;
}
