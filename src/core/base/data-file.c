/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that come with the program and are used from outside it: scripts, cases to open. */
#include "core/base/data-file.h"

#include "core/base/data-folders.h"

static char *
find_in (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&path) : NULL;
}

/* Finds a file that is installed with the program, also where all of it was moved elsewhere; in the
 * sources, for a program that runs where it was built. */
char *
ipl_data_file (const char *name)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  char *path = NULL;

  if (program != NULL && g_str_has_prefix (program, IPL_BUILD_FOLDER "/"))
    {
      path = find_in (IPL_SOURCE_FOLDER "/tools", name);
      return path != NULL ? path : find_in (IPL_SOURCE_FOLDER "/resources", name);
    }
  if (program != NULL)
    {
      g_autofree char *bin = g_path_get_dirname (program);
      g_autofree char *prefix = g_path_get_dirname (bin);
      g_autofree char *beside = g_build_filename (prefix, IPL_DATA_IN_PREFIX, NULL);

      path = find_in (beside, name);
    }
  return path != NULL ? path : find_in (IPL_DATA_FOLDER, name);
}
