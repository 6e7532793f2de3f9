/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/memory.h"

#include <math.h>
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

/* Smaller arrays are not compared with the memory that is available, which takes longer than to
 * allocate them. */
#define CHECKED_FROM 64e6
/* Bytes that are left over for everything else. */
#define RESERVE 64e6

/* Parts of a workspace take full cache lines, each followed by a gap that AddressSanitizer
 * guards. */
#define LINE 64

#define MAX_FILE (1 << 16) /* bytes of a file of the kernel's */

/* The number after @word in a file, or at its beginning without one; infinite if there is none
 * ("max"). */
static double
read_number (const char *path, const char *word)
{
  g_autofree char *text = ipl_file_read (path, MAX_FILE, NULL, NULL);
  const char *at = text != NULL && word != NULL ? strstr (text, word) : text;

  if (at != NULL && word != NULL)
    at += strlen (word) + strspn (at + strlen (word), " \t");
  return at != NULL && g_ascii_isdigit (at[0]) ? g_ascii_strtod (at, NULL) : INFINITY;
}

/* Bytes that the limit of this process's own control group leaves it; infinite without a limit. */
static double
group_available (void)
{
  g_autofree char *text = ipl_file_read ("/proc/self/cgroup", MAX_FILE, NULL, NULL);
  const char *at = text != NULL ? strstr (text, "0::/") : NULL;
  g_autofree char *group = at != NULL ? g_strndup (at + 3, strcspn (at + 3, "\n")) : NULL;
  g_autofree char *folder = g_build_filename ("/sys/fs/cgroup", group, NULL);
  g_autofree char *limit = g_build_filename (folder, "memory.max", NULL);
  g_autofree char *used = g_build_filename (folder, "memory.stat", NULL);
  double bytes = read_number (limit, NULL);

  /* The page cache of the group is reclaimed when it needs memory. */
  return isfinite (bytes) ? MAX (bytes - read_number (used, "anon"), 0) : INFINITY;
}

/* Bytes that the limit of this process's address space leaves it; infinite without a limit. */
static double
address_space_available (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return INFINITY;
  return MAX ((double)limit.rlim_cur
                  - (double)sysconf (_SC_PAGESIZE) * read_number ("/proc/self/statm", NULL),
              0);
}

/* Returns: bytes that this process may still allocate: the memory available without swapping,
 *   within the limits of its control group and address space; infinite if unknown */
double
ipl_memory_available (void)
{
  return MIN (MIN (1024 * read_number ("/proc/meminfo", "MemAvailable:"), group_available ()),
              address_space_available ());
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
is_available (double bytes)
{
  return bytes < CHECKED_FROM
         || bytes + RESERVE <= MIN (ipl_memory_available (), (double)G_MAXSSIZE);
}

/* @what: purpose of the memory, the subject of the sentence: "Keeping the draws"
 * @instead: (nullable): a remedy, the end of the sentence: "take fewer examples" */
void
ipl_memory_set_error (GError **error, double bytes, const char *what, const char *instead)
{
  g_autofree char *needed = ipl_memory_describe (bytes);
  g_autofree char *available = ipl_memory_describe (MAX (ipl_memory_available () - RESERVE, 0));

  g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
               "%s would take about %s of memory, and %s are available: %s.", what, needed,
               available,
               instead != NULL ? instead : "end other programs or make the problem smaller");
}

/* FALSE with an error of ipl_memory_set_error() if this number of bytes is not available. */
gboolean
ipl_memory_check (double bytes, const char *what, const char *instead, GError **error)
{
  if (is_available (bytes))
    return TRUE;
  ipl_memory_set_error (error, bytes, what, instead);
  return FALSE;
}

static gpointer
try_bytes (double bytes, gboolean zeroed, const char *what, GError **error)
{
  gpointer memory = NULL;

  if (is_available (bytes))
    {
      gsize size = MAX ((gsize)bytes, sizeof (double));

      memory = zeroed ? g_try_malloc0 (size) : g_try_malloc (size);
    }
  if (memory == NULL)
    ipl_memory_set_error (error, bytes, what, NULL);
  return memory;
}

/* Allocates an array whose length comes from a file or a user.
 * @count: number of elements, as a double so that the caller's product cannot overflow
 * @what: their purpose, the subject of the sentence in @error
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

/* Returns: bytes of an allocation for several arrays */
static double
ipl_memory_parts_room (const IplMemoryPart *parts, guint n_parts)
{
  double total = 0;

  for (guint i = 0; i < n_parts; i++)
    total += part_bytes (&parts[i]) + LINE;
  return total;
}

/* Stores the addresses of arrays in one allocation. */
static void
ipl_memory_place_parts (const IplMemoryPart *parts, guint n_parts, gpointer block)
{
  char *next = block;

  ASAN_UNPOISON_MEMORY_REGION (block, (gsize)ipl_memory_parts_room (parts, n_parts));
  for (guint i = 0; i < n_parts; i++)
    {
      gsize bytes = (gsize)part_bytes (&parts[i]);
      char *end = next + (bytes + LINE) / LINE * LINE;

      memcpy (parts[i].at, &next, sizeof next);
      ASAN_POISON_MEMORY_REGION (next + bytes, (gsize)(end - next) - bytes);
      next = end;
    }
}

/* Allocates a workspace of several arrays and stores their addresses.
 * @what: their purpose, the subject of the sentence in @error */
gpointer
ipl_memory_try_parts (const IplMemoryPart *parts, guint n_parts, const char *what, GError **error)
{
  gpointer block = ipl_memory_try (ipl_memory_parts_room (parts, n_parts), 1, what, error);

  if (block != NULL)
    ipl_memory_place_parts (parts, n_parts, block);
  return block;
}

/* Like ipl_memory_try_parts(), all zero. */
gpointer
ipl_memory_try_parts0 (const IplMemoryPart *parts, guint n_parts, const char *what, GError **error)
{
  gpointer block = ipl_memory_try0 (ipl_memory_parts_room (parts, n_parts), 1, what, error);

  if (block != NULL)
    ipl_memory_place_parts (parts, n_parts, block);
  return block;
}
