/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/document.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "core/base/error.h"

#include "core/experiments/document-private.h"
#include "core/base/json.h"

#define MAX_COMPONENTS 1000000

static void
add_chain (JsonBuilder *builder, const IplMarkovChain *chain)
{
  char seed[32];

  ipl_json_add_name (builder, "task");
  json_builder_begin_object (builder);
  ipl_json_add_double (builder, "stay_plus", chain->stay_plus);
  ipl_json_add_double (builder, "stay_minus", chain->stay_minus);
  ipl_json_add_double (builder, "noise_parallel", chain->noise_parallel);
  ipl_json_add_double (builder, "noise_perpendicular", chain->noise_perpendicular);
  ipl_json_add_double (builder, "beta", chain->beta);
  ipl_json_add_int (builder, "n_train", chain->n_train);
  ipl_json_add_int (builder, "n_test", chain->n_test);
  ipl_json_add_int (builder, "n_tokens", chain->n_tokens);
  ipl_json_add_int (builder, "n_features", chain->n_features);
  /* As text: JSON numbers are exact to 53 bits only. */
  g_snprintf (seed, sizeof seed, "%" G_GUINT64_FORMAT, chain->seed);
  ipl_json_add_name (builder, "seed");
  json_builder_add_string_value (builder, seed);
  ipl_json_add_name (builder, "heads");
  json_builder_begin_array (builder);
  for (guint l = 0; l < chain->n_layers; l++)
    {
      json_builder_begin_array (builder);
      for (guint h = 0; h < chain->n_heads[l]; h++)
        json_builder_add_string_value (builder, ipl_head_kind_name (chain->heads[l][h]));
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
add_widths (JsonBuilder *builder, const IplSetting *setting)
{
  g_autofree char *text = ipl_setting_widths_text (setting);

  json_builder_add_string_value (builder, text);
}

/**
 * ipl_parameters_to_json:
 * @self: parameters
 *
 * Returns: (transfer full): the parameters as JSON text, which ipl_parameters_from_json() reads
 */
char *
ipl_parameters_to_json (const IplParameters *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;

  json_builder_begin_object (builder);
  ipl_json_add_name (builder, "experiment");
  json_builder_add_string_value (builder, self->experiment);
  if (self->file[0] != '\0')
    {
      g_autofree char *file = g_filename_to_uri (self->file, NULL, NULL);

      /* As a URI, because file names need not be UTF-8. */
      ipl_json_add_name (builder, "file");
      json_builder_add_string_value (builder, file != NULL ? file : self->file);
    }
  add_chain (builder, &self->chain);
  ipl_json_add_int (builder, "layers", self->current.L);
  ipl_json_add_double (builder, "temperature", self->current.temperature);
  ipl_json_add_name (builder, "variances");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->current.L + 2; i++)
    json_builder_add_double_value (builder, self->current.variances[i]);
  json_builder_end_array (builder);
  ipl_json_add_name (builder, "widths");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_widths; i++)
    add_widths (builder, &self->widths[i]);
  json_builder_end_array (builder);
  ipl_json_add_name (builder, "current_width");
  add_widths (builder, &self->current);
  ipl_json_add_int (builder, "components", self->n_components);
  ipl_json_add_name (builder, "shared_limits");
  json_builder_add_boolean_value (builder, self->shared_limits);
  ipl_json_add_int (builder, "chains", self->chains);
  ipl_json_add_int (builder, "warmup", self->warmup);
  ipl_json_add_int (builder, "draws", self->draws);
  ipl_json_add_name (builder, "heatmap");
  json_builder_add_string_value (builder, self->heatmap);
  ipl_parameters_add_images_json (self, builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  return json_to_string (root, TRUE);
}

static gboolean
get_heads (JsonArray *layers, IplMarkovChain *chain, GError **error)
{
  guint n_layers = json_array_get_length (layers);

  memset (chain->heads, 0, sizeof chain->heads);
  memset (chain->n_heads, 0, sizeof chain->n_heads);
  chain->n_layers = n_layers;
  for (guint l = 0; l < n_layers; l++)
    {
      JsonNode *node = json_array_get_element (layers, l);
      JsonArray *heads = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      guint n = heads != NULL ? json_array_get_length (heads) : 0;

      if (n < 1 || n > IPL_CHAIN_MAX_HEADS)
        return ipl_json_wrong_type ("heads", "a list of 1 to 4 kinds of head for each layer",
                                    error);
      chain->n_heads[l] = n;
      for (guint h = 0; h < n; h++)
        {
          const char *kind = ipl_json_node_text (json_array_get_element (heads, h));

          if (kind == NULL || !ipl_head_kind_parse (kind, &chain->heads[l][h]))
            return ipl_json_wrong_type ("heads", "made of good, uniform, random and blank", error);
        }
    }
  return TRUE;
}

static gboolean
get_chain (JsonObject *root, IplMarkovChain *chain, GError **error)
{
  JsonNode *node = json_object_get_member (root, "task");
  JsonObject *object;
  JsonArray *heads = NULL;
  JsonNode *seed;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type ("task", "an object", error);
  object = json_node_get_object (node);
  if (!ipl_json_get_double (object, "stay_plus", &chain->stay_plus, error)
      || !ipl_json_get_double (object, "stay_minus", &chain->stay_minus, error)
      || !ipl_json_get_double (object, "noise_parallel", &chain->noise_parallel, error)
      || !ipl_json_get_double (object, "noise_perpendicular", &chain->noise_perpendicular, error)
      || !ipl_json_get_double (object, "beta", &chain->beta, error)
      || !ipl_json_get_uint (object, "n_train", 0, G_MAXUINT, &chain->n_train, error)
      || !ipl_json_get_uint (object, "n_test", 0, G_MAXUINT, &chain->n_test, error)
      || !ipl_json_get_uint (object, "n_tokens", 0, G_MAXUINT, &chain->n_tokens, error)
      || !ipl_json_get_uint (object, "n_features", 0, G_MAXUINT, &chain->n_features, error)
      || !ipl_json_get_array (object, "heads", 1, IPL_CHAIN_MAX_LAYERS, &heads, error)
      || (heads != NULL && !get_heads (heads, chain, error)))
    return FALSE;

  seed = json_object_get_member (object, "seed");
  if (seed != NULL)
    {
      const char *text = ipl_json_node_text (seed);
      gint64 number = -1;

      if (JSON_NODE_HOLDS_VALUE (seed) && json_node_get_value_type (seed) == G_TYPE_INT64)
        number = json_node_get_int (seed);
      if (number >= 0)
        chain->seed = (guint64)number;
      else if (text == NULL
               || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &chain->seed, NULL))
        return ipl_json_wrong_type ("seed", "a whole number, 0 or above", error);
    }
  return ipl_markov_chain_validate (chain, error);
}

