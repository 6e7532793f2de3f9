/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of a run, as a document in its results. */
#include "core/parameters/run-settings.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"
#include <string.h>

static const char *const commands[]
    = { "sweep", "sample", "prune", "dynamics", "train", "map", NULL };

static void
init_axes (IplRunSettings *self, guint L)
{
  ipl_sweep_axis_init (&self->widths, IPL_AXIS_WIDTHS, L);
  ipl_sweep_axis_init (&self->temperatures, IPL_AXIS_TEMPERATURE, L);
  ipl_sweep_axis_init (&self->variances, IPL_AXIS_VARIANCES, L);
  ipl_sweep_axis_init (&self->seeds, IPL_AXIS_SEEDS, L);
}

/* Puts the present temperature first. */
static void
move_present (IplSweepAxis *temperatures, double present)
{
  double *values = temperatures->values;

  for (guint i = 1; i < temperatures->n; i++)
    if (values[i] == present)
      {
        memmove (values + 1, values, i * sizeof *values);
        values[0] = present;
        return;
      }
}

/* Copies widths, temperatures and sampler from the parameters. If each width takes its best
 * temperature, the present temperature is the first of the list. */
void
ipl_run_settings_init (IplRunSettings *self, const char *command, const IplParameters *parameters)
{
  memset (self, 0, sizeof *self);
  self->command = g_intern_string (command);
  self->parameters = *parameters;
  init_axes (self, parameters->current.L);
  ipl_sweep_axis_from_parameters (&self->widths, parameters);
  ipl_sweep_axis_from_parameters (&self->temperatures, parameters);
  move_present (&self->temperatures, parameters->current.temperature);
  self->best = self->listed = parameters->n_temperatures > 0;
  ipl_parameters_get_sampler (parameters, &self->options);
  self->prune = (IplPruneSettings){ .network = "", .order = "score", .test = "", .resolve = TRUE };
  self->prune.seed = self->options.seed;
}

void
ipl_run_settings_clear (IplRunSettings *self)
{
  ipl_sweep_axis_clear (&self->widths);
  ipl_sweep_axis_clear (&self->temperatures);
  ipl_sweep_axis_clear (&self->variances);
  ipl_sweep_axis_clear (&self->seeds);
  ipl_sweep_axis_clear (&self->x);
  ipl_sweep_axis_clear (&self->y);
}

/* Sets axes that have at least one value; @widths and @temperatures give up their values. */
static void
move_axes (IplRunSettings *self, const IplSetting *base, IplSweepAxis *widths,
           IplSweepAxis *temperatures)
{
  ipl_sweep_axis_clear (&self->widths);
  ipl_sweep_axis_clear (&self->temperatures);
  self->widths = *widths;
  self->temperatures = *temperatures;
  widths->values = temperatures->values = NULL;
  widths->n = temperatures->n = 0;
  self->parameters.current = *base;
  ipl_sweep_axis_set (&self->widths, 0, &self->parameters.current);
  ipl_sweep_axis_set (&self->temperatures, 0, &self->parameters.current);
}

/* Sets the settings of the run: every width at every temperature, at the variances of the first. */
void
ipl_run_settings_set_axes (IplRunSettings *self, guint n_widths, const IplSetting *widths,
                           guint n_temperatures, const double *temperatures)
{
  IplSweepAxis new_widths, new_temperatures;

  ipl_sweep_axis_init (&new_widths, IPL_AXIS_WIDTHS, widths[0].L);
  ipl_sweep_axis_init (&new_temperatures, IPL_AXIS_TEMPERATURE, widths[0].L);
  for (guint i = 0; i < n_widths; i++)
    ipl_sweep_axis_add_widths (&new_widths, &widths[i]);
  for (guint i = 0; i < n_temperatures; i++)
    ipl_sweep_axis_add (&new_temperatures, &temperatures[i]);
  move_axes (self, &widths[0], &new_widths, &new_temperatures);
}

/* Sets the prior variances of the run; a single set becomes the variances of the parameters. */
static void
set_variances (IplRunSettings *self, const IplSweepAxis *variances)
{
  ipl_sweep_axis_clear (&self->variances);
  ipl_sweep_axis_set (variances, 0, &self->parameters.current);
  if (variances->n > 1)
    ipl_sweep_axis_copy (&self->variances, variances);
}

