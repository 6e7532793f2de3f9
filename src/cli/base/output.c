/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that a command is to write are tried before its work. */
#include "cli/base/cli.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file-save.h"
#include "core/base/shown-text.h"

/* Endings that promise a format. */
static const char *const known[]
    = { ".npz", ".csv", ".json", ".safetensors", ".svg", ".pdf", ".png", ".txt" };

static const char *
find_ending (const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_has_suffix (path, known[i]))
      return known[i];
  return NULL;
}

/* @path, which may be NULL, is to be written with at least @bytes (0: nobody knows), in a format
 * that
 * @endings names, by commas. Says what speaks against it. */
CliExit
cli_try_output (const char *option, const char *path, double bytes, const char *endings)
{
  g_auto (GStrv) allowed = g_strsplit (endings, ",", -1);
  g_autoptr (GError) error = NULL;
  const char *ending = path != NULL ? find_ending (path) : NULL;

  if (path == NULL)
    return CLI_OK;
  if (ending != NULL && !g_strv_contains ((const char *const *)allowed, ending))
    {
      g_autofree char *shown = ipl_path_shown (path);
      g_autofree char *names = g_strjoinv (" or ", allowed);

      return cli_fail (CLI_USAGE, "%s: “%s” must end in %s, which is what is written.", option,
                       shown, names);
    }
  return ipl_file_save_try (path, bytes, &error) ? CLI_OK : cli_fail_error (error);
}

/* As cli_try_output(), for a folder that is made where it is missing. */
CliExit
cli_try_folder (const char *option, const char *folder)
{
  g_autofree char *shown = ipl_path_shown (folder);
  g_autofree char *at = g_canonicalize_filename (folder, NULL);

  while (!g_file_test (at, G_FILE_TEST_EXISTS) && strcmp (at, "/") != 0)
    {
      char *above = g_path_get_dirname (at);

      g_free (at);
      at = above;
    }
  if (!g_file_test (at, G_FILE_TEST_IS_DIR))
    return cli_fail (CLI_FAILED, "%s: “%s” cannot be a folder: there is a file in its place.",
                     option, shown);
  if (access (at, W_OK | X_OK) != 0)
    return cli_fail (CLI_FAILED, "%s: “%s” cannot be written to: %s.", option, shown,
                     g_strerror (errno));
  return CLI_OK;
}
