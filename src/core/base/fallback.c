/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where results go that cannot go where they should. */
#include "core/base/fallback.h"

#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"

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

/* Finds a place in the user's own folders, "interplay/refuge" in $XDG_STATE_HOME, or in the folder
 * of temporary files, which it makes where it is missing.
 * @path: a file that could not be written
 * Returns: a file that does not exist yet, of the same name or nearly so */
static char *
find_refuge (const char *path)
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

/* Writes results that exist nowhere else. Where the operating system refuses @path, they go to
 * find_refuge(), and the error says where that is, or that they could not be kept there
 * either.
 * @write: writes the file that it is told */
gboolean
ipl_fallback_write (const char *path, IplFallbackFunc write, gpointer data, GError **error)
{
  g_autoptr (GError) refused = NULL;
  g_autofree char *elsewhere = NULL, *shown = NULL;

  if (write (path, data, &refused))
    return TRUE;
  if (!g_error_matches (refused, IPL_ERROR, IPL_ERROR_IO))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }
  elsewhere = find_refuge (path);
  if (elsewhere != NULL && write (elsewhere, data, NULL))
    {
      shown = ipl_path_shown (elsewhere);
      return ipl_fail (error, IPL_ERROR_IO, "%s Its contents are kept in “%s”.", refused->message,
                       shown);
    }
  return ipl_fail (error, IPL_ERROR_IO, "%s Its contents could not be kept elsewhere either.",
                   refused->message);
}

static gboolean
write_bytes (const char *path, gpointer data, GError **error)
{
  gsize size;
  gconstpointer bytes = g_bytes_get_data (data, &size);

  return ipl_file_save_bytes (path, bytes, size, error);
}

/* As ipl_fallback_write(). */
gboolean
ipl_fallback_write_bytes (const char *path, GBytes *bytes, GError **error)
{
  return ipl_fallback_write (path, write_bytes, bytes, error);
}
