/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input files in a file of results: names without folders, and hashes, so that results do not
 * reveal paths. The files are searched in the folder of the results and in the working folder. */
#include "core/parameters/run-settings.h"

#include <string.h>
#include <sys/stat.h>

#include "core/base/error.h"
#include "core/base/file-hash.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters-json.h"

/* Largest number of entries examined in a folder. */
#define MOST_ENTRIES 1000
/* Bytes hashed in a search for an anonymous file: some tenths of a second. */
#define MOST_HASHED (256 << 20)

static gboolean
each_file (IplRunSettings *self, IplParametersFile each, gpointer data, GError **error)
{
  return ipl_parameters_each_file (&self->parameters, each, data, error)
         && (self->prune.network == NULL || self->prune.network[0] == '\0'
             || each (&self->prune.network, data, error));
}

static gboolean
add_hash (const char **place, gpointer data, GError **error)
{
  const char *hash = ipl_file_identity (*place);

  g_ptr_array_add (data, (gpointer)(hash != NULL ? hash : ""));
  return TRUE;
}

/* A copy of @node. File URIs of @names are replaced by the names. */
static JsonNode *
without_folders (JsonNode *node, GHashTable *names)
{
  const char *text = ipl_json_node_text (node);
  const char *name = text != NULL ? g_hash_table_lookup (names, text) : NULL;
  JsonNode *copy = json_node_alloc ();

  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_node_get_object (node), *plain = json_object_new ();
      g_autoptr (GList) members = json_object_get_members (object);

      for (GList *at = members; at != NULL; at = at->next)
        json_object_set_member (plain, at->data,
                                without_folders (json_object_get_member (object, at->data), names));
      json_node_init_object (copy, plain);
      json_object_unref (plain);
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node), *plain = json_array_new ();

      for (guint i = 0; i < json_array_get_length (array); i++)
        json_array_add_element (plain, without_folders (json_array_get_element (array, i), names));
      json_node_init_array (copy, plain);
      json_array_unref (plain);
    }
  else if (name != NULL)
    json_node_init_string (copy, name);
  else
    {
      json_node_unref (copy);
      copy = json_node_copy (node);
    }
  return copy;
}

static gboolean
add_name (const char **place, gpointer data, GError **error)
{
  g_autofree char *absolute = g_canonicalize_filename (*place, NULL);

  g_hash_table_replace (data, g_filename_to_uri (absolute, NULL, NULL), (gpointer)*place);
  return TRUE;
}

/* @text: @leaving as JSON; @hashes: of its files, "" for an unknown hash */
static char *
finish (IplRunSettings *leaving, const char *text, const GPtrArray *hashes)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *why = NULL;
  JsonObject *root = ipl_json_parse_object (text, strlen (text), &why);
  JsonArray *list = json_array_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT), plain = NULL;

  each_file (leaving, add_name, names, NULL);
  for (guint i = 0; i < hashes->len; i++)
    json_array_add_string_element (list, hashes->pdata[i]);
  json_object_set_array_member (root, "sha256", list);
  json_node_take_object (node, root);
  plain = without_folders (node, names);
  return ipl_json_write (plain, TRUE);
}

static char *
to_json (const IplRunSettings *self, gboolean anonymous, gboolean parameters_only)
{
  g_autoptr (GPtrArray) hashes = g_ptr_array_new ();
  g_autofree char *text = NULL;
  IplRunSettings leaving = *self; /* borrows its lists */

  each_file (&leaving, add_hash, hashes, NULL);
  ipl_parameters_leave_folders (&leaving.parameters, anonymous);
  if (leaving.prune.network != NULL && leaving.prune.network[0] != '\0')
    leaving.prune.network = ipl_file_leave_folder (leaving.prune.network, anonymous, 0);
  text = parameters_only ? ipl_parameters_to_json (&leaving.parameters)
                         : ipl_run_settings_to_json (&leaving);
  return hashes->len > 0 ? finish (&leaving, text, hashes) : g_steal_pointer (&text);
}

/* Returns: (transfer full): the settings as ipl_run_settings_to_json() writes them, for a file
 *   of results: file names without folders, and "sha256", the hashes of the files in their order */
char *
ipl_run_files_to_json (const IplRunSettings *self, gboolean anonymous)
{
  return to_json (self, anonymous, FALSE);
}

/* Returns: (transfer full): as ipl_run_files_to_json(), of the parameters only */
char *
ipl_run_files_parameters_to_json (const IplParameters *parameters, gboolean anonymous)
{
  const IplRunSettings settings = { .parameters = *parameters };

  return to_json (&settings, anonymous, TRUE);
}

typedef struct
{
  const char *results;
  JsonArray *hashes; /* (nullable) */
  guint n;
} Find;

