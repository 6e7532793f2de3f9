/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files shipped with the program for use outside it: scripts, example cases. They are searched
 * relative to the program or the library, so the installation can be moved. */
#define _GNU_SOURCE /* dladdr() */
#include "core/base/installed-data.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "core/base/data-folders.h"

/* In the folder that something was built in, a link to its sources. */
#define SOURCES "source-folder"
/* The data folder of a Python wheel, as meson-python 0.12 installs it. */
#define IN_WHEEL "bin/../interplay-0"

/* The program, or the shared library, that this function is in; (nullable). */
static char *
find_this_binary (void)
{
  Dl_info this, program;

  if (dladdr ((gconstpointer)(gsize)find_this_binary, &this) == 0)
    return NULL;
  if (dladdr ((gconstpointer)getauxval (AT_PHDR), &program) != 0
      && this.dli_fbase == program.dli_fbase)
    return realpath ("/proc/self/exe", NULL);
  return realpath (this.dli_fname, NULL);
}

/* Looks in the folders above the program, or the library, innermost first.
 * @within: %NULL-terminated names of files or folders in one of them
 * Returns: (transfer full): the existing ones in the first folder with any, with links resolved */
char **
ipl_find_above (const char *const *within)
{
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  g_autofree char *this = find_this_binary ();
  gboolean any = FALSE;

  for (char *end = this != NULL ? strrchr (this, '/') : NULL; end != NULL && end > this && !any;
       end = strrchr (this, '/'))
    {
      *end = '\0';
      for (guint i = 0; within[i] != NULL; i++)
        {
          g_autofree char *named = g_build_filename (this, within[i], NULL);
          g_autofree char *path = realpath (named, NULL);

          if (path != NULL)
            g_strv_builder_add (found, path);
          any = any || path != NULL;
        }
    }
  return g_strv_builder_end (found);
}

/* The folders of data: in a build those of the sources, else the installed ones. */
static char **
find_folders (void)
{
  static const char *const within[]
      = { SOURCES "/tools", SOURCES "/resources", IPL_DATA_IN_PREFIX, IN_WHEEL, NULL };
  char **folders = ipl_find_above (within);

  if (folders[0] != NULL)
    return folders;
  g_strfreev (folders);
  return g_strdupv ((char *[]){ (char *)IPL_DATA_FOLDER, NULL });
}

/* Finds a file shipped with the program; (nullable). */
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