/* Returns: number of pairs of a temperature and a set of variances */
guint
ipl_run_settings_n_priors (const IplRunSettings *self)
{
  return MAX (self->variances.n, 1) * self->temperatures.n;
}

IplSetting
ipl_run_settings_get (const IplRunSettings *self, guint index)
{
  guint prior = index / self->widths.n;
  IplSetting setting = self->parameters.current;

  ipl_sweep_axis_set (&self->widths, index % self->widths.n, &setting);
  ipl_sweep_axis_set (&self->temperatures, prior % self->temperatures.n, &setting);
  if (self->variances.n > 0)
    ipl_sweep_axis_set (&self->variances, prior / self->temperatures.n, &setting);
  setting.components = self->parameters.display.n_components;
  return setting;
}

/* @n: (out): its length
 * Returns: (transfer full) (nullable): [@n] every width at every temperature and set of
 *   variances, widths fastest, then temperatures */
IplSetting *
ipl_run_settings_list (const IplRunSettings *self, const IplCase *the_case, guint *n,
                       GError **error)
{
  gsize total = (gsize)self->widths.n * ipl_run_settings_n_priors (self);
  g_autofree IplSetting *list = NULL;

  if (total == 0 || total > IPL_MAX_RUN_SETTINGS)
    return ipl_fail_null (error, IPL_ERROR_VALUE,
                          "The sweep has %" G_GSIZE_FORMAT " settings, and must have from 1 to %d.",
                          total, IPL_MAX_RUN_SETTINGS);
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
add_axis (const IplSweepAxis *axis, const char *name, JsonObject *root, JsonBuilder *builder)
{
  ipl_sweep_axis_add_json (axis, builder);
  set_node (root, name, builder);
}

/* Writes the axes of the run, and whether each width has a row only at its best temperature. A
 * single set of variances is written with the parameters. */
static void
add_axes (const IplRunSettings *self, JsonObject *root, JsonBuilder *builder)
{
  const IplSweepAxis none = { .kind = IPL_AXIS_TEMPERATURE };

  add_axis (&self->widths, "widths", root, builder);
  add_axis (self->listed ? &self->temperatures : &none, "temperatures", root, builder);
  json_object_set_boolean_member (root, "best", self->best);
  if (self->variances.n > 0)
    add_axis (&self->variances, "variance_sets", root, builder);
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

/* An axis of a map has a name, too. */
static void
add_map_axis (const IplSweepAxis *axis, const char *name, JsonObject *root, JsonBuilder *builder)
{
  g_autofree char *sign = ipl_sweep_axis_get_sign (axis);

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "name", sign);
  json_builder_set_member_name (builder, "values");
  ipl_sweep_axis_add_json (axis, builder);
  json_builder_end_object (builder);
  set_node (root, name, builder);
}

static gboolean
read_map_axis (IplSweepAxis *axis, const IplParameters *parameters, const char *name,
               JsonObject *root, GError **error)
{
  JsonObject *object;
  const char *sign = "";
  JsonNode *values;

  if (!read_object (root, name, &object, error))
    return FALSE;
  if (object == NULL)
    return TRUE;
  values = json_object_get_member (object, "values");
  if (values == NULL)
    return ipl_json_wrong_type (name, "an object with a name and values", error);
  if (!ipl_json_get_text (object, "name", &sign, error)
      || !ipl_sweep_axis_find (axis, sign, parameters, error)
      || !ipl_sweep_axis_read_json (axis, name, values, error))
    return FALSE;
  return axis->n > 0 || ipl_json_wrong_type (name, "an axis with at least one value", error);
}

#define AT(member) .offset = G_STRUCT_OFFSET (IplPruneSettings, member)

static const IplField prune_fields[] = {
  { "network", .label = "Network", .kind = IPL_FIELD_FILE, AT (network) },
  { "order", .label = "Order", .kind = IPL_FIELD_TEXT, AT (order) },
  { "test", .label = "Test set", .kind = IPL_FIELD_TEXT, AT (test) },
  { "resolve", .label = "Solved again", .kind = IPL_FIELD_BOOLEAN, AT (resolve) },
  { "seed", .label = "Seed", .kind = IPL_FIELD_SEED, AT (seed) },
};

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

/* Returns: (transfer full): JSON text: the parameters of ipl_parameters_to_json(), with the
 *   widths and temperatures of the run, the seed of the sampler, and other inputs of the numbers */
char *
ipl_run_settings_to_json (const IplRunSettings *self)
{
  g_autofree char *plain = NULL, *why = NULL;
  g_autoptr (JsonObject) root = NULL;
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  IplParameters parameters = self->parameters;

  parameters.n_widths = parameters.n_temperatures = 0;
  parameters.map_axis_x = "";
  parameters.sampler_chains = self->options.chains;
  parameters.warmup = self->options.warmup;
  parameters.target_acceptance = self->options.target_acceptance;
  parameters.sampler_method = ipl_posterior_method_names[self->options.method];
  plain = ipl_parameters_to_json (&parameters);
  root = ipl_json_parse_object (plain, strlen (plain), &why);
  g_return_val_if_fail (root != NULL, NULL);
  json_object_set_string_member (root, "command", self->command);
  add_axes (self, root, builder);
  if (strcmp (self->command, "sample") == 0)
    add_sampler (&self->options, root, builder);
  if (strcmp (self->command, "prune") == 0)
    {
      json_builder_begin_object (builder);
      ipl_fields_add_json (G_N_ELEMENTS (prune_fields), prune_fields, &self->prune, builder);
      json_builder_end_object (builder);
      set_node (root, "prune", builder);
    }
  if (self->seeds.n > 0)
    add_axis (&self->seeds, "seeds", root, builder);
  if (self->x.n > 0)
    add_map_axis (&self->x, "x", root, builder);
  if (self->y.n > 0)
    add_map_axis (&self->y, "y", root, builder);
  json_node_set_object (node, root);
  return ipl_json_write (node, TRUE);
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
read_sampler_and_prune (IplRunSettings *self, JsonObject *root, GError **error)
{
  JsonObject *sampler, *prune;

  if (!read_object (root, "sampler", &sampler, error) || !read_object (root, "prune", &prune, error)
      || (sampler != NULL && !read_sampler (&self->options, sampler, error)))
    return FALSE;
  return prune == NULL
         || ipl_fields_read_json (G_N_ELEMENTS (prune_fields), prune_fields, &self->prune, prune,
                                  error);
}

/* Takes a list of any length out of the document; the shorter list of the parameters becomes
 * empty. */
static JsonNode *
replace_long_list (JsonObject *root, const char *name)
{
  JsonNode *node = json_object_get_member (root, name);

  if (node == NULL)
    return NULL;
  node = json_node_copy (node);
  if (JSON_NODE_HOLDS_ARRAY (node)
      && json_array_get_length (json_node_get_array (node)) > IPL_MAX_LIST)
    json_object_set_array_member (root, name, json_array_new ());
  return node;
}

/* @widths, @temperatures: (nullable): nodes of the document */
static gboolean
read_axes (IplRunSettings *self, JsonObject *root, JsonNode *widths, JsonNode *temperatures,
           GError **error)
{
  g_auto (IplSweepAxis) sets = { .kind = IPL_AXIS_VARIANCES, .L = self->parameters.current.L };
  JsonNode *variances = json_object_get_member (root, "variance_sets");
  JsonNode *seeds = json_object_get_member (root, "seeds");

  if (widths != NULL && !ipl_sweep_axis_read_json (&self->widths, "widths", widths, error))
    return FALSE;
  if (temperatures != NULL && json_object_has_member (root, "best")
      && (!JSON_NODE_HOLDS_ARRAY (temperatures)
          || json_array_get_length (json_node_get_array (temperatures)) > 0))
    {
      self->listed = TRUE;
      if (!ipl_sweep_axis_read_json (&self->temperatures, "temperatures", temperatures, error))
        return FALSE;
    }
  if (variances != NULL && !ipl_sweep_axis_read_json (&sets, "variance_sets", variances, error))
    return FALSE;
  if (variances != NULL && sets.n == 0)
    return ipl_json_wrong_type ("variance_sets", "a list that is not empty", error);
  if (sets.n > 0)
    set_variances (self, &sets);
  return (seeds == NULL || ipl_sweep_axis_read_json (&self->seeds, "seeds", seeds, error))
         && read_map_axis (&self->x, &self->parameters, "x", root, error)
         && read_map_axis (&self->y, &self->parameters, "y", root, error);
}

/* Returns: FALSE if @json is invalid; @self is then unchanged */
gboolean
ipl_run_settings_from_json (IplRunSettings *self, const char *json, GError **error)
{
  g_autofree char *why = NULL, *plain = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (json, strlen (json), &why);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT), widths = NULL, temperatures = NULL;
  g_auto (IplRunSettings) read = { .command = NULL };
  const char *command = "sweep";
  IplParameters parameters;

  if (root == NULL)
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "The settings are not a JSON object that can be read: their text %s.", why);
  if (!ipl_json_get_text (root, "command", &command, error))
    return FALSE;
  if (!g_strv_contains (commands, command))
    return ipl_json_wrong_type ("command", "one of sweep, sample, prune, dynamics, train and map",
                                error);
  command = g_intern_string (command);
  widths = replace_long_list (root, "widths");
  temperatures = replace_long_list (root, "temperatures");
  json_node_set_object (node, root);
  plain = ipl_json_write (node, FALSE);
  if (!ipl_parameters_from_json (&parameters, plain, error))
    return FALSE;
  ipl_run_settings_init (&read, command, &parameters);
  if (!read_axes (&read, root, widths, temperatures, error)
      || !ipl_json_get_boolean (root, "best", &read.best, error)
      || !read_sampler_and_prune (&read, root, error))
    return FALSE;
  *self = read;
  read = (IplRunSettings){ .command = NULL };
  return TRUE;
}

