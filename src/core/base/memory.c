/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory this process may still take (the least of what the machine has free, what its
 * control groups leave it, version 1 and 2, and its resource limits), and allocations within it. */
#include "core/base/memory.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-read.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, size)
#define ASAN_UNPOISON_MEMORY_REGION(at, size)
#endif

/* Needs below this are not compared with what is left, which takes longer than to allocate them;
 * the allocation itself may still be refused. */
#define ASKED_FROM 32e6

/* Parts of a workspace take whole cache lines, with a gap behind each that AddressSanitizer guards.
 */
#define LINE 64

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

/* The memory that is available without swapping. */
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

/* @space: (out): a resource limit that this process has, with what it uses of it */
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

/* Returns: (transfer full): "12.3 GB" */
char *
ipl_memory_describe (double bytes)
{
  static const char *const units[] = { "kB", "MB", "GB", "TB", "PB" };
  gsize i = 0;

  for (bytes /= 1e3; bytes >= 999.5 && i + 1 < G_N_ELEMENTS (units); i++)
    bytes /= 1e3;
  return g_strdup_printf (bytes >= 1e6 ? "%.2g %s" : "%.3g %s", bytes, units[i]);
}

static gboolean
is_there (double bytes)
{
  return bytes < ASKED_FROM || bytes + IPL_MEMORY_RESERVE <= ipl_memory_left ().bytes;
}

/* @instead: (nullable): what to change */
void
ipl_memory_set_error (GError **error, double bytes, const char *what, const char *instead)
{
  IplMemoryLeft left = ipl_memory_left ();
  g_autofree char *needed = ipl_memory_describe (bytes);
  g_autofree char *there = ipl_memory_describe (MAX (left.bytes - IPL_MEMORY_RESERVE, 0));

  g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
               "%s needs about %s of memory, and this process may have %s more (%s)%s%s.", what,
               needed, there, left.limit, instead != NULL ? ": " : "",
               instead != NULL ? instead : "");
}

/* Asks, before a run begins, whether this process may take as much; see ipl_memory_left().
 * @bytes: memory that a run will take beside what the process has, at its largest
 * @what: what takes it, the subject of the sentence in @error: "Solving 7 widths on 2 threads"
 * @instead: (nullable): what to change, the end of that sentence: "take fewer examples" */
gboolean
ipl_memory_ask (double bytes, const char *what, const char *instead, GError **error)
{
  if (is_there (bytes))
    return TRUE;
  ipl_memory_set_error (error, bytes, what, instead);
  return FALSE;
}

static gpointer
try_bytes (double bytes, gboolean zeroed, const char *what, GError **error)
{
  gpointer memory = NULL;

  if (is_there (bytes))
    {
      gsize size = MAX ((gsize)bytes, sizeof (double));

      memory = zeroed ? g_try_malloc0 (size) : g_try_malloc (size);
    }
  if (memory == NULL && is_there (bytes))
    {
      g_autofree char *needed = ipl_memory_describe (bytes);

      g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                   "%s needs %s of memory, which the system did not give: end other programs or "
                   "make the problem smaller.",
                   what, needed);
    }
  else if (memory == NULL)
    ipl_memory_set_error (error, bytes, what, NULL);
  return memory;
}

/* Allocates an array whose length comes from a file or from a user. Large ones are first compared
 * with what the process may have.
 * @count: number of elements, as a double so that the caller's product cannot overflow
 * @what: what they are for, the subject of the sentence in @error
 * Returns: (transfer full) (nullable): the array, not initialized; never NULL for 0 */
gpointer
ipl_memory_try (double count, gsize size, const char *what, GError **error)
{
  return try_bytes (count * (double)size, FALSE, what, error);
}

/* Returns: (transfer full) (nullable): as ipl_memory_try(), all zero */
gpointer
ipl_memory_try0 (double count, gsize size, const char *what, GError **error)
{
  return try_bytes (count * (double)size, TRUE, what, error);
}

/* @from: [@count] elements of @size bytes
 * Returns: (transfer full) (nullable): a copy in memory as of ipl_memory_try() */
gpointer
ipl_memory_try_copy (const void *from, double count, gsize size, const char *what, GError **error)
{
  gpointer memory = ipl_memory_try (count, size, what, error);

  if (memory != NULL && count > 0)
    memcpy (memory, from, (gsize)count * size);
  return memory;
}

/* Returns: (transfer full) (nullable): @count doubles as of ipl_memory_try() */
double *
ipl_memory_try_doubles (double count, const char *what, GError **error)
{
  return ipl_memory_try (count, sizeof (double), what, error);
}

static double
part_bytes (const IplMemoryPart *part)
{
  return part->count * (double)(part->size > 0 ? part->size : sizeof (double));
}

/* Returns: bytes of the arrays, without the gaps between them */
double
ipl_memory_parts_bytes (const IplMemoryPart *parts, guint n_parts)
{
  double bytes = 0;

  for (guint i = 0; i < n_parts; i++)
    bytes += part_bytes (&parts[i]);
  return bytes;
}

/* Returns: bytes of one allocation that several arrays fit in */
double
ipl_memory_parts_room (const IplMemoryPart *parts, guint n_parts)
{
  double total = 0;

  for (guint i = 0; i < n_parts; i++)
    total += part_bytes (&parts[i]) + LINE;
  return total;
}

/* Stores the addresses of arrays in one allocation. */
void
ipl_memory_place_parts (const IplMemoryPart *parts, guint n_parts, gpointer whole)
{
  char *next = whole;

  ASAN_UNPOISON_MEMORY_REGION (whole, (gsize)ipl_memory_parts_room (parts, n_parts));
  for (guint i = 0; i < n_parts; i++)
    {
      gsize bytes = (gsize)part_bytes (&parts[i]);
      char *end = next + (bytes + LINE) / LINE * LINE;

      memcpy (parts[i].at, &next, sizeof next);
      ASAN_POISON_MEMORY_REGION (next + bytes, (gsize)(end - next) - bytes);
      next = end;
    }
}

/* Allocates a workspace of several arrays at once and stores their addresses.
 * @what: what they are for, the subject of the sentence in @error */
gpointer
ipl_memory_try_parts (const IplMemoryPart *parts, guint n_parts, const char *what, GError **error)
{
  gpointer whole = ipl_memory_try (ipl_memory_parts_room (parts, n_parts), 1, what, error);

  if (whole != NULL)
    ipl_memory_place_parts (parts, n_parts, whole);
  return whole;
}

/* As ipl_memory_try_parts(), all zero. */
gpointer
ipl_memory_try_parts0 (const IplMemoryPart *parts, guint n_parts, const char *what, GError **error)
{
  gpointer whole = ipl_memory_try0 (ipl_memory_parts_room (parts, n_parts), 1, what, error);

  if (whole != NULL)
    ipl_memory_place_parts (parts, n_parts, whole);
  return whole;
}
