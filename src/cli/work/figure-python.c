/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a figure as a Python script, with the file of results that it reads. */
#include "cli/work/figure-input.h"

#include "cli/work/command-input.h"

#include "core/base/file-save.h"
#include "core/base/text-escape.h"
#include "core/parameters/run-settings.h"

#include <string.h>

gboolean
cli_figure_python_is_format (const char *word)
{
  return strcmp (word, "py") == 0;
}

/* TRUE if @formats, separated by commas, include a script. */
static gboolean
cli_figure_python_is_requested (const char *formats)
{
  g_auto (GStrv) words = g_strsplit (formats, ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (cli_figure_python_is_format (g_strstrip (words[i])))
      return TRUE;
  return FALSE;
}

guint
cli_figure_python_needs (const char *formats, const IplPanel *panel)
{
  gboolean heads = ipl_python_arrays (panel) == IPL_PYTHON_HEADS;

  return panel->needs
         | (heads && cli_figure_python_is_requested (formats) ? IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING
                                                              : 0);
}

CliExit
cli_figure_python_check (const char *formats, const IplPanel *panel)
{
  g_autofree char *why = NULL;

  if (panel == NULL || !cli_figure_python_is_requested (formats))
    return CLI_OK;
  why = ipl_python_refusal (panel, NULL);
  return why == NULL ? CLI_OK : cli_fail (CLI_USAGE, "--format: %s", why);
}

/* Returns: (transfer full): parameters for the file of results */
static char *
make_settings (const CliFigureInput *subject, const IplPythonFigure *figure)
{
  IplRunSettings run = subject->work.run; /* shares the lists of the subject */
  gboolean anonymous = subject->work.arguments->anonymous;

  if (ipl_python_arrays (figure->panel) == IPL_PYTHON_HEADS)
    return ipl_run_files_parameters_to_json (&run.parameters, anonymous);
  if (IPL_QUANTITY_COUNT (figure->view->posteriors) > 0)
    run.command = g_intern_string ("sample");
  return ipl_run_files_to_json (&run, anonymous);
}

/* Returns: (nullable): canonical @path relative to @folder; %NULL if it is elsewhere */
static const char *
within (const char *path, const char *folder)
{
  const gsize length = strcmp (folder, "/") == 0 ? 0 : strlen (folder);

  if (strncmp (path, folder, length) != 0 || (path[length] != '/' && path[length] != '\0'))
    return NULL;
  return path[length] == '/' ? path + length + 1 : path + length;
}

/* Returns: (transfer full): path from a script in @folder to its file of results. It contains no
 *   common parent folders: it is relative to the folder of the results or to the working folder.
 *   Otherwise it is the bare name, and a message asks to move the file next to the script. */
static char *
name_from (const char *folder, const char *results)
{
  g_autofree char *base = g_path_get_basename (results), *place = g_path_get_dirname (results);
  g_autofree char *here = g_canonicalize_filename (folder, NULL);
  g_autofree char *other = g_canonicalize_filename (place, NULL);
  g_autofree char *working = g_canonicalize_filename (".", NULL);
  const char *top = within (here, other) != NULL ? other : working;
  const char *from = within (here, top), *to = within (other, top);
  g_autoptr (GString) name = g_string_new (NULL);

  if (from == NULL || to == NULL)
    {
      g_autofree char *shown = ipl_path_shown (base);

      cli_fail (CLI_OK, "put “%s” next to the script, which reads it from there.", shown);
      return g_steal_pointer (&base);
    }
  for (const char *at = from; at != NULL && from[0] != '\0'; at = strchr (at + 1, '/'))
    g_string_append (name, "../");
  g_string_append_printf (name, "%s%s%s", to, to[0] != '\0' ? "/" : "", base);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

CliExit
cli_figure_python_write (const CliFigureInput *subject, const IplPythonFigure *figure,
                         const char *folder, const char *stem)
{
  g_autofree char *script = g_strconcat (stem, ".py", NULL);
  g_autofree char *path = g_build_filename (folder, script, NULL);
  g_autofree char *results = NULL, *text = NULL, *missing = NULL, *name = NULL, *why = NULL;
  IplPythonFigure named = *figure;
  g_autoptr (GError) error = NULL;

  why = ipl_python_refusal (figure->panel, figure->view);
  if (why != NULL)
    return cli_fail (CLI_USAGE, "--format: %s", why);
  if (!subject->is_file)
    {
      g_autofree char *settings = make_settings (subject, figure);
      g_autofree char *file = g_strconcat (stem, ".npz", NULL);

      results = g_build_filename (folder, file, NULL);
      if (!cli_write_results (results, ipl_python_arrays (figure->panel), figure->view, settings,
                              &error))
        return cli_fail_error (error);
      cli_print_path (results);
    }
  name = name_from (folder, subject->is_file ? subject->name : results);
  named.results = name;
  text = ipl_python_script (&named, &missing, &error);
  if (text == NULL || !ipl_file_save_bytes (path, text, strlen (text), &error))
    return cli_fail_error (error);
  if (missing != NULL)
    cli_fail (CLI_OK, "the script leaves out %s.", missing);
  cli_print_path (path);
  return CLI_OK;
}