static gboolean
get_variances (JsonArray *array, IplSetting *setting, GError **error)
{
  if (json_array_get_length (array) != setting->L + 2)
    return ipl_json_wrong_type ("variances", "a list of as many numbers as layers and two more",
                                error);
  for (guint i = 0; i < setting->L + 2; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

      if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
        return ipl_json_wrong_type ("variances", "a list of numbers", error);
      setting->variances[i] = json_node_get_double (node);
    }
  return TRUE;
}

/* The settings, once the number of layers is known: what all of them share first. */
static gboolean
get_settings (JsonObject *root, IplParameters *self, GError **error)
{
  JsonArray *variances = NULL, *widths = NULL;
  IplSetting shared = { 0 };
  const IplExperiment *experiment = ipl_experiment_find (self->experiment);
  const char *current = NULL;

  shared.L = experiment->trainable   ? self->training.n_layers
             : experiment->generated ? self->chain.n_layers
                                     : self->current.L;
  shared.temperature = self->current.temperature;
  for (guint i = 0; i < IPL_MAX_LAYERS + 2; i++)
    shared.variances[i] = 1;
  if (!ipl_json_get_uint (root, "layers", 1, IPL_MAX_LAYERS, &shared.L, error)
      || !ipl_json_get_double (root, "temperature", &shared.temperature, error)
      || !ipl_json_get_array (root, "variances", 3, IPL_MAX_LAYERS + 2, &variances, error)
      || !ipl_json_get_array (root, "widths", 0, IPL_MAX_LIST, &widths, error)
      || !ipl_json_get_text (root, "current_width", &current, error)
      || (variances != NULL && !get_variances (variances, &shared, error)))
    return FALSE;
  for (guint i = shared.L + 2; i < IPL_MAX_LAYERS + 2; i++)
    shared.variances[i] = 0;
  for (guint l = 0; l <= shared.L; l++)
    shared.N[l] = MAX (self->current.N[0], 1);
  if (!ipl_setting_validate (&shared, NULL, error))
    return FALSE;

  self->current = shared;
  if (current != NULL && !ipl_setting_parse_widths (&self->current, current, error))
    return FALSE;
  if (widths != NULL)
    self->n_widths = json_array_get_length (widths);
  for (guint i = 0; i < self->n_widths; i++)
    {
      const char *text
          = widths != NULL ? ipl_json_node_text (json_array_get_element (widths, i)) : NULL;
      guint N = self->widths[i].N[0];

      if (widths != NULL && text == NULL)
        return ipl_json_wrong_type ("widths", "a list of texts such as \"100\"", error);
      self->widths[i] = shared;
      for (guint l = 0; l <= shared.L; l++)
        self->widths[i].N[l] = MAX (N, 1);
      if (text != NULL && !ipl_setting_parse_widths (&self->widths[i], text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
get_file (JsonObject *root, IplParameters *self, GError **error)
{
  const char *text = NULL;
  g_autofree char *path = NULL;

  if (!ipl_json_get_text (root, "file", &text, error) || text == NULL)
    return text == NULL && json_object_get_member (root, "file") == NULL;
  path = g_filename_from_uri (text, NULL, NULL);
  if (g_strlcpy (self->file, path != NULL ? path : text, sizeof self->file) >= sizeof self->file)
    {
      self->file[0] = '\0';
      return ipl_json_wrong_type ("file", "a shorter file name", error);
    }
  return TRUE;
}

static gboolean
get_heatmap (JsonObject *root, IplParameters *self, GError **error)
{
  const char *text = self->heatmap;

  if (!ipl_json_get_text (root, "heatmap", &text, error))
    return FALSE;
  if (strlen (text) >= sizeof self->heatmap)
    return ipl_json_wrong_type ("heatmap", "the name of a way to show U", error);
  memmove (self->heatmap, text, strlen (text) + 1);
  return TRUE;
}

/**
 * ipl_parameters_from_json:
 * @self: (out caller-allocates): parameters
 * @json: JSON text as ipl_parameters_to_json() writes it
 * @error: return location for an #IPL_ERROR
 *
 * Reads parameters. What is not named keeps the experiment's default, keys that are not known are
 * ignored, and values that cannot be are errors. On error @self is not touched.
 *
 * Returns: whether @json could be read
 */
gboolean
ipl_parameters_from_json (IplParameters *self, const char *json, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) parse_error = NULL;
  g_autofree IplParameters *read = g_new0 (IplParameters, 1);
  JsonObject *root;
  const char *experiment = ipl_experiments (NULL)->id;

  if (!json_parser_load_from_data (parser, json, -1, &parse_error)
      || json_parser_get_root (parser) == NULL
      || !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "The settings are not a JSON object%s%s.",
                   parse_error != NULL ? ": " : "",
                   parse_error != NULL ? parse_error->message : "");
      return FALSE;
    }
  root = json_node_get_object (json_parser_get_root (parser));
  if (!ipl_json_get_text (root, "experiment", &experiment, error))
    return FALSE;
  if (ipl_experiment_find (experiment) == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "The settings are for an experiment “%s”, which is not known.", experiment);
      return FALSE;
    }
  ipl_parameters_init (read, experiment);
  if (!get_file (root, read, error) || !get_chain (root, &read->chain, error)
      || !ipl_parameters_read_images_json (read, root, error) || !get_settings (root, read, error)
      || !ipl_json_get_uint (root, "components", 1, MAX_COMPONENTS, &read->n_components, error)
      || !ipl_json_get_boolean (root, "shared_limits", &read->shared_limits, error)
      || !ipl_json_get_uint (root, "chains", 1, IPL_MAX_CHAINS, &read->chains, error)
      || !ipl_json_get_uint (root, "warmup", IPL_MIN_WARMUP, IPL_MAX_DRAWS, &read->warmup, error)
      || !ipl_json_get_uint (root, "draws", IPL_MIN_DRAWS, IPL_MAX_DRAWS, &read->draws, error)
      || !get_heatmap (root, read, error))
    return FALSE;
  *self = *read;
  return TRUE;
}
