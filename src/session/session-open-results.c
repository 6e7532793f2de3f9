/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of results is opened as what it was computed from, with its rows beside the theory's. */
#include "session/session-private.h"

#include "core/parameters/result-file.h"
#include "session/stored-parameters.h"

/* Returns: whether it is one of results, that a command or a merge wrote */
gboolean
ipl_session_is_results (const char *path)
{
  return ipl_results_is_file (path);
}

/* Opens what the file was computed from, and shows its rows beside those that are solved. A
 * sentence says what is wrong with a file that cannot be read, or which file is not there any more;
 * all stays as it is then. */
void
ipl_session_open_results (IplSession *self, const char *path)
{
  g_autoptr (IplResults) results = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  if (ipl_result_file_is (path))
    {
      ipl_session_open_stored (self, path, NULL, NULL);
      return;
    }
  if (!ipl_stored_parameters_read (path, &parameters, &results, &error))
    {
      ipl_session_refuse (self, error->message);
      return;
    }
  ipl_session_open_parameters (self, &parameters);
  if (results != NULL)
    ipl_session_begin_results (self, g_steal_pointer (&results), &parameters);
}
