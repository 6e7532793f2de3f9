/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A one-shot network as probes (THEORY.md section 20). It is linear in its values, so that it is
 * a sum over paths, and all that single heads are to it follows from their parts of the sum. */
#include "core/experiments/probe-source.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/case/features.h"
#include "core/experiments/training.h"
#include "core/heads/head-entropy.h"
#include "core/probe/probe-arrays.h"
#include "core/tasks/one-shot-task.h"

typedef struct
{
  IplTrainedNetwork *network;
  IplCase *the_case;
  double *parts; /* [P' x K x Pi] of the outputs of test examples */
} Model;

static void
model_free (gpointer data)
{
  Model *self = data;

  g_clear_pointer (&self->network, ipl_trained_network_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_free (self->parts);
  g_free (self);
}

/* @removed: [layers x most heads] */
static gboolean
is_left (const IplCase *the_case, gsize path, const gboolean *removed, gsize most)
{
  for (guint l = 0; l < the_case->L; l++)
    if (removed[l * most + ipl_case_path_head (the_case, path, l)])
      return FALSE;
  return TRUE;
}

static gsize
find_most (const IplCase *the_case)
{
  gsize most = 0;

  for (guint l = 0; l < the_case->L; l++)
    most = MAX (most, the_case->H[l]);
  return most;
}

/* Without residual connections nothing is left of a layer without heads. */
static gboolean
any_left (const IplCase *the_case, const gboolean *removed)
{
  for (gsize p = 0; p < the_case->Pi; p++)
    if (is_left (the_case, p, removed, find_most (the_case)))
      return TRUE;
  return FALSE;
}

/* [P' x K] outputs without the heads that are removed. */
static double *
find_outputs (const Model *self, const gboolean *removed)
{
  const IplCase *the_case = self->the_case;
  gsize n = the_case->tests[0].count * the_case->labels.outputs, Pi = the_case->Pi;
  double *f = g_new0 (double, n);

  for (gsize p = 0; p < Pi; p++)
    if (is_left (the_case, p, removed, find_most (the_case)))
      for (gsize i = 0; i < n; i++)
        f[i] += self->parts[i * Pi + p];
  return f;
}

static gboolean
measure (gconstpointer data, const gboolean *removed, guint threads, double *accuracy,
         GCancellable *cancellable, GError **error)
{
  const Model *self = data;
  g_autofree double *f = find_outputs (self, removed);
  double standard_error;

  *accuracy = any_left (self->the_case, removed)
                  ? ipl_case_measure (self->the_case, 0, f, &standard_error)
                  : NAN;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
find_parts (Model *self)
{
  const IplCase *the_case = self->the_case;
  const IplExamples *examples = &the_case->tests[0];
  gsize K = the_case->labels.outputs, Pi = the_case->Pi, N0 = the_case->N0;

  self->parts = g_new (double, examples->count * K * Pi);
  for (gsize e = 0; e < examples->count; e++)
    for (gsize k = 0; k < K; k++)
      for (gsize p = 0; p < Pi; p++)
        self->parts[(e * K + k) * Pi + p]
            = cblas_ddot ((int)N0, examples->xi + (e * Pi + p) * N0, 1,
                          the_case->trained->readout + (k * Pi + p) * N0, 1);
}

/* d loss / d f of the cross-entropy of an example, of a sigmoid or a softmax. */
static void
find_loss_slope (const IplLabels *labels, const double *y, const double *f, double *slope)
{
  guint K = labels->outputs;
  double largest = f[0], sum = 0;

  if (K == 1)
    {
      *slope = -y[0] / (1 + exp (y[0] * f[0]));
      return;
    }
  for (guint k = 0; k < K; k++)
    largest = MAX (largest, f[k]);
  for (guint k = 0; k < K; k++)
    sum += slope[k] = exp (f[k] - largest);
  for (guint k = 0; k < K; k++)
    slope[k] = slope[k] / sum - (k == ipl_labels_find_class (labels, y));
}

/* The output is linear in a factor before a head: its slope is the part that is lost with it. */
static double
find_gradient (const Model *self, const double *f, const double *without)
{
  const IplCase *the_case = self->the_case;
  const IplExamples *examples = &the_case->tests[0];
  guint K = the_case->labels.outputs;
  g_autofree double *slope = g_new (double, K);
  double sum = 0;

  for (gsize e = 0; e < examples->count; e++)
    {
      double of_loss = 0;

      find_loss_slope (&the_case->labels, examples->y + e * K, f + e * K, slope);
      for (guint k = 0; k < K; k++)
        of_loss += slope[k] * (f[e * K + k] - without[e * K + k]);
      sum += fabs (of_loss);
    }
  return sum / (double)examples->count;
}

/* y [n x to] = x [n x from] W^T scale */
static double *
apply (gsize n, gsize from, gsize to, const double *x, const float *W, double scale)
{
  g_autofree double *weights = g_new (double, to * from);
  double *y = g_new (double, n * to);

  for (gsize i = 0; i < to * from; i++)
    weights[i] = (double)W[i];
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)n, (int)to, (int)from, scale, x,
               (int)from, weights, (int)from, 0, y, (int)to);
  return y;
}

