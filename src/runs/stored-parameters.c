/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file of results was computed from, as the document of a session. */
#include "runs/stored-parameters.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/shown-text.h"
#include "core/files/npz.h"
#include "core/parameters/run-settings.h"

/* What a file that holds no rows says that it was computed from; (transfer full) (nullable). */
static char *
read_settings (const char *path)
{
  g_autoptr (IplNpz) npz = ipl_npz_open (path, NULL, NULL);
  IplArray *settings = npz != NULL ? ipl_npz_lookup (npz, "settings") : NULL;

  if (settings == NULL || !ipl_npz_load (npz, settings, NULL, NULL) || settings->texts == NULL
      || settings->size != 1)
    return NULL;
  return g_strdup (settings->texts[0]);
}

/* The document: its widths, and the temperature and variances of its first row. */
static void
make_parameters (const IplRunSettings *run, const IplResults *results, IplParameters *parameters)
{
  *parameters = run->parameters;
  ipl_sweep_axis_give (&run->widths, parameters);
  parameters->n_temperatures = 0;
  if (run->best)
    ipl_sweep_axis_give (&run->temperatures, parameters);
  if (run->temperatures.n > 0)
    parameters->current.temperature = run->temperatures.values[0];
  if (results != NULL)
    parameters->current = results->sweep->rows[0]->setting;
}

/* May be called from any thread.
 * @parameters: (out): what it was computed from
 * @results: (out, nullable): its rows, where it has some
 * Returns: FALSE with a sentence where it cannot be read, or its case is not there any more */
gboolean
ipl_stored_parameters_read (const char *path, IplParameters *parameters, IplResults **results,
                            GError **error)
{
  g_autofree char *shown = ipl_file_shown (path), *settings = read_settings (path);
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplResults) rows = NULL;
  g_autoptr (GError) why = NULL;

  *results = NULL;
  if (settings == NULL || !ipl_run_settings_from_json (&run, settings, &why))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” does not say what it was computed from%s%s", shown,
                   why != NULL ? ": " : ".", why != NULL ? why->message : "");
      return FALSE;
    }
  if (strcmp (run.command, "sweep") == 0 || strcmp (run.command, "sample") == 0)
    {
      rows = ipl_results_load (path, NULL, error);
      if (rows == NULL)
        return FALSE;
    }
  if (!ipl_run_files_find (&run, settings, path, error))
    return FALSE;
  make_parameters (&run, rows, parameters);
  *results = g_steal_pointer (&rows);
  return TRUE;
}
