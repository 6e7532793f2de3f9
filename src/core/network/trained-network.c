/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trained-network.h"

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/base/ref-count.h"
#include "core/base/text-escape.h"
#include "core/network/trained-loss.h"
#include "core/network/trained-shape.h"
#include "core/network/trained-step-private.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

static IplTrainedNetwork *
network_alloc (const IplTrainedShape *shape, GError **error)
{
  g_autoptr (IplTrainedNetwork) self = NULL;
  IplTrainedLayout layout;
  double n = 0;

  if (!ipl_trained_shape_validate (shape, error))
    return NULL;
  for (guint l = 0; l < shape->L; l++)
    n += (double)shape->H[l]
         * (2 * (double)shape->G * (double)shape->N0
            + (double)shape->N[l] * (double)shape->N[l + 1]);
  n += (double)shape->N[0] * (double)shape->N0
       + (double)shape->outputs * (double)shape->N[shape->L];
  ipl_trained_layout_init (&layout, shape);
  self = g_new0 (IplTrainedNetwork, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->shape = *shape;
  self->n_parameters = layout.n;
  self->parameters
      = (float *)ipl_memory_try_doubles (0.5 * n + 1, "The weights of this network", error);
  return self->parameters != NULL ? g_steal_pointer (&self) : NULL;
}

/* A network with random weights: V^0, V and a standard Gaussian, with the factors 1/sqrt(width)
 * outside them (THEORY.md section 1); Wq and Wk Gaussian of variance @logit_sd / N_0, since the
 * logits have no such factor. */
IplTrainedNetwork *
ipl_trained_network_new (const IplTrainedShape *shape, double logit_sd, guint64 seed,
                         GError **error)
{
  g_autoptr (IplTrainedNetwork) self = NULL;
  IplTrainedLayout layout;
  gsl_rng *rng;
  double sd;

  g_return_val_if_fail (shape != NULL && logit_sd > 0, NULL);

  self = network_alloc (shape, error);
  if (self == NULL)
    return NULL;
  ipl_trained_layout_init (&layout, shape);
  sd = sqrt (logit_sd / (double)shape->N0);
  rng = ipl_random_generator_new (seed, 0);
  for (gsize i = 0; i < self->n_parameters; i++)
    self->parameters[i] = (float)((i < layout.V0 ? sd : 1) * ipl_random_gaussian (rng));
  gsl_rng_free (rng);
  return g_steal_pointer (&self);
}

/* Another of the same. */
IplTrainedNetwork *
ipl_trained_network_copy (const IplTrainedNetwork *self, GError **error)
{
  IplTrainedNetwork *copy;
  float *parameters = ipl_memory_try_copy (self->parameters, (double)self->n_parameters,
                                           sizeof (float), "A copy of the network", error);

  if (parameters == NULL)
    return NULL;
  copy = g_memdup2 (self, sizeof *self);
  g_atomic_ref_count_init (&copy->ref_count);
  copy->parameters = parameters;
  copy->task = g_strdup (self->task);
  return copy;
}

static void
trained_network_clear (IplTrainedNetwork *self)
{
  g_free (self->parameters);
  g_free (self->task);
}

IPL_DEFINE_REFERENCES (IplTrainedNetwork, ipl_trained_network, trained_network_clear)

static gboolean
prune_shape (const IplTrainedShape *shape, const gboolean *removed, IplTrainedShape *pruned,
             GError **error)
{
  gsize head = 0;

  *pruned = *shape;
  for (guint l = 0; l < shape->L; l++)
    {
      for (guint h = 0; h < shape->H[l]; h++)
        if (removed[head++])
          pruned->H[l]--;
      if (pruned->H[l] == 0)
        return ipl_fail (
            error, IPL_ERROR_VALUE,
            "All heads of layer %u are removed, and every layer must keep at least one.", l + 1);
    }
  return TRUE;
}

static float *
copy_block (float *to, const float *from, gsize n)
{
  memcpy (to, from, n * sizeof *to);
  return to + n;
}

/* Removes heads. The layer's factor 1/sqrt(H_l) becomes that of the remaining heads, which is
 * the rescaling of THEORY.md section 8. @removed: [n_heads] heads to remove, layer 1 first. */
IplTrainedNetwork *
ipl_trained_network_prune (const IplTrainedNetwork *self, const gboolean *removed, GError **error)
{
  g_return_val_if_fail (self != NULL && removed != NULL, NULL);

  g_autoptr (IplTrainedNetwork) pruned = NULL;
  const IplTrainedShape *shape = &self->shape;
  IplTrainedShape smaller;
  IplTrainedLayout from, to;
  float *at;

  if (!prune_shape (shape, removed, &smaller, error))
    return NULL;
  pruned = network_alloc (&smaller, error);
  if (pruned == NULL)
    return NULL;
  ipl_trained_layout_init (&from, shape);
  ipl_trained_layout_init (&to, &smaller);
  for (guint l = 0; l < shape->L; l++)
    {
      const gboolean *gone = removed + from.first_head[l];
      gsize projection = shape->G * shape->N0, value = shape->N[l + 1] * shape->N[l];
      float *q = pruned->parameters + to.wq[l], *k = pruned->parameters + to.wk[l];

      at = pruned->parameters + to.V[l];
      for (guint h = 0; h < shape->H[l]; h++)
        if (!gone[h])
          {
            q = copy_block (q, self->parameters + from.wq[l] + h * projection, projection);
            k = copy_block (k, self->parameters + from.wk[l] + h * projection, projection);
            at = copy_block (at, self->parameters + from.V[l] + h * value, value);
          }
    }
  copy_block (pruned->parameters + to.V0, self->parameters + from.V0, shape->N[0] * shape->N0);
  copy_block (pruned->parameters + to.a, self->parameters + from.a,
              shape->outputs * shape->N[shape->L]);
  pruned->task = g_strdup (self->task);
  return g_steal_pointer (&pruned);
}

/* FALSE with G_IO_ERROR_CANCELLED or IPL_ERROR_MEMORY. @x: [count x T x N0] row-major tokens; @f:
 * [count x K] the network's outputs, undefined on error. */
gboolean
ipl_trained_network_predict (const IplTrainedNetwork *self, gsize count, const float *x, float *f,
                             guint threads, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && (count == 0 || (x != NULL && f != NULL)), FALSE);

  g_autoptr (IplTrainedStep) step = NULL;
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, &self->shape);
  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  step = ipl_trained_step_new (&layout, self->parameters, count, threads, FALSE, error);
  if (step == NULL)
    return FALSE;
  ipl_trained_step_predict (step, count, x, f, cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* The fraction of correct examples (ipl_trained_is_right()); NaN for no examples. @f: [count x
 * K] outputs; @y: [count x K] labels; @standard_error: binomial standard error. */
double
ipl_trained_accuracy (guint outputs, gsize count, const float *f, const float *y,
                      double *standard_error)
{
  gsize right = 0;
  double accuracy;

  for (gsize i = 0; i < count; i++)
    right += ipl_trained_is_right (outputs, y + i * outputs, f + i * outputs);
  accuracy = count > 0 ? (double)right / (double)count : NAN;
  if (standard_error != NULL)
    *standard_error = count > 0 ? sqrt (accuracy * (1 - accuracy) / (double)count) : NAN;
  return accuracy;
}

#define SHAPE_KEY "interplay_network"
#define TASK_KEY "interplay_task"

static const char *const readout_names[] = { "mean", "last", "first" };

static char *
shape_to_json (const IplTrainedShape *shape)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *heads = json_array_new (), *widths = json_array_new ();

  for (guint l = 0; l < shape->L; l++)
    json_array_add_int_element (heads, shape->H[l]);
  for (guint l = 0; l <= shape->L; l++)
    json_array_add_int_element (widths, (gint64)shape->N[l]);
  json_object_set_array_member (object, "heads", heads);
  json_object_set_int_member (object, "qk", (gint64)shape->G);
  json_object_set_array_member (object, "widths", widths);
  json_object_set_int_member (object, "token_width", (gint64)shape->N0);
  json_object_set_int_member (object, "tokens", (gint64)shape->T);
  json_object_set_string_member (object, "readout", readout_names[shape->readout]);
  if (shape->outputs > 1)
    json_object_set_int_member (object, "outputs", shape->outputs);
  json_node_take_object (node, object);
  return ipl_json_write (node, FALSE);
}

