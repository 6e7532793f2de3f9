/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may be compared, read from its file: a session, a file of results, a trained network or a
 * case. Whether a case can be read is known when it is made. */
#include "session/compared-file.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/shown-text.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters.h"
#include "core/parameters/parameters-json.h"
#include "core/sessions/session-file.h"
#include "runs/file-kind.h"
#include "runs/kept-roles.h"
#include "runs/stored-parameters.h"

static gboolean
find_file (const char **place, gpointer data, GError **error)
{
  const char *path = ipl_session_file_find (data, *place);

  if (path != NULL)
    *place = g_intern_string (path);
  return TRUE;
}

/* A window's document holds that of its session, which holds the parameters. */
static gboolean
read_document (const char *document, IplParameters *parameters, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) outer = ipl_json_parse_object (document, strlen (document), &why);
  g_autoptr (JsonObject) inner = NULL;
  const char *session = NULL, *text = NULL;

  if (outer != NULL && ipl_json_get_text (outer, "session", &session, error) && session != NULL)
    inner = ipl_json_parse_object (session, strlen (session), &why);
  if (inner != NULL && ipl_json_get_text (inner, "parameters", &text, error) && text != NULL)
    return ipl_parameters_from_json (parameters, text, error);
  if (error != NULL && *error == NULL)
    g_set_error_literal (error, IPL_ERROR, IPL_ERROR_FORMAT, "its document has no parameters");
  return FALSE;
}

static gboolean
read_session (const char *path, const char *folder, IplParameters *parameters,
              GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, cancellable, error);

  if (file == NULL || !ipl_session_file_unpack (file, folder, cancellable, error))
    return FALSE;
  if (!read_document (file->document, parameters, error))
    {
      g_autofree char *shown = ipl_file_shown (path);

      g_prefix_error (error, "The session “%s” cannot be compared: ", shown);
      return FALSE;
    }
  ipl_parameters_each_file (parameters, find_file, file, NULL);
  return TRUE;
}

/* Its task is made of the drawings that it was trained on, or of invented ones. */
static gboolean
read_network (const char *path, IplParameters *parameters, GCancellable *cancellable,
              GError **error)
{
  ipl_parameters_init (parameters, ipl_experiment_glyphs.id);
  if (!ipl_parameters_open_network (parameters, path, cancellable, error))
    return FALSE;
  if (ipl_parameters_edit_trainable (parameters)->task.files[0][0] != '\0')
    parameters->experiment = &ipl_experiment_images;
  return TRUE;
}

/* May be called from any thread.
 * @path: a session, a file of results, a trained network or a case
 * @folder: where files go that a session has copies of and that are not where they were
 * @parameters: (out): what it is made from
 * @cancellable: (nullable)
 * Returns: FALSE with a sentence where it cannot be read */
gboolean
ipl_compared_file_read (const char *path, const char *folder, IplParameters *parameters,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (IplResults) rows = NULL;
  const IplFileKind *kind;

  ipl_parameters_init (parameters, IPL_DEFAULT_EXPERIMENT);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_autofree char *shown = ipl_path_shown (path);

      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "“%s” is not there any more: choose another file to compare with.", shown);
      return FALSE;
    }
  kind = ipl_file_kind_find (path);
  if (kind->opens == IPL_OPENS_SESSION)
    return read_session (path, folder, parameters, cancellable, error);
  if (ipl_file_kind_is (kind, "results"))
    return ipl_stored_parameters_read (path, parameters, &rows, error);
  if (ipl_file_kind_is (kind, "network") || ipl_file_kind_is (kind, "checkpoints"))
    return read_network (path, parameters, cancellable, error);
  ipl_kept_roles_use (path, parameters);
  return TRUE;
}
