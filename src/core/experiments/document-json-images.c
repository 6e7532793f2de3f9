/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/experiments/document-private.h"

#include "core/base/error.h"
#include "core/heads/pruning.h"
#include <string.h>

#include "core/tasks/image-task-json.h"
#include "core/base/json.h"

#define MAX_FINE_TUNE 1000000

static void
add_training (const IplTraining *training, JsonBuilder *builder)
{
  ipl_json_add_name (builder, "training");
  json_builder_begin_object (builder);
  ipl_json_add_name (builder, "heads");
  json_builder_begin_array (builder);
  for (guint l = 0; l < training->n_layers; l++)
    json_builder_add_int_value (builder, training->n_heads[l]);
  json_builder_end_array (builder);
  ipl_json_add_int (builder, "width", training->width);
  ipl_json_add_int (builder, "qk", training->qk);
  ipl_json_add_int (builder, "batch", training->batch);
  ipl_json_add_int (builder, "steps", training->steps);
  ipl_json_add_double (builder, "minutes", training->minutes);
  ipl_json_add_double (builder, "learning_rate", training->learning_rate);
  ipl_json_add_double (builder, "weight_decay", training->weight_decay);
  ipl_json_add_boolean (builder, "decoupled", training->decoupled);
  ipl_json_add_boolean (builder, "cosine", training->cosine);
  ipl_json_add_seed (builder, "seed", training->seed);
  json_builder_end_object (builder);
}

/*< private > */
void
ipl_parameters_add_images_json (const IplParameters *self, JsonBuilder *builder)
{
  const IplExperiment *experiment = ipl_experiment_find (self->experiment);

  ipl_json_add_name (builder, "temperatures");
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_temperatures; i++)
    json_builder_add_double_value (builder, self->temperatures[i]);
  json_builder_end_array (builder);
  ipl_json_add_int (builder, "random_orders", self->random_orders);
  ipl_json_add_int (builder, "fine_tune_steps", self->fine_tune_steps);
  if (experiment == NULL || !experiment->trainable)
    return;
  ipl_json_add_name (builder, "images");
  ipl_image_task_add_json (&self->images, builder);
  add_training (&self->training, builder);
  if (self->network[0] != '\0')
    ipl_json_add_path (builder, "network", self->network);
}

static gboolean
read_heads (JsonObject *object, IplTraining *training, GError **error)
{
  JsonArray *heads = NULL;

  if (!ipl_json_get_array (object, "heads", 1, IPL_MAX_LAYERS, &heads, error))
    return FALSE;
  if (heads == NULL)
    return TRUE;
  memset (training->n_heads, 0, sizeof training->n_heads);
  training->n_layers = json_array_get_length (heads);
  for (guint l = 0; l < training->n_layers; l++)
    {
      JsonNode *node = json_array_get_element (heads, l);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64
          || json_node_get_int (node) < 1 || json_node_get_int (node) > IPL_MAX_HEADS)
        return ipl_json_wrong_type ("heads", "a number of heads from 1 to 64 for each layer",
                                    error);
      training->n_heads[l] = (guint)json_node_get_int (node);
    }
  return TRUE;
}

static gboolean
read_training (JsonObject *root, IplTraining *training, GError **error)
{
  JsonNode *node = json_object_get_member (root, "training");
  IplTrainerConfig config;
  JsonObject *object;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type ("training", "an object", error);
  object = json_node_get_object (node);
  return read_heads (object, training, error)
         && ipl_json_get_uint (object, "width", 1, IPL_MAX_WIDTH, &training->width, error)
         && ipl_json_get_uint (object, "qk", 1, G_MAXINT, &training->qk, error)
         && ipl_json_get_uint (object, "batch", 1, G_MAXINT, &training->batch, error)
         && ipl_json_get_uint (object, "steps", 0, G_MAXUINT, &training->steps, error)
         && ipl_json_get_double (object, "minutes", &training->minutes, error)
         && ipl_json_get_double (object, "learning_rate", &training->learning_rate, error)
         && ipl_json_get_double (object, "weight_decay", &training->weight_decay, error)
         && ipl_json_get_boolean (object, "decoupled", &training->decoupled, error)
         && ipl_json_get_boolean (object, "cosine", &training->cosine, error)
         && ipl_json_get_seed (object, "seed", &training->seed, error)
         && ipl_training_to_config (training, &config, error);
}

static gboolean
read_images (JsonObject *root, IplImageTask *images, GError **error)
{
  JsonNode *node = json_object_get_member (root, "images");

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type ("images", "an object", error);
  return ipl_image_task_read_json (images, json_node_get_object (node), error);
}

static gboolean
read_temperatures (JsonObject *root, IplParameters *self, GError **error)
{
  JsonArray *array = NULL;

  if (!ipl_json_get_array (root, "temperatures", 0, IPL_MAX_LIST, &array, error))
    return FALSE;
  if (array == NULL)
    return TRUE;
  self->n_temperatures = json_array_get_length (array);
  for (guint i = 0; i < self->n_temperatures; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

      if ((type != G_TYPE_DOUBLE && type != G_TYPE_INT64) || !(json_node_get_double (node) >= 0))
        return ipl_json_wrong_type ("temperatures", "a list of numbers of 0 or more", error);
      self->temperatures[i] = json_node_get_double (node);
    }
  return TRUE;
}

/*< private > */
gboolean
ipl_parameters_read_images_json (IplParameters *self, JsonObject *root, GError **error)
{
  return read_temperatures (root, self, error)
         && ipl_json_get_uint (root, "random_orders", 0, IPL_PRUNING_MAX_RANDOM,
                               &self->random_orders, error)
         && ipl_json_get_uint (root, "fine_tune_steps", 0, MAX_FINE_TUNE, &self->fine_tune_steps,
                               error)
         && read_images (root, &self->images, error) && read_training (root, &self->training, error)
         && ipl_json_get_path (root, "network", self->network, sizeof self->network, error);
}
