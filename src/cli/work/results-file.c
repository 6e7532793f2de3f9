/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the numbers of a view as a file of results, for commands that compute it and for scripts.
 */
#include "cli/work/work.h"

#include "figures/python/python-results.h"

gboolean
cli_write_results (const char *path, IplPythonArrays arrays, const IplView *view,
                   const char *settings, GError **error)
{
  return ipl_python_results_save (arrays, view, settings, path, cli_cancellable (), error);
}

CliExit
cli_work_tell (const CliWork *self, IplPythonArrays arrays, const IplView *view,
               void (*print) (const IplView *view))
{
  const CliArguments *arguments = self->arguments;
  g_autofree char *settings = arguments->out != NULL || arguments->json
                                  ? ipl_run_files_to_json (&self->run, arguments->anonymous)
                                  : NULL;
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;

  if (arguments->out != NULL && !cli_write_results (arguments->out, arrays, view, settings, &error))
    return cli_fail_error (error);
  json = arguments->json ? ipl_python_results_to_json (arrays, view, settings) : NULL;
  if (json != NULL)
    cli_print_json (json);
  else
    print (view);
  return CLI_OK;
}
