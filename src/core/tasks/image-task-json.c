/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tasks/image-task-json.h"

#include "core/base/error.h"
#include <string.h>

#include "core/base/json.h"

static void
add_paths (JsonBuilder *builder, const char *name, char const places[][IPL_IMAGE_TASK_PATH],
           guint n)
{
  ipl_json_add_name (builder, name);
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    if (places[i][0] != '\0')
      ipl_json_add_path (builder, NULL, places[i]);
  json_builder_end_array (builder);
}

/*< private > */
void
ipl_image_task_add_json (const IplImageTask *self, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  add_paths (builder, "files", self->files, IPL_IMAGE_TASK_FILES);
  ipl_json_add_name (builder, "glyphs");
  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "alphabets", self->glyphs.n_alphabets);
  ipl_json_add_int (builder, "characters", self->glyphs.n_characters);
  ipl_json_add_int (builder, "drawings", self->glyphs.n_drawings);
  ipl_json_add_seed (builder, "seed", self->glyphs.seed);
  json_builder_end_object (builder);
  ipl_json_add_text (builder, "holdout", self->holdout);
  add_paths (builder, "extras", self->extras, IPL_IMAGE_TASK_EXTRAS);
  ipl_json_add_seed (builder, "seed", self->seed);
  ipl_json_add_boolean (builder, "within_alphabet", self->within_alphabet);
  ipl_json_add_boolean (builder, "rotate", self->rotate);
  ipl_json_add_int (builder, "n_train", self->n_train);
  ipl_json_add_int (builder, "n_test", self->n_test);
  json_builder_end_object (builder);
}

static gboolean
read_paths (JsonObject *object, const char *name, char places[][IPL_IMAGE_TASK_PATH], guint n,
            GError **error)
{
  JsonArray *array = NULL;

  if (!ipl_json_get_array (object, name, 0, n, &array, error))
    return FALSE;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (!ipl_json_node_path (json_array_get_element (array, i), name, places[i],
                             IPL_IMAGE_TASK_PATH, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_glyphs (JsonObject *object, IplGlyphs *glyphs, GError **error)
{
  JsonNode *node = json_object_get_member (object, "glyphs");
  JsonObject *values;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type ("glyphs", "an object", error);
  values = json_node_get_object (node);
  return ipl_json_get_uint (values, "alphabets", 0, G_MAXUINT, &glyphs->n_alphabets, error)
         && ipl_json_get_uint (values, "characters", 0, G_MAXUINT, &glyphs->n_characters, error)
         && ipl_json_get_uint (values, "drawings", 0, G_MAXUINT, &glyphs->n_drawings, error)
         && ipl_json_get_seed (values, "seed", &glyphs->seed, error);
}

/*< private >
 * ipl_image_task_read_json:
 * @self: a task, where what is not named stays as it is
 * @object: what ipl_image_task_add_json() wrote
 * @error: return location for an #IPL_ERROR
 *
 * Returns: whether all that is named can be
 */
gboolean
ipl_image_task_read_json (IplImageTask *self, JsonObject *object, GError **error)
{
  return read_paths (object, "files", self->files, IPL_IMAGE_TASK_FILES, error)
         && read_glyphs (object, &self->glyphs, error)
         && ipl_json_get_text_into (object, "holdout", self->holdout, sizeof self->holdout, error)
         && read_paths (object, "extras", self->extras, IPL_IMAGE_TASK_EXTRAS, error)
         && ipl_json_get_seed (object, "seed", &self->seed, error)
         && ipl_json_get_boolean (object, "within_alphabet", &self->within_alphabet, error)
         && ipl_json_get_boolean (object, "rotate", &self->rotate, error)
         && ipl_json_get_uint (object, "n_train", 0, G_MAXUINT, &self->n_train, error)
         && ipl_json_get_uint (object, "n_test", 0, G_MAXUINT, &self->n_test, error)
         && ipl_image_task_validate (self, error);
}

/**
 * ipl_image_task_to_json:
 * @self: a task
 *
 * Returns: (transfer full): the task as JSON text, which a trained network keeps in its file
 */
char *
ipl_image_task_to_json (const IplImageTask *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  ipl_image_task_add_json (self, builder);
  root = json_builder_get_root (builder);
  return json_to_string (root, FALSE);
}

/**
 * ipl_image_task_from_json:
 * @self: (out caller-allocates): a task; not touched on error
 * @json: JSON text as ipl_image_task_to_json() writes it
 * @error: return location for an #IPL_ERROR
 *
 * Returns: whether @json could be read
 */
gboolean
ipl_image_task_from_json (IplImageTask *self, const char *json, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree IplImageTask *read = g_new0 (IplImageTask, 1);
  JsonNode *root;

  ipl_image_task_init (read);
  root = json_parser_load_from_data (parser, json, -1, NULL) ? json_parser_get_root (parser) : NULL;
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "What the network was trained on is not told in a way this program knows.");
      return FALSE;
    }
  if (!ipl_image_task_read_json (read, json_node_get_object (root), error))
    return FALSE;
  *self = *read;
  return TRUE;
}
