/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stories as JSON: the settings of the story, and the differences of each stop from them. */

#include "figures/story/story.h"

#include "core/base/error.h"
#include "core/base/file-read.h"
#include "core/base/file-save.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters-json.h"
#include "figures/story/story-resources.h"
#include "figures/view/target.h"

#include <string.h>
#include <gio/gio.h>

#define FORMAT "interplay story 1"

static JsonObject *
parameters_object (const IplParameters *parameters)
{
  g_autofree char *text = ipl_parameters_to_json (parameters);

  return ipl_json_parse_object (text, strlen (text), NULL);
}

/* Returns the experiment in the settings, "" for none. */
static const char *
experiment_of (JsonObject *settings)
{
  const char *id = "";

  return ipl_json_get_text (settings, "experiment", &id, NULL) ? id : "";
}

/* Adds the parameters of a stop that differ from those of the story; all parameters if the
 * experiment differs. */
static void
add_settings (JsonBuilder *builder, JsonObject *base, const IplParameters *parameters)
{
  g_autoptr (JsonObject) object = parameters_object (parameters);
  g_autoptr (GList) names = json_object_get_members (object);
  gboolean is_other = strcmp (experiment_of (object), experiment_of (base)) != 0;

  ipl_json_begin_object (builder, "settings");
  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (object, l->data);
      JsonNode *old = json_object_get_member (base, l->data);

      if (!is_other && old != NULL && json_node_equal (old, node))
        continue;
      json_builder_set_member_name (builder, l->data);
      json_builder_add_value (builder, json_node_copy (node));
    }
  json_builder_end_object (builder);
}

static void
add_stop (JsonBuilder *builder, JsonObject *base, const IplStop *stop)
{
  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "caption", stop->caption);
  ipl_json_begin_array (builder, "panels");
  for (guint i = 0; i < stop->n_panels; i++)
    json_builder_add_string_value (builder, stop->panels[i]->id);
  json_builder_end_array (builder);
  if (stop->emphasised != NULL)
    ipl_json_add_text (builder, "emphasised", stop->emphasised->id);
  if (!ipl_target_is_none (&stop->selected))
    {
      json_builder_set_member_name (builder, "selected");
      ipl_target_add_json (&stop->selected, builder);
    }
  add_settings (builder, base, stop->parameters);
  ipl_json_add_double (builder, "seconds", stop->seconds);
  json_builder_end_object (builder);
}

/* Returns: (transfer full): JSON text for ipl_story_from_json() */
char *
ipl_story_to_json (const IplStory *self)
{
  g_autoptr (JsonObject) base = parameters_object (self->settings);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "format", FORMAT);
  ipl_json_add_text (builder, "title", self->title);
  ipl_json_add_name (builder, "settings");
  json_builder_add_value (builder, json_node_init_object (json_node_alloc (), base));
  ipl_json_begin_array (builder, "stops");
  for (guint i = 0; i < self->stops->len; i++)
    add_stop (builder, base, self->stops->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}

static gboolean
get_text (JsonObject *object, const char *place, const char *name, const char **text,
          GError **error)
{
  return ipl_json_get_text (object, name, text, NULL)
         || ipl_json_refuse (error, place, name, "text");
}

static gboolean
read_panel (const char *id, const char *place, const IplPanel **panel, GError **error)
{
  g_autofree char *shown = ipl_text_shown (id);

  *panel = ipl_panel_find (id);
  if (*panel == NULL)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "In %s, there is no panel “%s”; “interplay-cli figure --help” lists them.", place,
                 shown);
  return *panel != NULL;
}

static gboolean
read_panels (JsonObject *object, const char *place, IplStop *stop, GError **error)
{
  JsonArray *array = NULL;
  const char *emphasised = "";

  if (!ipl_json_get_array (object, "panels", 1, IPL_STOP_MAX_PANELS, &array, NULL) || array == NULL)
    return ipl_json_refuse (error, place, "panels", "a list of one to six panels");
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *id = ipl_json_node_text (json_array_get_element (array, i));

      if (id == NULL)
        return ipl_json_refuse (error, place, "panels", "a list of texts such as \"paths\"");
      if (!read_panel (id, place, &stop->panels[i], error))
        return FALSE;
      stop->n_panels = i + 1;
    }
  if (!get_text (object, place, "emphasised", &emphasised, error))
    return FALSE;
  if (emphasised[0] == '\0')
    return TRUE;
  return read_panel (emphasised, place, &stop->emphasised, error)
         && (ipl_stop_has_panel (stop, stop->emphasised)
             || ipl_json_refuse (error, place, "emphasised", "one of its panels"));
}

