/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/kept-roles.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/file-read.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "core/case/case-roles.h"
#include "core/experiments/case-file-experiment.h"

/* At most so many kinds of file are remembered; the oldest is forgotten. */
#define MOST_KEPT 64
#define MOST_BYTES (4 << 20)

static char *
file_name (void)
{
  return g_build_filename (g_get_user_data_dir (), "interplay", "roles.json", NULL);
}

/* The newest first; nothing where there is no such file, or a damaged one. */
static GPtrArray *
read_kept (void)
{
  GPtrArray *kept = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = file_name (), *text = NULL;
  g_autoptr (JsonObject) root = NULL;
  JsonNode *node;
  gsize length;

  text = ipl_file_read (path, MOST_BYTES, &length, NULL);
  if (text == NULL)
    return kept;
  root = ipl_json_parse_object (text, length, NULL);
  node = root != NULL ? json_object_get_member (root, "roles") : NULL;
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return kept;
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      JsonNode *element = json_array_get_element (json_node_get_array (node), i);

      if (JSON_NODE_HOLDS_VALUE (element) && json_node_get_value_type (element) == G_TYPE_STRING)
        g_ptr_array_add (kept, g_strdup (json_node_get_string (element)));
    }
  return kept;
}

/* TRUE if a file has all these arrays, and none that has such a role by its name. */
static gboolean
fits (const char *roles, IplNpz *arrays)
{
  g_autoptr (GPtrArray) assignments = ipl_case_roles_parse (roles, NULL);

  if (assignments == NULL || assignments->len == 0)
    return FALSE;
  for (guint i = 0; i < assignments->len; i++)
    {
      const IplRoleAssignment *at = assignments->pdata[i];

      if (at->name[0] == '\0' ? ipl_npz_lookup (arrays, at->role) == NULL
                              : ipl_npz_lookup (arrays, at->name) == NULL
                                    || ipl_npz_lookup (arrays, at->role) != NULL)
        return FALSE;
    }
  return TRUE;
}

/* The roles that were given last to arrays of the same names; NULL where there were none. */
char *
ipl_kept_roles_find (const char *path)
{
  g_autoptr (GPtrArray) kept = read_kept ();
  g_autoptr (IplNpz) arrays = kept->len > 0 ? ipl_npz_open (path, NULL, NULL) : NULL;

  for (guint i = 0; arrays != NULL && i < kept->len; i++)
    if (fits (kept->pdata[i], arrays))
      return g_strdup (kept->pdata[i]);
  return NULL;
}

/* A case that is read from the file, with the roles that were given last to arrays of such names.
 * @parameters: (inout): those that there are, whose ways of solving are kept */
void
ipl_kept_roles_use (const char *path, IplParameters *parameters)
{
  g_autofree IplParameters *now = g_memdup2 (parameters, sizeof *parameters);
  g_autofree char *roles = ipl_kept_roles_find (path);
  IplCaseImport import;

  ipl_case_import_init (&import);
  import.roles = g_intern_string (roles != NULL ? roles : "");
  ipl_parameters_init (parameters, ipl_experiment_file.id);
  ipl_parameters_set_file (parameters, path);
  ipl_parameters_set_import (parameters, &import);
  ipl_parameters_keep_ways (parameters, now);
  parameters->display.n_components = now->display.n_components;
}

/* Remembers them in a file of the program's own; no roles are not worth it. */
gboolean
ipl_kept_roles_keep (const char *roles, GError **error)
{
  g_autoptr (GPtrArray) kept = read_kept ();
  g_autoptr (JsonBuilder) builder = NULL;
  g_autofree char *path = file_name (), *folder = g_path_get_dirname (path), *text = NULL;

  if (roles[0] == '\0')
    return TRUE;
  builder = json_builder_new ();
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "roles");
  json_builder_begin_array (builder);
  json_builder_add_string_value (builder, roles);
  for (guint i = 0; i < MIN (kept->len, MOST_KEPT - 1); i++)
    if (strcmp (kept->pdata[i], roles) != 0)
      json_builder_add_string_value (builder, kept->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  text = ipl_json_write_built (builder, TRUE);
  g_mkdir_with_parents (folder, 0700);
  return ipl_file_save_bytes (path, text, strlen (text), error);
}