static gboolean
get_size (JsonNode *node, gsize *size)
{
  gint64 value;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_INT64)
    return FALSE;
  value = json_node_get_int (node);
  *size = (gsize)value;
  return value > 0 && value <= G_MAXINT32;
}

static JsonArray *
get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static gboolean
shape_from_object (JsonObject *object, IplTrainedShape *shape)
{
  JsonArray *heads = get_array (object, "heads"), *widths = get_array (object, "widths");
  JsonNode *readout = json_object_get_member (object, "readout");
  gsize outputs = 1;

  memset (shape, 0, sizeof *shape);
  if (heads == NULL || widths == NULL || json_array_get_length (heads) < 1
      || json_array_get_length (heads) > IPL_MAX_LAYERS
      || json_array_get_length (widths) != json_array_get_length (heads) + 1)
    return FALSE;
  shape->L = json_array_get_length (heads);
  for (guint l = 0; l < shape->L; l++)
    {
      gsize H;

      if (!get_size (json_array_get_element (heads, l), &H))
        return FALSE;
      shape->H[l] = (guint)H;
    }
  for (guint l = 0; l <= shape->L; l++)
    if (!get_size (json_array_get_element (widths, l), &shape->N[l]))
      return FALSE;
  if (!get_size (json_object_get_member (object, "qk"), &shape->G)
      || !get_size (json_object_get_member (object, "token_width"), &shape->N0)
      || !get_size (json_object_get_member (object, "tokens"), &shape->T) || readout == NULL
      || !JSON_NODE_HOLDS_VALUE (readout) || json_node_get_value_type (readout) != G_TYPE_STRING)
    return FALSE;
  if (json_object_has_member (object, "outputs")
      && !get_size (json_object_get_member (object, "outputs"), &outputs))
    return FALSE;
  shape->outputs = (guint)outputs;
  for (guint i = 0; i < G_N_ELEMENTS (readout_names); i++)
    if (strcmp (json_node_get_string (readout), readout_names[i]) == 0)
      {
        shape->readout = (IplReadout)i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
shape_from_json (const char *text, IplTrainedShape *shape)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) object = ipl_json_parse_object (text, strlen (text), &why);

  return object != NULL && shape_from_object (object, shape);
}

