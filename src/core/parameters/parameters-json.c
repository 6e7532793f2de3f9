/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/parameters/parameters-json.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/text-escape.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-fields.h"
#include "core/parameters/parameters.h"
#include <math.h>
#include <string.h>

static void
add_group (JsonBuilder *builder, const IplFieldGroup *group, gconstpointer data)
{
  if (group->id != NULL)
    {
      ipl_json_begin_object (builder, group->id);
    }
  ipl_fields_add_json (group->n_fields, group->fields, (const char *)data + group->offset, builder);
  if (group->id != NULL)
    json_builder_end_object (builder);
}

static void
add_experiment_fields (JsonBuilder *builder, const IplParameters *self)
{
  gboolean has_task = FALSE;

  for (guint g = 0; g < self->experiment->n_groups; g++)
    {
      const IplFieldGroup *group = &self->experiment->groups[g];

      has_task = has_task || g_strcmp0 (group->id, "task") == 0;
      add_group (builder, group, ipl_parameters_get_specific (self));
    }
  /* Documents always contain a "task". An experiment without a group of this name writes that of
   * the default experiment; readers ignore it. */
  if (!has_task)
    {
      IplParameters plain;

      ipl_parameters_init (&plain, ipl_experiments (NULL)[0]->id);
      add_group (builder, &plain.experiment->groups[0], ipl_parameters_get_specific (&plain));
    }
}

static void
add_widths (JsonBuilder *builder, const IplSetting *setting)
{
  g_autofree char *text = ipl_setting_widths_text (setting);

  json_builder_add_string_value (builder, text);
}

static void
add_reals (JsonBuilder *builder, const char *name, guint n, const double *values)
{
  ipl_json_begin_array (builder, name);
  for (guint i = 0; i < n; i++)
    json_builder_add_double_value (builder, values[i]);
  json_builder_end_array (builder);
}

/* Returns: (transfer full): the parameters as JSON text, which ipl_parameters_from_json() reads */
char *
ipl_parameters_to_json (const IplParameters *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "experiment", self->experiment->id);
  add_experiment_fields (builder, self);
  ipl_json_add_int (builder, "layers", self->current.L);
  add_group (builder, &ipl_temperature_group, self);
  add_reals (builder, "variances", self->current.L + 2, self->current.variances);
  ipl_json_begin_array (builder, "widths");
  for (guint i = 0; i < self->n_widths; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (self, i);

      add_widths (builder, &setting);
    }
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "current_width");
  add_widths (builder, &self->current);
  add_group (builder, &ipl_display_group, self);
  add_group (builder, &ipl_curves_group, self);
  add_group (builder, &ipl_sampler_group, self);
  add_reals (builder, "temperatures", self->n_temperatures, self->temperatures);
  add_group (builder, &ipl_pruning_group, self);
  if (self->experiment->compute != NULL || self->shown_time >= 0)
    add_group (builder, &ipl_shown_time_group, self);
  if (self->map_axis_x[0] != '\0')
    add_group (builder, &ipl_map_group, self);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, TRUE);
}

static gboolean
read_group (const IplFieldGroup *group, gpointer data, JsonObject *root, GError **error)
{
  JsonNode *node = group->id != NULL ? json_object_get_member (root, group->id) : NULL;

  if (group->id != NULL && node == NULL)
    return TRUE;
  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type (group->id, "an object", error);
  return ipl_fields_read_json (group->n_fields, group->fields, (char *)data + group->offset,
                               node != NULL ? json_node_get_object (node) : root, error);
}

static gboolean
read_experiment_fields (JsonObject *root, IplParameters *self, GError **error)
{
  const IplExperiment *experiment = self->experiment;

  for (guint g = 0; g < experiment->n_groups; g++)
    if (!read_group (&experiment->groups[g], ipl_parameters_edit_specific (self), root, error))
      return FALSE;
  return experiment->validate == NULL
         || experiment->validate (ipl_parameters_get_specific (self), error);
}

/* Reads a list of numbers, each at least @least. */
static gboolean
read_reals (JsonArray *array, const char *name, const char *words, double least, double *values,
            GError **error)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

      if ((type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
          || !(json_node_get_double (node) >= least))
        return ipl_json_wrong_type (name, words, error);
      values[i] = json_node_get_double (node);
    }
  return TRUE;
}

