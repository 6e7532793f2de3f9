/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that come with the program and are used from outside it: scripts, cases to open. They are
 * found from where the program or the library lies, wherever all of it was moved. */
#define _GNU_SOURCE /* dladdr() */
#include "core/base/data-file.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "core/base/data-folders.h"

/* In the folder that something was built in, a link to its sources. */
#define SOURCES "source-folder"

/* The program, or the shared library, that this function is in; (nullable). */
static char *
find_own_file (void)
{
  Dl_info own, program;

  if (dladdr ((gconstpointer)(gsize)find_own_file, &own) == 0)
    return NULL;
  if (dladdr ((gconstpointer)getauxval (AT_PHDR), &program) != 0
      && own.dli_fbase == program.dli_fbase)
    return realpath ("/proc/self/exe", NULL);
  return realpath (own.dli_fname, NULL);
}

/* Those of @within that are there, without links. */
static char **
resolve (const char *folder, const char *const *within)
{
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();

  for (guint i = 0; within[i] != NULL; i++)
    {
      g_autofree char *named = g_build_filename (folder, within[i], NULL);
      char *path = realpath (named, NULL);

      if (path != NULL)
        g_strv_builder_add (found, path);
      free (path);
    }
  return g_strv_builder_end (found);
}

/* The folders of data: of a build those of the sources, else what is installed in one of the
 * folders above the program. */
static char **
find_folders (void)
{
  static const char *const sources[] = { SOURCES "/tools", SOURCES "/resources", NULL };
  static const char *const installed[] = { IPL_DATA_IN_PREFIX, NULL };
  char *own = find_own_file ();
  g_autofree char *at = own != NULL ? g_path_get_dirname (own) : NULL;

  free (own);
  while (at != NULL && strcmp (at, "/") != 0)
    {
      g_auto (GStrv) build = resolve (at, sources), prefix = resolve (at, installed);
      char *above = g_path_get_dirname (at);

      if (build[0] != NULL)
        return g_steal_pointer (&build);
      if (prefix[0] != NULL)
        return g_steal_pointer (&prefix);
      g_free (at);
      at = above;
    }
  return g_strdupv ((char *[]){ (char *)IPL_DATA_FOLDER, NULL });
}

/* Finds a file that comes with the program; (nullable). */
char *
ipl_data_file (const char *name)
{
  static gsize once;
  static char **folders;

  if (g_once_init_enter (&once))
    {
      folders = find_folders ();
      g_once_init_leave (&once, 1);
    }
  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (folders[i], name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }
  return NULL;
}
