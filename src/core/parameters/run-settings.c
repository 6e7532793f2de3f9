/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run was asked for, as a document within its results. */
#include "core/parameters/run-settings.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include <string.h>

static const char *const commands[] = { "sweep", "sample", "prune", "dynamics", "train", NULL };

/* Takes widths, temperatures and sampler from the parameters, as the window solves them: the
 * present temperature first where it is among several of which each width takes the best. */
void
ipl_run_settings_init (IplRunSettings *self, const char *command, const IplParameters *parameters)
{
  guint n = parameters->n_temperatures;
  double present = parameters->current.temperature;

  memset (self, 0, sizeof *self);
  self->command = g_intern_string (command);
  self->parameters = *parameters;
  self->n_widths = parameters->n_widths;
  self->widths = g_new0 (IplSetting, self->n_widths + 1);
  for (guint i = 0; i < self->n_widths; i++)
    self->widths[i] = ipl_parameters_get_setting (parameters, i);
  self->best = self->listed = n > 0;
  self->temperatures = g_new0 (double, n + 1);
  for (guint i = 0; i < n; i++)
    if (parameters->temperatures[i] == present && self->n_temperatures == 0)
      self->temperatures[self->n_temperatures++] = present;
  for (guint i = 0; i < n; i++)
    if (self->n_temperatures == 0 || parameters->temperatures[i] != self->temperatures[0])
      self->temperatures[self->n_temperatures++] = parameters->temperatures[i];
  if (n == 0)
    self->temperatures[self->n_temperatures++] = present;
  ipl_parameters_get_sampler (parameters, &self->options);
  self->prune = (IplPruneSettings){ .network = "", .order = "score", .test = "", .resolve = TRUE };
  self->prune.seed = self->options.seed;
}

void
ipl_run_settings_clear (IplRunSettings *self)
{
  g_clear_pointer (&self->widths, g_free);
  g_clear_pointer (&self->temperatures, g_free);
  g_clear_pointer (&self->variances, g_free);
}

/* Sets what is solved: every width at every temperature. */
void
ipl_run_settings_set_axes (IplRunSettings *self, guint n_widths, const IplSetting *widths,
                           guint n_temperatures, const double *temperatures)
{
  IplSetting *new_widths = g_memdup2 (widths, n_widths * sizeof *widths);
  double *new_temperatures = g_memdup2 (temperatures, n_temperatures * sizeof *temperatures);

  g_free (self->widths);
  g_free (self->temperatures);
  self->n_widths = n_widths;
  self->widths = new_widths;
  self->n_temperatures = n_temperatures;
  self->temperatures = new_temperatures;
  self->parameters.current = new_widths[0];
  self->parameters.current.temperature = temperatures[0];
}

/* Sets which prior variances everything is solved at.
 * @self: the settings, whose widths are known
 * @variances: [@n x IPL_RUN_VARIANCES_STRIDE] s0^2, s_1^2 .. s_L^2, s_a^2 of each set */
void
ipl_run_settings_set_variances (IplRunSettings *self, guint n, const double *variances)
{
  double *sets
      = n > 1 ? g_memdup2 (variances, n * IPL_RUN_VARIANCES_STRIDE * sizeof (double)) : NULL;

  for (guint i = 0; i < self->n_widths; i++)
    memcpy (self->widths[i].variances, variances, sizeof self->widths[i].variances);
  memcpy (self->parameters.current.variances, variances, sizeof self->widths[0].variances);
  g_free (self->variances);
  self->variances = sets;
  self->n_variances = n > 1 ? n : 0;
}

/* Returns: how many temperatures there are, of each set of variances */
guint
ipl_run_settings_n_priors (const IplRunSettings *self)
{
  return MAX (self->n_variances, 1) * self->n_temperatures;
}

/* @index: (v * temperatures + t) * widths + w for the v-th set of variances, the t-th temperature
 *   and the w-th width
 * Returns: that setting */
IplSetting
ipl_run_settings_get (const IplRunSettings *self, guint index)
{
  guint prior = index / self->n_widths;
  IplSetting setting = self->widths[index % self->n_widths];

  setting.temperature = self->temperatures[prior % self->n_temperatures];
  setting.components = self->parameters.n_components;
  if (self->n_variances > 0)
    memcpy (setting.variances,
            self->variances + prior / self->n_temperatures * IPL_RUN_VARIANCES_STRIDE,
            sizeof setting.variances);
  return setting;
}

/* @the_case: the case that they are for
 * @n: (out): how many
 * Returns: (transfer full) (nullable): [@n] every width at every temperature and set of variances,
 *   widths fastest, then temperatures */