/* Merges the settings of a stop into those of the story. Settings of another experiment are not
 * merged. */
static gboolean
read_settings (JsonObject *base, JsonObject *own, const char *place, IplStop *stop, GError **error)
{
  g_autoptr (JsonObject) merged = json_object_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;
  IplParameters parameters;
  const char *experiment = own != NULL ? experiment_of (own) : "";
  gboolean is_other = experiment[0] != '\0' && strcmp (experiment, experiment_of (base)) != 0;

  for (int i = is_other; i < 2; i++)
    {
      JsonObject *from = i == 0 ? base : own;
      g_autoptr (GList) names = from != NULL ? json_object_get_members (from) : NULL;

      for (GList *l = names; l != NULL; l = l->next)
        json_object_set_member (merged, l->data,
                                json_node_copy (json_object_get_member (from, l->data)));
    }
  node = json_node_init_object (json_node_alloc (), merged);
  text = ipl_json_write (node, FALSE);
  if (!ipl_parameters_from_json (&parameters, text, error))
    {
      g_prefix_error (error, "In %s: ", place);
      return FALSE;
    }
  if (is_other
      && (ipl_parameters_get_source (&parameters)[0] != '\0'
          || ipl_parameters_get_source (stop->parameters)[0] != '\0'))
    return ipl_json_refuse (error, place, "experiment",
                            "that of the story where one of both is of a file");
  ipl_stop_set_parameters (stop, &parameters);
  return TRUE;
}

static gboolean
read_stop (JsonObject *object, JsonObject *base, const char *place, IplStop *stop, GError **error)
{
  JsonObject *own = NULL, *selected = NULL;
  const char *caption = "", *wrong = NULL;

  if (!read_panels (object, place, stop, error)
      || !get_text (object, place, "caption", &caption, error)
      || !ipl_json_get_object (object, place, "settings", &own, error)
      || !ipl_json_get_object (object, place, "selected", &selected, error)
      || !read_settings (base, own, place, stop, error))
    return FALSE;
  ipl_stop_set_caption (stop, caption);
  if (selected != NULL)
    wrong = ipl_target_read_json (&stop->selected, selected);
  /* Older files store moments of a result without a case as points. */
  if (stop->selected.kind == IPL_TARGET_POINT && stop->parameters->experiment->compute != NULL)
    stop->selected = ipl_target_moment (stop->selected.number[0]);
  if (wrong != NULL)
    return ipl_json_refuse (error, place, wrong, "a number counted from 0");
  if (!ipl_json_get_double (object, "seconds", &stop->seconds, NULL) || !(stop->seconds >= 0)
      || stop->seconds > IPL_STOP_MAX_SECONDS)
    return ipl_json_refuse (error, place, "seconds", "a number from 0 to 60");
  return TRUE;
}

static const IplStory *
read_stops (const IplStory *empty, JsonObject *base, JsonArray *stops, GError **error)
{
  const IplStory *story = ipl_story_ref (empty);

  for (guint i = 0; i < json_array_get_length (stops); i++)
    {
      JsonNode *node = json_array_get_element (stops, i);
      g_autofree char *place = g_strdup_printf ("step %u of the story", i + 1);
      g_autoptr (IplStop) stop = ipl_stop_new (empty->settings);
      const IplStory *longer;

      if (!JSON_NODE_HOLDS_OBJECT (node))
        ipl_json_refuse (error, "the story", "stops", "a list of objects");
      else if (read_stop (json_node_get_object (node), base, place, stop, error))
        {
          longer = ipl_story_insert (story, i, stop);
          ipl_story_unref (story);
          story = longer;
          continue;
        }
      ipl_story_unref (story);
      return NULL;
    }
  return story;
}

/* Missing settings of the story are the defaults of the experiment; those of a stop are the
 * settings of the story.
 * Returns: (transfer full) (nullable): the story; NULL on error */