/* From the features of paths through the first layers, [n x paths x N0], those of the heads of the
 * last of these on the hidden states that enter it: [n x heads x N]. The paths' heads change the
 * slower the lower their layer. */
static double *
enter (const IplTrainedNetwork *network, guint layer, gsize n, gsize paths, const double *xi)
{
  const IplTrainedShape *shape = &network->shape;
  IplTrainedLayout layout;
  double *now;

  ipl_trained_layout_init (&layout, shape);
  now = apply (n * paths, shape->N0, shape->N[0], xi, network->parameters + layout.V0,
               1 / sqrt ((double)shape->N0));
  for (guint l = 0; l < layer; l++)
    {
      gsize H = shape->H[l], from = shape->N[l], to = shape->N[l + 1], rest = paths / H;
      double scale = 1 / sqrt ((double)(H * from));
      double *next = g_new0 (double, n * rest * to);

      for (gsize h = 0; h < H; h++)
        {
          const float *V = network->parameters + layout.V[l] + h * to * from;
          g_autofree double *one = apply (n * paths, from, to, now, V, scale);

          for (gsize e = 0; e < n; e++)
            for (gsize i = 0; i < rest * to; i++)
              next[e * rest * to + i] += one[(e * paths + h * rest) * to + i];
        }
      g_free (now);
      now = next;
      paths = rest;
    }
  return now;
}

/* Root mean squares of what the heads give where it is read out, [heads]. */
static void
find_norms (const IplTrainedNetwork *network, guint layer, gsize n, const double *features,
            double *norm)
{
  const IplTrainedShape *shape = &network->shape;
  gsize H = shape->H[layer], from = shape->N[layer], to = shape->N[layer + 1];
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, shape);
  for (gsize h = 0; h < H; h++)
    {
      const float *V = network->parameters + layout.V[layer] + h * to * from;
      g_autofree double *out = apply (n * H, from, to, features, V, 1 / sqrt ((double)(H * from)));
      double squares = 0;

      for (gsize e = 0; e < n; e++)
        squares += pow (cblas_dnrm2 ((int)to, out + (e * H + h) * to, 1), 2);
      norm[h] = sqrt (squares / (double)(n * to));
    }
}

