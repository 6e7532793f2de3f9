/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of results is opened as what it was computed from, with its rows beside the theory's. */
#include "session/session-private.h"

#include <string.h>

#include "core/base/shown-text.h"
#include "core/files/npz.h"
#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"

/**
 * ipl_session_is_results:
 * @path: a file
 *
 * Returns: whether it is one of results, that a command or a merge wrote
 */
gboolean
ipl_session_is_results (const char *path)
{
  return ipl_results_is_file (path);
}

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
  parameters->n_widths = MIN (run->n_widths, IPL_MAX_LIST);
  for (guint i = 0; i < parameters->n_widths; i++)
    {
      memcpy (parameters->widths[i].N, run->widths[i].N, sizeof parameters->widths[i].N);
      parameters->widths[i].gp = run->widths[i].gp;
    }
  parameters->n_temperatures = run->best ? MIN (run->n_temperatures, IPL_MAX_LIST) : 0;
  memcpy (parameters->temperatures, run->temperatures,
          parameters->n_temperatures * sizeof (double));
  if (run->n_temperatures > 0)
    parameters->current.temperature = run->temperatures[0];
  if (results != NULL)
    parameters->current = results->sweep->rows[0]->setting;
}

/* Whether the case can be made again; says which file is missing else. */
static gboolean
has_case (IplSession *self, const IplParameters *parameters, const char *shown)
{
  const char *source = ipl_parameters_get_source (parameters);
  const char *network = ipl_parameters_get_network (parameters);
  const char *file = network[0] != '\0' ? network : source;
  g_autofree char *missing = NULL, *text = NULL;

  if (file[0] == '\0' || g_file_test (file, G_FILE_TEST_EXISTS))
    return TRUE;
  missing = ipl_path_shown (file);
  text = g_strdup_printf (
      "“%s” was computed from “%s”, which is not there any more: put it back, or "
      "draw the file as it is with interplay-cli figure.",
      shown, missing);
  ipl_session_refuse (self, text);
  return FALSE;
}

/**
 * ipl_session_open_results:
 * @self: the session
 * @path: a file of results
 *
 * Opens what the file was computed from, and shows its rows beside those that are solved. A
 * sentence says what is wrong with a file that cannot be read, or which file is not there any more;
 * all stays as it is then.
 */
void
ipl_session_open_results (IplSession *self, const char *path)
{
  g_autofree char *shown = ipl_file_shown (path), *settings = read_settings (path);
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplResults) results = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  if (settings == NULL || !ipl_run_settings_from_json (&run, settings, &error))
    {
      g_autofree char *text
          = g_strdup_printf ("“%s” does not say what it was computed from%s%s", shown,
                             error != NULL ? ": " : ".", error != NULL ? error->message : "");

      ipl_session_refuse (self, text);
      return;
    }
  if (strcmp (run.command, "sweep") == 0 || strcmp (run.command, "sample") == 0)
    results = ipl_results_load (path, NULL, &error);
  if (error != NULL)
    {
      ipl_session_refuse (self, error->message);
      return;
    }
  make_parameters (&run, results, &parameters);
  if (!has_case (self, &parameters, shown))
    return;
  ipl_session_open_parameters (self, &parameters);
  if (results != NULL)
    ipl_session_begin_results (self, g_steal_pointer (&results), &parameters);
}
