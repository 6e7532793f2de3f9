/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A document as text: parameters and choices. Results are computed again or read from files. */
#include "document/document-private.h"

#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/parameters/experiment-result-file.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "figures/output/style-json.h"
#include "figures/view/target.h"

/* The checkpoint of a training run in progress. */
static const char *
path_in_training (IplDocument *self)
{
  const IplTrainResult *run = ipl_document_get_result (self, IPL_TRAIN);

  return ipl_document_is_training (self) && run->path != NULL ? run->path : "";
}

/* Sets the folder of draws and checkpoints, which are read from there too.
 * @folder: (nullable): NULL for none */
void
ipl_document_set_folder (IplDocument *self, const char *folder)
{
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "draws", NULL) : NULL;
  g_autofree char *map = folder != NULL ? g_build_filename (folder, "map.npz", NULL) : NULL;

  self->storage.path = g_intern_string (path);
  self->storage.folder = g_intern_string (folder);
  self->storage.map = g_intern_string (map);
}

/* Writes the sampling plan, sufficient to request the same draws again; files have the draws. */
static void
add_draws (IplDocument *self, JsonBuilder *builder)
{
  gboolean comes = self->sampling.restored_plan.serial != 0;
  const IplSamplingPlan *plan = comes ? &self->sampling.restored_plan : &self->sampling.plan;
  gboolean sampling = comes || ipl_document_is_sampling (self);
  guint draws = sampling ? plan->draws : ipl_document_get_most_draws (self);
  g_autofree char *widths = NULL;

  if (draws == 0 || plan->options.chains == 0)
    return;
  widths = ipl_setting_widths_text (&plan->setting);
  ipl_json_add_name (builder, "draws");
  json_builder_begin_object (builder);
  ipl_json_add_int (builder, "draws", draws);
  ipl_json_add_int (builder, "chains", plan->options.chains);
  ipl_json_add_int (builder, "warmup", plan->options.warmup);
  ipl_json_add_seed (builder, "seed", plan->options.seed);
  ipl_json_add_double (builder, "target_acceptance", plan->options.target_acceptance);
  ipl_json_add_text (builder, "method", ipl_posterior_method_names[plan->options.method]);
  ipl_json_add_boolean (builder, "here", plan->here);
  ipl_json_add_text (builder, "widths", widths);
  ipl_json_add_double (builder, "temperature", plan->setting.temperature);
  json_builder_end_object (builder);
}

static void
add_style (IplDocument *self, JsonBuilder *builder)
{
  g_autofree char *text = NULL;

  if (self->figure_style == NULL)
    return;
  text = ipl_figure_style_to_json (self->figure_style, FALSE);
  ipl_json_add_text (builder, "figure_style", text);
}

/* Returns: (transfer full): the document for ipl_document_open_saved() */
char *
ipl_document_to_json (IplDocument *self)
{
  const IplTarget *selected = ipl_selection_get_selected (self->selection);
  g_autofree char *parameters = ipl_parameters_to_json (self->parameters);
  g_autofree char *title = ipl_parameters_get_title (self->parameters, self->defaults);
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ipl_json_add_text (builder, "title", title);
  ipl_json_add_text (builder, "parameters", parameters);
  if (path_in_training (self)[0] != '\0')
    ipl_json_add_path (builder, "training", path_in_training (self));
  ipl_json_add_int (builder, "test", self->heads.test);
  add_draws (self, builder);
  ipl_json_add_name (builder, "selected");
  ipl_target_add_json (selected, builder);
  ipl_document_add_story_json (self, builder);
  add_style (self, builder);
  json_builder_end_object (builder);
  return ipl_json_write_built (builder, FALSE);
}

