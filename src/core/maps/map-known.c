/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map from a file, to be shown again or gone on with: of the same case and files. */
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/maps/map-file.h"
#include "core/parameters/parameters-files.h"
#include <string.h>

/* (transfer full): the hashes of the files of a case, as its settings have them. */
static char *
get_hashes (const char *settings)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (settings, strlen (settings), &why);
  JsonNode *node = root != NULL ? json_object_get_member (root, "sha256") : NULL;

  return node != NULL ? ipl_json_write (node, FALSE) : g_strdup ("");
}

static gboolean
list_file (const char **place, gpointer data, GError **error)
{
  g_queue_push_tail (data, (gpointer)*place);
  return TRUE;
}

static gboolean
take_file (const char **place, gpointer data, GError **error)
{
  *place = g_queue_pop_head (data);
  return TRUE;
}

/* Files by the names they have now. */
static void
take_names (IplParameters *parameters, const IplRunSettings *run)
{
  g_autofree IplParameters *now = g_memdup2 (&run->parameters, sizeof *now);
  GQueue names = G_QUEUE_INIT;

  ipl_parameters_each_file (now, list_file, &names, NULL);
  if (names.length > 0)
    ipl_parameters_each_file (parameters, take_file, &names, NULL);
  g_queue_clear (&names);
}

/* @run: one over the same case, of the same files, which may have other names now
 * Returns: (transfer full) (nullable): the map of that file, NULL where none is there, or one of
 *   another case */
IplMap *
ipl_map_load_of (const char *path, const IplRunSettings *run, GCancellable *cancellable)
{
  g_autofree char *settings = NULL, *hashes = NULL, *known_hashes = NULL;
  g_autoptr (IplMap) known = NULL;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return NULL;
  known = ipl_map_load (path, cancellable, NULL);
  if (known == NULL || known->run.parameters.experiment != run->parameters.experiment)
    return NULL;
  settings = ipl_run_files_to_json (run, FALSE);
  hashes = get_hashes (settings);
  known_hashes = get_hashes (known->settings);
  if (strcmp (hashes, known_hashes) != 0)
    return NULL;
  take_names (&known->run.parameters, run);
  return g_steal_pointer (&known);
}

/* The same, where its cells are those that this version would solve. */
IplMap *
ipl_map_load_known (const char *path, const IplRunSettings *run, GCancellable *cancellable)
{
  g_autoptr (IplMap) known = ipl_map_load_of (path, run, cancellable);

  return known != NULL && g_strcmp0 (known->version, IPL_VERSION) == 0 ? g_steal_pointer (&known)
                                                                       : NULL;
}