const IplStory *
ipl_story_from_json (const char *json, GError **error)
{
  g_autofree char *why = NULL, *text = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (IplStory) empty = NULL;
  const char *format = NULL, *title = "";
  JsonObject *base = NULL;
  JsonArray *stops = NULL;
  IplParameters settings;

  if (root == NULL)
    return ipl_fail_null (error, IPL_ERROR_FORMAT,
                          "The story is not a JSON object that can be read: its text %s.", why);
  if (!ipl_json_get_text (root, "format", &format, NULL) || g_strcmp0 (format, FORMAT) != 0)
    {
      ipl_json_refuse (error, "the story", "format", "“" FORMAT "”");
      return NULL;
    }
  if (!get_text (root, "the story", "title", &title, error)
      || !ipl_json_get_object (root, "the story", "settings", &base, error))
    return NULL;
  if (base == NULL || !ipl_json_get_array (root, "stops", 0, IPL_STORY_MAX_STOPS, &stops, NULL)
      || stops == NULL)
    {
      ipl_json_refuse (error, "the story", base == NULL ? "settings" : "stops",
                       base == NULL ? "there: the experiment it is of"
                                    : "a list of at most 200 steps");
      return NULL;
    }
  node = json_node_init_object (json_node_alloc (), base);
  text = ipl_json_write (node, FALSE);
  if (!ipl_parameters_from_json (&settings, text, error))
    {
      g_prefix_error (error, "In the story: ");
      return NULL;
    }
  /* The default time of a stop is the end of the trajectory, not the time in the settings of the
   * story. */
  settings.shown_time = -1;
  empty = (IplStory *)ipl_story_new (title, &settings);
  return read_stops (empty, base, stops, error);
}

/* Returns: TRUE on success */
gboolean
ipl_story_save (const IplStory *self, const char *path, GError **error)
{
  g_autofree char *text = ipl_story_to_json (self);

  return ipl_file_save_bytes (path, text, strlen (text), error);
}

/* Returns: (transfer full) (nullable): the story; NULL on error */
const IplStory *
ipl_story_load (const char *path, GError **error)
{
  g_autofree char *text = ipl_file_read (path, IPL_JSON_MAX_SIZE, NULL, error);
  g_autofree char *shown = ipl_file_shown (path);
  const IplStory *self = text != NULL ? ipl_story_from_json (text, error) : NULL;

  if (text != NULL && self == NULL)
    g_prefix_error (error, "“%s” has no story that can be shown. ", shown);
  return self;
}

/* Stories of the program; their documents are in resources/stories. */

static const IplShippedStory shipped[] = {
  { "paper", "The _Interplay of Attention Paths" },
  { "pruning", "_Pruning Heads" },
  { "dynamics", "How Attention Is _Learned" },
  { "reversal", "Finite _Width Compared with the GP" },
  { "tasks", "Paths of Each _Task" },
  { "birth", "Emergence of an Attention _Head" },
};

/* @n: (out): number of stories
 * Returns: the stories of the program */
const IplShippedStory *
ipl_shipped_stories (guint *n)
{
  *n = G_N_ELEMENTS (shipped);
  return shipped;
}

static gboolean
is_shipped (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    if (g_str_equal (shipped[i].id, id))
      return TRUE;
  return FALSE;
}

static GBytes *
read_shipped (const char *id, GError **error)
{
  static gsize registered;
  g_autofree char *path = g_strdup_printf ("/org/interplay/Interplay/stories/%s.json", id);

  if (g_once_init_enter (&registered))
    {
      ipl_stories_register_resource ();
      g_once_init_leave (&registered, 1);
    }
  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
}

/* Returns: (transfer full) (nullable): the story; NULL on error */
const IplStory *
ipl_shipped_story_load (const char *id, GError **error)
{
  g_autoptr (GBytes) bytes = read_shipped (id, error);

  /* The final zero of a resource does not count. */
  return bytes != NULL ? ipl_story_from_json (g_bytes_get_data (bytes, NULL), error) : NULL;
}

/* @name: id of a story of the program, otherwise a file
 * Returns: (transfer full) (nullable): the story; NULL on error */
const IplStory *
ipl_story_open (const char *name, GError **error)
{
  g_autofree char *shown = NULL;
  GString *list;

  if (is_shipped (name) && !g_file_test (name, G_FILE_TEST_EXISTS))
    return ipl_shipped_story_load (name, error);
  if (g_file_test (name, G_FILE_TEST_EXISTS))
    return ipl_story_load (name, error);
  shown = ipl_path_shown (name);
  list = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", shipped[i].id);
  g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
               "“%s” is neither a file nor a built-in story: %s.", shown, list->str);
  g_string_free (list, TRUE);
  return NULL;
}
