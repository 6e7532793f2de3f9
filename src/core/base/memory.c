/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/memory.h"

#include "core/base/error.h"

#include <unistd.h>

/*< private >
 * ipl_memory_physical:
 *
 * Returns: bytes of physical memory of this machine
 */
double
ipl_memory_physical (void)
{
  long pages = sysconf (_SC_PHYS_PAGES);
  long size = sysconf (_SC_PAGESIZE);

  if (pages <= 0 || size <= 0)
    return 4e9;
  return (double)pages * (double)size;
}

/*< private >
 * ipl_memory_describe:
 * @bytes: a number of bytes
 *
 * Returns: (transfer full): "12.3 GB"
 */
char *
ipl_memory_describe (double bytes)
{
  static const char *const units[] = { "kB", "MB", "GB", "TB", "PB" };
  gsize i = 0;

  for (bytes /= 1e3; bytes >= 999.5 && i + 1 < G_N_ELEMENTS (units); i++)
    bytes /= 1e3;
  return g_strdup_printf (bytes >= 1e6 ? "%.2g %s" : "%.3g %s", bytes, units[i]);
}

/*< private >
 * ipl_memory_try_doubles:
 * @count: number of doubles, as a double so that the caller's product cannot overflow
 * @what: what they are for, the subject of the sentence in @error
 * @error: return location for %IPL_ERROR_MEMORY
 *
 * Allocates doubles whose number comes from a file or from a user, checking first that they fit
 * in physical memory. Free with g_free().
 *
 * Returns: (transfer full) (nullable): @count doubles, not initialized; never %NULL for 0
 */
double *
ipl_memory_try_doubles (double count, const char *what, GError **error)
{
  double bytes = 8.0 * count;
  double *values = NULL;

  if (bytes <= ipl_memory_physical ())
    values = g_try_malloc (MAX ((gsize)bytes, sizeof (double)));
  if (values == NULL)
    {
      g_autofree char *needed = ipl_memory_describe (bytes);
      g_autofree char *there = ipl_memory_describe (ipl_memory_physical ());

      g_set_error (error, IPL_ERROR, IPL_ERROR_MEMORY,
                   "%s would need %s of memory, and this machine has %s.", what, needed, there);
    }
  return values;
}
