/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves and loads a trainer with all that it needs to resume. */
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/text-escape.h"
#include "core/network/trained-shape.h"
#include "core/network/trained-network.h"
#include "core/network/trainer-private.h"
#include "core/training/struct-json.h"

#define TRAINER_KEY "interplay_trainer"
#define RUN_KEY "interplay_run"

/* Numbers of one point in the tensor "curve". */
#define POINT_NUMBERS 6

/* The state of a trainer except its arrays. */
typedef struct
{
  guint64 step;
  guint64 batch;
  gboolean cosine;
  gboolean plan;
  gboolean cross_entropy;
  IplTrainerConfig config;
} State;

#define OWN(kind, name) IPL_MEMBER (State, kind, name)
#define CONFIG(kind, name)                                                                         \
  {                                                                                                \
#name, IPL_MEMBER_##kind, G_STRUCT_OFFSET(State, config.name)                                  \
  }

static const IplMember state_members[] = {
  OWN (COUNT, step),
  OWN (COUNT, batch),
  CONFIG (COUNT, seed),
  CONFIG (COUNT, warmup_steps),
  CONFIG (COUNT, total_steps),
  CONFIG (COUNT, report_steps),
  CONFIG (COUNT, evaluate_steps),
  CONFIG (REAL, logit_sd),
  CONFIG (REAL, learning_rate),
  CONFIG (REAL, attention_rate),
  CONFIG (REAL, beta1),
  CONFIG (REAL, beta2),
  CONFIG (REAL, epsilon),
  CONFIG (REAL, weight_decay),
  CONFIG (REAL, clip_norm),
  CONFIG (BOOLEAN, decoupled),
  OWN (BOOLEAN, cosine),
  OWN (BOOLEAN, plan),
  OWN (MARK, cross_entropy),
};

static char *
state_to_json (const IplTrainer *self)
{
  const IplTrainerConfig *config = &self->config;
  State state = { self->step,
                  config->batch,
                  config->schedule == IPL_SCHEDULE_COSINE,
                  self->plan,
                  config->loss == IPL_TRAINED_CROSS_ENTROPY,
                  *config };

  return ipl_members_to_json (state_members, G_N_ELEMENTS (state_members), &state);
}

/* A text that is equal for two trainers exactly if they have the same configuration, weights and
 * step. */
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

static gboolean
state_from_json (const char *text, State *state)
{
  if (!ipl_members_from_json (state_members, G_N_ELEMENTS (state_members), text, state))
    return FALSE;
  state->config.batch = state->batch;
  state->config.loss = state->cross_entropy ? IPL_TRAINED_CROSS_ENTROPY : IPL_TRAINED_SQUARED_ERROR;
  state->config.schedule = state->cosine ? IPL_SCHEDULE_COSINE : IPL_SCHEDULE_CONSTANT;
  return TRUE;
}

/* Writes the network, as ipl_trained_network_save() does and for ipl_trained_network_load(), and
 * the state needed to resume exactly: Adam's moments ("adam.first.readout", ..), the
 * configuration, the step, which is the position in the stream of sequences, the learning curve,
 * and the course of heads. */
gboolean
ipl_trainer_save (const IplTrainer *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer;
  g_autoptr (GArray) arrays = NULL;
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
  ipl_trained_network_write (self->network, writer);
  ipl_safetensors_writer_add_metadata (writer, TRAINER_KEY, state);
  if (self->run != NULL)
    ipl_safetensors_writer_add_metadata (writer, RUN_KEY, self->run);
  arrays = ipl_trained_shape_arrays (&self->network->shape);
  ipl_adam_write (&self->adam, arrays, writer);
  ipl_safetensors_writer_add_doubles (writer, "curve", curve, 2, (gsize[]){ n, POINT_NUMBERS });
  ipl_safetensors_writer_add_doubles (writer, "window", window, 1,
                                      (gsize[]){ G_N_ELEMENTS (window) });
  ipl_head_history_write (self->history, writer);
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
    return ipl_fail (error, IPL_ERROR_FORMAT,
                     "“%s” is damaged: its learning curve cannot be understood.", shown);
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

/* Reads a run that can resume. The caller sets held-out sequences and the recording of heads
 * again. Without @source the trainer is only for reading. */
IplTrainer *
ipl_trainer_load (const char *path, IplSequenceSource source, gpointer data,
                  GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);
  g_autoptr (IplTrainedNetwork) network = NULL;
  g_autoptr (IplTrainer) self = NULL;
  g_autoptr (GArray) arrays = NULL;
  State state = { 0 };
  const char *text;

  if (file == NULL)
    return NULL;
  network = ipl_trained_network_parse (file, shown, error);
  if (network == NULL)
    return NULL;
  text = ipl_safetensors_metadata (file, TRAINER_KEY);
  if (text == NULL)
    return ipl_fail_null (
        error, IPL_ERROR_MISSING,
        "“%s” holds a network without the state of its training, so that training "
        "cannot go on from it: start a new run from the network instead.",
        shown);
  if (!state_from_json (text, &state))
    return ipl_fail_null (error, IPL_ERROR_FORMAT,
                          "“%s” is damaged: the state of its training cannot be understood.",
                          shown);
  self = ipl_trainer_new_from_network (&state.config, network, source, data, error);
  arrays = ipl_trained_shape_arrays (&network->shape);
  if (self == NULL || !ipl_adam_read (&self->adam, arrays, file, shown, error)
      || !read_curve (self, file, shown, error)
      || !ipl_head_history_read (self->history, file, shown, state.step, error))
    return NULL;
  self->step = state.step;
  self->plan = state.plan;
  self->run = g_strdup (ipl_safetensors_metadata (file, RUN_KEY));
  return g_steal_pointer (&self);
}