IplSetting *
ipl_run_settings_list (const IplRunSettings *self, const IplCase *the_case, guint *n,
                       GError **error)
{
  gsize total = (gsize)self->n_widths * ipl_run_settings_n_priors (self);
  g_autofree IplSetting *list = NULL;

  if (total == 0 || total > IPL_MAX_RUN_SETTINGS)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                   "The sweep has %" G_GSIZE_FORMAT " settings, and must have from 1 to %d.", total,
                   IPL_MAX_RUN_SETTINGS);
      return NULL;
    }
  list = g_new0 (IplSetting, total);
  for (guint i = 0; i < total; i++)
    {
      list[i] = ipl_run_settings_get (self, i);
      if (!ipl_setting_validate (&list[i], the_case, error))
        return NULL;
    }
  *n = (guint)total;
  return g_steal_pointer (&list);
}

static void
set_node (JsonObject *root, const char *name, JsonBuilder *builder)
{
  json_object_set_member (root, name, json_builder_get_root (builder));
  json_builder_reset (builder);
}

static void
add_widths (const IplRunSettings *self, JsonObject *root, JsonBuilder *builder)
{
  json_builder_begin_array (builder);
  for (guint i = 0; i < self->n_widths; i++)
    {
      g_autofree char *text = ipl_setting_widths_text (&self->widths[i]);

      json_builder_add_string_value (builder, text);
    }
  json_builder_end_array (builder);
  set_node (root, "widths", builder);
}

/* Each width takes the best of the list, or has a row at each. */
static void
add_temperatures (const IplRunSettings *self, JsonObject *root, JsonBuilder *builder)
{
  json_builder_begin_array (builder);
  for (guint i = 0; self->listed && i < self->n_temperatures; i++)
    json_builder_add_double_value (builder, self->temperatures[i]);
  json_builder_end_array (builder);
  set_node (root, "temperatures", builder);
  json_object_set_boolean_member (root, "best", self->best);
}

