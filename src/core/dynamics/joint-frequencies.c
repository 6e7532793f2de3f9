/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frequencies of the contextual tokens in every class: settings, the matrix X, and the initial
 * weights. */

#include "core/dynamics/joint-private.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/text-escape.h"
#include "core/files/npz.h"

/* Twice the square of the width of a class's bump over the distinct tokens. */
#define BUMP 30.0

/* Moments that are recorded, and the memory they may take. */
#define MOST_MOMENTS 512
#define MOST_BYTES 64e6

const char *const ipl_joint_distributions[] = { "gaussian", "uniform", "file", NULL };
const char *const ipl_joint_attentions[] = { "softmax", "exp", "linear", NULL };
const char *const ipl_joint_units[] = { "linear", "relu", "softplus", NULL };
const char *const ipl_joint_gradients[] = { "loss", "stationary", NULL };
const char *const ipl_joint_courses[] = { "descent", "flow", NULL };

/* The settings of the paper's figures 2 and 3. */
void
ipl_joint_settings_init (IplJointSettings *self)
{
  *self = (IplJointSettings){
    .distribution = g_intern_static_string (ipl_joint_distributions[0]),
    .file = g_intern_static_string (""),
    .n_distinct = 10,
    .n_common = 10,
    .n_classes = 20,
    .attention = g_intern_static_string (ipl_joint_attentions[0]),
    .unit = g_intern_static_string (ipl_joint_units[0]),
    .gradients = g_intern_static_string (ipl_joint_gradients[0]),
    .course = g_intern_static_string (ipl_joint_courses[0]),
    .temperature = 0.5,
    .rate = 0.1,
    .start_sd = 0.01,
    .steps = 2000,
    .seed = 1,
  };
}

/* TRUE if they can be run. */
gboolean
ipl_joint_settings_validate (gconstpointer settings, GError **error)
{
  const IplJointSettings *self = settings;

  gboolean own = strcmp (self->distribution, "file") == 0;

  if (own && (self->file == NULL || self->file[0] == '\0'))
    return ipl_fail (error, IPL_ERROR_MISSING,
                     "No file of frequencies is chosen: give an .npz with an array X [tokens x "
                     "classes], or another distribution than file.");
  if (!ipl_error_check (
          own || self->n_distinct + self->n_common >= 2,
          "Attention needs tokens to choose from: distinct and common tokens together "
          "must be at least 2.",
          error))
    return FALSE;
  if (!own && self->n_distinct + self->n_common > IPL_JOINT_MAX_SIDE)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Distinct and common tokens together are %u, more than the %d that can be "
                     "followed: take fewer.",
                     self->n_distinct + self->n_common, IPL_JOINT_MAX_SIDE);
  return TRUE;
}

/* After how many steps a moment is recorded, a power of 2: so the moments of a long run are among
 * those of a short one with the same first weights. */
guint
ipl_joint_settings_every (const IplJointSettings *self, gsize M, gsize K)
{
  double bytes = sizeof (double) * (2.0 * (double)M * (double)K + 3.0 * (double)M + 8);
  double most = CLAMP (MOST_BYTES / bytes, 16, MOST_MOMENTS);
  guint every = 1;

  while (self->steps / every > most)
    every *= 2;
  return every;
}

/* Columns add up to 1. */
static gboolean
normalize (double *X, gsize M, gsize K, const char *shown, GError **error)
{
  for (gsize i = 0; i < K; i++)
    {
      double sum = 0;

      for (gsize m = 0; m < M; m++)
        sum += X[m * K + i];
      if (!isfinite (sum))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "%s: column %" G_GSIZE_FORMAT
                         " of X adds up to more than a number can hold: scale it down.",
                         shown, i);
      if (!(sum > 0))
        return ipl_fail (error, IPL_ERROR_VALUE,
                         "%s: column %" G_GSIZE_FORMAT
                         " of X adds up to %g, so class %" G_GSIZE_FORMAT
                         " has no tokens: each column must hold a number above 0.",
                         shown, i, sum, i + 1);
      for (gsize m = 0; m < M; m++)
        X[m * K + i] /= sum;
    }
  return TRUE;
}

static gboolean
check_array (const IplArray *array, const char *shown, GError **error)
{
  g_autofree char *shape = ipl_array_describe_shape (array);

  if (array->is_text || array->ndim != 2)
    g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                 "%s: X is %s, where frequencies are numbers [tokens x classes].", shown,
                 array->is_text ? "text" : shape);
  else if (array->shape[0] < 2 || array->shape[1] < 2 || array->shape[0] > IPL_JOINT_MAX_SIDE
           || array->shape[1] > IPL_JOINT_MAX_SIDE)
    g_set_error (error, IPL_ERROR, IPL_ERROR_SHAPE,
                 "%s: X is %s, where tokens and classes must be 2 to %d each.", shown, shape,
                 IPL_JOINT_MAX_SIDE);
  else
    return TRUE;
  return FALSE;
}