/* The hash of the next file; %NULL if the results have none. */
static const char *
next_hash (Find *find)
{
  guint i = find->n++;
  const char *hash = find->hashes != NULL && i < json_array_get_length (find->hashes)
                         ? ipl_json_node_text (json_array_get_element (find->hashes, i))
                         : NULL;

  return hash != NULL && hash[0] != '\0' ? hash : NULL;
}

/* TRUE if @path is the file from which the results were computed: it exists, and its hash agrees
 * if known. @other: set if the hash differs. */
static gboolean
is_file (const char *path, const char *hash, gboolean *other)
{
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  if (hash == NULL || g_strcmp0 (ipl_file_identity (path), hash) == 0)
    return TRUE;
  *other = TRUE;
  return FALSE;
}

/* The folder, and the folders in it. */
static void
add_folders (GPtrArray *folders, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = dir != NULL ? g_dir_read_name (dir) : NULL;

  g_ptr_array_add (folders, g_strdup (folder));
  for (guint n = 0; name != NULL && n < MOST_ENTRIES; name = g_dir_read_name (dir), n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (name[0] != '.' && g_file_test (path, G_FILE_TEST_IS_DIR))
        g_ptr_array_add (folders, g_steal_pointer (&path));
    }
}

/* Finds a file with this hash and the suffix of @base, under any name; (transfer full)
 * (nullable). */
static char *
look_for_hash (const char *folder, const char *base, const char *hash, gint64 *left)
{
  const char *ending = strrchr (base, '.');
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = dir != NULL ? g_dir_read_name (dir) : NULL;

  for (guint n = 0; name != NULL && n < MOST_ENTRIES; name = g_dir_read_name (dir), n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;

      if (ending == NULL || !g_str_has_suffix (name, ending) || stat (path, &status) != 0
          || status.st_size > *left)
        continue;
      *left -= status.st_size;
      if (g_strcmp0 (ipl_file_identity (path), hash) == 0)
        return g_steal_pointer (&path);
    }
  return NULL;
}

/* Finds a file by its name; by its hash, if results have anonymous names; (transfer full)
 * (nullable). */
static char *
look_for (const Find *find, const char *base, const char *hash, gboolean *other)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *full_path = g_canonicalize_filename (find->results, NULL);
  g_autofree char *parent_folder = g_path_get_dirname (full_path),
                  *above = g_path_get_dirname (parent_folder);
  gint64 left = MOST_HASHED;

  if (hash == NULL)
    {
      g_ptr_array_add (folders, g_steal_pointer (&parent_folder));
      g_ptr_array_add (folders, g_strdup ("."));
    }
  else
    {
      add_folders (folders, parent_folder);
      add_folders (folders, ".");
      add_folders (folders, above);
    }
  for (guint i = 0; i < folders->len; i++)
    {
      g_autofree char *path = strcmp (folders->pdata[i], ".") == 0
                                  ? g_strdup (base)
                                  : g_build_filename (folders->pdata[i], base, NULL);

      if (is_file (path, hash, other))
        return g_steal_pointer (&path);
    }
  for (guint i = 0; i < folders->len && hash != NULL && ipl_file_is_anonymous (base); i++)
    {
      char *path = look_for_hash (folders->pdata[i], base, hash, &left);

      if (path != NULL)
        return path;
    }
  return NULL;
}

static gboolean
find_file (const char **place, gpointer data, GError **error)
{
  Find *find = data;
  g_autofree char *base = g_path_get_basename (*place), *found = NULL;
  g_autofree char *shown = ipl_text_shown (base), *of = ipl_file_shown (find->results);
  const char *hash = next_hash (find);
  gboolean other = FALSE;

  if (strchr (*place, '/') != NULL && is_file (*place, hash, &other))
    return TRUE;
  found = look_for (find, base, hash, &other);
  if (found != NULL)
    {
      g_autofree char *full_path = g_canonicalize_filename (found, NULL);

      *place = g_intern_string (full_path);
    }
  else if (other)
    g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                 "“%s” was computed from another version of “%s”, whose SHA-256 begins with %.16s: "
                 "put that version next to the results, or into the working folder.",
                 of, shown, hash);
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                 "“%s” was computed from “%s”, which no longer exists: put it next to the results, "
                 "or into the working folder.",
                 of, shown);
  return found != NULL;
}

/* Finds the input files of the settings in the folder of the results and the working folder.
 * With a known hash the search includes the parent folder of the results, and the subfolders of
 * these folders. Older results have paths and no hashes. */
gboolean
ipl_run_files_find (IplRunSettings *self, const char *json, const char *results, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);
  JsonNode *hashes = root != NULL ? json_object_get_member (root, "sha256") : NULL;
  Find find = { .results = results };

  if (hashes != NULL && JSON_NODE_HOLDS_ARRAY (hashes))
    find.hashes = json_node_get_array (hashes);
  return each_file (self, find_file, &find, error);
}