/* Only where there are several: of one, the parameters tell it. */
static void
add_variances (const IplRunSettings *self, JsonObject *root, JsonBuilder *builder)
{
  guint L = self->parameters.current.L;

  if (self->n_variances == 0)
    return;
  json_builder_begin_array (builder);
  for (guint v = 0; v < self->n_variances; v++)
    {
      json_builder_begin_array (builder);
      for (guint i = 0; i < L + 2; i++)
        json_builder_add_double_value (builder, self->variances[v * IPL_RUN_VARIANCES_STRIDE + i]);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
  set_node (root, "variance_sets", builder);
}

static void
add_prune (const IplPruneSettings *prune, JsonObject *root, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  if (prune->network[0] != '\0')
    ipl_json_add_path (builder, "network", prune->network);
  ipl_json_add_text (builder, "order", prune->order);
  ipl_json_add_text (builder, "test", prune->test);
  ipl_json_add_boolean (builder, "resolve", prune->resolve);
  ipl_json_add_seed (builder, "seed", prune->seed);
  json_builder_end_object (builder);
  set_node (root, "prune", builder);
}

static void
add_seeds (const IplRunSettings *self, JsonObject *root, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  ipl_json_add_seed (builder, "first", self->first_seed);
  ipl_json_add_seed (builder, "count", self->n_seeds);
  json_builder_end_object (builder);
  set_node (root, "seeds", builder);
}

static void
add_sampler (const IplPosteriorOptions *options, JsonObject *root, JsonBuilder *builder)
{
  json_builder_begin_object (builder);
  ipl_json_add_seed (builder, "seed", options->seed);
  ipl_json_add_double (builder, "target_acceptance", options->target_acceptance);
  ipl_json_add_text (builder, "method", ipl_posterior_method_names[options->method]);
  json_builder_end_object (builder);
  set_node (root, "sampler", builder);
}

/* Returns: (transfer full): them as JSON text: the parameters of ipl_parameters_to_json(), with the
 *   widths and temperatures that ran, the seed of the sampler, and what else made the numbers */
char *
ipl_run_settings_to_json (const IplRunSettings *self)
{
  g_autofree char *plain = NULL, *why = NULL;
  g_autoptr (JsonObject) root = NULL;
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  IplParameters parameters = self->parameters;

  parameters.n_widths = parameters.n_temperatures = 0;
  parameters.sampler_chains = self->options.chains;
  parameters.warmup = self->options.warmup;
  parameters.target_acceptance = self->options.target_acceptance;
  parameters.sampler_method = ipl_posterior_method_names[self->options.method];
  plain = ipl_parameters_to_json (&parameters);
  root = ipl_json_parse_object (plain, strlen (plain), &why);
  g_return_val_if_fail (root != NULL, NULL);
  json_object_set_string_member (root, "command", self->command);
  add_widths (self, root, builder);
  add_temperatures (self, root, builder);
  add_variances (self, root, builder);
  if (strcmp (self->command, "sample") == 0)
    add_sampler (&self->options, root, builder);
  if (strcmp (self->command, "prune") == 0)
    add_prune (&self->prune, root, builder);
  if (self->n_seeds > 0)
    add_seeds (self, root, builder);
  json_node_set_object (node, root);
  return ipl_json_write (node, TRUE);
}

/* Lists of any length, which the parameters do not have. */
static gboolean
read_widths (IplRunSettings *self, JsonArray *array, GError **error)
{
  guint n = json_array_get_length (array);

  g_free (self->widths);
  self->n_widths = n;
  self->widths = g_new0 (IplSetting, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const char *text = ipl_json_node_text (json_array_get_element (array, i));

      self->widths[i] = self->parameters.current;
      if (text == NULL)
        return ipl_json_wrong_type ("widths", "a list of texts such as \"100\"", error);
      if (!ipl_setting_parse_widths (&self->widths[i], text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_temperatures (IplRunSettings *self, JsonArray *array, GError **error)
{
  guint n = json_array_get_length (array);

  if (n == 0)
    return TRUE;
  g_free (self->temperatures);
  self->n_temperatures = n;
  self->listed = TRUE;
  self->temperatures = g_new0 (double, n);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      GType type = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_value_type (node) : G_TYPE_INVALID;

      if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
        return ipl_json_wrong_type ("temperatures", "a list of numbers", error);
      self->temperatures[i] = json_node_get_double (node);
    }
  return TRUE;
}

static gboolean
read_variance_set (JsonNode *node, guint L, double *values, GError **error)
{
  JsonArray *set = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (set == NULL || json_array_get_length (set) != L + 2)
    return ipl_json_wrong_type ("variance_sets",
                                "a list of lists of as many numbers as layers and two more", error);
  for (guint i = 0; i < L + 2; i++)
    {
      JsonNode *number = json_array_get_element (set, i);
      GType type
          = JSON_NODE_HOLDS_VALUE (number) ? json_node_get_value_type (number) : G_TYPE_INVALID;

      if (type != G_TYPE_DOUBLE && type != G_TYPE_INT64)
        return ipl_json_wrong_type ("variance_sets", "a list of lists of numbers", error);
      values[i] = json_node_get_double (number);
      if (!(values[i] >= IPL_MIN_VARIANCE && values[i] <= IPL_MAX_VARIANCE))
        return ipl_json_wrong_type ("variance_sets", "a list of lists of numbers above 0", error);
    }
  return TRUE;
}

static gboolean
read_variances (IplRunSettings *self, JsonObject *root, GError **error)
{
  JsonArray *sets = NULL;
  g_autofree double *values = NULL;
  guint n;

  if (!ipl_json_get_array (root, "variance_sets", 1, IPL_MAX_RUN_VARIANCES, &sets, error))
    return FALSE;
  if (sets == NULL)
    return TRUE;
  n = json_array_get_length (sets);
  values = g_new (double, n * IPL_RUN_VARIANCES_STRIDE);
  for (guint v = 0; v < n; v++)
    {
      double *set = values + v * IPL_RUN_VARIANCES_STRIDE;

      memcpy (set, self->parameters.current.variances, IPL_RUN_VARIANCES_STRIDE * sizeof (double));
      if (!read_variance_set (json_array_get_element (sets, v), self->parameters.current.L, set,
                              error))
        return FALSE;
    }
  ipl_run_settings_set_variances (self, n, values);
  return TRUE;
}

static gboolean
read_object (JsonObject *root, const char *name, JsonObject **object, GError **error)
{
  JsonNode *node = json_object_get_member (root, name);

  *object = NULL;
  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return ipl_json_wrong_type (name, "an object", error);
  *object = json_node_get_object (node);
  return TRUE;
}

static gboolean
read_sampler (IplPosteriorOptions *options, JsonObject *sampler, GError **error)
{
  const char *method = ipl_posterior_method_names[options->method];

  if (!ipl_json_get_seed (sampler, "seed", &options->seed, error)
      || !ipl_json_get_double (sampler, "target_acceptance", &options->target_acceptance, error)
      || !ipl_json_get_text (sampler, "method", &method, error))
    return FALSE;
  if (!(options->target_acceptance >= IPL_POSTERIOR_LEAST_ACCEPTANCE
        && options->target_acceptance <= IPL_POSTERIOR_MOST_ACCEPTANCE))
    return ipl_json_wrong_type ("target_acceptance", "a number from 0.5 to 0.999", error);
  if (!g_strv_contains (ipl_posterior_method_names, method))
    return ipl_json_wrong_type ("method", "the name of a method of the sampler", error);
  options->method = ipl_posterior_method_find (method);
  return TRUE;
}

static gboolean
read_seeds (IplRunSettings *self, JsonObject *seeds, GError **error)
{
  guint64 count = 0;

  if (!ipl_json_get_seed (seeds, "first", &self->first_seed, error)
      || !ipl_json_get_seed (seeds, "count", &count, error))
    return FALSE;
  if (count > IPL_MAX_RUN_SEEDS)
    return ipl_json_wrong_type ("count", "a whole number up to 10000", error);
  self->n_seeds = (guint)count;
  return TRUE;
}

static gboolean
read_rest (IplRunSettings *self, JsonObject *root, GError **error)
{
  JsonObject *sampler, *prune, *seeds;
  JsonNode *network;

  if (!read_object (root, "sampler", &sampler, error) || !read_object (root, "prune", &prune, error)
      || !read_object (root, "seeds", &seeds, error)
      || (seeds != NULL && !read_seeds (self, seeds, error))
      || (sampler != NULL && !read_sampler (&self->options, sampler, error)))
    return FALSE;
  if (prune == NULL)
    return TRUE;
  network = json_object_get_member (prune, "network");
  if ((network != NULL && !ipl_json_node_path (network, "network", &self->prune.network, error))
      || !ipl_json_get_text (prune, "order", &self->prune.order, error)
      || !ipl_json_get_text (prune, "test", &self->prune.test, error)
      || !ipl_json_get_boolean (prune, "resolve", &self->prune.resolve, error)
      || !ipl_json_get_seed (prune, "seed", &self->prune.seed, error))
    return FALSE;
  self->prune.order = g_intern_string (self->prune.order);
  self->prune.test = g_intern_string (self->prune.test);
  return TRUE;
}

/* @json: JSON text as ipl_run_settings_to_json() writes it, or parameters alone, as older files of
 *   results have them
 * Returns: whether @json could be read; else @self is not touched */
gboolean
ipl_run_settings_from_json (IplRunSettings *self, const char *json, GError **error)
{
  g_autofree char *why = NULL, *plain = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonArray) empty = json_array_new ();
  g_auto (IplRunSettings) read = { .command = NULL };
  JsonArray *widths = NULL, *temperatures = NULL;
  const char *command = "sweep";
  IplParameters parameters;

  if (root == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "The settings are no JSON object that can be read: their text %s.", why);
      return FALSE;
    }
  if (!ipl_json_get_text (root, "command", &command, error)
      || !ipl_json_get_array (root, "widths", 0, IPL_MAX_RUN_SETTINGS, &widths, error)
      || !ipl_json_get_array (root, "temperatures", 0, IPL_MAX_RUN_SETTINGS, &temperatures, error))
    return FALSE;
  if (!g_strv_contains (commands, command))
    return ipl_json_wrong_type ("command", "one of sweep, sample, prune, dynamics and train",
                                error);
  widths = widths != NULL ? json_array_ref (widths) : NULL;
  temperatures = temperatures != NULL ? json_array_ref (temperatures) : NULL;
  G_GNUC_UNUSED g_autoptr (JsonArray) own_widths = widths, own_temperatures = temperatures;
  command = g_intern_string (command);
  if (widths != NULL && json_array_get_length (widths) > IPL_MAX_LIST)
    json_object_set_array_member (root, "widths", json_array_ref (empty));
  if (temperatures != NULL && json_array_get_length (temperatures) > IPL_MAX_LIST)
    json_object_set_array_member (root, "temperatures", json_array_ref (empty));
  json_node_set_object (node, root);
  plain = ipl_json_write (node, FALSE);
  if (!ipl_parameters_from_json (&parameters, plain, error))
    return FALSE;
  ipl_run_settings_init (&read, command, &parameters);
  if ((widths != NULL && !read_widths (&read, widths, error))
      || (temperatures != NULL && json_object_has_member (root, "best")
          && !read_temperatures (&read, temperatures, error))
      || !read_variances (&read, root, error)
      || !ipl_json_get_boolean (root, "best", &read.best, error) || !read_rest (&read, root, error))
    return FALSE;
  *self = read;
  read = (IplRunSettings){ .command = NULL };
  return TRUE;
}
