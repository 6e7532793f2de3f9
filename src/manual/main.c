/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes manual pages, or the files by which shells complete command lines, while the program is
 * built: manual pages FOLDER, manual completion FOLDER. */
#include "manual/completion.h"
#include "manual/man-page.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

static const ManualCompletion *const completions[] = {
  &manual_completion_bash,
  &manual_completion_zsh,
  &manual_completion_fish,
};

static gboolean
save (const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_set_contents (path, text, -1, error);
}

static gboolean
save_page (const char *folder, const char *program, const char *command, const char *text,
           GError **error)
{
  g_autofree char *name = g_strdup_printf ("%s%s%s.1", program, command != NULL ? "-" : "",
                                           command != NULL ? command : "");

  return save (folder, name, text, error);
}

/* Pages of commands that are gone must not stay: the folder is made anew. */
static gboolean
clear (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".1"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        g_unlink (path);
      }
  if (g_mkdir_with_parents (folder, 0777) == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s cannot be made", folder);
  return FALSE;
}

/* @window: (nullable): the program with a window */
static gboolean
write_pages (const char *folder, const ManualProgram *window, const ManualProgram *commands,
             GError **error)
{
  g_autofree char *first = window != NULL ? manual_page_of_program (window) : NULL;
  g_autofree char *second = manual_page_of_program (commands);

  if (!clear (folder, error)
      || (window != NULL && !save_page (folder, window->own->name, NULL, first, error))
      || !save_page (folder, commands->own->name, NULL, second, error))
    return FALSE;
  for (guint i = 0; i < commands->commands->len; i++)
    {
      const CliDescription *command = commands->commands->pdata[i];
      g_autofree char *page = manual_page_of_command (commands, i);

      if (!save_page (folder, commands->own->name, command->name, page, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_completion (const char *folder, const ManualProgram *program, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (completions); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *name
          = g_strconcat (completions[i]->prefix, program->own->name, completions[i]->suffix, NULL);

      completions[i]->write (program, text);
      if (!save (folder, name, text->str, error))
        return FALSE;
    }
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (ManualProgram) window = NULL;
  g_autoptr (ManualProgram) commands = manual_program_commands ();
  g_autoptr (GError) error = NULL;
  gboolean done = FALSE;

#ifdef MANUAL_HAS_WINDOW
  window = manual_program_window ();
  window->see_also = commands->own->name;
  commands->see_also = window->own->name;
#endif
  if (argc != 3)
    {
      fprintf (stderr, "usage: manual pages|completion FOLDER\n");
      return 2;
    }
  if (strcmp (argv[1], "pages") == 0)
    done = write_pages (argv[2], window, commands, &error);
  else
    done = (window == NULL || write_completion (argv[2], window, &error))
           && write_completion (argv[2], commands, &error);
  if (!done)
    fprintf (stderr, "manual: %s\n", error->message);
  return done ? 0 : 1;
}