static double *
read_file (const char *path, gsize *M, gsize *K, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = ipl_file_shown (path);
  g_autofree char *shown = g_strdup_printf ("“%s”", name);
  g_autoptr (IplNpz) npz = ipl_npz_open (path, cancellable, error);
  g_autofree double *X = NULL;
  IplArray *array;

  if (npz == NULL)
    return NULL;
  array = ipl_npz_lookup (npz, "X");
  if (array == NULL)
    return ipl_fail_null (error, IPL_ERROR_MISSING,
                          "%s has no array X: save the frequencies as X [tokens x classes].",
                          shown);
  if (!check_array (array, shown, error) || !ipl_npz_load (npz, array, cancellable, error))
    return NULL;
  *M = array->shape[0];
  *K = array->shape[1];
  X = ipl_npz_steal_values (npz, "X");
  for (gsize n = 0; n < *M * *K; n++)
    if (!(X[n] >= 0) || !isfinite (X[n]))
      return ipl_fail_null (error, IPL_ERROR_VALUE,
                            "%s: X[%" G_GSIZE_FORMAT ", %" G_GSIZE_FORMAT
                            "] is %g, where a frequency is 0 or more.",
                            shown, n / *K, n % *K, X[n]);
  return normalize (X, *M, *K, shown, error) ? g_steal_pointer (&X) : NULL;
}

/* Recognizes a file dropped or named by the user by the names of its arrays; reads no numbers. */
gboolean
ipl_joint_frequencies_are_at (const char *path)
{
  static const char *const others[] = { "y_train", "y_test", "y_labels_train", "time" };
  g_autoptr (IplNpz) npz = ipl_npz_open (path, NULL, NULL);

  if (npz == NULL || ipl_npz_lookup (npz, "X") == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (ipl_npz_lookup (npz, others[i]) != NULL)
      return FALSE;
  return TRUE;
}

/* In "gaussian", entry (m, i) of the distinct tokens is exp(-(m - n_distinct i/K)^2/30), and the
 * common ones are uniform in [0, 1/2); in "uniform" all are; then columns are divided by their sums
 * (THEORY.md section 11.1). Returns [M x K] row-major; NULL on error. */
double *
ipl_joint_frequencies (const IplJointSettings *self, gsize *M, gsize *K, GCancellable *cancellable,
                       GError **error)
{
  gboolean gaussian = strcmp (self->distribution, "gaussian") == 0;
  g_autofree double *X = NULL;
  IplRandomStream stream;

  if (strcmp (self->distribution, "file") == 0)
    return read_file (self->file, M, K, cancellable, error);
  *M = self->n_distinct + self->n_common;
  *K = self->n_classes;
  X = ipl_memory_try_doubles ((double)*M * (double)*K, "the frequencies", error);
  if (X == NULL)
    return NULL;
  ipl_random_stream_init (&stream, self->seed, IPL_STREAM_JOINT, 0);
  for (gsize m = 0; m < *M; m++)
    for (gsize i = 0; i < *K; i++)
      {
        double drawn = 0.5 * gsl_rng_uniform_pos (&stream.rng);
        double off = (double)m - self->n_distinct * (double)i / (double)*K;

        X[m * *K + i] = gaussian && m < self->n_distinct ? exp (-off * off / BUMP) : drawn;
      }
  return normalize (X, *M, *K, "The distribution", error) ? g_steal_pointer (&X) : NULL;
}

/* Factor of attention on the token's frequency; for softmax up to a factor common to all tokens. */
double
ipl_joint_token_weight (const IplJointSettings *self, double z, double largest)
{
  if (strcmp (self->attention, "linear") == 0)
    return z / self->temperature;
  return exp ((z - (strcmp (self->attention, "softmax") == 0 ? largest : 0)) / self->temperature);
}

/* @state: [size] independent N(0, start_sd^2), the logits about those at which b is x. */
void
ipl_joint_model_start (const IplJointModel *self, const IplJointSettings *settings, double *state)
{
  gsize weights = (self->M + 1) * self->K;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, settings->seed, IPL_STREAM_JOINT, 1 + settings->start);
  for (gsize n = 0; n < self->size; n++)
    state[n] = gsl_ran_gaussian_ziggurat (&stream.rng, settings->start_sd)
               + (n >= weights && self->attention == IPL_JOINT_LINEAR ? self->T : 0);
}
