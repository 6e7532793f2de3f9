/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as a Python script, with the file of results that it reads. */
#include "cli/work/figure-input.h"

#include "cli/work/command-input.h"

#include "core/base/file-save.h"
#include "core/base/text-escape.h"
#include "core/parameters/run-settings.h"

#include <string.h>

gboolean
cli_figure_is_script (const char *format)
{
  return strcmp (format, IPL_FIGURE_PYTHON) == 0;
}

/* TRUE if @formats, separated by commas, include a script. */
static gboolean
has_script (const char *formats)
{
  g_auto (GStrv) words = g_strsplit (formats, ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (cli_figure_is_script (g_strstrip (words[i])))
      return TRUE;
  return FALSE;
}

guint
cli_figure_python_needs (const char *formats, const IplPanel *panel)
{
  gboolean heads = ipl_python_arrays (panel) == IPL_PYTHON_HEADS;

  return panel->needs | (heads && has_script (formats) ? IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING : 0);
}

CliExit
cli_figure_python_check (const char *formats, const IplPanel *panel)
{
  g_autofree char *why = NULL;

  if (panel == NULL || !has_script (formats))
    return CLI_OK;
  why = ipl_python_refusal (panel, NULL);
  return why == NULL ? CLI_OK : cli_fail (CLI_USAGE, "--format: %s", why);
}

/* Returns: (transfer full): parameters for the file of results */
static char *
make_settings (const CliFigureInput *subject, const IplFigureRequest *request)
{
  IplRunSettings run = subject->work.run; /* shares the lists of the subject */
  gboolean anonymous = subject->work.arguments->anonymous;

  if (ipl_python_arrays (request->panels[0]) == IPL_PYTHON_HEADS)
    return ipl_run_files_parameters_to_json (&run.parameters, anonymous);
  if (IPL_QUANTITY_COUNT (request->shown->posteriors) > 0)
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
cli_figure_python_set (const CliFigureInput *input, IplFigureRequest *request)
{
  g_autofree char *why = ipl_python_refusal (request->panels[0], request->shown);
  g_autofree char *folder = g_path_get_dirname (request->path);

  if (why != NULL)
    return cli_fail (CLI_USAGE, "--format: %s", why);
  if (input->is_file)
    request->results = g_strdup (input->name);
  else
    {
      const char *ending = strrchr (request->path, '.');

      request->results = g_strdup_printf ("%.*s.npz", (int)(ending - request->path), request->path);
      request->settings = make_settings (input, request);
    }
  request->reads = name_from (folder, request->results);
  return CLI_OK;
}