void
ipl_trained_network_write (const IplTrainedNetwork *self, IplSafetensorsWriter *writer)
{
  g_autoptr (GArray) arrays = ipl_trained_shape_arrays (&self->shape);
  g_autofree char *shape = shape_to_json (&self->shape);

  ipl_safetensors_writer_add_metadata (writer, SHAPE_KEY, shape);
  if (self->task != NULL)
    ipl_safetensors_writer_add_metadata (writer, TASK_KEY, self->task);
  ipl_parameter_arrays_write (arrays, "", self->parameters, writer);
}

IplTrainedNetwork *
ipl_trained_network_parse (const IplSafetensors *file, const char *shown, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, SHAPE_KEY);
  g_autoptr (IplTrainedNetwork) self = NULL;
  g_autoptr (GArray) arrays = NULL;
  IplTrainedShape shape;

  if (text == NULL)
    return ipl_fail_null (
        error, IPL_ERROR_FORMAT,
        "“%s” is a safetensors file, but not of a network that Interplay trained.", shown);
  if (!shape_from_json (text, &shape))
    return ipl_fail_null (error, IPL_ERROR_FORMAT,
                          "“%s” is damaged: its description of the network cannot be understood.",
                          shown);
  /* Checks that weights exist before allocating memory for them. */
  if (ipl_safetensors_lookup (file, "readout") == NULL
      || ipl_safetensors_lookup (file, "embedding") == NULL)
    return ipl_fail_null (error, IPL_ERROR_MISSING, "“%s” holds no weights.", shown);
  self = network_alloc (&shape, error);
  if (self == NULL)
    return NULL;
  arrays = ipl_trained_shape_arrays (&shape);
  if (!ipl_parameter_arrays_read (arrays, "", file, shown, self->parameters, error))
    return NULL;
  self->task = g_strdup (ipl_safetensors_metadata (file, TASK_KEY));
  return g_steal_pointer (&self);
}

/* Writes the network without the state of its training (ipl_trainer_save()): "layers.0.query" [H
 * x G x N0], "layers.0.key", "layers.0.value" [H x N_{l+1} x N_l], .. "embedding" [N_1 x N0] and
 * "readout" [N_a], or [K x N_a] for K > 1 outputs, all F32, without the 1/sqrt factors; the
 * metadata hold the shape as JSON text. */
gboolean
ipl_trained_network_save (const IplTrainedNetwork *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();

  ipl_safetensors_writer_add_metadata (writer, "format", "pt");
  ipl_trained_network_write (self, writer);
  return ipl_safetensors_writer_close (writer, path, error);
}

IplTrainedNetwork *
ipl_trained_network_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);

  return file != NULL ? ipl_trained_network_parse (file, shown, error) : NULL;
}
