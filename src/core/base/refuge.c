/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where results go that cannot go where they should. */
#include "core/base/refuge.h"

#include <string.h>
#include <unistd.h>

static char *
name_file (const char *folder, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  const char *dot = strrchr (name, '.');
  gsize stem = dot != NULL && dot > name ? (gsize)(dot - name) : strlen (name);
  char *file = g_build_filename (folder, name, NULL);

  for (guint i = 2; g_file_test (file, G_FILE_TEST_EXISTS); i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%.*s-%u%s", (int)stem, name, i, name + stem);

      g_free (file);
      file = g_build_filename (folder, numbered, NULL);
    }
  return file;
}

/**
 * ipl_refuge_path:
 * @path: a file that could not be written
 *
 * Finds a place in the user's own folders, "interplay/refuge" in $XDG_STATE_HOME, or in the folder
 * of temporary files, which it makes where it is missing.
 *
 * Returns: (transfer full) (nullable): a file that does not exist yet, of the same name or nearly
 * so
 */
char *
ipl_refuge_path (const char *path)
{
  const char *const bases[] = { g_get_user_state_dir (), g_get_tmp_dir () };

  for (gsize i = 0; i < G_N_ELEMENTS (bases); i++)
    {
      g_autofree char *folder = g_build_filename (bases[i], "interplay", "refuge", NULL);

      if (g_mkdir_with_parents (folder, 0700) == 0 && access (folder, W_OK | X_OK) == 0)
        return name_file (folder, path);
    }
  return NULL;
}