/* Common to all settings. */
static gboolean
read_shared (JsonObject *root, IplParameters *self, guint L, GError **error)
{
  IplSetting shared = { .L = L, .temperature = self->current.temperature };
  JsonArray *variances = NULL;

  if (!ipl_json_get_uint (root, "layers", 1, IPL_MAX_LAYERS, &shared.L, error)
      || !ipl_json_get_double (root, "temperature", &shared.temperature, error)
      || !ipl_json_get_array (root, "variances", 3, IPL_MAX_LAYERS + 2, &variances, error))
    return FALSE;
  for (guint i = 0; i < shared.L + 2; i++)
    shared.variances[i] = 1;
  if (variances != NULL && json_array_get_length (variances) != shared.L + 2)
    return ipl_json_wrong_type ("variances", "a list of as many numbers as layers and two more",
                                error);
  if (variances != NULL
      && !read_reals (variances, "variances", "a list of numbers", -INFINITY, shared.variances,
                      error))
    return FALSE;
  for (guint l = 0; l <= shared.L; l++)
    shared.N[l] = MAX (self->current.N[0], 1);
  if (!ipl_setting_validate (&shared, NULL, error))
    return FALSE;
  self->current = shared;
  return TRUE;
}

/* Reads the widths; needs the number of layers. */
static gboolean
read_widths (JsonObject *root, IplParameters *self, GError **error)
{
  IplSetting shared = self->current;
  JsonArray *widths = NULL;
  const char *current = NULL;

  if (!ipl_json_get_array (root, "widths", 0, IPL_MAX_LIST, &widths, error)
      || !ipl_json_get_text (root, "current_width", &current, error)
      || (current != NULL && !ipl_setting_parse_widths (&self->current, current, error)))
    return FALSE;
  if (widths != NULL)
    self->n_widths = json_array_get_length (widths);
  for (guint i = 0; i < self->n_widths; i++)
    {
      const char *text
          = widths != NULL ? ipl_json_node_text (json_array_get_element (widths, i)) : NULL;
      IplSetting setting = shared;

      if (widths != NULL && text == NULL)
        return ipl_json_wrong_type ("widths", "a list of texts such as \"100\"", error);
      for (guint l = 0; l <= shared.L; l++)
        setting.N[l] = MAX (self->widths[i].N[0], 1);
      if (text != NULL && !ipl_setting_parse_widths (&setting, text, error))
        return FALSE;
      ipl_parameters_set_widths (self, i, &setting);
    }
  return TRUE;
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
  return read_reals (array, "temperatures", "a list of numbers of 0 or more", 0, self->temperatures,
                     error);
}

/* Reads the own parameters first: they determine the number of layers. */
static gboolean
read_all (JsonObject *root, IplParameters *self, GError **error)
{
  guint L;

  if (!read_experiment_fields (root, self, error))
    return FALSE;
  L = ipl_parameters_get_layers (self);
  return read_shared (root, self, L > 0 ? L : self->current.L, error)
         && read_widths (root, self, error) && read_temperatures (root, self, error)
         && read_group (&ipl_display_group, self, root, error)
         && read_group (&ipl_curves_group, self, root, error)
         && read_group (&ipl_sampler_group, self, root, error)
         && read_group (&ipl_pruning_group, self, root, error)
         && read_group (&ipl_shown_time_group, self, root, error)
         && read_group (&ipl_map_group, self, root, error);
}

/* Reads parameters. Missing keys keep the experiment's defaults, unknown keys are ignored,
 * invalid values are errors. On error @self is unchanged. */
gboolean
ipl_parameters_from_json (IplParameters *self, const char *json, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);
  IplParameters read;
  const char *experiment = ipl_experiments (NULL)[0]->id;

  if (root == NULL)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "The settings are not a JSON object that can be read: their text %s.", why);
  if (!ipl_json_get_text (root, "experiment", &experiment, error))
    return FALSE;
  if (ipl_experiment_find (experiment) == NULL)
    {
      g_autofree char *shown = ipl_text_shown (experiment);

      return ipl_fail (error, IPL_ERROR_VALUE,
                       "The settings are for an experiment “%s”, which is not known.", shown);
    }
  ipl_parameters_init (&read, experiment);
  if (!read_all (root, &read, error))
    return FALSE;
  *self = read;
  return TRUE;
}