static void
read_draws (IplDocument *self, JsonObject *saved, const IplParameters *parameters)
{
  JsonNode *node = json_object_get_member (saved, "draws");
  IplSamplingPlan plan = { .serial = 1, .setting = parameters->current };
  JsonObject *object;
  const char *widths = NULL, *method = NULL;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;
  object = json_node_get_object (node);
  ipl_posterior_options_init (&plan.options);
  if (ipl_json_get_uint (object, "draws", IPL_MIN_DRAWS, IPL_MAX_DRAWS, &plan.draws, NULL)
      && ipl_json_get_uint (object, "chains", 1, IPL_MAX_CHAINS, &plan.options.chains, NULL)
      && ipl_json_get_uint (object, "warmup", IPL_MIN_WARMUP, IPL_MAX_DRAWS, &plan.options.warmup,
                            NULL)
      && ipl_json_get_seed (object, "seed", &plan.options.seed, NULL)
      && ipl_json_get_boolean (object, "here", &plan.here, NULL)
      && ipl_json_get_text (object, "widths", &widths, NULL) && widths != NULL
      && ipl_setting_parse_widths (&plan.setting, widths, NULL)
      && ipl_json_get_double (object, "temperature", &plan.setting.temperature, NULL)
      && ipl_json_get_double (object, "target_acceptance", &plan.options.target_acceptance, NULL)
      && ipl_json_get_text (object, "method", &method, NULL) && plan.draws > 0)
    {
      if (method != NULL)
        plan.options.method = ipl_posterior_method_find (method);
      self->sampling.restored_plan = plan;
    }
}

/* Looks that cannot be read are as always. */
static void
read_style (IplDocument *self, JsonObject *object)
{
  const char *text = NULL;

  ipl_json_get_text (object, "figure_style", &text, NULL);
  ipl_document_replace_figure_style (self,
                                     text != NULL ? ipl_figure_style_from_json (text, NULL) : NULL);
}

static void
read_selection (IplDocument *self, JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "selected");
  IplTarget target;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return;
  ipl_target_read_json (&target, json_node_get_object (node));
  ipl_document_select_opened (self, &target);
}

/* The restored network is that of the last checkpoint. */
static void
restore_training (IplParameters *parameters, JsonObject *object, IplParametersFile each,
                  gpointer data)
{
  IplTrainable *trainable = ipl_parameters_edit_trainable (parameters);
  JsonNode *node = json_object_get_member (object, "training");
  const char *path = NULL;

  if (trainable == NULL || node == NULL || !ipl_json_node_path (node, "training", &path, NULL)
      || path == NULL || path[0] == '\0')
    return;
  if (each != NULL)
    each (&path, data, NULL);
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    trainable->network = g_intern_string (path);
}

static gboolean
read_parameters (JsonObject *object, IplParameters *parameters, GError **error)
{
  const char *text = NULL;

  ipl_parameters_init (parameters, IPL_DEFAULT_EXPERIMENT);
  if (!ipl_json_get_text (object, "parameters", &text, error))
    return FALSE;
  if (text == NULL)
    return ipl_fail (error, IPL_ERROR_FORMAT, "The state of the window has no parameters.");
  return ipl_parameters_from_json (parameters, text, error);
}

/* @json: a document of ipl_document_to_json()
 * Returns: TRUE if it has parameters; their files have the names in the document */
gboolean
ipl_document_read_parameters (const char *json, IplParameters *parameters)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object = ipl_json_parse_object (json, strlen (json), &why);

  return object != NULL && read_parameters (object, parameters, NULL);
}

/* Restores a document. Training does not resume by itself; its last checkpoint can be resumed.
 * @json: text of ipl_document_to_json(), maybe of another process
 * @each: (nullable): maps every file name to the present place of the file
 * @results: (nullable): a file with results of an experiment without a case */
gboolean
ipl_document_bring_back (IplDocument *self, const char *json, const char *results,
                         IplParametersFile each, gpointer data, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object = ipl_json_parse_object (json, strlen (json), &why);
  IplParameters parameters, named;

  if (object == NULL)
    return ipl_fail (error, IPL_ERROR_FORMAT, "The state of the window %s.", why);
  if (!read_parameters (object, &parameters, error))
    return FALSE;
  named = parameters;
  restore_training (&parameters, object, each, data);
  if (each != NULL)
    ipl_parameters_each_file (&parameters, each, data, NULL);
  self->sampling.restored_plan.serial = 0;
  read_draws (self, object, &parameters);
  ipl_document_drop_held (self, &parameters);
  if (results != NULL && parameters.experiment->compute != NULL && ipl_result_file_is (results))
    ipl_document_open_stored (self, results, &parameters, &named);
  else
    ipl_document_open_parameters (self, &parameters);
  ipl_document_bring_draws_back (self);
  self->storage.brings_map = TRUE;
  ipl_document_bring_map_back (self);
  read_selection (self, object);
  ipl_document_read_story_json (self, object, each, data);
  read_style (self, object);
  ipl_json_get_uint (object, "test", 0, G_MAXINT, &self->heads.test, NULL);
  return TRUE;
}
