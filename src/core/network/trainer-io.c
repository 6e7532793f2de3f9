/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/memory.h"
#include "core/base/json.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include <string.h>

#include "core/network/trained-network-io-private.h"
#include "core/network/trained-network-private.h"
#include "core/network/trainer-private.h"

#define TRAINER_KEY "interplay_trainer"
#define RUN_KEY "interplay_run"

/* Numbers of one point in the tensor "curve". */
#define POINT_NUMBERS 6

/* 64-bit counts are text: a JSON reader may hold numbers as doubles. */
static void
set_count (JsonObject *object, const char *name, guint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, value);

  json_object_set_string_member (object, name, text);
}

/* json-glib 1.6 writes 1e-8 as "1e-08.0", which it does not read. */
static void
set_double (JsonObject *object, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  json_object_set_string_member (object, name, g_ascii_dtostr (text, sizeof text, value));
}

static char *
state_to_json (const IplTrainer *self)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  const IplTrainerConfig *config = &self->config;
  JsonObject *object = json_object_new ();

  set_count (object, "step", self->step);
  set_count (object, "batch", config->batch);
  set_count (object, "seed", config->seed);
  set_count (object, "warmup_steps", config->warmup_steps);
  set_count (object, "total_steps", config->total_steps);
  set_count (object, "report_steps", config->report_steps);
  set_count (object, "evaluate_steps", config->evaluate_steps);
  set_double (object, "logit_sd", config->logit_sd);
  set_double (object, "learning_rate", config->learning_rate);
  set_double (object, "attention_rate", config->attention_rate);
  set_double (object, "beta1", config->beta1);
  set_double (object, "beta2", config->beta2);
  set_double (object, "epsilon", config->epsilon);
  set_double (object, "weight_decay", config->weight_decay);
  set_double (object, "clip_norm", config->clip_norm);
  json_object_set_boolean_member (object, "decoupled", config->decoupled);
  json_object_set_boolean_member (object, "cosine", config->schedule == IPL_SCHEDULE_COSINE);
  json_object_set_boolean_member (object, "plan", self->plan);
  json_node_take_object (node, object);
  return ipl_json_write (node, FALSE);
}

static gboolean
get_count (JsonObject *object, const char *name, guint64 *value)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
         && json_node_get_value_type (node) == G_TYPE_STRING
         && g_ascii_string_to_unsigned (json_node_get_string (node), 10, 0, G_MAXUINT64, value,
                                        NULL);
}

static gboolean
get_double (JsonObject *object, const char *name, double *value)
{
  JsonNode *node = json_object_get_member (object, name);
  const char *text = node != NULL ? ipl_json_node_text (node) : NULL;

  return text != NULL && ipl_number_parse_real (text, value);
}

static gboolean
get_boolean (JsonObject *object, const char *name, gboolean *value)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return FALSE;
  *value = json_node_get_boolean (node);
  return TRUE;
}

/* Returns: (transfer full): a text that another trainer has only with the same configuration, the
 *   same weights and the same place in its run */
char *
ipl_trainer_digest (const IplTrainer *self)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *state = state_to_json (self);
  const IplTrainedNetwork *network = self->network;

  g_checksum_update (checksum, (const guchar *)state, -1);
  g_checksum_update (checksum, (const guchar *)(gconstpointer)network->parameters,
                     (gssize)(network->n_parameters * sizeof *network->parameters));
  return g_strdup (g_checksum_get_string (checksum));
}

typedef struct
{
  guint64 step;
  gboolean plan;
  IplTrainerConfig config;
} State;

static gboolean
state_from_json (const char *text, State *state)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object = ipl_json_parse_object (text, strlen (text), &why);
  IplTrainerConfig *config = &state->config;
  gboolean cosine;
  guint64 batch;

  if (object == NULL)
    return FALSE;
  if (!get_count (object, "step", &state->step) || !get_count (object, "batch", &batch)
      || !get_count (object, "seed", &config->seed)
      || !get_count (object, "warmup_steps", &config->warmup_steps)
      || !get_count (object, "total_steps", &config->total_steps)
      || !get_count (object, "report_steps", &config->report_steps)
      || !get_count (object, "evaluate_steps", &config->evaluate_steps)
      || !get_double (object, "logit_sd", &config->logit_sd)
      || !get_double (object, "learning_rate", &config->learning_rate)
      || !get_double (object, "attention_rate", &config->attention_rate)
      || !get_double (object, "beta1", &config->beta1)
      || !get_double (object, "beta2", &config->beta2)
      || !get_double (object, "epsilon", &config->epsilon)
      || !get_double (object, "weight_decay", &config->weight_decay)
      || !get_double (object, "clip_norm", &config->clip_norm)
      || !get_boolean (object, "decoupled", &config->decoupled)
      || !get_boolean (object, "cosine", &cosine) || !get_boolean (object, "plan", &state->plan))
    return FALSE;
  config->batch = batch;
  config->schedule = cosine ? IPL_SCHEDULE_COSINE : IPL_SCHEDULE_CONSTANT;
  return TRUE;
}

/* Writes the network, as ipl_trained_network_save() does and for ipl_trained_network_load(), and
 * beside it all that is needed to go on as if there had been no stop: Adam's moments
 * ("adam.first.readout", ..), the configuration and the step, which is the place in the stream of
 * sequences; the learning curve; and what was recorded of heads.
 * Returns: whether the file is there */
