/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/memory.h"

#include "core/base/error.h"

#include <string.h>

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
 * @instead: (nullable): what to change, the end of that sentence: "take fewer examples"
 * Returns: whether it may */
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
 * @what: what they are for, the subject of the sentence in @error
 * Returns: (transfer full) (nullable): the whole, to be freed; not initialized */
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