static gboolean
parse_axis (IplSweepAxis *axis, const char *option, const char *text, GError **error)
{
  return text == NULL || ipl_sweep_axis_parse (axis, option, text, FALSE, error);
}

/* @understood: (out): the subsets of paths, if there are any */
static gboolean
set_gp_paths (IplRunSettings *self, const char *text, const IplCase *the_case, char **understood,
              GError **error)
{
  g_autoptr (GPtrArray) subsets = NULL;

  if (text != NULL)
    self->parameters.gp_paths = g_intern_string (text);
  subsets = ipl_path_subsets_parse (the_case, self->parameters.gp_paths, error);
  if (subsets == NULL || text == NULL)
    return subsets != NULL;
  *understood = ipl_path_subsets_understood (the_case, subsets);
  return TRUE;
}

/* Sets the requested settings: widths x temperatures at every set of variances; without
 * temperatures at those of the run's parameters.
 * @understood: (out) (nullable): the subsets of paths, if requested
 * @settings: (out): [n], widths fastest */
gboolean
ipl_run_settings_resolve (IplRunSettings *self, const IplRunOptions *requested,
                          const IplCase *the_case, char **understood, IplSetting **settings,
                          guint *n, GError **error)
{
  const IplParameters *parameters = &self->parameters;
  g_auto (IplSweepAxis) widths = { .kind = IPL_AXIS_WIDTHS, .L = the_case->L };
  g_auto (IplSweepAxis) temperatures = { .kind = IPL_AXIS_TEMPERATURE };
  g_auto (IplSweepAxis) variances = { .kind = IPL_AXIS_VARIANCES, .L = the_case->L };
  IplSetting base;

  ipl_setting_init_for_case (&base, the_case, 100);
  ipl_sweep_axis_from_parameters (&widths, parameters);
  ipl_sweep_axis_from_parameters (&temperatures, parameters);
  if (parameters->n_temperatures == 0)
    temperatures.values[0] = the_case->temperature;
  if (!parse_axis (&variances, "--variances", requested->variances, error)
      || !parse_axis (&widths, "--widths", requested->widths, error)
      || !parse_axis (&temperatures, "--temperatures", requested->temperatures, error)
      || !parse_axis (&self->seeds, "--seeds", requested->seeds, error)
      || !set_gp_paths (self, requested->gp_paths, the_case, understood, error))
    return FALSE;
  /* Each width takes its best temperature if requested, or if the case does so by default. */
  self->best
      = requested->best || (requested->temperatures == NULL && parameters->n_temperatures > 0);
  if (self->best && variances.n > 1)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "--variances: several sets are solved at every temperature: give "
                     "--temperatures, and leave out --best.");
  self->listed = requested->temperatures != NULL || parameters->n_temperatures > 0;
  if (widths.n > 0)
    move_axes (self, &base, &widths, &temperatures);
  if (variances.n > 0)
    set_variances (self, &variances);
  *settings = ipl_run_settings_list (self, the_case, n, error);
  return *settings != NULL;
}
