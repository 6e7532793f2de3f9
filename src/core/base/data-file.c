/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that come with the program and are used from outside it: scripts, cases to open. */
#include "core/base/data-file.h"

#include <string.h>

#include "core/base/data-folders.h"

/* Whether this program runs where it was built. */
static gboolean
is_in_build (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  return program != NULL && g_str_has_prefix (program, IPL_BUILD_FOLDER "/");
}

/**
 * ipl_data_file:
 * @name: "export-attention.py", "examples/example-paths.npz"
 *
 * Finds a file that is installed with the program; in the sources, for a program that runs where it
 * was built.
 *
 * Returns: (transfer full) (nullable): its path; %NULL if it is not there
 */
char *
ipl_data_file (const char *name)
{
  static const char *const built[]
      = { IPL_SOURCE_FOLDER "/tools", IPL_SOURCE_FOLDER "/resources", NULL };
  static const char *const installed[] = { IPL_DATA_FOLDER, NULL };
  const char *const *folders = is_in_build () ? built : installed;

  for (; *folders != NULL; folders++)
    {
      g_autofree char *path = g_build_filename (*folders, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}