/* The features of a layer's heads, and with the test set how much they give. */
static gboolean
add_layer (const Model *self, guint layer, IplNpz *to, double *norm, guint threads,
           GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->the_case;
  gsize paths = 1, H = the_case->H[layer], N = self->network->shape.N[layer];

  for (guint l = 0; l <= layer; l++)
    paths *= the_case->H[l];
  for (guint test = 0; test < 2; test++)
    {
      const IplExamples *examples = test ? &the_case->tests[0] : &the_case->train;
      gsize n = examples->count;
      g_autofree double *features = NULL, *xi = NULL;

      xi = ipl_memory_try_doubles ((double)n * (double)(paths * the_case->N0), "The path features",
                                   error);
      if (xi == NULL
          || !ipl_features_compute (the_case->weights, NULL, layer + 1, the_case->H, NULL,
                                    the_case->T, the_case->N0, the_case->readout, n, examples->x,
                                    xi, threads, cancellable, error))
        return FALSE;
      features = enter (self->network, layer, n, paths, xi);
      ipl_probe_add_features (to, test, layer, n, H, N, features);
      if (test)
        find_norms (self->network, layer, n, features, norm);
    }
  return TRUE;
}

static gboolean
add_measures (const Model *self, IplNpz *to, guint threads, GCancellable *cancellable,
              GError **error)
{
  const IplCase *the_case = self->the_case;
  const gsize L = the_case->L, most = find_most (the_case), size[] = { L, most };
  g_autofree double *known
      = ipl_head_entropy (the_case, 0, NULL, NULL, threads, cancellable, error);
  g_autofree double *numbers = g_new (double, 3 * L * most), *f = NULL;
  g_autofree gboolean *removed = g_new0 (gboolean, L * most);
  double *entropy = numbers, *gradient = entropy + L * most, *norm = gradient + L * most;

  if (known == NULL)
    return FALSE;
  for (gsize i = 0; i < 3 * L * most; i++)
    numbers[i] = NAN;
  f = find_outputs (self, removed);
  for (guint l = 0; l < L; l++)
    {
      if (!add_layer (self, l, to, norm + l * most, threads, cancellable, error))
        return FALSE;
      for (guint h = 0; h < the_case->H[l]; h++)
        {
          g_autofree double *without = NULL;

          removed[l * most + h] = TRUE;
          without = find_outputs (self, removed);
          removed[l * most + h] = FALSE;
          gradient[l * most + h] = find_gradient (self, f, without);
          entropy[l * most + h] = known[ipl_case_head_index (the_case, l, h)];
        }
    }
  ipl_npz_add_numbers (to, "entropy", entropy, 2, size);
  ipl_npz_add_numbers (to, "gradient", gradient, 2, size);
  ipl_npz_add_numbers (to, "norm", norm, 2, size);
  return TRUE;
}

/* On the images that it says it was trained on. */
static IplCase *
make_case (const IplTrainedNetwork *network, guint threads, GCancellable *cancellable,
           GError **error)
{
  g_autoptr (IplOneShotTask) task = NULL;
  IplImageTask asked;

  ipl_image_task_init (&asked);
  if (network->task != NULL && network->task[0] == '{'
      && !ipl_image_task_from_json (&asked, network->task, error))
    return NULL;
  task = ipl_one_shot_task_get (&asked, threads, cancellable, error);
  return task != NULL ? ipl_one_shot_task_make_case (task, "one-shot", network, TRUE, TRUE, threads,
                                                     cancellable, error)
                      : NULL;
}

gboolean
ipl_probe_of_one_shot (const char *path, IplNpz *to, IplProbeModel *model, guint threads,
                       GCancellable *cancellable, GError **error)
{
  Model *self = g_new0 (Model, 1);

  *model = (IplProbeModel){ .measure = measure, .data = self, .free = model_free };
  self->network = ipl_trained_network_load (path, cancellable, error);
  if (self->network == NULL)
    return FALSE;
  self->the_case = make_case (self->network, threads, cancellable, error);
  if (self->the_case == NULL)
    return FALSE;
  find_parts (self);
  model->n_layers = self->the_case->L;
  model->most = find_most (self->the_case);
  for (guint l = 0; l < model->n_layers; l++)
    model->H[l] = self->the_case->H[l];
  ipl_probe_add_labels (to, self->the_case);
  return add_measures (self, to, threads, cancellable, error);
}