gboolean
ipl_trainer_save (const IplTrainer *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer;
  gsize n = self->n_points;
  g_autofree double *curve
      = ipl_try_new (double, (double)n *POINT_NUMBERS, "The learning curve", error);
  g_autofree char *state = state_to_json (self);
  double window[4] = { self->window_loss, (double)self->window_right, (double)self->window_steps,
                       self->seconds };

  if (curve == NULL)
    return FALSE;
  writer = ipl_safetensors_writer_new ();
  for (gsize i = 0; i < n; i++)
    {
      const IplTrainerPoint *point = &self->points[i];
      double *row = curve + i * POINT_NUMBERS;

      row[0] = (double)point->step;
      row[1] = point->seconds;
      row[2] = point->loss;
      row[3] = point->accuracy_train;
      row[4] = point->accuracy_holdout;
      row[5] = point->standard_error;
    }
  ipl_safetensors_writer_add_metadata (writer, "format", "pt");
  ipl_trained_network_describe (self->network, writer);
  ipl_safetensors_writer_add_metadata (writer, TRAINER_KEY, state);
  if (self->run != NULL)
    ipl_safetensors_writer_add_metadata (writer, RUN_KEY, self->run);
  ipl_trained_network_write (&self->network->shape, "adam.first.", self->adam.first, writer);
  ipl_trained_network_write (&self->network->shape, "adam.second.", self->adam.second, writer);
  ipl_safetensors_writer_add_doubles (writer, "curve", curve, 2, (gsize[]){ n, POINT_NUMBERS });
  ipl_safetensors_writer_add_doubles (writer, "window", window, 1,
                                      (gsize[]){ G_N_ELEMENTS (window) });
  ipl_head_course_write (self->course, writer);
  return ipl_safetensors_writer_close (writer, path, error);
}

static gboolean
read_curve (IplTrainer *self, const IplSafetensors *file, const char *shown, GError **error)
{
  const IplTensor *curve = ipl_safetensors_lookup (file, "curve");
  const IplTensor *window = ipl_safetensors_lookup (file, "window");
  gboolean ok = curve != NULL && curve->doubles != NULL && curve->ndim == 2
                && curve->shape[1] == POINT_NUMBERS && window != NULL && window->doubles != NULL
                && window->size == 4;

  for (gsize i = 0; ok && i < 4; i++)
    ok = window->doubles[i] >= 0 && window->doubles[i] < 1e18;
  for (gsize i = 0; ok && i < curve->shape[0]; i++)
    ok = curve->doubles[i * POINT_NUMBERS] >= 0 && curve->doubles[i * POINT_NUMBERS] < 1e18;
  if (!ok)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is damaged: its learning curve cannot be understood.", shown);
      return FALSE;
    }
  for (gsize i = 0; i < curve->shape[0]; i++)
    {
      const double *row = curve->doubles + i * POINT_NUMBERS;
      IplTrainerPoint point = { (guint64)row[0], row[1], row[2], row[3], row[4], row[5] };

      if (!ipl_trainer_add_point (self, &point, error))
        return FALSE;
    }
  self->window_loss = window->doubles[0];
  self->window_right = (guint64)window->doubles[1];
  self->window_steps = (guint64)window->doubles[2];
  self->seconds = window->doubles[3];
  return TRUE;
}

static gboolean
check_second_moments (const IplTrainer *self, const char *shown, GError **error)
{
  for (gsize i = 0; i < self->adam.n; i++)
    if (self->adam.second[i] < 0)
      {
        g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                     "“%s” is damaged: a second moment of Adam's is negative.", shown);
        return FALSE;
      }
  return TRUE;
}

/* Takes a run up where it was saved. Held-out sequences are to be set again, and it is to be said
 * again that heads are recorded.
 * Returns: (transfer full) (nullable): the trainer */
IplTrainer *
ipl_trainer_load (const char *path, IplSequenceSource source, gpointer data,
                  GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL && source != NULL, NULL);

  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (IplTrainer) self = NULL;
  State state = { 0 };
  const char *text;

  if (file == NULL)
    return NULL;
  network = ipl_trained_network_parse (file, shown, error);
  if (network == NULL)
    return NULL;
  text = ipl_safetensors_metadata (file, TRAINER_KEY);
  if (text == NULL)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_MISSING,
                   "“%s” holds a network without the state of its training, so that training "
                   "cannot go on from it: start a new run from the network instead.",
                   shown);
      return NULL;
    }
  if (!state_from_json (text, &state))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT,
                   "“%s” is damaged: the state of its training cannot be understood.", shown);
      return NULL;
    }
  self = ipl_trainer_new_from_network (&state.config, network, source, data, error);
  if (self == NULL
      || !ipl_trained_network_read (&network->shape, "adam.first.", file, shown, self->adam.first,
                                    error)
      || !ipl_trained_network_read (&network->shape, "adam.second.", file, shown, self->adam.second,
                                    error)
      || !check_second_moments (self, shown, error) || !read_curve (self, file, shown, error)
      || !ipl_head_course_read (self->course, file, shown, state.step, error))
    return NULL;
  self->step = state.step;
  self->plan = state.plan;
  self->run = g_strdup (ipl_safetensors_metadata (file, RUN_KEY));
  return g_steal_pointer (&self);
}
